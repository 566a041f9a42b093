"""Mail addresses in the form in which they are stored, compared and limited."""

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator


def with_plain_domain(address: str) -> str:
    """The address with its domain as mail is sent to it (IDNA, RFC 3490), which replaces characters that look alike or are invisible.

    Otherwise one mailbox could be written in countless ways, each with its own limits. Raises ValidationError for what is no domain.
    """
    local, at, domain = address.rpartition("@")
    if domain.isascii():
        return address
    try:
        return f"{local}{at}{domain.encode('idna').decode('idna')}"
    except UnicodeError as error:
        raise ValidationError(EmailValidator.message, code="invalid") from error
