"""The open decision of one player, as every mail that can be replied to shows it: choices, deadline, picture, links."""

from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.mails import answering, table_words
from games.mails.otherwise import what_if_nothing
from games.queries.tables.table import Look
from games.render.png import mail_png
from games.render.text import decision_text, scene_text
from games.render.words import given_words, how_to_answer, labelled, said, text_on, zone_title
from games.rules.contract import Decision, Shape
from games.rules.messages import Reader
from games.rules.scene import Scene
from notifications.mail.composed import Inline
from notifications.mail.line_wrapping import WIDTH
from notifications.sanitise import one_line

LONGEST_ALT = 600
LARGEST = 19_000
"""The budget in characters for the picture and all variable text, so that no mail is larger than 35 KB in the recipient's mailbox, where it
has the headers of the mail servers too."""
LARGEST_PICTURE, SMALLEST_PICTURE = 15_000, 4_000
BASE64 = 1.37

ROOM = 520
"""Height in pixels for the first choices on a phone, so that they fit on the first screen together with the text above them."""
FEWEST = 3


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice by its number. `link` opens the page that answers with it; "" if an answer needs several choices."""

    number: int
    label: str
    outcome: str
    link: str

    @property
    def height(self) -> int:
        """Its approximate height in pixels on a phone."""
        return 29 + 22 * ceil(len(self.label) / 36) + 19 * ceil(len(self.outcome) / 44)


def choices(decision: Decision, reader: Reader, link: str) -> tuple[list[Choice], list[Choice]]:
    """The first choices, and those that do not fit above the picture."""
    found = [
        Choice(
            number,
            said(option.label, reader),
            said(option.outcome, reader) if option.outcome is not None else "",
            f"{link}?choice={number}" if decision.shape is Shape.ONE else "",
        )
        for number, option in enumerate(decision.options, start=1)
    ]
    shown, used = 0, 0
    while shown < len(found) and (shown < FEWEST or used + found[shown].height <= ROOM):
        used += found[shown].height
        shown += 1
    return found[:shown], found[shown:]


def question(look: Look, person: Any, reader: Reader, now: datetime) -> dict[str, Any]:
    """The context of the turn templates. `answers` is "" if this site receives no mail."""
    if look.decision is None or look.mine is None:
        return {"answers": "", "choices": ""}
    link = answer_link(look, person)
    first, more = choices(look.decision, reader, link)
    replying = answering.turn_context(look, person)
    how, card_text = how_to_answer(look.decision), text_on(look.asking_card, reader)
    return {
        "prompt": said(look.decision.prompt, reader),
        "card_text": card_text,
        "how": said(how, reader) if how is not None else "",
        "given": given_words(look.decision, reader) if look.decision.given is not None else "",
        "first": first,
        "more": more,
        "choices": decision_text(look.decision, reader, WIDTH, card_text=card_text),
        "due_at": look.mine.due_at,
        "now": now,
        "otherwise": what_if_nothing(look, look.decision, reader),
        "deputy_of": look.names[look.mine.index] if look.deputy else "",
        "answer_link": link,
        **replying,
        "asks": said(replying["asks"], reader) if replying.get("asks") else "",
    }


def answer_link(look: Look, person: Any) -> str:
    """The URL of the page that answers this turn without signing in."""
    assert look.mine is not None
    facts = {"player": person.pk, "game": look.game.code, "nth": look.mine.nth}
    return table_words.absolute(reverse("games:answer-link", args=[table_words.ANSWER.sign(facts)]))


def table(look: Look, reader: Reader, other_words: int = 0) -> tuple[dict[str, Any], tuple[Inline, ...]]:
    """The table as this player may see it: the template context and the picture, which gets the budget that the text leaves.

    The picture is embedded in the mail: nothing is fetched from a server, so nobody is tracked.
    """
    if look.scene is None:
        return {"table": "", "picture": "", "notes": []}, ()
    words, notes = scene_text(look.scene, reader, WIDTH), _notes(look.scene, reader)
    room = (LARGEST - len(words) - sum(map(len, notes)) - other_words) / BASE64
    drawn = mail_png(look.scene, reader, look.game.rules, look.decision, look.viewer, min(max(room, SMALLEST_PICTURE), LARGEST_PICTURE))
    inline = Inline(f"table-{look.game.code}", "image/png", drawn, "table.png")
    return {"table": words, "picture": inline.cid, "alt": one_line(words, LONGEST_ALT), "notes": notes}, (inline,)


def _notes(scene: Scene, reader: Reader) -> list[str]:
    """The notes that the picture does not show."""
    found = [said(note, reader) for note in scene.notes]
    for zone in scene.zones:
        if zone.notes:
            found.append(labelled(zone_title(zone, reader), " ".join(said(note, reader) for note in zone.notes), reader))
    return found


def until(look: Look, now: datetime) -> str:
    """`until Tue 19:00`, for a subject; "" without a deadline."""
    if look.mine is None or look.mine.due_at is None:
        return ""
    return _("until %(when)s") % {"when": table_words.short_moment(look.mine.due_at, now)}
