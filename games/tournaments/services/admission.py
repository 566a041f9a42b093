"""The conditions for entering a tournament: invitation, a confirmed email address, and the announced reliability."""

from allauth.account.models import EmailAddress

from games.models import Player
from games.models.reliability import reliability_of
from games.rules.messages import msg
from games.services.errors import Refused
from games.tournaments.models import Tournament


def check(tournament: Tournament, player: Player, *, invited: bool = False) -> None:
    """Raise `Refused`, with the missing condition and the remedy, for a player who may not enter. Bots may always enter.

    A player whom a director names counts as `invited`.
    """
    if player.is_bot:
        return
    if tournament.invite_only and not invited and not tournament.invited.filter(player=player).exists():
        raise Refused(msg("This tournament is by invitation; ask its director for one."), code="not_invited")
    if not EmailAddress.objects.filter(user=player, email__iexact=player.email, verified=True).exists():
        raise Refused(
            msg("Players confirm their email address on their account page first, so that the tournament can reach them."),
            code="no_proven_channel",
        )
    record = reliability_of([player.pk])[player.pk]
    if record.known and record.percent < tournament.least_reliability:
        raise Refused(
            msg(
                "This tournament requires {least} % of games finished; {name} has {yours} %.",
                least=tournament.least_reliability, name=player.name, yours=record.percent,
            ),
            code="not_reliable",
        )  # fmt: skip
