"""What directors and arbiters can do about a tournament: fields, consequences and rights, for the admin and the API alike."""
