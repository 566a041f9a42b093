"""App configuration of tournaments. It registers callbacks with `games` and `notifications`, which do not import this package."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """The app. Its models keep the app label `games`, under which their tables were created."""

    name = "games.tournaments"
    label = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Tournaments"

    def ready(self) -> None:
        """Register the kind of mail, callbacks for games of tournaments and for downtime, and inboxes of the admin."""
        from games.admin.operations import inbox
        from games.mails.isolated_names import isolating_names
        from games.services.clocks import downtime
        from games.services.operations import arranged_games
        from games.tournaments import mails
        from games.tournaments.queries import differences
        from games.tournaments.queries.approval import open_calls, own_calls, own_tournaments, waiting_for_approval
        from games.tournaments.services import downtime as rounds_of, exclusion, late_games
        from notifications.kinds import Kind, register

        register(Kind("tournament", _("News of a tournament I take part in"), isolating_names(mails.notice), optional=False))
        arranged_games.hooks = arranged_games.Arranger(
            late_games.waits_for, late_games.rule_of, exclusion.void, exclusion.judged, exclusion.shut_out, exclusion.both_play,
            exclusion.page_of, differences.of_game, differences.of_person,
        )  # fmt: skip
        downtime.other_clocks.append(rounds_of.move)
        inbox.register("review", "games.view_tournament", waiting_for_approval, own_tournaments)
        inbox.register("calls", "games.view_tournament", open_calls, own_calls)
