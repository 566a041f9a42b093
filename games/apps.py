"""The games app: people, tables, moves, and the rules they follow."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Registers the models of `games/models` and, once loaded, this app's mail kinds."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Games"

    def ready(self) -> None:
        """Make the mail kinds known to the outbox."""
        from games import mails

        mails.register()
