"""Who is away and who is expected."""
