"""The site's own HTTP/1.1 server: whole requests reach a request thread, and no client can keep one waiting."""
