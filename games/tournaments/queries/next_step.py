"""The next automatic step of a running tournament, and the consequences of a ruling on an earlier round."""

from collections.abc import Iterator

from games.rules.messages import Message, msg
from games.tournaments.models import Pairing, Round, Tournament

Format = Tournament.Format
BY_POINTS = (Format.SWISS, Format.TABLES)
"""Formats that pair each round by points, and in which a result of an earlier round may still be ruled on."""


def next_step(tournament: Tournament, current: Round | None) -> Message | None:
    """When the next round is paired; None unless the tournament runs. The task runs once a minute."""
    if tournament.status != Tournament.Status.RUNNING:
        return None
    if tournament.paused_at is not None:
        return msg("No round is paired while the clocks are stopped.")
    if current is None or current.closed_at is not None:
        return msg("The next round is paired within a minute.")
    if tournament.by_date and current.ends_at is not None:
        return msg(
            "The next round is paired automatically, within a minute after this one ends; after the last round you are asked to approve "
            "the final table."
        )
    return msg(
        "The next round is paired automatically, within a minute after the last result; after the last round you are asked to approve the "
        "final table."
    )


def after_ruling(tournament: Tournament, pairing_id: int) -> Iterator[Message]:
    """What happens to later rounds that were paired before the ruling, and the director's choices."""
    latest = tournament.rounds.count()
    number = Pairing.objects.filter(pk=pairing_id, round__tournament=tournament).values_list("round__number", flat=True).first()
    if tournament.format not in BY_POINTS or number is None or number >= latest:
        return
    yield msg("Round {round} was paired from the points as they were. Its pairings and games stay as they are.", round=latest)
    if tournament.status in (Tournament.Status.RUNNING, Tournament.Status.REVIEW):
        yield msg(
            "You may leave it so: the next pairings follow from the new points. To have round {round} paired anew, do “Take the latest "
            "round back” after this, then “Let the clocks run again”; what was played in it then counts for nothing.",
            round=latest,
        )
