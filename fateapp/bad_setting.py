"""The error of a setting that cannot be used."""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured


class BadSetting(ImproperlyConfigured):
    """A value in the environment cannot be used; the text names the variable and the remedy."""
