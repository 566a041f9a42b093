"""`python -m tests.games.replies.bench_mail_burst [mails] [games]`: sends a burst of replies over LMTP and checks how each is processed.

`mailin`, the broker and one worker run as under `manage.py up`. The first mail of each game answers its open question; all others
answer the same question again, as people do who wait for a reaction. Every seventh mail is delivered twice, as by a mail server that
missed the reply code. The script fails if an accepted mail is not stored exactly once or not processed, or if a game
has no move, or a second one, by mail.
"""

from __future__ import annotations

import smtplib
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

from tests.games.replies.bench_mailin import own_site, written

LINES = 20
"""Simultaneous connections, as Postfix opens them."""
TWICE = 7
PATIENCE = 3600.0


def main() -> None:
    """Measure on temporary databases and print the results."""
    mails = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    games = int(sys.argv[2]) if len(sys.argv) > 2 else max(1, mails // 5)
    with own_site("lmtp") as port:
        open_games = list(written(games))
        burst = list(islice(_all_of(open_games, mails), mails))
        began = time.perf_counter()
        with ThreadPoolExecutor(LINES) as pool:
            taken = sum(pool.map(lambda part: hand_over(port, part), (burst[at::LINES] for at in range(LINES))))
        accepted = time.perf_counter() - began
        print(f"{taken} deliveries of {mails} mails taken over in {accepted:.0f} s ({taken / accepted:.0f} a second)", flush=True)
        states = worked_off(mails, began)
        print(f"worked off after {time.perf_counter() - began:.0f} s: {dict(states)}", flush=True)
        check(mails, [game for game, _to, _raw in open_games])


def _all_of(open_games: list[tuple[int, str, bytes]], mails: int) -> list[tuple[str, bytes]]:
    """The first answers of all games, then the later ones, each with its own Message-ID."""
    found: list[tuple[str, bytes]] = []
    nth = 0
    while len(found) < mails:
        found += [(to, raw.replace(b"Message-ID: <", b"Message-ID: <%d." % nth)) for _game, to, raw in open_games]
        nth += 1
    return found


def hand_over(port: int, part: list[tuple[str, bytes]]) -> int:
    """Send the mails of one connection in order; returns the number accepted. A temporary refusal is retried, as mail servers do."""
    taken = 0
    with smtplib.LMTP("127.0.0.1", port, timeout=600) as line:
        for at, (to, raw) in enumerate(part):
            for _copy in range(2 if at % TWICE == 0 else 1):
                line.sendmail("sender@example.org", [to], raw)
                taken += 1
    return taken


def worked_off(mails: int, began: float) -> Counter[str]:
    """The states of the mails, once none is waiting. Raises TimeoutError."""
    from django.db.models import Count

    from notifications.models import InboundMail

    while True:
        states = Counter(dict(InboundMail.objects.values_list("state").annotate(Count("pk"))))
        if not states["received"] and states.total() >= mails:
            return states
        if time.perf_counter() - began > PATIENCE:
            raise TimeoutError(f"After {PATIENCE:.0f} s mails still wait: {dict(states)}; look at the worker's output.")
        time.sleep(1)


def check(mails: int, games: list[int]) -> None:
    """Check that no mail is lost and none is processed twice."""
    from games.models import Move
    from notifications.models import InboundMail

    kept = InboundMail.objects.count()
    moves = Counter(Move.objects.filter(game__in=games, source="mail").values_list("game", flat=True))
    missing, twice = [game for game in games if not moves[game]], [game for game, count in moves.items() if count > 1]
    moved = len(games) - len(missing)
    print(f"{kept} of {mails} mails kept once; {moved} of {len(games)} games have their move, {len(twice)} more than one")
    if kept != mails or missing or twice:
        raise SystemExit("Mails were lost or done twice.")


if __name__ == "__main__":
    main()
