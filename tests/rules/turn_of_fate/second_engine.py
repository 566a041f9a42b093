"""A second engine, written from §2–§5 of the specification; it shares no code with the first.

One flat class, a card table of its own, rotation of the deck card by card, legality by set intersection.
"""

from __future__ import annotations

DECK = {
    "ace_moons": "1M", "ace_suns": "1S", "ace_waves": "1W", "ace_leaves": "1L", "ace_wyrms": "1Y", "ace_knots": "1K",
    "author": "2MK", "desert": "2SY", "origin": "2WL", "journey": "3MW", "painter": "3SK", "savage": "3LY",
    "mountain": "4MS", "sailor": "4WL", "battle": "4YK", "forest": "5ML", "discovery": "5SW", "soldier": "5YK",
    "lunatic": "6MW", "penitent": "6SY", "market": "6LK", "chance_meeting": "7ML", "castle": "7SK", "cave": "7WY",
    "diplomat": "8MS", "mill": "8WL", "betrayal": "8YK", "pact": "9MS", "darkness": "9WY", "merchant": "9LK",
    "huntress": "0M", "bard": "0S", "sea": "0W", "end": "0L", "calamity": "0Y", "windfall": "0K",
}  # fmt: skip
RIVALS = {"M": "Y", "Y": "M", "S": "L", "L": "S"}


def suits(card: str) -> set[str]:
    return set(DECK[card][1:])


def value(card: str) -> int:
    return int(DECK[card][0]) or 10


class Second:
    """Positions as three numbered lists per kind: 0 and 1 for the seats, 2 for the Agora."""

    def __init__(self, citizens: list[str], fates: list[str], *, wild: bool = True, auto: bool = True, seed_starts: bool = True) -> None:
        self.citizens, self.fates, self.wild, self.auto = citizens[:], fates[:], wild, auto
        top = next(suit for suit in DECK[citizens[0]][1:] if suit in RIVALS)
        self.temple = [top, RIVALS[top]]
        self.zone: list[list[list[str]]] = [[], [], []]
        self.vows: list[list[list[str]]] = [[], []]
        self.hand: list[list[str]] = [[], []]
        self.out: list[str] = []
        self.over = ""
        while sum(map(len, self.zone)) < 4:
            self.introduce()
        self.active = next(seat for seat in (0, 1) if (self.temple[seat] in "YL") == seed_starts)
        self.draw(self.active, 3)
        self.draw(1 - self.active, 3)
        self.turn, self.nulls = 1, 0
        self.settle()

    def introduce(self) -> None:
        citizen = self.citizens.pop(0)
        home = [seat for seat in (0, 1) if self.temple[seat] in suits(citizen)]
        if citizen in ("bard", "huntress"):
            if home:
                self.vows[home[0]].append([citizen])
            else:
                self.out.append(citizen)
        else:
            self.zone[home[0] if home else 2].append([citizen])

    def draw(self, seat: int, times: int) -> int:
        drawn = 0
        for _ in range(times):
            for _ in range(len(self.fates)):
                card = self.fates.pop(0)
                if self.temple[1 - seat] in suits(card):
                    self.fates.append(card)
                else:
                    self.hand[seat].append(card)
                    drawn += 1
                    break
            else:
                return drawn
        return drawn

    def legal(self) -> set[str]:
        moves = set()
        hand = self.hand[self.active]
        wild = {"Y": "calamity", "L": "end"}.get(self.temple[self.active]) if self.wild else None
        for zone in self.zone:
            for stack in zone:
                for fate in hand:
                    if suits(fate) & suits(stack[-1]):
                        moves.add(f"{fate}>{stack[0]}")
                    elif fate == wild:
                        moves |= {f"{fate}>{stack[0]}+{ace}" for ace in hand if ace.startswith("ace_")}
        return moves

    def settle(self) -> None:
        while not self.over:
            if self.legal():
                return
            if not self.citizens and all(self.temple[1 - self.active] in suits(card) for card in self.fates):
                self.over = "stuck"
            elif self.auto:
                self.resolve("pass")
            else:
                return

    def apply(self, move: str) -> None:
        self.resolve(move)
        self.settle()

    def resolve(self, move: str) -> None:
        seat, drawn, met = self.active, 0, bool(self.citizens)
        if move == "pass":
            drawn = self.draw(seat, 2)
        else:
            self.play(seat, *move.replace("+", ">").split(">"))
            self.draw(seat, 1)
        if met:
            self.introduce()
        self.nulls = self.nulls + 1 if move == "pass" and not drawn and not met else 0
        self.turn += 1
        if self.nulls == 2:
            self.over = "both_passed"
        else:
            self.active = 1 - seat

    def play(self, seat: int, fate: str, citizen: str, ace: str = "") -> None:
        if ace:
            self.hand[seat].remove(ace)
            self.out.append(ace)
        self.hand[seat].remove(fate)
        at, index = next((at, i) for at, zone in enumerate(self.zone) for i, stack in enumerate(zone) if stack[0] == citizen)
        beneath = self.zone[at][index][-1]
        moment = value(fate) == 10 or value(fate) + value(beneath) == 10 or (fate[:4] == "ace_" and at == seat)
        if at == seat and not moment:
            self.zone[at][index].append(fate)
            return
        stack = [*self.zone[at].pop(index), fate]
        if at == 1 - seat:
            self.zone[seat if moment else 2].append(stack)
        else:
            (self.vows if moment else self.zone)[seat].append(stack)

    def score(self, seat: int) -> tuple[int, int, int]:
        def worth(stack: list[str]) -> int:
            return sum(map(value, stack)) + value(stack[0]) * (self.temple[1 - seat] in suits(stack[0]))

        temple = sum(map(worth, self.vows[seat]))
        return temple + sum(map(worth, self.zone[seat])), temple, len(self.vows[seat])
