"""Dates and hours as this site writes them in this language."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j. M Y"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "D, j. M Y, H:i"
TIME_FORMAT = "H:i"
