"""The page behind the link of a turn mail."""
