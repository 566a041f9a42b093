"""Parse a whole text into a `Reading`: first each line by itself (`said_in`), then all lines together (`combining_lines`)."""

import re
from collections.abc import Sequence
from dataclasses import replace

from games.rules.contract import Shape
from games.services.replies.reading.claims import names_person
from games.services.replies.reading.combining_lines import combined
from games.services.replies.reading.commands import command_of, order_of
from games.services.replies.reading.consent import consent_of
from games.services.replies.reading.folding import words
from games.services.replies.reading.items import items_joined
from games.services.replies.reading.line_readings import FoundLine, Said
from games.services.replies.reading.lines import bare, is_contact, is_courtesy, is_greeting, is_sign_off, is_signed, unwrapped
from games.services.replies.reading.marked import words_of
from games.services.replies.reading.meaning import claim_of
from games.services.replies.reading.parts import Audience, Command, Consent, Doubt, Reading, Words
from games.services.replies.reading.question import Question

_UNMARKED = re.compile(r"(?:say|sage?|dis|dire|story|geschichte|histoire)\s+[^\s:]", re.IGNORECASE)
"""The beginning of words for others without the colon that marks them."""
_KISSES = frozenset({"x", "xx", "xxx", "xo", "xoxo"})
_FAREWELL = re.compile(r"(?:bye(?:[- ]bye)?|good ?bye|farewell|adieu|au revoir|tsch(?:ü|ue?)ss?)\s+\w", re.IGNORECASE)
"""A farewell to a card: without the comma that precedes a name."""


def read(text: str | Sequence[str], question: Question | None = None, *, asked: bool = False, orders: bool = True) -> Reading:
    """Parse a text. Without a `question` answers stay unread.

    `asked`: the writer was asked to confirm something, so that a yes or no refers to it. `orders`: the game has standing orders.
    """
    return combined(said_in(text, question, asked=asked, orders=orders), question, asked=asked)


def said_in(text: str | Sequence[str], question: Question | None = None, *, asked: bool = False, orders: bool = True) -> Said:
    """Parse each line of a text by itself. The arguments are those of `read`."""
    lines = unwrapped(text.replace("\r\n", "\n").split("\n") if isinstance(text, str) else list(text))
    if question is not None and question.most > 1:
        lines = items_joined(lines)
    state = Said()
    apart, place = False, 0
    while place < len(lines):
        line = lines[place]
        place += 1
        if not line:
            apart = True
            continue
        state.places.setdefault(line, place)
        marked = words_of(line, lines[place:])
        if marked is not None and _is_marked(marked[0], question):
            line, told, taken = marked
            state.places.setdefault(line, place)
            place += taken
            state.parts.append(told)
            if not line:
                apart = True
                continue
        if _ends(line, state, question):
            state.left += [rest for rest in lines[place - 1 :] if rest]
            break
        last = not any(lines[place:])
        apart = not _take(line, place, state, question, asked=asked, orders=orders, apart=apart, last=last)
        state.announced = line.endswith(":")
    return state


def _is_marked(before: str, question: Question | None) -> bool:
    """Return whether the mark `story:` or `say:` counts after the text `before`: at the beginning of a line or after an answer."""
    if not before:
        return True
    if question is None:
        return len(words(before)) <= 1
    claim = claim_of(before, question)
    return claim is not None and claim.certain


def _ends(line: str, state: Said, question: Question | None) -> bool:
    """Return whether the mail ends at this line: it is a signature, or a sign-off after other content, and no certain answer."""
    if is_signed(line):
        claim = claim_of(line, question) if question is not None and not line.lstrip().startswith(("--", "—", "~", "/")) else None
        return claim is None or not claim.certain or names_person(claim, question)
    if not (is_sign_off(line) and (state.found or state.parts)):
        return False
    claim = claim_of(line, question) if question is not None else None
    return claim is None or not claim.certain


def _is_order_of_cards(order: Command, question: Question | None) -> bool:
    """Return whether a line such as "Order: 2 1 3" or "order: the Fool, the Sun" answers a question for an order of cards."""
    return order.argument[0].isdigit() or (question is not None and question.shape is Shape.ORDER)


def _take(line: str, place: int, state: Said, question: Question | None, *, asked: bool, orders: bool, apart: bool, last: bool) -> bool:
    """Parse one line and add the result to `state`. Return False for a line without content, such as a greeting or courtesy."""
    state.asks = state.asks or line.endswith("?")
    if asked and (agreed := consent_of(line)) is not None:
        state.parts.append(Consent(agreed, line))
        return True
    claim = claim_of(line, question) if question is not None else None
    if claim is not None and not claim.number and line.endswith(",") and is_greeting(line):
        claim = None  # "Hej Hanne,"
    certain = claim is not None and claim.certain and not claim.plain
    if (
        orders
        and (order := order_of(bare(line), asked=question is not None)) is not None
        and not (certain and _is_order_of_cards(order, question))
    ):
        state.parts.append(order)
        return True
    if not certain and (command := command_of(bare(line), orders=orders)) is not None:
        state.parts.append(command)
        return True
    if not certain and (agreed := consent_of(line)) is not None:
        state.parts.append(Consent(agreed, line))
        return True
    if not certain and _UNMARKED.match(line):
        state.parts.append(Words(Audience.TALK, "", line))
        return True
    prefers = (
        claim is not None
        and not names_person(claim, question)
        and (claim.certain or (words(line)[:1] == ("lieber",) and bool(claim.answers)))
    )
    if is_contact(line) or (not certain and not prefers and (is_greeting(line) or is_courtesy(line))):
        state.left.append(line)
        return False
    if is_sign_off(line):
        state.signed = True
        if not certain and not (claim is not None and claim.plain and _FAREWELL.match(line) and not names_person(claim, question)):
            state.left.append(line)
            return False
    if claim is not None and state.signed and names_person(claim, question):
        state.left.append(line)
        return False
    if claim is not None and last and _is_name_below(line, state, question):
        claim = replace(claim, certain=False, doubt=Doubt.AROUND)
    state.found.append(FoundLine(place, line, claim, apart))
    return True


def _is_name_below(line: str, state: Said, question: Question | None) -> bool:
    """Return whether a line is a person's name below more than a greeting and no other bare name, so that it may be a signature."""
    said = [word for word in words(line) if word not in _KISSES]
    names = question is not None and bool(said) and all(word in question.people for word in said)
    above = bool(state.found or state.parts) or any(not is_greeting(one) for one in state.left)
    named = any(one.claim is not None and one.claim.alone and names_person(one.claim, question) for one in state.found)
    return names and above and not named and not state.announced
