"""Views of rulebooks, lessons and credits."""
