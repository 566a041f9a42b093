"""Turn of Fate: the rules put together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from games.rules.breakdown import Part
from games.rules.cards.decktet import DECKTET
from games.rules.contract import Decision, GameOption, Result, Rng, Seat, View
from games.rules.errors import RulesError
from games.rules.game import Game
from games.rules.messages import Message, msg, plain
from games.rules.scene import Scene, Zone
from games.rules.turn_of_fate import advice, audit, chronicle, hiding, look, refusals, scene
from games.rules.turn_of_fate.board import Jacynth
from games.rules.turn_of_fate.breakdown import breakdown
from games.rules.turn_of_fate.plays import PASS
from games.rules.turn_of_fate.scoring import scores
from games.rules.turn_of_fate.setup import set_up
from games.rules.turn_of_fate.turn import take_turn


class TurnOfFate(Game[Jacynth]):
    """Two rival temples and the lives of eleven Citizens, after Mike Everett-Lane's game for the Decktet."""

    key = "turn_of_fate"
    version = 1
    title = msg("Turn of Fate")
    tagline = msg("Two rival temples tell the lives of a town's citizens and win them over, Fate by Fate.")
    seats = range(2, 3)
    sound_advice = True
    options = (
        GameOption("auto_pass", msg("Auto-pass"), True, help=msg("A player with nothing to play passes automatically; the log says so.")),
        GameOption(
            "wild_crown",
            msg("Wild Crowns"),
            True,
            help=msg(
                "For an Ace, Wyrms may play the Calamity and Leaves the End without a matching suit. Switched off, the sides are even."
            ),
        ),
        GameOption(
            "starter",
            msg("Who begins"),
            "seed",
            (("seed", msg("Wyrms or Leaves")), ("moons_suns", msg("Moons or Suns"))),
            help=msg("By the rules the temple with fewer Citizens of its own begins: Wyrms or Leaves."),
        ),
    )
    table = Jacynth
    vocabulary = (PASS, *DECKTET, *(plain(card.name) for card in DECKTET.values()))
    explains_first = True
    reasons: ClassVar[Mapping[str, Message]] = {
        "stuck": msg("No Citizen was left to come, and the player whose turn it was could neither play nor draw."),
        "both_passed": msg("Both players passed in a row, and nothing changed."),
    }
    longest = 104
    expected_waits: ClassVar[Mapping[int, int]] = {2: 22}

    def new(self, seats: int, options: dict[str, Any]) -> Jacynth:
        """An empty table."""
        return Jacynth(seats, options)

    async def step(self, t: Jacynth) -> None:
        """The set-up, or one turn."""
        if t.phase == "setup":
            await set_up(t)
        else:
            await take_turn(t)

    def look(self, t: Jacynth, viewer: Seat | None) -> dict[str, Any]:
        """What a viewer may know."""
        return look.look(t, viewer)

    def scene(self, view: View) -> Scene:
        """The table to draw."""
        return scene.scene(view)

    def tell(self, event: Mapping[str, Any]) -> Message:
        """One line of the log."""
        return chronicle.tell(event)

    def gallery(self) -> tuple[Zone, ...]:
        """All cards."""
        return scene.gallery()

    def hide(self, t: Jacynth, viewer: Seat | None, rng: Rng, keep: Collection[str]) -> None:
        """Redeal foreign hands and both decks."""
        hiding.hide(t, viewer, rng, keep)

    def audit(self, t: Jacynth) -> list[str]:
        """What is wrong with a table."""
        return audit.audit(t)

    def fallback(self, t: Jacynth, decision: Decision) -> str:
        """R34: an absent player passes."""
        return PASS

    def concede(self, t: Jacynth, seat: Seat) -> Result | None:
        """R34: who resigns loses; the scores of the moment are recorded, without a tie-break."""
        now = tuple(scores(t)) if t.temples else (None, None)
        return Result(tuple(2 if other == seat else 1 for other in t.all_seats), now, "resigned")

    def advise(self, view: View, decision: Decision) -> str:
        """A greedy player."""
        return advice.advise(view, decision)

    def hear(self, text: str) -> str:
        """Other ways of saying who meets what, and for which price."""
        return refusals.hear(text)

    def explain(self, view: View, decision: Decision, text: str) -> RulesError | None:
        """Why a text is refused."""
        return refusals.explain(view, decision, text)

    def breakdown(self, view: View) -> tuple[Part, ...]:
        return tuple(breakdown(view))

    def standing(self, view: View) -> tuple[int | None, ...]:
        """Both scores; everything they count is open."""
        scores_now = view.table.get("scores")
        return tuple(scores_now) if scores_now else (None, None)
