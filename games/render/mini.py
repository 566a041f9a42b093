"""Scene → a small picture of the table in HTML: the centre, the viewer's cards, and the scores. Decoration only."""

from itertools import islice

from django.utils.safestring import SafeString

from games.render import card_face
from games.render.colors import cloth_class
from games.render.words import backs_only, clean, escaped
from games.rules.contract import Seat
from games.rules.scene import Pile, Role, Scene

MOST_CARDS = 7
"""The most cards of a row; of more cards the latest are shown."""


def mini_html(scene: Scene, viewer: Seat | None, game: str) -> SafeString:
    """Two rows of cards on the background of the game, without texts: the page of the table has them."""
    rows = [_row(scene, Role.CENTRE), _row(scene, Role.MINE)]
    if not any(rows):
        rows = [_row(scene, role) for role in (Role.THEIRS, Role.HAND)]
    lines = "".join(f'<span class="mini-row">{"".join(row)}</span>' for row in rows if row)
    inside = f"{lines}{_scores(scene, viewer)}"
    return SafeString(f'<span class="mini-table felt {cloth_class(game)}" aria-hidden="true">{inside}</span>')


def _row(scene: Scene, role: Role) -> list[str]:
    zones = [zone for zone in scene.zones if zone.role is role]
    cards = [shown for zone in zones for pile in zone.piles if (shown := _pile(pile))]
    return cards[-MOST_CARDS:]


def _pile(pile: Pile) -> str:
    """The top card of a pile, or a back if the pile is only counted."""
    back = backs_only(pile)
    if back is not None or (pile.count and not pile.cards):
        return f'<span class="{card_face.back_classes(back.art if back is not None and back.art else pile.id)}"></span>'
    return card_face.small(pile.cards[-1]) if pile.cards else ""


def _scores(scene: Scene, viewer: Seat | None) -> str:
    """The viewer's score in large type, followed by those of the others."""
    counters = (counter for counter in scene.counters if counter.role is Role.SCORE)
    scores = {counter.owner: clean(str(counter.value)) for counter in counters if counter.owner is not None}
    if not scores:
        return ""
    mine = [f"<b>{escaped(scores.pop(viewer))}</b>"] if viewer in scores else []
    return f'<span class="mini-score">{" · ".join([*mine, *map(escaped, islice(scores.values(), 6))])}</span>'
