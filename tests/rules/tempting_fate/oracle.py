"""A second engine of Tempting Fate, written independently from the specification alone, for comparison with the rules.

It plays single games, no matches; cards are pairs of numbers, a move is a plain tuple, and every move is tried on a copy.
"""

from __future__ import annotations

import copy
from itertools import chain
from typing import Any

FACES = {"circle": (1, "coins"), "cross": (2, "swords"), "waves": (3, "cups"), "square": (4, "wands"), "star": (5, "major")}
Action = tuple[str, int]


def worth(code: str) -> int:
    """Points of a tarot card, by the remainder of its number."""
    number = int(code[-2:])
    return 0 if number == 0 else (number % 5 or 5)


def withstands(face: str, code: str) -> bool:
    """Whether the symbol is immune to the tarot card."""
    points, suit = FACES[face]
    return code.startswith(suit) or (code.startswith("major") and worth(code) == points)


class Oracle:
    """State in dicts; `over` is (winner: "fate" or "querent", reason)."""

    def __init__(self, zener: list[str], tarot: list[str], limit: int = 5, short: int | None = None) -> None:
        self.limit, self.short = limit, short
        self.zener, self.tarot = list(zener), list(tarot)
        self.mine, self.theirs = [self.zener.pop(0) for _ in range(5)], [self.tarot.pop(0) for _ in range(5)]
        self.paths: list[list[dict[str, Any]]] = [[], [], [], [], []]
        self.gone: list[str] = []
        self.spent: list[str] = []
        self.turn, self.made = "fate", 0
        self.round = 1
        self.over: tuple[str, str] | None = None

    def moves(self) -> set[Action]:
        """Every legal next action or attack."""
        if self.turn == "querent":
            sources = set(self.theirs) | ({"deck"} if self.tarot else set())
            return {(source, number) for source in sources for number in range(1, 6) if self.paths[number - 1]}
        found = {move for move in self._thinkable() if self._can_finish(move)}
        return found

    def _thinkable(self) -> set[Action]:
        found: set[Action] = set()
        for number, path in enumerate(self.paths, start=1):
            if path and path[-1]["tokens"]:
                found.add(("remove", number))
            else:
                found |= {(face, number) for face in self.mine}
                found |= {("deck", number)} if self.zener else set()
        return found

    def _can_finish(self, move: Action) -> bool:
        """Whether three actions in all, or a win before, are possible; tries them out."""
        then = copy.copy(self)
        then.mine, then.zener, then.paths = list(self.mine), list(self.zener), copy.deepcopy(self.paths)
        then.act(move)
        return then._long() or then.made == 3 or any(then._can_finish(more) for more in then._thinkable())

    def _long(self) -> bool:
        return any(len(path) > self.limit for path in self.paths)

    def act(self, move: Action) -> None:
        """One action of Fate, without its consequences."""
        what, number = move
        path = self.paths[number - 1]
        self.made += 1
        if what == "remove":
            path[-1]["tokens"] -= 1
        elif what == "deck":
            path.append({"face": self.zener.pop(0), "up": False, "tokens": 0})
        else:
            self.mine.remove(what)
            path.append({"face": what, "up": False, "tokens": 0})

    def play(self, move: Action) -> None:
        """A move and all its consequences."""
        if self.turn == "fate":
            self.act(move)
            if self._long():
                self.over = ("fate", "path_complete")
            elif self.made == 3:
                while len(self.mine) < 5 and self.zener:
                    self.mine.append(self.zener.pop(0))
                self.turn = "querent"
            return
        self._attack(*move)
        if self.over is None:
            self.turn, self.made, self.round = "fate", 0, self.round + 1
            if not self.moves():
                self.over = ("querent", "fate_cannot_act")

    def _attack(self, source: str, number: int) -> None:
        path = self.paths[number - 1]
        code = self.tarot.pop(0) if source == "deck" else self.theirs.pop(self.theirs.index(source))
        self.spent.append(code)
        target = path.pop()
        if code == "major-00" and not target["up"]:
            self.zener.append(target["face"])
        else:
            total = target["tokens"] + worth(code)
            if total >= FACES[target["face"]][0] and not withstands(target["face"], code):
                self.gone.append(target["face"])
            else:
                path.append({"face": target["face"], "up": True, "tokens": total})
        if not path:
            self.over = ("querent", "path_extinguished")
            return
        while len(self.theirs) < 5 and self.tarot:
            self.theirs.append(self.tarot.pop(0))
        if not self.theirs:
            self.over = ("fate", "querent_exhausted")
        elif self.short is not None and len(self.gone) + len(self.spent) > self.short:
            lead = sum(map(worth, self.spent)) - sum(FACES[face][0] for face in self.gone)
            self.over = ("querent" if lead > 0 else "fate", "short_game")

    def picture(self) -> dict[str, Any]:
        """The whole state, in a form that both engines can produce."""
        cards = [[(card["face"], card["up"], card["tokens"]) for card in path] for path in self.paths]
        hands = sorted(self.mine), sorted(self.theirs)
        return {"paths": cards, "hands": hands, "decks": (self.zener, self.tarot), "discards": (self.gone, self.spent), "over": self.over}

    def count(self) -> int:
        """The number of Zener cards."""
        return len(list(chain(self.zener, self.mine, self.gone, *self.paths)))
