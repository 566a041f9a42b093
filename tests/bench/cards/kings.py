"""Statistics of Council of Kings: wins by opening Favors, value and cost of Good cards, wins of the leader at half-time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, stdev
from typing import Any

from games.rules.council_of_kings.cards import CARDS, FAVOR
from games.rules.council_of_kings.scoring import score
from games.rules.game import Game
from tests.bench.cards.playing import steps
from tests.bench.ladder import Share

KEY = "council_of_kings"


def facts(game: Game[Any], seats: int, number: int, options: Mapping[str, Any], gifts: int) -> dict[str, Any]:
    """One game: opening hands, standings at the start of each auction, purchases as [card, seat, paid, passes before], gifts, result."""
    hands: list[list[str]] = []
    standings: list[list[int]] = []
    bought: list[list[Any]] = []
    given: list[list[Any]] = []
    passes, auction = 0, 0
    for step in steps(game, seats, number, options, gifts):
        t = step.session.table
        if not hands and t.coins:
            hands = [list(hand) for hand in t.hands]
        if step.given:
            given.append(list(step.given))
        for event in step.events:
            if event["kind"] == "up":
                passes = 0
            elif event["kind"] in ("bid", "bargain"):
                passes += 1
            elif event["kind"] == "bought" and not step.given:
                bought.append([event["card"], event["seat"], event.get("paid", event.get("taken")), passes])
        if t.auction != auction:
            auction = t.auction
            standings.append([score(t.coins[seat], t.populace[seat], t.kingdoms[seat]) for seat in t.all_seats])
    result = step.session.result
    assert result is not None
    half = standings[len(standings) // 2]
    return {"hands": hands, "half": half, "bought": bought, "given": given, "ranks": result.ranks, "scores": result.scores}


def won(ranks: Sequence[int], seat: int) -> float:
    """1 for a win, the seat's part of a shared win, else 0."""
    return (ranks[seat] == 1) / ranks.count(1)


def by_favor(games: Iterable[Mapping[str, Any]]) -> dict[str, Share]:
    """Share of wins of the seats that were dealt each Favor."""
    found: dict[str, list[float]] = defaultdict(list)
    for game in games:
        for seat, hand in enumerate(game["hands"]):
            for favor in set(hand):
                found[favor].append(won(game["ranks"], seat))
    return {favor: Share(sum(wins), len(wins)) for favor, wins in sorted(found.items(), key=lambda row: -fmean(row[1]))}


def leader_wins(games: Iterable[Mapping[str, Any]]) -> Share:
    """Share of games won by the leader at half-time; the mean of several leaders."""
    shares = []
    for game in games:
        leaders = [seat for seat, points in enumerate(game["half"]) if points == max(game["half"])]
        shares.append(fmean(won(game["ranks"], seat) for seat in leaders))
    return Share(sum(shares), len(shares))


def purchases(games: Iterable[Mapping[str, Any]]) -> dict[str, tuple[int, float, Share]]:
    """For each card: number of purchases, mean price (of an Evil card: the coins taken), and number of purchases before the first pass."""
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for game in games:
        for card, _seat, paid, passes in game["bought"]:
            found[card].append((paid, passes))
    return {
        card: (len(rows), fmean(paid for paid, _passes in rows), Share(sum(passes == 0 for _paid, passes in rows), len(rows)))
        for card, rows in found.items()
    }


def values(games: Iterable[Mapping[str, Any]]) -> dict[str, tuple[float, float]]:
    """For each card given for free: the receiver's score minus the mean of the others, with the standard error."""
    found: dict[str, list[float]] = defaultdict(list)
    for game in games:
        scores = game["scores"]
        for card, seat in game["given"]:
            found[card].append(scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1))
    return {card: (fmean(gains), stdev(gains) / len(gains) ** 0.5) for card, gains in found.items() if len(gains) > 1}


def shown(games: Sequence[Mapping[str, Any]]) -> str:
    """The tables of a row."""
    scores = [points for game in games for points in game["scores"]]
    winners = fmean(max(game["scores"]) for game in games)
    good = [row for card, row in purchases(games).items() if CARDS[card].good]
    at_once = Share(sum(share.count for *_row, share in good), sum(number for number, *_row in good))
    below = fmean(points < 0 for points in scores)
    lines = [
        f"{len(games)} games. Leader at half-time wins {leader_wins(games)}. Good cards bought at once {at_once}. "
        f"Scores {fmean(scores):.1f}, sd {stdev(scores):.1f}; winners {winners:.1f}; below zero {below:.0%}.",
        "",
        "| opening Favor | wins |",
        "|---|---|",
        *(f"| {FAVOR[favor].id} | {share} |" for favor, share in by_favor(games).items()),
        "",
        "| card | cost | worth to advisers | value (± 1 se) | price | bought | at once |",
        "|---|---:|---:|---:|---:|---:|---|",
    ]
    worth = values(games)
    for card, (number, price, share) in sorted(purchases(games).items(), key=lambda row: -row[1][2].count / row[1][2].of):
        value = "{:.1f} ± {:.1f}".format(*worth[card]) if card in worth else "–"
        printed = CARDS[card]
        cost = printed.cost if printed.good else "–"
        lines.append(f"| {card} | {cost} | {printed.worth / 2} | {value} | {price:.1f} | {number} | {share if printed.good else '–'} |")
    return "\n".join(lines)
