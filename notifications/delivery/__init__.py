"""Delivery of the outbox: claim due messages, add those of further channels, send the mails, record the results."""
