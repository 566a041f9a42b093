"""The site: settings, URLs, processes, operator commands. No rules of games and no mail texts."""
