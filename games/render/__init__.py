"""Renders scenes, decisions and messages as HTML, plain text and pictures. One renderer per medium; none of them reads a position."""
