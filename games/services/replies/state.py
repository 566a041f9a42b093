"""The game as a writer finds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import orjson
from django.db.models import Q

from games.models import Game, Player, Seat
from games.rules.contract import Decision, Position
from games.rules.messages import Reader, msg
from games.services.errors import NotYours
from games.services.replies.game_synonyms import hints_of, synonyms_of, verbs_of
from games.services.replies.reading import Question, question_of


@dataclass(slots=True)
class State:
    """The game as this person finds it now; no game for a text that belongs to none."""

    game: Game | None
    seat: Seat | None
    decision: Decision | None
    orders: bool = False
    """This seat may leave standing orders."""
    own: bool = True
    """Whoever writes sits there; a deputy does not."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of the open question."""
        return self.decision.tokens if self.decision else ()

    def question(self, languages: Sequence[Reader]) -> Question | None:
        """The open question in the words of all these readers."""
        if self.decision is None or self.game is None:
            return None
        return question_of(
            self.decision,
            languages,
            known=self.game.book.vocabulary,
            synonyms=synonyms_of(self.game.rules),
            verbs=verbs_of(self.game.rules),
            hints=hints_of(self.game.rules),
            own=self.own,
        )

    @property
    def seq(self) -> int:
        """The length of the log."""
        return self.game.seq if self.game is not None else 0


def state_of(code: str, player: Player) -> State:
    """Read a game for one person; three queries at most. Raises `NotYours` for a game that does not exist (any more)."""
    if not code:
        return State(None, None, None)
    game = Game.objects.filter(code=code).first()
    if game is None:
        raise NotYours(msg("This is not your seat."))
    seat = game.seats.filter(Q(player=player) | Q(deputy=player)).order_by("index").first()  # the doors judge what a deputy may
    if seat is None or not game.position or game.trouble or game.status != Game.Status.ACTIVE:
        return State(game, seat, None)
    session = game.book.resume(Position.from_json(orjson.loads(game.position)))
    return State(
        game, seat, session.decision(seat.index), session.game.orders(session.view(seat.index)) is not None, seat.player_id == player.pk
    )
