"""Verification of the author of a mail by DKIM, SPF, DMARC and ARC, for mails that no trusted mail server has checked."""
