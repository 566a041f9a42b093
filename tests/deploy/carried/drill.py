"""A check of a site from an earlier commit, run by this version: every page is read and every game is played to its end.

Run by `manage.py shell`; prints one line of JSON.
"""

from __future__ import annotations

import io
import json
import random
import re
from collections import Counter
from html import unescape
from typing import Any

import orjson
from django.core.management import call_command
from django.test import Client

from games.models import Game, Move, Player, Seat
from games.rules.contract import Position
from games.rules.playout import random_answer
from games.services.tables import answers, bots
from games.tournaments.models import Tournament
from games.tournaments.services import rounds
from notifications.clock import database_now

WHO = (None, "Eve", "Ben", "Cleo", "Ada")
"""An anonymous visitor, an account without a game, players in two languages, and the host, who is the administrator too."""
LINK = re.compile(r'\shref="(/[^"#]*)')
PAGES_OF_A_GAME = ("", "text/", "at/1/", "time/", "table.svg")
PARTS_OF_A_GAME = ("", "/view", "/log", "/time", "/talk")
NOT_FOLLOWED = re.compile(r"^/(static|media|accounts/logout|admin/(logout|jsi18n)|healthz|metrics)|/admin/.*\?|/add/|/delete/")
MOST = 100
"""The maximum of pages that are read for each person."""

rng = random.Random(11)


def read_everything(name: str | None) -> dict[str, int]:
    """Read every page that is reachable by links, and those of the person's games; returns the addresses whose status was not 200."""
    client = Client(raise_request_exception=False, SERVER_NAME="localhost")
    if name:
        client.force_login(Player.objects.get(name=name))
    waiting = ["/", "/readyz", "/api/v1/", *(["/admin/"] if name == "Ada" else []), *own(name)]
    seen, failed = set(waiting), {}
    for path in waiting:
        answer = client.get(path, follow=True)
        if answer.status_code != 200:
            failed[path] = answer.status_code
        elif answer.headers["Content-Type"].startswith("text/html"):
            fresh = [link for link in links(path, answer.text) if link not in seen][: max(0, MOST - len(waiting))]
            waiting += fresh
            seen.update(fresh)
    read[name or "nobody"] = len(waiting)
    return failed


def links(path: str, text: str) -> list[str]:
    """The links of a page, without repetition. Links from the admin to pages outside of it are left out: they may be private."""
    found = [link for link in map(unescape, LINK.findall(text)) if not NOT_FOLLOWED.search(link)]
    return list(dict.fromkeys(link for link in found if not path.startswith("/admin/") or link.startswith("/admin/")))


def own(name: str | None) -> list[str]:
    """The pages of this person's running games, or for an anonymous visitor those of public games."""
    whose = {"seats__player__name": name} if name else {"visibility": "public"}
    codes = list(Game.objects.filter(status="active", **whose).order_by("pk").values_list("code", flat=True).distinct())
    api = [f"/api/v1/games/{code}{part}" for code in codes for part in PARTS_OF_A_GAME] if name else []
    return [f"/g/{code}/{page}" for code in codes for page in PAGES_OF_A_GAME] + api


def move(game: Game) -> bool:
    """One answer of the first pending seat, through the service that pages use; False when no seat is pending."""
    seat = Seat.objects.filter(game=game, pending=True).order_by("index").first()
    if seat is None:
        return False
    game.refresh_from_db()
    question = game.book.resume(Position.from_json(orjson.loads(game.position))).question(seat.index)
    assert question is not None
    text, now = random_answer(question, rng), database_now()
    answers.answer(game.pk, seat.index, seat.nth, text, source=Move.Source.FORM, now=now, player_id=seat.player_id)
    return True


def play_everything() -> None:
    """Play all games to their end; tournaments go on as far as they do without their director."""
    for _round in range(20):
        running = list(Game.objects.filter(status=Game.Status.ACTIVE).order_by("pk"))
        for game in running:
            while move(game):
                pass
        bots.play_bots(database_now())
        rounds.advance_all(database_now())
        if not running:
            return


def said(*words: str) -> str:
    """The output of a command."""
    with io.StringIO() as out:
        call_command(*words, stdout=out)
        return out.getvalue()


def drill() -> dict[str, Any]:
    """Run everything and return the results."""
    said("prepare")
    call_command("sweep")
    before = {game.code: (game.rules, game.seq) for game in Game.objects.filter(status=Game.Status.ACTIVE)}
    first = {who or "nobody": read_everything(who) for who in WHO}
    audited = [said("audit")]
    moved = {game.rules: move(game) for game in Game.objects.filter(code__in=before)}
    play_everything()
    call_command("sweep")
    call_command("deliver", limit=1000)
    audited.append(said("audit"))
    return {
        "pages": read,
        "failed": [first, {who or "nobody": read_everything(who) for who in WHO}],
        "kinds": sorted({rules for rules, _seq in before.values()}),
        "moved": moved,
        "grown": all(game.seq > before[game.code][1] for game in Game.objects.filter(code__in=before)),
        "games": Counter(Game.objects.values_list("status", flat=True)),
        "trouble": Game.objects.exclude(trouble="").count(),
        "tournaments": dict(Tournament.objects.values_list("title", "status")),
        "rounds": list(Tournament.objects.filter(title="Spring cup").values_list("rounds__number", flat=True).order_by("rounds__number")),
        "audited": [line.strip() for line in audited],
    }


read: dict[str, int] = {}
print(json.dumps(drill()))
