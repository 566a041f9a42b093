"""Handlers of the parts of a reply that need no table: commands, yes to a question that we asked back, a number of a list."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from games.mails.answering import ASKED, INVITATION, READY
from games.mails.commands import COMMANDS, learning, tables
from games.mails.commands.naming import game_named
from games.mails.commands.proposals import proposed
from games.mails.commands.wish import Outcome, Wish
from games.models import Game, Move, Player, Seat
from games.render.reader import reader_for
from games.rules.messages import msg
from games.rules.registry import all_games
from games.services.absence import deputies
from games.services.clocks import pauses
from games.services.errors import Closed, Refused, Stale
from games.services.replies import Heard, PartHandler, What
from games.services.replies.reading import Answer, Command, CommandName, Consent, Part
from games.services.replies.reading.commands import command_of
from games.services.tables import answers, invitations, leaving, lobby, rematches
from notifications.models import ReplyAddress

ASK_LASTS = timedelta(days=7)
"""The oldest question asked back that a plain yes can refer to."""


@dataclass(slots=True)
class MailPartHandler(PartHandler):
    """Handles one reply. `ask` is the question that the answered mail asked back, `purpose` the kind of that mail."""

    player: Player
    game: Game | None
    purpose: str
    now: datetime
    since: datetime
    ask: dict[str, Any] | None = None

    @property
    def has_asked(self) -> bool:
        """Whether the answered mail asked a question back, or for a yes or no."""
        return self.ask is not None or self.asks_yes_or_no

    @property
    def asks_yes_or_no(self) -> bool:
        """Whether another player waits for a yes or no to the answered mail."""
        return self.purpose in (INVITATION, READY) or (self.ask or {}).get("do") in ("pause", "deputy")

    def command(self, command: Command, *, again: bool) -> Heard | None:
        """A command of `COMMANDS`, or resign, which is asked back for confirmation. A proposed one is asked back about first."""
        if command.proposed and (question := proposed(self._wish(command, again=again))) is not None:
            return self._heard(command.line, question)
        if command.proposed:
            command = replace(command, argument="", proposed=False)  # the command says what it needs
        if command.name is CommandName.RESIGN and self.game is not None:
            return self._resign(command)
        work = COMMANDS.get(command.name)
        outcome = work(self._wish(command, again=again)) if work is not None else None
        return self._heard(command.line, outcome) if outcome is not None else None

    def meant(self, part: Part) -> Part:
        """A yes to a proposed command is that command."""
        ask = self._ask() if isinstance(part, Consent) and part.yes and not self.asks_yes_or_no else None
        command = command_of(ask["line"]) if ask is not None and ask["do"] == "command" else None
        return replace(command, line=part.line) if command is not None else part

    def consent(self, consent: Consent, *, again: bool) -> Heard | None:
        """Yes or no to what was asked back."""
        ask = self._ask()
        if ask is None:
            return None
        if ask["do"] == "pause" and self.game is not None:
            return self._about_a_pause(self.game, consent, again=again)
        if ask["do"] == "deputy" and self.game is not None:
            return self._about_a_deputy(self.game, consent)
        if not consent.yes:
            return Heard(What.TOLD, consent.line, words=(_("All right, nothing has changed."),))
        return self._agreed(ask, consent.line, again=again)

    def answer(self, answer: Answer, *, again: bool) -> Heard | None:
        """A number of a list that we have sent."""
        if self.ask is None or self.ask["do"] not in ("sit", "new", "players", "lesson"):
            return None
        return self._chosen(self.ask, answer.said or answer.line, answer.line, again=again)

    def _wish(self, command: Command, *, again: bool) -> Wish:
        return Wish(command, self.player, self.game, self.now, self.since, again)

    def _heard(self, line: str, outcome: Outcome) -> Heard:
        what = What.DONE if outcome.changed else What.ASKED if outcome.ask else What.SHOW if outcome.shows_table else What.TOLD
        return Heard(what, line, words=tuple(outcome.words), ask=outcome.ask)

    def _resign(self, command: Command) -> Heard | None:
        """Ask for confirmation before resigning; for a seat that is no longer played, the table replies."""
        assert self.game is not None
        mine = Seat.objects.filter(game=self.game, player=self.player, live=True).exists()
        if not mine or self.game.status != Game.Status.ACTIVE or command.argument.casefold().rstrip(".!") in ("yes", "ja", "oui"):
            return None
        words = _("Do you really want to resign this game? To confirm, reply yes.")
        return Heard(What.ASKED, command.line, words=(words,), ask={"do": "resign"})

    def _ask(self) -> dict[str, Any] | None:
        """The question asked back: by the answered mail, else our newest one about this game."""
        if self.ask is not None:
            return self.ask
        code = self.game.code if self.game is not None else ""
        recent = ReplyAddress.objects.filter(person=self.player, purpose=ASKED, created_at__gt=self.now - ASK_LASTS)
        recent = recent.exclude(payload__ask__do__in=("pause", "deputy", "command"))  # answered by replying to that mail alone
        newest = recent.filter(payload__game=code).order_by("-pk").first()
        return newest.payload["ask"] if newest is not None else None

    def _about_a_pause(self, game: Game, consent: Consent, *, again: bool) -> Heard:
        """Agree to the proposed pause, or decline it."""
        if not consent.yes:
            pauses.decline(game.pk, self.player.pk, now=self.now)
            return Heard(What.DONE, consent.line, words=(_("All right, the table goes on without a pause."),))
        if (again and game.proposal is None) or pauses.agree(game.pk, self.player.pk, now=self.now):
            return Heard(What.PAUSED, consent.line)
        return Heard(What.DONE, consent.line, words=(_("You agree. The pause begins when every player agrees."),))

    def _about_a_deputy(self, game: Game, consent: Consent) -> Heard:
        """Remain the deputy of a seat, or decline to be."""
        if consent.yes:
            return Heard(What.TOLD, consent.line, words=(_("Thank you. You can play for that seat now."),))
        deputies.dismiss(game, self.player, now=self.now)
        return Heard(What.DONE, consent.line, words=(_("All right, you are not the deputy. The player is told."),))

    def _agreed(self, ask: dict[str, Any], line: str, *, again: bool) -> Heard | None:
        if ask["do"] == "answer" and self.game is not None:
            return self._play(ask, line, again=again)
        if ask["do"] == "resign" and self.game is not None:
            seat = Seat.objects.filter(game=self.game, player=self.player).first()
            if seat is None:
                return None
            if seat.state != Seat.State.RESIGNED:
                leaving.resign(self.game.pk, seat.index, source=Move.Source.MAIL, now=self.now, player_id=self.player.pk)
            return Heard(What.RESIGNED, line)
        if ask["do"] == "sit" and len(ask["codes"]) == 1:
            return self._chosen(ask, "1", line, again=again)
        raise Refused(msg("Please reply with one of the choices, not with yes."), code="choose")

    def _play(self, ask: dict[str, Any], line: str, *, again: bool) -> Heard:
        """Play the guessed answer if its decision is still open; otherwise the refusal shows the current decision."""
        assert self.game is not None
        seat = Seat.objects.filter(game=self.game, player=self.player).first()
        if seat is None:
            raise Closed(msg("This question is closed."), code="closed")
        if seat.nth > ask["nth"] and seat.pending and not again:
            raise Stale(msg("That question is no longer open. It has been answered, or the table has changed."))
        reader = reader_for((), self.player.language)
        outcome = answers.answer(
            self.game.pk,
            seat.index,
            ask["nth"],
            ask["text"],
            source=Move.Source.MAIL,
            now=self.now,
            player_id=self.player.pk,
            reader=reader,
        )
        what = What.REPEATED if outcome.repeated else What.PLAYED if outcome.final else What.SEALED
        return Heard(what, line, outcome.seq)

    def _chosen(self, ask: dict[str, Any], said: str, line: str, *, again: bool) -> Heard:
        wish = self._wish(Command(CommandName.NEW, said, line), again=again)
        if ask["do"] == "sit":
            return self._heard(line, tables.sit(self.player, ask["codes"][_number(said, len(ask["codes"]))], wish))
        if ask["do"] == "lesson":
            return self._heard(line, learning.go_on(self.player, ask, said))
        if ask["do"] == "players":
            return self._heard(line, tables.with_players(wish, all_games()[ask["rules"]], said))
        if game_named(said, self.player.language) is None and said.strip().rstrip(".)").isdecimal():
            book = all_games()[ask["rules"][_number(said, len(ask["rules"]))]]
            return self._heard(line, tables.with_players(wish, book, ask.get("people", "")))
        return self._heard(line, tables.new(wish) or Outcome())


class InvitationPartHandler(MailPartHandler):
    """Replies to an invitation: yes takes the seat, no notifies the host."""

    def consent(self, consent: Consent, *, again: bool) -> Heard | None:
        """Accept or decline the seat."""
        if self.game is None:
            raise Closed(msg("This table is no longer looking for players."), code="not_open")
        if not consent.yes:
            invitations.decline(self.game, self.player)
            return Heard(What.DONE, consent.line, words=(_("All right. We have told the host. If you change your mind, reply yes."),))
        lobby.take_seat(self.game, self.player, now=self.now)
        return _seated(self.game, Game.Status.OPEN, consent.line)

    def answer(self, answer: Answer, *, again: bool) -> Heard | None:
        """Anything else is asked again, unless the seat has been taken."""
        if self.game is None or Seat.objects.filter(game=self.game, player=self.player).exists():
            return None
        raise Refused(msg("We cannot tell whether you want to join."), code="unclear")


class ReadyPartHandler(MailPartHandler):
    """Replies to a ready check: yes confirms."""

    def consent(self, consent: Consent, *, again: bool) -> Heard | None:
        """Confirm; the last confirmation starts the game, which sends its own mail."""
        if self.game is None or not consent.yes:
            return Heard(What.TOLD, consent.line, words=(_("All right, nothing has changed."),))
        if not (again and self.game.status == Game.Status.ACTIVE):
            lobby.say_ready(self.game, self.player, now=self.now)
        return _seated(self.game, Game.Status.READY, consent.line)


class OverPartHandler(MailPartHandler):
    """Replies to the mail about a finished game: yes starts a rematch."""

    def consent(self, consent: Consent, *, again: bool) -> Heard | None:
        """Start a rematch with the same players."""
        if self.game is None or not consent.yes:
            return Heard(What.TOLD, consent.line, words=(_("All right, nothing has changed."),))
        rematches.create(self.game, self.player, now=self.now)
        return Heard(What.AGAIN, consent.line)


def _seated(game: Game, waiting_in: Game.Status, line: str) -> Heard:
    """A seat was taken or confirmed. The mail about the next step of the table says so, if it has gone on."""
    waiting = Game.objects.filter(pk=game.pk, status=waiting_in).exists()
    words = (_("You have a seat. We will notify you when it is your turn."),) if waiting else ()
    return Heard(What.DONE, line, words=words)


def _number(said: str, most: int) -> int:
    """The number of a list item as an index. Raises `Refused`."""
    digits = "".join(char for char in said if char.isdecimal() and char.isascii())
    number = int(digits) if 0 < len(digits) < 4 else 0
    if not 1 <= number <= most:
        raise Refused(msg("Please reply with a number from 1 to {most}.", most=most), code="no_such_number")
    return number - 1
