#!/usr/bin/env python3
"""Check an exported tournament of fateapp: python3 docs/verify_tournament.py tournament.json

Reads the JSON export, or a report file of FIDE (.trf) of any program. Works out the points, the tie-breaks of C.07 and the place of
everybody again, pairs every round of a Swiss for two again by the FIDE (Dutch) system (C.04.3 as in force until January 2026) from the
rounds before it, and says what differs. A round of 128 people takes some seconds.

It needs Python 3.11 and a copy of the source; no site, no database and no package. The rules of the pairing are those of
games/tournaments/formats/dutch. The matching that they call, the tie-breaks and the reading are written apart from fateapp's own.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from fractions import Fraction
from math import lcm
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.tournaments.formats.dutch.cards import Card
from games.tournaments.formats.dutch.pairing import pair

FORMAT = "fateapp-tournament/1"
NOT_CHECKED = """Not checked, because this script has nothing but this file:
- whether the results are those of the games, and whether byes were asked for; every game has an export of its own;
- the draw of the seeds and of the side that odd numbers begin with;
- pairings for want of another, which show as a difference here;
- rounds that were paired by hand, or before a ruling on what they follow from; the JSON export names them."""

# ---------------------------------------------------------------------------------------------------------------- a heaviest matching


class Blossoms:
    """A matching of greatest weight (Edmonds), with one row and column for each vertex and each blossom; number 0 is nobody."""

    def __init__(self, size, weights):
        room = 2 * size + 2
        self.n = self.used = size
        self.weight = [[0] * room for _row in range(room)]
        self.edge = [[(row, column) for column in range(room)] for row in range(room)]
        for (one, other), weight in weights.items():
            self.weight[one][other] = self.weight[other][one] = weight
        greatest = max(weights.values(), default=0)
        self.label = [greatest if 0 < vertex <= size else 0 for vertex in range(room)]
        self.mate, self.slack, self.parent, self.seen = [0] * room, [0] * room, [0] * room, [0] * room
        self.top = [vertex if vertex <= size else 0 for vertex in range(room)]
        self.side = [-1] * room
        self.petals = [[] for _blossom in range(room)]
        self.within = [[0] * (size + 1) for _blossom in range(room)]
        for vertex in range(1, size + 1):
            self.within[vertex][vertex] = vertex
        self.queue, self.clock = [], 0

    def pairs(self):
        while self.search():
            pass
        return [(one, self.mate[one]) for one in range(1, self.n + 1) if one < self.mate[one]]

    def distance(self, row, column):
        one, other = self.edge[row][column]
        return self.label[one] + self.label[other] - 2 * self.weight[one][other]

    def nearer(self, one, to):
        if not self.slack[to] or self.distance(one, to) < self.distance(self.slack[to], to):
            self.slack[to] = one

    def measure(self, to):
        self.slack[to] = 0
        for one in range(1, self.n + 1):
            if self.weight[one][to] > 0 and self.top[one] != to and self.side[self.top[one]] == 0:
                self.nearer(one, to)

    def push(self, one):
        if one <= self.n:
            self.queue.append(one)
        else:
            for petal in self.petals[one]:
                self.push(petal)

    def put(self, one, blossom):
        self.top[one] = blossom
        if one > self.n:
            for petal in self.petals[one]:
                self.put(petal, blossom)

    def turn(self, blossom, petal):
        """The even place of a petal, after the cycle is turned the other way if need be."""
        place = self.petals[blossom].index(petal)
        if place % 2:
            self.petals[blossom][1:] = self.petals[blossom][:0:-1]
            return len(self.petals[blossom]) - place
        return place

    def marry(self, one, other):
        self.mate[one] = self.edge[one][other][1]
        if one > self.n:
            petal = self.within[one][self.edge[one][other][0]]
            place = self.turn(one, petal)
            for number in range(place):
                self.marry(self.petals[one][number], self.petals[one][number ^ 1])
            self.marry(petal, other)
            self.petals[one] = self.petals[one][place:] + self.petals[one][:place]

    def augment(self, one, other):
        while True:
            before = self.top[self.mate[one]]
            self.marry(one, other)
            if not before:
                return
            self.marry(before, self.top[self.parent[before]])
            one, other = self.top[self.parent[before]], before

    def meeting(self, one, other):
        """The outermost vertex both paths to a root have in common, 0 if none."""
        self.clock += 1
        while one or other:
            if one:
                if self.seen[one] == self.clock:
                    return one
                self.seen[one] = self.clock
                one = self.top[self.mate[one]]
                one = self.top[self.parent[one]] if one else 0
            one, other = other, one
        return 0

    def path(self, start, root):
        """The way from a vertex of an alternating tree up to one above it, without that one."""
        found = []
        while start != root:
            partner = self.top[self.mate[start]]
            found += [start, partner]
            self.push(partner)
            start = self.top[self.parent[partner]]
        return found

    def shrink(self, one, root, other):
        blossom = next(number for number in range(self.n + 1, len(self.top)) if number > self.used or not self.top[number])
        self.used = max(self.used, blossom)
        self.label[blossom], self.side[blossom], self.mate[blossom] = 0, 0, self.mate[root]
        cycle = [root, *reversed(self.path(one, root)), *self.path(other, root)]
        self.petals[blossom] = cycle
        self.put(blossom, blossom)
        for vertex in range(1, self.used + 1):
            self.weight[blossom][vertex] = self.weight[vertex][blossom] = 0
        self.within[blossom] = [0] * (self.n + 1)
        for petal in cycle:
            for vertex in range(1, self.used + 1):
                if not self.weight[blossom][vertex] or self.distance(petal, vertex) < self.distance(blossom, vertex):
                    self.edge[blossom][vertex], self.weight[blossom][vertex] = self.edge[petal][vertex], self.weight[petal][vertex]
                    self.edge[vertex][blossom], self.weight[vertex][blossom] = self.edge[vertex][petal], self.weight[vertex][petal]
            for vertex in range(1, self.n + 1):
                if self.within[petal][vertex]:
                    self.within[blossom][vertex] = petal
        self.measure(blossom)

    def expand(self, blossom):
        for petal in self.petals[blossom]:
            self.put(petal, petal)
        entry = self.within[blossom][self.edge[blossom][self.parent[blossom]][0]]
        place, cycle = self.turn(blossom, entry), self.petals[blossom]
        for number in range(0, place, 2):
            inner, outer = cycle[number], cycle[number + 1]
            self.parent[inner] = self.edge[outer][inner][0]
            self.side[inner], self.side[outer], self.slack[inner] = 1, 0, 0
            self.measure(outer)
            self.push(outer)
        self.side[entry], self.parent[entry] = 1, self.parent[blossom]
        for petal in cycle[place + 1 :]:
            self.side[petal] = -1
            self.measure(petal)
        self.top[blossom] = 0

    def found(self, row, column):
        """Follow an edge without slack; True when it ends an augmenting path."""
        start, end = self.edge[row][column]
        one, other = self.top[start], self.top[end]
        if self.side[other] == -1:
            self.parent[other], self.side[other] = start, 1
            partner = self.top[self.mate[other]]
            self.slack[other] = self.slack[partner] = 0
            self.side[partner] = 0
            self.push(partner)
        elif self.side[other] == 0:
            root = self.meeting(one, other)
            if not root:
                self.augment(one, other)
                self.augment(other, one)
                return True
            self.shrink(one, root, other)
        return False

    def search(self):
        """One more pair; False when the matching cannot become heavier."""
        everything = range(1, self.used + 1)
        self.side, self.slack, self.queue = [-1] * len(self.side), [0] * len(self.slack), []
        for one in everything:
            if self.top[one] == one and not self.mate[one]:
                self.parent[one], self.side[one] = 0, 0
                self.push(one)
        if not self.queue:
            return False
        while True:
            while self.queue:
                one = self.queue.pop(0)
                if self.side[self.top[one]] == 1:
                    continue
                for other in range(1, self.n + 1):
                    if self.weight[one][other] > 0 and self.top[one] != self.top[other]:
                        if self.distance(one, other):
                            self.nearer(one, self.top[other])
                        elif self.found(one, other):
                            return True
            if not self.relax():
                return False
            for one in range(1, self.used + 1):
                near = self.slack[one]
                if self.top[one] == one and near and self.top[near] != one and not self.distance(near, one) and self.found(near, one):
                    return True
            for blossom in range(self.n + 1, self.used + 1):
                if self.top[blossom] == blossom and self.side[blossom] == 1 and not self.label[blossom]:
                    self.expand(blossom)

    def relax(self):
        """Change the labels by as much as can be; False when one of them would fall to nothing."""
        steps = [self.label[one] // 2 for one in range(self.n + 1, self.used + 1) if self.top[one] == one and self.side[one] == 1]
        for one in range(1, self.used + 1):
            if self.top[one] == one and self.slack[one] and self.side[one] != 1:
                distance = self.distance(self.slack[one], one)
                steps.append(distance if self.side[one] == -1 else distance // 2)
        free = [self.label[one] for one in range(1, self.n + 1) if self.side[self.top[one]] == 0]
        step = min([*steps, *free])
        if step == min(free):
            return False
        for one in range(1, self.n + 1):
            self.label[one] -= step * {0: 1, 1: -1, -1: 0}[self.side[self.top[one]]]
        for one in range(self.n + 1, self.used + 1):
            if self.top[one] == one:
                self.label[one] += 2 * step * {0: 1, 1: -1, -1: 0}[self.side[one]]
        self.queue = []
        return True


def matching(weights):
    """Of the weights of pairs, the pairs with the greatest sum in which nobody is twice."""
    names = sorted({one for two in weights for one in two})
    number = {one: place for place, one in enumerate(names, start=1)}
    found = Blossoms(len(names), {(number[one], number[other]): weight for (one, other), weight in weights.items()}).pairs()
    return {(names[one - 1], names[other - 1]) for one, other in found}


# ------------------------------------------------------------------------------------------------------------------------- the file


class Broken(Exception):
    """The file is no export of a tournament; the text says why."""


HALF = Fraction(1, 2)
SIGNS = {"1": 1, "W": 1, "+": 1, "F": 1, "U": 1, "=": HALF, "D": HALF, "H": HALF, "0": 0, "L": 0, "-": 0, "Z": 0}


class Part:
    """One round of one person: opponents with what was gained from each, points, and how the round came about."""

    def __init__(self, kind, points, gained=(), first=None):
        self.kind, self.points, self.gained, self.first = kind, Fraction(points), dict(gained), first

    @property
    def met(self):
        return self.kind in ("game", "match")


class Tournament:
    """What the file says. `parts` are by person and round; `there` are those paired in a round; `left` the last round of who left;
    `stage` the first round of the finals or the season, or 0."""

    def __init__(self):
        self.title, self.system, self.rounds, self.sides, self.odd_first = "", "swiss", 0, True, True
        self.names, self.left, self.parts, self.there, self.pairs = {}, {}, {}, {}, {}
        self.forbidden, self.breaks, self.standings, self.last, self.ruled, self.stage = set(), [], [], 0, set(), 0

    def add(self, number, person, part):
        self.parts[person][number] = part

    def total(self, person, before=None, since=0):
        """The points, or those before a round, or since one."""
        rounds = self.parts[person].items()
        return sum((part.points for number, part in rounds if number >= since and (before is None or number < before)), Fraction())

    def in_table(self, person):
        """The points that the table gives: those of the groups without the finals, in a league those of the season."""
        if self.stage and self.system == "groups":
            return self.total(person, self.stage)
        left_before = self.left.get(person, self.stage) < self.stage
        return self.total(person, since=0 if left_before else self.stage)


def plain(text):
    """A text as a terminal prints it: a line break or a control character, which could show another result, is a question mark."""
    return "".join(char if char.isprintable() else "?" for char in text)


def from_json(text):
    """The tournament of the JSON export."""
    try:
        document = json.loads(text)
        if document.get("format") != FORMAT:
            raise Broken(f"This is no document of the format {FORMAT}.")
        found = Tournament()
        found.title, found.system, found.rounds = plain(document["title"]), document["system"], document["rounds"]
        found.sides, found.odd_first, found.breaks = document["sides"], document["odd_first"], document["tie_breaks"]
        for person in document["people"]:
            found.names[person["number"]], found.parts[person["number"]] = plain(person["name"]), {}
            if person["left_after"] is not None:
                found.left[person["number"]] = person["left_after"]
        found.forbidden = {frozenset(two) for two in document["forbidden"]}
        found.ruled, found.stage = set(document.get("ruled_rounds", ())), document.get("stage_begins", 0)
        for one in document["played"]:
            found.last = max(found.last, one["round"])
            for meeting in one["meetings"]:
                read_meeting(found, one["round"], meeting)
        found.standings = [
            (line["rank"], line["number"], Fraction(line["points"]), [Fraction(value) for value in line["breaks"]])
            for line in document["standings"]
        ]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Broken(f"The file is not whole: {error!r}.") from error
    return found


def read_meeting(found, number, meeting):
    """A meeting of the document: what everybody gained from everybody."""
    seats, kind, ranks = meeting["seats"], meeting["kind"], meeting["ranks"]
    if kind != "asked":
        found.there.setdefault(number, []).extend(seats)
        found.pairs.setdefault(number, []).append(tuple(seats) if len(seats) > 1 else (seats[0], 0))
    if kind in ("running", "annulled"):
        return
    shares = [Fraction(share) for share in meeting["shares"]] if meeting["shares"] else None
    for place, seat in enumerate(seats):
        if len(seats) == 1:
            found.add(number, seat, Part(kind, shares[0] if shares else 1))
            continue
        gained = {}
        for other, opponent in enumerate(seats):
            if other != place:
                level = HALF * (1 + (ranks[place] < ranks[other]) - (ranks[place] > ranks[other]))
                gained[opponent] = shares[place] if shares else level
        points = shares[place] if shares else sum(gained.values()) / len(gained)
        part = Part(kind, points, gained, place == 0)
        part.won = ranks[place] == 1 and ranks.count(1) == 1
        found.add(number, seat, part)


def from_trf(text):
    """The tournament of a report file: lines 001, 092, XXR, XXC, XXP, and comments that name the tie-breaks and annulled games."""
    found, cells, stated, annulled = Tournament(), {}, {}, {}
    for place, line in enumerate(text.splitlines(), start=1):
        code, rest = line[:3], line[4:].strip()
        try:
            if code == "012":
                found.title = plain(rest)
            elif code == "092" and "robin" in rest.lower():
                found.system = "round_robin"
            elif code == "XXR":
                found.rounds = int(rest)
            elif code == "XXC":
                found.odd_first = "black1" not in rest
            elif code == "XXP":
                found.forbidden |= {frozenset({int(one), int(other)}) for one in rest.split() for other in rest.split() if one != other}
            elif line.startswith("### annulled:"):
                number, first, last = map(int, line.partition(":")[2].split())
                annulled[number, first], annulled[number, last] = f"{last:>4} w  ", f"{first:>4} b  "
            elif line.startswith("### tie-breaks:"):
                found.breaks = [name.strip() for name in line.partition(":")[2].split(",")]
            elif code == "001":
                person, tail = int(line[4:8]), line[91:].rstrip()
                cells[person] = [tail[start : start + 8].ljust(8) for start in range(0, len(tail), 10)]
                found.names[person], found.parts[person] = plain(line[14:47].strip()), {}
                stated[person] = int(line[85:89] or 0), Fraction(line[80:84].strip() or "0")
        except ValueError as error:
            raise Broken(f"Line {place} cannot be read: {line[:60]!r}") from error
    if len(cells) < 2:
        raise Broken("The file names fewer than two people.")
    found.last = min(len(row) for row in cells.values())
    found.rounds = found.rounds or found.last
    for person, row in cells.items():
        for number, cell in enumerate(row[: found.last], start=1):
            read_cell(found, number, person, annulled.get((number, person), cell))
        ahead = sum(SIGNS.get(cell[7], 0) for cell in row[found.last :])  # byes of a round that is not paired yet
        found.standings.append((stated[person][0], person, stated[person][1] - ahead, []))
    found.standings.sort()
    return found


def read_cell(found, number, person, cell):
    """One round of one person in a report file."""
    opponent, colour, sign = int(cell[:4].strip() or 0), cell[5], cell[7].upper()
    if not opponent:
        if sign in "U+":
            found.there.setdefault(number, []).append(person)
            found.pairs.setdefault(number, []).append((person, 0))
        if sign != " ":
            found.add(number, person, Part("bye" if sign in "U+" else "asked", SIGNS[sign]))
        return
    found.there.setdefault(number, []).append(person)
    if colour == "w" or (colour == "-" and person < opponent):
        found.pairs.setdefault(number, []).append((person, opponent))
    if sign in SIGNS:
        part = Part("forfeit" if sign in "+-" else "game", SIGNS[sign], {opponent: Fraction(SIGNS[sign])}, colour == "w")
        part.won = SIGNS[sign] == 1
        found.add(number, person, part)


# ------------------------------------------------------------------------------------------------------------------------- the check


def check_points(found):
    """The points of the table against those of the rounds."""
    for _rank, person, points, _values in found.standings:
        if points != found.in_table(person):
            yield f"{found.names[person]}: the table has {points} points, the rounds give {found.in_table(person)}."


def check_round(found, number):
    """The pairs of a round against those that the rounds before it give; nothing where the system says nothing."""
    there = sorted(found.there.get(number, []))
    order = {person: place for place, person in enumerate(sorted(found.names), start=1)}
    back = {place: person for person, place in order.items()}
    before = {person: {played: part for played, part in parts.items() if played < number} for person, parts in found.parts.items()}
    unit = lcm(1, *(part.points.denominator for parts in before.values() for part in parts.values()))
    people = [card_of(found, person, before, number, unit, order) for person in there]
    forbidden = {frozenset(order[one] for one in two) for two in found.forbidden}
    for cards in (people, [replace(card, top=True) for card in people]):
        again = pair(cards, matching, unit=unit, odd_first=found.odd_first, forbidden=forbidden) if len(cards) > 1 else None
        if again is not None:
            break
    else:
        return
    again = {(back[one], back[other] if other else 0) for one, other in again}
    was = set(found.pairs[number])
    if not found.sides:
        again, was = {frozenset(two) for two in again}, {frozenset(two) for two in was}
    for two in sorted(map(tuple, was - again)):
        other = next(other for other in sorted(map(tuple, again - was)) if set(other) & set(two))
        yield f"Round {number}: {named(found, two)} are paired, by the rules it is {named(found, other)}."


def named(found, two):
    """Both names."""
    return " and ".join(found.names[one] if one else "the bye" for one in two)


def card_of(found, person, before, number, unit, order):
    """What the system knows of somebody before a round."""
    parts = before[person]
    games = [part for _number, part in sorted(parts.items()) if part.met]
    score = int(found.total(person, number) * unit)
    return Card(
        order[person],
        score,
        tuple(part.first for part in games if part.kind == "game") if found.sides else (),
        frozenset(order[other] for part in games for other in part.gained),
        tuple(floated(found, person, parts, earlier) for earlier in (number - 1, number - 2)),
        any(part.kind == "bye" or (part.kind == "forfeit" and part.points == 1) for part in parts.values()),
        number == found.rounds and 2 * score > unit * (number - 1),
    )


def floated(found, person, parts, number):
    """Down, level or up in a round."""
    if number < 1:
        return 0
    if number not in parts or not parts[number].met:
        return -1
    other = next(iter(parts[number].gained))
    ours, theirs = found.total(person, number), found.total(other, number)
    return (ours < theirs) - (ours > theirs)


def values_of(found):
    """Every tie-break of C.07 by its acronym and by person."""
    swiss = found.system != "round_robin"
    rows = {person: dict(parts) for person, parts in found.parts.items()}
    for person, parts in rows.items():
        first = 1 if found.system in ("swiss", "tables") else found.left.get(person, found.last) + 1
        for number in range(first, found.last + 1):
            if person not in found.there.get(number, ()):
                parts.setdefault(number, Part("asked", 0))  # paired without them: before a late entry, or after a withdrawal
    adjusted = {}
    for person, parts in rows.items():
        adjusted[person], trailing = Fraction(), swiss
        for _number, part in sorted(parts.items(), reverse=True):
            asked = part.kind == "asked" and part.points < 1
            adjusted[person] += HALF if trailing and asked else part.points
            trailing = trailing and (asked or (part.kind == "forfeit" and part.points == 0))
    values = {name: {} for name in ("BH", "BH-C1", "BH-C2", "BH-M1", "SB", "WIN", "PS")}
    for person, parts in rows.items():
        opponents, weighed = [], Fraction()
        for part in parts.values():
            if part.met or (part.kind == "forfeit" and not swiss):
                opponents.append((False, sum(adjusted[other] for other in part.gained) / len(part.gained)))
                weighed += sum(gain * adjusted[other] for other, gain in part.gained.items()) / len(part.gained)
            elif swiss:
                missed = (part.kind == "asked" and part.points < 1) or (part.kind == "forfeit" and part.points == 0)
                opponents.append((missed, found.total(person)))
                weighed += part.points * found.total(person)
        opponents.sort(key=lambda one: (not one[0], one[1]))  # rounds missed by choice are cut first, then the least
        kept = [sorted(value for _missed, value in opponents[cut:]) for cut in (0, 1, 2)]
        values["BH"][person], values["BH-C1"][person], values["BH-C2"][person] = map(sum, kept)
        values["BH-M1"][person] = sum(kept[1][:-1])
        values["SB"][person] = weighed
        values["WIN"][person] = sum(part.won if part.met else part.points == 1 for part in parts.values())
        running = [sum(part.points for number, part in parts.items() if number <= upto) for upto in parts]
        values["PS"][person] = sum(running)
    return values


def check_breaks(found):
    """The tie-breaks of the table, and whether it stands in the order that they give."""
    values, lines = values_of(found), found.standings
    for _rank, person, _points, stated in lines:
        for name, value in zip(found.breaks, stated, strict=False):
            if name in values and values[name][person] != value:
                yield f"{found.names[person]}: the table has {name} {value}, the rounds give {values[name][person]}."
    order = [person for group in ranked(found, values) for person in group]
    for (_rank, person, _points, _stated), other in zip(lines, order, strict=False):
        if person != other and found.breaks and set(found.breaks) <= {*values, "DE"}:
            yield f"{found.names[person]} stands where {found.names[other]} has to stand by the points and tie-breaks."
            return


def ranked(found, values):
    """Everybody in groups of those who are level, the best first."""
    groups = split([[person for _rank, person, _points, _values in found.standings]], {one: found.total(one) for one in found.parts})
    for name in found.breaks:
        if name == "DE":
            groups = [part for group in groups for part in met_among(found, group)]
        elif name in values:
            groups = split(groups, values[name])
    return groups


def split(groups, value):
    """Each group cut by a value, the greatest first."""
    return [
        [one for one in group if value[one] == worth]
        for group in groups
        for worth in sorted({value[one] for one in group}, reverse=True)
    ]  # fmt: skip


def met_among(found, group):
    """Those of a group in the order of the games among them."""
    if len(group) < 2:
        return [group]
    swiss = found.system != "round_robin"
    won, missing = {}, {}
    for one in group:
        games = [
            (other, gain)
            for part in found.parts[one].values() if part.met or (part.kind == "forfeit" and not swiss)
            for other, gain in part.gained.items() if other in group
        ]  # fmt: skip
        won[one], missing[one] = sum(gain for _other, gain in games), len(group) - 1 - len({other for other, _gain in games})
    if not any(missing.values()):
        parts = split([group], won)
        return parts if len(parts) == 1 else [again for part in parts for again in met_among(found, part)]
    for one in group:
        if all(won[one] > won[other] + missing[other] for other in group if other != one):
            return [[one], *met_among(found, [other for other in group if other != one])]
    return [group]


def check(found):
    """Everything that differs, as sentences."""
    faults = list(check_points(found))
    if found.system in ("swiss", "round_robin", "tables"):
        faults += check_breaks(found)
    if found.system == "swiss":
        for number in sorted(set(found.pairs) - found.ruled):
            faults += check_round(found, number)
    return faults


def report(found):
    """What was checked, and what was not."""
    checked = [f"the points of {len(found.names)} people"]
    if found.breaks and found.system in ("swiss", "round_robin", "tables"):
        checked.append("the tie-breaks " + ", ".join(name for name in found.breaks if name in values_of(found)))
    if found.system == "swiss":
        checked.append(f"the pairings of {len(set(found.pairs) - found.ruled)} rounds")
    return f"{found.title}: {', '.join(checked)} are as the rules give them.\n\n{NOT_CHECKED}"


def main(arguments):
    """The exit code: 0 when nothing was found, 1 otherwise."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        text = Path(arguments[0]).read_text(encoding="utf-8")
        found = from_json(text) if text.lstrip().startswith("{") else from_trf(text)
        faults = check(found)
    except (OSError, UnicodeDecodeError, Broken) as error:
        print(error)
        return 1
    print("\n".join(faults) or report(found))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
