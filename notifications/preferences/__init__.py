"""What people want to be told, where and when."""
