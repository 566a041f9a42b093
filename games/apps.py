"""The games app: players, tables, moves and the rules of the games."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Games"

    def ready(self) -> None:
        """Register the message kinds with the outbox, and update the staff roles after every migration."""
        from games import mails
        from games.services.operations import roles

        mails.register()
        # "auth" is the last app to get its permissions
        post_migrate.connect(roles.ensure, sender=apps.get_app_config("auth"), dispatch_uid="games.roles")
