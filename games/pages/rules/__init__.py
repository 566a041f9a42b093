"""Views of rulebooks, lessons, credits and the card gallery."""
