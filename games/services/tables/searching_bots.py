"""Bots that search ahead, in a process of their own. No row is locked while they compute.

The question that has waited longest is first. A process claims a question in the cache for `CLAIM` seconds, so that several processes
do not compute the same answer; without the cache the second answer is refused as stale.
"""

import logging
import random
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db import OperationalError

from games.models import BotLevel, Move, Seat
from games.models.game import rules_available
from games.rules.errors import RulesError, UnknownRules
from games.rules.search.budget import Budget
from games.rules.search.searcher import RandomSource, search
from games.services.errors import Trouble
from games.services.tables import answers, bots, store
from games.services.tables.locked_rows import mark_failed_game, skip_locked_game

log = logging.getLogger(__name__)

SECONDS: dict[str, float] = {BotLevel.FAIR: 0.09, BotLevel.HARD: 0.9}
"""CPU seconds for one decision, by level. The last playout may exceed them, up to 0.1 s and 1 s."""
ROUND_SECONDS = 20.0
"""Seconds after which a round ends; another call continues."""
CLAIM = 15
"""Seconds for which a question is claimed."""
AT_ONCE = 50
"""Questions that are read with one query."""


def waiting() -> bool:
    """Whether a bot that searches ahead has an open question."""
    return bool(_asked().exists())


def play(clock: Callable[[], datetime], *, seconds: float = ROUND_SECONDS) -> int:
    """Answer open questions until there are none or `seconds` have passed; returns the number of answers. `clock` gives the time."""
    begun, count = time.monotonic(), 0
    while time.monotonic() - begun < seconds:
        found = list(_asked().order_by("asked_at").values_list("game_id", "index", "nth")[:AT_ONCE])
        answered = 0
        for game_id, index, nth in found:
            if time.monotonic() - begun >= seconds:
                break
            answered += _play_at(game_id, index, nth, clock)
        if not answered:
            break
        count += answered
    return count


def _asked() -> Any:
    levels = {"is_bot": True, "player__bot_level__in": bots.SEARCHING}
    return Seat.objects.filter(rules_available("game__"), pending=True, live=True, game__trouble="", **levels)


def _play_at(game_id: int, index: int, nth: int, clock: Callable[[], datetime]) -> bool:
    """Claim and answer one question; False where it is claimed or closed, or the game is locked or in trouble."""
    if not cache.add(f"bot:{game_id}:{index}:{nth}", 1, CLAIM):
        return False
    game = store.read_game(id=game_id)
    seat = next((seat for seat in game.seats if (seat.index, seat.nth, seat.pending) == (index, nth, True)), None) if game else None
    if game is None or seat is None or game.status != "active" or game.trouble:
        return False
    try:
        session = game.load_session()
        level = bots.searching_players([seat]).get(seat.player_id or 0, BotLevel.FAIR)
        text = think(session, index, SECONDS[level])
        answers.answer(game_id, index, nth, text, source=Move.Source.BOT, now=clock(), player_id=seat.player_id)
    except (Trouble, UnknownRules, RulesError) as error:
        log.warning("bot_did_not_answer: game %d, seat %d: %s", game_id, index, error)
        return mark_failed_game(game_id, error) if isinstance(error, Trouble) else False
    except OperationalError as error:
        return skip_locked_game(game_id, error)
    return True


def think(session: Any, seat: int, seconds: float) -> str:
    """The answer that the search finds in `seconds`; the game's advice where the rules raise an error in a simulated position."""
    game, decision = session.game, session.decision(seat)
    assert decision is not None
    try:
        source = RandomSource(random.getrandbits(62), random.Random)
        return search(game, session.position, seat, source, Budget(seconds, time.thread_time)).best
    except Exception:
        log.exception("search_failed: %s", game.key)
        return str(game.advise(session.view(seat), decision))
