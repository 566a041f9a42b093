"""The error for a setting with an invalid value."""

from django.core.exceptions import ImproperlyConfigured


class BadSetting(ImproperlyConfigured):
    """An environment variable has an invalid value; the text names the variable and the remedy."""
