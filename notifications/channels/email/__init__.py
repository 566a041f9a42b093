"""Email by SMTP, by a provider, or into the mailbox of a site without either."""
