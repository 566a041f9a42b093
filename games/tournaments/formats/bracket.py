"""Single and double elimination as a bracket of places. The two entrants of a place are seeds, or winners or losers of earlier places."""

from collections import Counter
from dataclasses import dataclass

from games.rules.messages import Message, msg
from games.tournaments.formats.meetings import Field, Meeting, Played, seated

NOBODY = -1
"""Stands for a missing entrant: the bracket has a power of two of seeds, and the seeds beyond the number of entrants are empty."""


@dataclass(frozen=True, slots=True)
class Source:
    """The origin of an entrant of a place. `kind` is "seed" (with `seed`, from 1), "winner" or "loser" (with the label of `place`)."""

    kind: str
    seed: int = 0
    place: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """One meeting of the bracket. "W2.1" is the first meeting of the winners' second round; "L" is the losers' side, "F" the finals."""

    label: str
    one: Source
    two: Source


def seeding(size: int) -> list[int]:
    """Seeds 1 to `size` (a power of two) in the order of the places of the first round; seeds 1 and 2 can meet in the final only."""
    seeds = [1]
    while len(seeds) < size:
        seeds = [seed for pair in ((seed, 2 * len(seeds) + 1 - seed) for seed in seeds) for seed in pair]
    return seeds


def single(size: int) -> list[Place]:
    """The places of a single elimination for `size` entrants, in the order of the rounds."""
    room = 1 << max(1, (size - 1).bit_length())
    order = seeding(room)
    places = [Place(f"W1.{n + 1}", Source("seed", order[2 * n]), Source("seed", order[2 * n + 1])) for n in range(room // 2)]
    number, width = 2, room // 4
    while width:
        places += [
            Place(f"W{number}.{n + 1}", _winner(f"W{number - 1}.{2 * n + 1}"), _winner(f"W{number - 1}.{2 * n + 2}"))
            for n in range(width)
        ]  # fmt: skip
        number, width = number + 1, width // 2
    return places


def double(size: int) -> list[Place]:
    """The places of a double elimination, in the order of the rounds.

    In every second round the losers enter the losers' side in reversed order, so that rematches come late.
    """
    places = single(size)
    rounds = int(places[-1].label[1:].split(".")[0])
    survivors = [_loser(place.label) for place in places if place.label.startswith("W1.")]
    number = 0
    for winners_round in range(2, rounds + 1):
        number += 1
        minor = [Place(f"L{number}.{n + 1}", *survivors[2 * n : 2 * n + 2]) for n in range(len(survivors) // 2)]
        dropped = [_loser(place.label) for place in places if place.label.startswith(f"W{winners_round}.")]
        number += 1
        dropped = dropped[::-1] if winners_round % 2 == 0 else dropped
        major = [Place(f"L{number}.{n + 1}", _winner(minor[n].label), source) for n, source in enumerate(dropped)]
        places += minor + major
        survivors = [_winner(place.label) for place in major]
    places.append(Place("F1", _winner(f"W{rounds}.1"), survivors[0]))
    places.append(Place("F2", _winner("F1"), _loser("F1")))
    return places


def _winner(label: str) -> Source:
    return Source("winner", place=label)


def _loser(label: str) -> Source:
    return Source("loser", place=label)


class Bracket:
    """A bracket with the results of its played places."""

    def __init__(self, field: Field, places: list[Place]) -> None:
        """Evaluate all places in order: `outcome` has winner and loser of decided places, `ready` the entrants of playable ones."""
        self.field, self.places = field, places
        self.results = {played.label: played for played in field.history if played.label}
        self.outcome: dict[str, tuple[int, int]] = {}
        self.ready: dict[str, tuple[int, int]] = {}
        for place in places:
            self._settle(place)

    def _settle(self, place: Place) -> None:
        one, two = self._entrant(place.one), self._entrant(place.two)
        if one is None or two is None:
            return
        decided = self._decided(place, one, two)
        if decided is None:
            self.ready[place.label] = (one, two)
        else:
            self.outcome[place.label] = decided

    def _decided(self, place: Place, one: int, two: int) -> tuple[int, int] | None:
        played = self.results.get(place.label)
        if played is not None:
            return self._by_play(played, one, two)
        if place.label == "F2" and self.outcome["F1"][0] == self._entrant(self.places[-2].one):
            return one, two
        if two == NOBODY or (two in self.field.out and one != NOBODY and one not in self.field.out):
            return one, two
        if one == NOBODY or one in self.field.out:
            return two, one
        return None

    def _by_play(self, played: Played, one: int, two: int) -> tuple[int, int]:
        """Winner and loser of a played meeting: by rank, then by score, then by rating (where known), then by seed."""
        if played.is_bye:
            winner = played.seats[0]
            return (winner, two if winner == one else one)
        ranks = dict(zip(played.seats, played.ranks, strict=True))
        scores = dict(zip(played.seats, played.scores, strict=False))
        known = None not in (scores.get(one), scores.get(two))

        def order(entrant: int) -> tuple[int, int, int, int]:
            rating = self.field.ratings.get(entrant, 0)
            return ranks[entrant], -(scores[entrant] or 0) if known else 0, -rating, self.number(entrant)

        first, second = sorted(played.seats, key=order)
        return first, second

    def number(self, entrant: int) -> int:
        """The seed of an entrant, from 1; one more than there are for a player who is not in the field any more."""
        return self.field.entrants.index(entrant) + 1 if entrant in self.field.entrants else len(self.field.entrants) + 1

    def _entrant(self, source: Source) -> int | None:
        """The entrant of a source: None while it is undecided, `NOBODY` for an empty seed."""
        if source.kind == "seed":
            return self.field.entrants[source.seed - 1] if source.seed <= len(self.field.entrants) else NOBODY
        if source.place not in self.outcome:
            return None
        return self.outcome[source.place][0 if source.kind == "winner" else 1]

    def sources(self, place: Place) -> tuple[int | None, int | None]:
        """Both entrants of a place: None where undecided, `NOBODY` where empty."""
        return self._entrant(place.one), self._entrant(place.two)

    @property
    def champion(self) -> int | None:
        outcome = self.outcome.get(self.places[-1].label)
        return outcome[0] if outcome else None


def plan(field: Field, *, twice: bool = False) -> list[Meeting]:
    """All meetings that can be played now; empty when the champion is known. `twice` selects double elimination.

    Within a meeting, the entrant who had the first seat more often gets the last seat.
    """
    size = len(field.entrants)
    if size < 2:
        return []
    bracket = Bracket(field, double(size) if twice else single(size))
    return [
        Meeting(seated(field, *bracket.ready[place.label]), _why(bracket, place), place.label)
        for place in bracket.places if place.label in bracket.ready
    ]  # fmt: skip


def _why(bracket: Bracket, place: Place) -> Message:
    """The reason of a meeting: where its two entrants come from. After byes, a later place can be played in the first round."""
    pair = bracket.ready[place.label]
    one, two = (bracket.number(entrant) for entrant in pair)
    if place.one.kind == place.two.kind == "seed":
        return msg("Place {label} of the bracket: seed {one} meets seed {two}.", label=place.label, one=one, two=two)
    if not any(entrant in played.seats for played in bracket.results.values() for entrant in pair):
        return msg("Place {label} of the bracket: seeds {one} and {two} have a bye before it.", label=place.label, one=one, two=two)
    return msg("Place {label} of the bracket: it follows from the earlier rounds who meets here.", label=place.label)


def ranking(field: Field, *, twice: bool = False) -> list[tuple[int, int]]:
    """Rank and entrant, best first: the champion, those not eliminated (fewer defeats first), the others by round of elimination.

    Entrants eliminated in the same round share a rank.
    """
    bracket = Bracket(field, double(len(field.entrants)) if twice else single(len(field.entrants)))
    limit = 2 if twice else 1
    lost = Counter(loser for _winner, loser in bracket.outcome.values())
    lasted = dict.fromkeys(field.entrants, 0)
    for depth, place in enumerate(bracket.places):
        for entrant in bracket.sources(place):
            if entrant in lasted:
                lasted[entrant] = _depth(bracket.places, depth)
    for entrant in field.entrants:
        if lost[entrant] < limit and entrant not in field.left:
            lasted[entrant] = len(bracket.places) + limit - lost[entrant]
    if bracket.champion in lasted:
        lasted[bracket.champion] = len(bracket.places) + limit + 1
    best_first = sorted(field.entrants, key=lambda entrant: -lasted[entrant])
    return [(1 + sum(value > lasted[entrant] for value in lasted.values()), entrant) for entrant in best_first]


def _depth(places: list[Place], number: int) -> int:
    """The position (from 1) of the first place of the same round; equal for all places of a round."""
    round_name = places[number].label.split(".")[0]
    return 1 + next(index for index, place in enumerate(places) if place.label.split(".")[0] == round_name)
