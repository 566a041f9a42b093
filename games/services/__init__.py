"""Changes: one function for each. Pages, API, mails, tasks and admin call these and nothing below. README.md says what is where."""
