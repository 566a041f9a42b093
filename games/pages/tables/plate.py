"""The panel beside Play: the prompt, or the chosen move and its outcome, and the choices that are listed there as buttons."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.pages.tables.card_words import ids_in_hand, name_and_text, outcome, text_and_marks
from games.pages.tables.choices import ChoiceRow
from games.render.picking import Picked
from games.render.words import how_to_answer, said
from games.rules.contract import Decision, Shape
from games.rules.messages import Reader
from games.rules.scene import Scene

FEW = 4
"""Up to this many choices are all listed beside Play, even if they concern objects on the table."""
MOST_VERBS = 6
"""The most buttons beside Play; if there are more choices, the last place is a link to the list of all."""
LONG_VERB = 40
"""Text length of a button that needs a whole line on a phone."""
LONG = 150
"""Text length from which a smaller font is used."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A choice as a button. `passing`: it is listed only because few choices are left."""

    row: ChoiceRow
    picked: bool
    passing: bool


@dataclass(frozen=True, slots=True)
class Plate:
    """The text beside Play. `how`: the instruction while nothing is chosen. `ready`: enough is chosen."""

    title: str
    text: str
    how: str
    verbs: tuple[Verb, ...]
    ready: bool
    chosen: bool = False
    """One choice of several is chosen: it is shown alone with its outcome, or with the prompt."""
    about: bool = False
    """A card is picked whose text is shown, also where buttons leave little room."""

    @property
    def has_long_verbs(self) -> bool:
        """Whether the text of a button needs a whole line."""
        return any(len(verb.row.label) > LONG_VERB for verb in self.shown_verbs)

    @property
    def shown_verbs(self) -> tuple[Verb, ...]:
        """The buttons that have room; the others are in the list of all choices."""
        return self.verbs if len(self.verbs) <= MOST_VERBS else self.verbs[: MOST_VERBS - 1]

    @property
    def is_long(self) -> bool:
        """Whether the text needs a smaller font."""
        return len(self.title) + len(self.text) > LONG


def plate(decision: Decision | None, picked: Picked, rows: Sequence[ChoiceRow], scene: Scene | None, reader: Reader) -> Plate | None:
    """The panel; None if there is no decision."""
    if decision is None:
        return None
    chosen = [row for row in rows if row.chosen]
    verbs = _verbs(decision, picked, rows, scene)
    prompt, how = said(decision.prompt, reader), _what_to_do(decision, scene, reader)
    if decision.shape is Shape.ONE and chosen:
        kept = decision.given is not None and not picked.ids  # said below it, with the answer
        text = outcome(decision, chosen[0], scene, reader) or ("" if kept else prompt)
        return Plate(chosen[0].label, text, how, verbs, ready=True, chosen=len(rows) > 1)
    if decision.shape in (Shape.SOME, Shape.ORDER) and chosen:
        enough, labels = len(chosen) >= decision.least, ", ".join(row.label for row in chosen)
        return Plate(prompt, labels if enough else f"{labels} – {how}", how, verbs, ready=enough)
    if picked.left is not None:
        card = name_and_text(picked.ids[-1], scene, reader)
        if card and picked.left <= {verb.row.number for verb in verbs} and not _has_targets(decision, picked, scene):
            return Plate(card[0], text_and_marks(picked.ids[-1], scene, reader) or prompt, how, verbs, ready=False, about=True)
        return Plate(gettext("Now choose a highlighted target."), " – ".join(card) or prompt, how, verbs, ready=False, about=len(card) > 1)
    return Plate(prompt, how, how, verbs, ready=decision.shape is Shape.NUMBER or decision.least == 0)


def _has_targets(decision: Decision, picked: Picked, scene: Scene | None) -> bool:
    """Whether a choice that is left concerns something on the table that is not picked yet."""
    left = [option for number, option in enumerate(decision.options, start=1) if number in (picked.left or ())]
    return scene is not None and any(scene.ids.intersection(option.touches) - set(picked.ids) for option in left)


def _what_to_do(decision: Decision, scene: Scene | None, reader: Reader) -> str:
    """The first step; empty if every choice is a button, since nothing on the table is highlighted then."""
    how = how_to_answer(decision)
    if how is not None:
        return said(how, reader)
    on_table = scene is not None and any(scene.ids.intersection(option.touches) for option in decision.options)
    return gettext("Choose something highlighted.") if on_table else ""


def _verbs(decision: Decision, picked: Picked, rows: Sequence[ChoiceRow], scene: Scene | None) -> tuple[Verb, ...]:
    """Choices that concern nothing on the table, and few that concern one and the same object outside the hand: to buy a card or to bid."""
    if decision.shape is Shape.NUMBER:
        return ()
    one = decision.shape is Shape.ONE
    there = scene.ids if scene is not None else frozenset[str]()
    concerned = [there.intersection(option.touches) for option in decision.options]
    hand = ids_in_hand(scene) if scene is not None else frozenset[str]()
    other = {objects for objects in concerned if one and objects and not objects & hand}
    few = len(other) == 1 and sum(not objects & hand for objects in concerned) <= FEW
    listed = {frozenset[str](), *(other if few else ())}
    found = []
    for row, objects in zip(rows, concerned, strict=True):
        always = (one and len(rows) <= FEW) or objects in listed
        passing = not always and one and picked.left is not None and 1 < len(picked.left) <= FEW and row.number in picked.left
        if always or passing:
            found.append(Verb(row, row.chosen, passing))
    return tuple(found)
