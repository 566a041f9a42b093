"""Services: one function for each change. Pages, API, mails, tasks and admin change rows only by these; README.md has an overview."""
