"""Views of tables: home, lobby, the table page with its form and log."""
