"""What the operator sets."""

SETTINGS = (("FATE_TELEGRAM_TOKEN", "The token of the bot that writes to people in Telegram.", True),)
