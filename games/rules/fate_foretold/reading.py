"""The bot's evaluation of its view: its best suit, the weight of cards, and how close the other players are to winning."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.rules.contract import Seat, View
from games.rules.fate_foretold.cards import CARDS, COUNTS_AS, DECKS, SHIFT, WITH
from games.rules.fate_foretold.kinds import DOPPELGANGER_TOKEN, MIND, SUITS, Power

IN_CONVERGENCE, ONE_SHORT, TWO_SHORT = 100, 30, 8
"""The danger of a player by how many cards are missing for a Convergence."""

IN_HAND = 6
"""The weight of a card in hand for the choice of the best suit; a card on the field has weight ten."""

SPARING = ("dancer", "labyrinth", "strength", "moon", "calamity")
"""Cards that spare other players in Convergence since the second printing (R73)."""


class Reading:
    """The values that the bot computes once for each decision; `best` is its best suit, `danger` that of each seat."""

    __slots__ = ("best", "danger", "hand", "me", "players", "seat", "table")

    def __init__(self, view: View, seat: Seat) -> None:
        self.seat, self.table = seat, view.table
        self.players: Sequence[Mapping[str, Any]] = view.table["players"]
        self.me = self.players[seat]
        self.hand: Sequence[str] = view.table["hand"] or ()
        self.best = self._best_suit()
        self.danger = [self._danger(other) for other in range(view.seats)]

    def _best_suit(self) -> str:
        """The aligned suit, or the suit with most cards on the field and in hand; Mind is left out while Scorpio forbids it."""
        if self.me["aligned"]:
            return str(self.me["aligned"][0])
        barred = any(card in player["field"] for card in WITH[Power.NO_NEW_MIND] for player in self.players)
        held = {suit: sum(IN_HAND * self.weight(card, suit) for card in self.hand) for suit in SUITS}
        return max(SUITS, key=lambda suit: -1 if barred and suit == MIND else 10 * self.me["counts"][suit] + held[suit])

    def _danger(self, seat: Seat) -> int:
        player = self.players[seat]
        if seat == self.seat or not player["alive"]:
            return 0
        if player["aligned"]:
            return IN_CONVERGENCE
        short = self.table["threshold"] - max(player["counts"].values())
        return ONE_SHORT if short <= 1 else TWO_SHORT if short == 2 else 1

    def weight(self, card: str, suit: str) -> int:
        """How many cards of a suit a card counts as, printed or copied."""
        if card in WITH[Power.COPIES] and any(card in player["field"] for player in self.players):
            card = self.table["tokens"].get(DOPPELGANGER_TOKEN, card)
        return COUNTS_AS[card] >> SHIFT[suit] & 0xFF

    def reached(self, card: str) -> Sequence[Seat]:
        """The players whose fields a card can affect; with R73 only the others who have cards and are not in Convergence."""
        if card not in SPARING or self.table["printing"] == 1:
            return range(len(self.players))
        return [seat for seat, player in enumerate(self.players) if seat != self.seat and player["field"] and not player["aligned"]]

    def owner(self, card: str) -> Seat | None:
        """The controller of a card on a field, or None."""
        return next((seat for seat, player in enumerate(self.players) if card in player["field"]), None)

    def harm(self, card: str) -> int:
        """The value of removing a card from its field: high for a dangerous player's best suits, negative for an own card."""
        owner = self.owner(card)
        if owner is None or owner == self.seat:
            return -20 if owner is None else -10 * self.weight(card, self.best) - 1
        top = self.leading_suits(owner)
        return self.danger[owner] * (1 + 4 * max(self.weight(card, suit) for suit in top))

    def leading_suits(self, seat: Seat) -> list[str]:
        """The suits a player is aligned to, or those with the highest count."""
        player = self.players[seat]
        if player["aligned"]:
            return list(player["aligned"])
        most = max(player["counts"].values())
        return [suit for suit in SUITS if player["counts"][suit] == most]

    def most_dangerous(self, seats: Iterable[Seat]) -> Seat:
        """The most dangerous of these players; of equals the one with most cards in hand."""
        return max(seats, key=lambda seat: (self.danger[seat], self.players[seat]["hand"]))

    def unseen(self) -> dict[str, int]:
        """The number of cards of each suit that the viewer does not see."""
        seen = {card for player in self.players for card in player["field"]} | set(self.hand)
        unseen = [card for card in DECKS[self.table["printing"]] if card not in seen]
        return {suit: sum(suit in CARDS[card].suits for card in unseen) for suit in SUITS}
