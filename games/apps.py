"""The games app: people, tables, moves, and the rules they follow."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    """Registers the models of `games/models` and, once loaded, this app's mail kinds."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Games"

    def ready(self) -> None:
        """Make the mail kinds known to the outbox, and the roles follow every migration."""
        from games import mails
        from games.services.operations import roles

        mails.register()
        post_migrate.connect(roles.ensure, sender=apps.get_app_config("auth"), dispatch_uid="games.roles")  # last to get permissions
