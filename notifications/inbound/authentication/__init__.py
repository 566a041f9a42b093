"""Our own verdict on who wrote a mail, by DKIM, SPF, DMARC and ARC, for mails that no mail server of ours has judged."""
