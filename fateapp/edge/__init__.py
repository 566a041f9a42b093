"""The site's own HTTP/1.1 server: a request thread gets complete requests only, so a slow client cannot block it."""
