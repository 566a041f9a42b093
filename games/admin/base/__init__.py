"""What all pages of the admin share: confirmed actions and an estimated paginator."""
