"""The actions ("acts") of directors and arbiters on a tournament: form fields, effects and permissions, for the admin and the API."""
