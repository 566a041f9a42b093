"""Execute the commands of a player at a seat: table talk, letters, undo, notes, standing orders, pauses, resignation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.models import Game, Letter, Move, Player, Seat, Talk
from games.rules.messages import Reader, msg
from games.services.clocks import pauses
from games.services.errors import NotYours, Refused
from games.services.orders import filing
from games.services.replies import leaving_orders
from games.services.replies.reading import Command, CommandName, Words
from games.services.replies.reading.folding import words
from games.services.replies.reading.order_phrases import WITHDRAWN, is_proposed
from games.services.replies.results import Heard, What
from games.services.tables import leaving, letters, seat_notes, talk, undo


@dataclass(frozen=True, slots=True)
class AtSeat:
    """A player at a seat of a game, with the context of the text that is executed.

    `clean` removes from a text what other people must not read. `again` is True when an earlier attempt was interrupted, so that the
    command may have been executed already; every method then checks before it acts.
    """

    game: Game
    seat: Seat
    player: Player
    source: str
    now: datetime
    clean: Callable[[str], str]
    again: bool = False
    readers: Sequence[Reader] = ()
    """The languages that a standing order is parsed in."""

    def do(self, command: Command, since: int) -> Heard:
        """Execute a command. `since` is the length of the game's log before the first attempt. Raises `Refused` and other `RulesError`s."""
        if command.name is CommandName.UNDO:
            return self._undo(command, since)
        work = {
            CommandName.NOTE: self._note,
            CommandName.ORDER: self._order,
            CommandName.PAUSE: self._pause,
            CommandName.RESIGN: self._resign,
            CommandName.LETTER: self._letter,
        }.get(command.name)
        if work is None:
            raise Refused(msg("“{text}” is understood in mails only.", text=command.line[:40]), code="by_mail_only")
        return work(command)

    def say(self, words: Words) -> Heard:
        """Post words as table talk. Used where the text has no answer that they can accompany as its story."""
        text = " ".join(self.clean(words.text).split())
        last = Talk.objects.filter(game=self.game, player=self.player).order_by("-pk").values_list("text", flat=True).first()
        if not (self.again and last == text):
            talk.say(self.game.pk, self.seat.index, text, source=self.source, now=self.now, player_id=self.player.pk)
        return Heard(What.SAID, words.line, self.game.seq)

    def _note(self, command: Command) -> Heard:
        """Append a line to the player's private notes. Raises `NotYours` for a deputy."""
        if self.seat.player_id != self.player.pk:
            raise NotYours(msg("Only players at this table can keep notes."))
        noted = command.argument
        if noted and not (self.again and self.seat.notes.endswith(noted)):
            seat_notes.keep_note(self.seat, f"{self.seat.notes}\n{noted}" if self.seat.notes else noted)
        return Heard(What.NOTED, command.line, self.game.seq)

    def _letter(self, command: Command) -> Heard:
        """Send a private letter to the player that `command.to` names."""
        text = self.clean(command.argument).strip()
        last = Letter.objects.filter(game=self.game, sender=self.player).order_by("-pk").first() if self.again else None
        if last is None or last.text != text:
            letters.send(self.game, self.player, command.to, text, now=self.now)
        whole = text == command.argument.strip()
        cut = None if whole else msg("sent as a private letter, without signature and links; nobody else can read it")
        return Heard(What.SENT, command.line, self.game.seq, cut)

    def _undo(self, command: Command, since: int) -> Heard:
        """Take the last choice back. `since` limits the search for an undo that an earlier attempt has done."""
        done = Move.objects.filter(game=self.game, seat=self.seat.index, kind=Move.Kind.UNDO, seq__gte=since)
        if self.again and done.exists():
            return Heard(What.UNDONE, command.line, self.game.seq)
        seq = undo.take_back(
            self.game.pk, self.seat.index, self.seat.nth, source=self.source, now=self.now, player_id=self.player.pk
        )  # fmt: skip
        return Heard(What.UNDONE, command.line, seq)

    def _order(self, command: Command) -> Heard:
        """File a standing order. The argument `none` withdraws all, `proposed` files the proposed ones, "" only lists the standing ones."""
        if " ".join(words(command.argument)) in WITHDRAWN:
            filing.withdraw(self.game.pk, self.seat.index, None, now=self.now, player_id=self.player.pk)
        elif is_proposed(command.argument):
            filing.file_proposed(self.game.pk, self.seat.index, now=self.now, player_id=self.player.pk)
        elif command.argument:
            leaving_orders.leave(self.game, self.seat.index, command.argument, self.readers, now=self.now, player_id=self.player.pk)
        standing = filing.standing(self.game.pk, self.seat.index, player_id=self.player.pk)
        self.game.refresh_from_db(fields=["seq"])
        orders = tuple(order.says for order in standing)
        return Heard(What.ORDERED, command.line, self.game.seq, orders=orders)

    def _pause(self, command: Command) -> Heard:
        """Propose a pause; the argument is the number of days and an optional reason. Raises `Refused` without a number."""
        days, _space, why = command.argument.partition(" ")
        number = int(days) if days.isascii() and days.isdecimal() and len(days) < 4 else 0
        if not number:
            raise Refused(msg("Say for how many days, like this: pause 3 going hiking."), code="bad_pause")
        why = why.strip().removeprefix("days").removeprefix("day").strip()
        at_once = pauses.propose(self.game.pk, self.player.pk, number, why, now=self.now)
        return Heard(What.PAUSED if at_once else What.PROPOSED, command.line, self.game.seq)

    def _resign(self, command: Command) -> Heard:
        """Resign if the argument is a yes; without one, ask for a confirmation."""
        if self.seat.state == Seat.State.RESIGNED:
            return Heard(What.RESIGNED, command.line, self.game.seq)
        if command.argument.casefold().rstrip(".!") not in ("yes", "ja", "oui"):
            return Heard(What.ASK_RESIGN, command.line, self.game.seq)
        seq = leaving.resign(self.game.pk, self.seat.index, source=self.source, now=self.now, player_id=self.player.pk)
        return Heard(What.RESIGNED, command.line, seq)
