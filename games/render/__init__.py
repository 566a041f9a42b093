"""Scenes, decisions and messages → page, plain text, picture. One renderer per medium; none of them sees a position."""
