"""`manage.py playout KEY`: plays random games and prints speed, lengths and results; the transcript of a failed game is saved."""

import json
import random
import time
from argparse import ArgumentTypeError
from collections import Counter
from pathlib import Path
from statistics import mean, quantiles
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules.errors import BadOption, RulesError
from games.rules.game import Game
from games.rules.messages import plain
from games.rules.playout import Playout, PlayoutError, play, replay
from games.rules.registry import all_games


def option(text: str) -> tuple[str, Any]:
    """A setting `name=value`; the value is JSON or a plain word. Raises ArgumentTypeError for other text."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ArgumentTypeError(f"{text!r} is not of the form name=value")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


class Command(BaseCommand):
    requires_system_checks = ()
    help = "Play automatic games and print their speed, lengths and results."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=list(all_games()))
        parser.add_argument("--games", type=int, default=1000)
        parser.add_argument("--seats", type=int, help="number of players (default: the smallest)")
        parser.add_argument("--option", type=option, action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument("--advised", default="", metavar="SEATS", help='seats that follow advice: "all" or "0,2"')
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--failures", type=Path, default=Path("tests/failures"), help="folder for transcripts of failed games")
        parser.add_argument("--replay", type=Path, help="play a saved transcript instead")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and print. Raises CommandError for a wrong setting or a failed game."""
        game = all_games()[options["game"]]
        if options["replay"]:
            self._replay(game, options["replay"])
            return
        seats = options["seats"] or game.seats[0]
        advised = range(seats) if options["advised"] == "all" else [int(seat) for seat in options["advised"].split(",") if seat]
        started, played = time.process_time(), []
        for number in range(options["games"]):
            if self.stderr.isatty():
                self.stderr.write(f"\r{plain(game.title)}: {number} of {options['games']}\r", ending="")
            played.append(self._play(game, seats, options, number, advised))
        self.stdout.write(report(game, seats, played, time.process_time() - started))

    def _play(self, game: Game[Any], seats: int, options: dict[str, Any], number: int, advised: Any) -> Playout:
        seed = options["seed"] * 1_000_003 + number
        try:
            return play(game, seats, random.Random(seed), dict(options["option"]), advised=advised, log=False)
        except BadOption as error:
            raise CommandError(str(error)) from error
        except PlayoutError as error:
            path = options["failures"] / f"{game.key}-{seats}-{seed}.json"
            try:
                play(game, seats, random.Random(seed), dict(options["option"]), advised=advised)
            except PlayoutError as again:
                again.playout.save(path)
            raise CommandError(f"{error}. See it again with: manage.py playout {game.key} --replay {path}") from error

    def _replay(self, game: Game[Any], path: Path) -> None:
        try:
            session = replay(game, json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError, RulesError) as error:
            raise CommandError(f"{path} does not play: {type(error).__name__}: {error}") from error
        self.stdout.write(f"{session.result or 'not over'}; asked now: {[question.seat for question in session.questions]}")


def report(game: Game[Any], seats: int, played: list[Playout], seconds: float) -> str:
    """The figures of a run as text; `seconds` is processor time."""
    lengths = [playout.decisions for playout in played]
    cuts = quantiles(lengths, n=20) if len(lengths) > 1 else [lengths[0]] * 19
    winners = Counter(result.winners for playout in played if (result := playout.result) is not None)
    reasons = Counter(result.reason for playout in played if (result := playout.result) is not None)
    rows = {
        "speed": f"{len(played) / seconds:,.0f} games/s, {sum(lengths) / seconds:,.0f} decisions/s (CPU time)",
        "decisions": f"mean {mean(lengths):.1f}, 5–95 % {cuts[0]:.0f}–{cuts[-1]:.0f}, longest {max(lengths)}",
        "winners": ", ".join(f"{'+'.join(str(s + 1) for s in who)}: {n / len(played):.1%}" for who, n in winners.most_common(8)),
        "ends": ", ".join(f"{reason}: {n}" for reason, n in reasons.most_common()),
    }
    title = f"{plain(game.title)}, {seats} players, {len(played)} games"
    return "\n".join([title, *(f"  {name:<9} {value}" for name, value in rows.items())])
