"""The settings of the channel."""

SETTINGS = (("FATE_TELEGRAM_TOKEN", "The token of the bot that writes to people in Telegram.", True),)
