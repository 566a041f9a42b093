"""A bot that looks ahead by Monte Carlo search: it redeals the cards that its seat cannot know and plays each redeal to its end."""
