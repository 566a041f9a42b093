"""The site measures its own speed, always against something plainer doing the same work in the same run (`manage.py bench`)."""
