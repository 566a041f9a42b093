"""What stands on a card of the table: there is no room for it on the picture, so the panel beside Play says it."""

from games.pages.tables.choices import ChoiceRow
from games.render.words import said
from games.rules.contract import Decision
from games.rules.messages import Reader
from games.rules.scene import Card, Role, Scene


def name_and_text(id_: str, scene: Scene | None, reader: Reader) -> tuple[str, ...]:
    """The name of the card with that id, or of the first of the pile with that id, and its text; empty for anything else."""
    card = _card(id_, scene)
    return tuple(said(part, reader) for part in (card.name, card.text) if part is not None) if card is not None else ()


def text_and_marks(id_: str, scene: Scene | None, reader: Reader) -> str:
    """The text of that card and what else is known about it, such as its price; "" if there is nothing."""
    card = _card(id_, scene)
    marks = " · ".join(said(mark, reader) for mark in card.marks) if card is not None else ""
    return " ".join(part for part in (*name_and_text(id_, scene, reader)[1:], marks) if part)


def _card(id_: str, scene: Scene | None) -> Card | None:
    piles = [pile for zone in scene.zones for pile in zone.piles] if scene is not None else []
    found = [card for pile in piles for card in pile.cards if id_ in (card.id, pile.id)]
    return next((card for card in found if card.id == id_), found[0] if found else None)


def outcome(decision: Decision, row: ChoiceRow, scene: Scene | None, reader: Reader) -> str:
    """What comes of a choice. One about a single card outside the hand says what stands on that card, too."""
    touched = next((option.touches for option in decision.options if option.token == row.token), ())
    there = scene.ids.intersection(touched) if scene is not None else frozenset[str]()
    if not row.outcome or scene is None or len(there) != 1 or there & ids_in_hand(scene):
        return row.outcome
    words = name_and_text(next(iter(there)), scene, reader)
    return f"{row.outcome} {' – '.join(words)}" if words[1:] and words[1] not in row.outcome else row.outcome


def ids_in_hand(scene: Scene) -> frozenset[str]:
    """The ids of the piles and cards of the hand."""
    piles = [pile for zone in scene.zones if zone.role is Role.HAND for pile in zone.piles]
    return frozenset(pile.id for pile in piles) | {card.id for pile in piles for card in pile.cards}
