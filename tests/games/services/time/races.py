"""`python -m tests.games.services.time.races [count]`: races of a move against four sweepers; exactly one wins each race.

Every race has its own question whose deadline has passed. Five threads with separate connections start at the same moment.
"""

from __future__ import annotations

import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

SWEEPERS = 4
LONGEST_DELAY = 0.03
"""Seconds. The order of the start is random, so that both sides win often."""


def race(game: Any, rng: random.Random, pool: ThreadPoolExecutor) -> str:
    """One race in a running game: the winner, "move" or "timeout". Raises AssertionError unless exactly one won."""
    from games.models import Move
    from games.rules.errors import RulesError
    from games.services.clocks import sweep
    from games.services.tables import answers
    from tests.games.moves import asked, legal

    seat, barrier = asked(game), threading.Barrier(SWEEPERS + 1)
    text, late = legal(game, seat, rng), seat.due_at

    def after(delay: float, act: Callable[[], Any]) -> Any:
        barrier.wait(timeout=30)
        time.sleep(delay)
        return act()

    def move() -> bool:
        try:
            outcome = answers.answer(game.pk, seat.index, seat.nth, text, source="form", now=late, player_id=seat.player_id)
        except RulesError:
            return False
        return not outcome.repeated

    acts: list[Callable[[], Any]] = [move, *[lambda: sweep.time_out(game.pk, seat.index, late)] * SWEEPERS]
    futures = [pool.submit(after, rng.random() * LONGEST_DELAY, act) for act in acts]
    moved, *timed_out = [bool(future.result(timeout=60)) for future in futures]
    ways = list(Move.objects.filter(game=game, seat=seat.index, nth=seat.nth, kind="answer").values_list("source", flat=True))
    winner = "move" if moved else "timeout"
    assert (moved + sum(timed_out), ways) == (1, ["form" if moved else "timeout"]), (seat, moved, timed_out, ways)
    return winner


def races(count: int, seed: int, new_game: Callable[[int], Any]) -> Counter[str]:
    """Run this number of races in as many games as needed; returns the wins by winner."""
    from django.db import connection

    rng, won, number = random.Random(seed), Counter[str](), 0
    game = new_game(number)
    with ThreadPoolExecutor(SWEEPERS + 1) as pool:
        for _race in range(count):
            won[race(game, rng, pool)] += 1
            game.refresh_from_db()
            if game.is_over:
                number += 1
                game = new_game(number)
        everybody = threading.Barrier(SWEEPERS + 1)
        for _thread in range(SWEEPERS + 1):
            pool.submit(lambda: (everybody.wait(timeout=30), connection.close()))
    return won


def main() -> None:
    """Run the races on temporary databases and print the winners."""
    from tests.games.services.time.ground import own_stores

    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with own_stores():
        from tests.games.conftest import person, start

        people = person("alice"), person("bob")
        began = time.monotonic()
        won = races(count, 1, lambda _number: start(*people, forfeit_after=0))
        print(
            f"{count} races of a move against {SWEEPERS} sweepers in {time.monotonic() - began:.0f} s: {dict(won)}, exactly one winner each"
        )


if __name__ == "__main__":
    main()
