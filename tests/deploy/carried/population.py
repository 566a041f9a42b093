"""Populates a site with games in all states, by the code of an earlier commit: run there by `manage.py shell`, see `make.py`.

Uses only what every commit since 2d54b13 has, and standing orders where the commit has them.
"""

from __future__ import annotations

import importlib.util
import random
from datetime import timedelta
from typing import Any

import orjson
from allauth.account.models import EmailAddress
from django.core.management import call_command
from games.services.pace import PRESETS
from games.services.time import personal
from games.services.tournaments import desk, entering

from games.models import Game, Player, Seat, Tournament
from games.models.game import CODE_ALPHABET, SECRET_BYTES
from games.rules.contract import Position
from games.rules.playout import random_answer
from games.rules.registry import all_games
from games.services import lobby, play, talk, tokens
from notifications.channels.webhook.service import new_secret
from notifications.clock import database_now
from notifications.models import Preference, Webhook

MOVES = 7
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
"""Ada is the administrator and the host of every game; Eve has no seat."""

rng = random.Random(7)
now = database_now()


def lasting_luck() -> None:
    """Seed the random numbers: the same codes and shuffles in every run."""
    for name, draw in (("secret", lambda: rng.randbytes(SECRET_BYTES)), ("code", lambda: "".join(rng.choices(CODE_ALPHABET, k=8)))):
        vars(Game._meta.get_field(name))["_get_default"] = draw


def people() -> dict[str, Player]:
    """People with confirmed addresses and various settings."""
    found = {}
    for name in NAMES:
        email, boss = f"{name.lower()}@example.org", name == "Ada"
        found[name] = Player.objects.create_user(email, None, name=name, is_staff=boss, is_superuser=boss)
        EmailAddress.objects.create(user=found[name], email=email, verified=True, primary=True)
    Player.objects.filter(name="Ben").update(language="de", zone="Europe/Berlin", volunteer=True, confirms=True)
    Player.objects.filter(name="Cleo").update(language="fr", zone="Pacific/Auckland")
    ben, cleo = found["Ben"], found["Cleo"]
    personal.settle_rhythm(ben.pk, quiet=(22 * 60, 7 * 60), days_off=(5, 6), leads=(120, 30), volunteer=True, now=now)
    personal.declare(cleo.pk, now + timedelta(days=20), now + timedelta(days=25), now=now)
    Preference.objects.create(player=ben, kind="your_turn", mode="daily")
    Webhook.objects.create(owner=cleo, url="https://hook.example/", kinds=["your_turn"], secret=new_secret())
    tokens.make(ben, "a program", ["game:read", "game:play"], now=now)
    return found


def begin(rules: str, seated: list[Player], **more: Any) -> Game:
    """A started game of these people; the first of them is the host."""
    game = lobby.create(seated[0], rules, len(seated), now=now, pace=PRESETS["three-days"], **more)
    for player in seated[1:]:
        lobby.take_seat(game, player, now=now)
    return game


def move(game: Game) -> bool:
    """One legal answer of the first pending seat; False when no seat is pending."""
    seat = Seat.objects.filter(game=game, pending=True).order_by("index").first()
    if seat is None:
        return False
    game.refresh_from_db()
    question = game.book.resume(Position.from_json(orjson.loads(game.position))).question(seat.index)
    assert question is not None
    play.answer(game.pk, seat.index, seat.nth, random_answer(question, rng), source="form", now=now, player_id=seat.player_id)
    return True


def games(cast: dict[str, Player]) -> None:
    """One running game of every kind, one finished game, and one that waits for players."""
    ada, ben, cleo, dan, _eve, finn = cast.values()
    for key, book in all_games().items():
        size = max(2, book.seats[0])
        game = begin(key, [ada, ben, cleo, dan][:size], visibility="public" if key == "fate_foretold" else "private")
        for _ in range(MOVES):
            assert move(game)
        game.refresh_from_db()
        assert game.status == "active", key
        order(game)
    over = begin("turn_of_fate", [finn, dan], visibility="public")
    while move(over):
        pass
    lobby.create(ben, "destined_to_fail", 4, now=now, pace=PRESETS["day"], visibility="public", note="One move a day.")
    against_bot = lobby.create(cleo, "tempting_fate", 2, now=now, pace=PRESETS["day"])
    lobby.seat_bot(against_bot, cleo, now=now)
    mine = Seat.objects.filter(player=ada, game__status="active")[0]
    talk.say(mine.game_id, mine.index, "Good luck, everybody!", source="form", now=now, player_id=ada.pk)


def order(game: Game) -> None:
    """A standing order for every seat that is not pending, where the commit has them."""
    if game.rules != "council_of_kings" or not importlib.util.find_spec("games.services.orders"):
        return
    from games.services.orders import filing

    for seat in Seat.objects.filter(game=game, pending=False):
        filing.file(game.pk, seat.index, "always take_at 1 spend 9", now=now, player_id=seat.player_id or 0)


def tournaments(cast: dict[str, Player]) -> None:
    """One tournament in its first round, played by people and bots, and one with open registration."""
    ada, ben, cleo, dan, _eve, finn = cast.values()
    cup = Tournament.objects.create(title="Spring cup", rules="turn_of_fate", director=ada, format="swiss")
    desk.open_registration(cup.pk, ada, "It is spring.", now=now)
    for player in (ben, cleo, dan, finn, Player.objects.create_bot(), Player.objects.create_bot()):
        entering.enter(cup.pk, player, now=now)
    desk.start(cup.pk, ada, "All are here.", now=now)
    for game in cup.games().filter(seats__is_bot=False).distinct()[:2]:
        move(game)
    league = Tournament.objects.create(title="Autumn cup", rules="tempting_fate", director=ada, format="round_robin")
    desk.open_registration(league.pk, ada, "Soon it is autumn.", now=now)
    entering.enter(league.pk, ben, now=now)


lasting_luck()
cast = people()
games(cast)
call_command("deliver", limit=20)
tournaments(cast)
print("made", Game.objects.count(), "games")
