"""Load the state of a game that a text is executed against: the writer's seat and the open question."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from games.models import Game, Player, Seat
from games.models.stored_position import resume
from games.rules.contract import Decision
from games.rules.messages import Reader, msg
from games.services.errors import NotYours
from games.services.replies.game_synonyms import hints_of, synonyms_of, verbs_of
from games.services.replies.reading import Question, question_of


@dataclass(slots=True)
class State:
    """A game with the seat of one player and the question that is open there.

    `game` is None for a text that belongs to no game; `seat` is None if the player has no seat; `decision` is None if no question is open.
    """

    game: Game | None
    seat: Seat | None
    decision: Decision | None
    orders: bool = False
    """Whether the seat can have standing orders."""
    own: bool = True
    """Whether the seat belongs to the writer; False for a deputy."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of the choices of the open question; () if none is open."""
        return self.decision.tokens if self.decision else ()

    def question(self, languages: Sequence[Reader]) -> Question | None:
        """Return the open question with the names of its choices in all these languages; None if no question is open."""
        if self.decision is None or self.game is None:
            return None
        key = self.game.rules
        return question_of(
            self.decision, languages, known=self.game.book.vocabulary, synonyms=synonyms_of(key), verbs=verbs_of(key), hints=hints_of(key),
            own=self.own,
        )  # fmt: skip

    @property
    def seq(self) -> int:
        """The length of the game's log; 0 without a game."""
        return self.game.seq if self.game is not None else 0


def state_of(code: str, player: Player) -> State:
    """Load the state of the game `code` for a player, with three queries at most. Raises `NotYours` if the game does not exist, or
    `UnreadablePosition`.
    """
    if not code:
        return State(None, None, None)
    game = Game.objects.filter(code=code).first()
    if game is None:
        raise NotYours(msg("This is not your seat."))
    seat = game.seats.filter(Q(player=player) | Q(deputy=player)).order_by("index").first()  # the services check what a deputy may do
    if seat is None or not game.position or game.trouble or game.status != Game.Status.ACTIVE:
        return State(game, seat, None)
    session = resume(game)
    return State(
        game, seat, session.decision(seat.index), session.game.orders(session.view(seat.index)) is not None, seat.player_id == player.pk
    )
