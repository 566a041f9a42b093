"""The text of messages: composed by the app's kinds, rendered from templates, laid out as one mail."""
