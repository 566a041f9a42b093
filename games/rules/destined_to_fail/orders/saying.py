"""The meaning of a plan in sentences, in order of priority."""

from collections.abc import Sequence

from games.rules.contract import View
from games.rules.destined_to_fail.cards import TRICKS
from games.rules.destined_to_fail.orders.offering import LED, OF, PLAN, RULES, STOPS, trick_of
from games.rules.destined_to_fail.orders.wanted_tricks import costly_suit, states_wanted_tricks
from games.rules.destined_to_fail.trumps import TRUMPS
from games.rules.destined_to_fail.words import CARD_NAMES, KEEP_TOKENS, SEAT_TOKENS, SUIT_NAMES
from games.rules.messages import Message, Who, msg, plural
from games.rules.order_book import Terms

LOSES = msg("You follow with the highest card that does not take the trick as it lies, else with your lowest.")
OTHERWISE_LOSES = msg("Otherwise you follow with the highest card that does not take the trick as it lies, else with your lowest.")


def says(view: View, terms: Terms) -> tuple[Message, ...]:
    """The scope of the plan, its conditions, and what it plays."""
    return (_scope(view, terms), *_guards(terms), *_follows(view, terms), *_others(terms))


def _scope(view: View, terms: Terms) -> Message:
    if terms.opening != PLAN:
        return msg("For trick {n} of this round.", n=trick_of(view, terms.opening, terms.number(OF)))
    return msg("For the rest of this round.")


def _guards(terms: Terms) -> list[Message]:
    found = [msg("You are asked when {what}.", what=STOPS[stop]) for stop in terms["stop"]]
    tricks = terms.number("tricks")
    if tricks is not None:
        found.append(plural("It counts only while you have {count} trick.", "It counts only while you have {count} tricks.", tricks))
    return found


def _follows(view: View, terms: Terms) -> list[Message]:
    lists: dict[tuple[str, ...], list[Message]] = {}
    for key, suit in LED.items():
        if terms[key]:
            lists.setdefault(terms[key], []).append(SUIT_NAMES[suit])
    found = [_if_led(suits, cards) for cards, suits in lists.items()]
    if terms["follow"]:
        found.append(msg("Otherwise you follow with the first of these that you can: {cards}.", cards=_names(terms["follow"])))
    if states_wanted_tricks(terms):
        return [*found, *_wanted_tricks(view, terms)]
    aim = terms.number("aim")
    if aim is None:
        return found
    if not aim:
        found.append(OTHERWISE_LOSES if found else LOSES)
    else:
        found.append(
            plural(
                "While you have fewer than {count} trick, you follow with the lowest card that takes it as it lies, else your lowest.",
                "While you have fewer than {count} tricks, you follow with the lowest card that takes it as it lies, else your lowest.",
                aim,
            )
        )
        found.append(
            plural(
                "With {count} trick or more, you follow with the highest card that does not take it, else your lowest.",
                "With {count} tricks or more, you follow with the highest card that does not take it, else your lowest.",
                aim,
            )
        )
    if TRUMPS[view.table["trump"]].eyes_give:
        found.append(msg("A card of the Eyes counts there as one that does not take the trick: it gives it away."))
    return found


def _if_led(suits: Sequence[Message], cards: Sequence[str]) -> Message:
    if len(suits) == 1:
        return msg("If {suit} is led, you play the first of these that you can: {cards}.", suit=suits[0], cards=_names(cards))
    if len(suits) == len(LED):
        return msg("Whatever is led, you play the first of these that you can: {cards}.", cards=_names(cards))
    return msg(
        "If one of these is led ({suits}), you play the first of these that you can: {cards}.", suits=tuple(suits), cards=_names(cards)
    )


def _wanted_tricks(view: View, terms: Terms) -> list[Message]:
    trump = TRUMPS[view.table["trump"]]
    found = [_until_trick(*map(int, word.split("-"))) for word in terms["more"]] or [msg("You want no more tricks.")]
    if terms["more"]:
        found.append(
            msg("While you want another trick, you follow with the strongest card that takes it as it lies, else with the highest number.")
        )
    found.append(
        msg("While you want none, you follow with the highest number that does not take it as it lies, else with the weakest card.")
    )
    if costly := costly_suit(trump):
        found.append(msg("{suit} come last there among the cards that take the trick, since they bring Glory.", suit=SUIT_NAMES[costly]))
    found.append(msg("An Orb comes last among those that do not take it."))
    if trump.eyes_give:
        found.append(msg("A card of the Eyes counts there as one that does not take the trick: it gives it away."))
    return found


def _until_trick(won: int, last: int) -> Message:
    if last == TRICKS:
        return plural("With {count} trick you want another.", "With {count} tricks you want another.", won)
    return plural("With {count} trick you want another up to trick {last}.",
                  "With {count} tricks you want another up to trick {last}.", won, last=last)  # fmt: skip


def _others(terms: Terms) -> list[Message]:
    found = []
    if states_wanted_tricks(terms):
        if terms["lead"] and terms["more"]:
            found.append(
                msg("If you lead and want another trick, you play the first of these that you can: {cards}.", cards=_names(terms["lead"]))
            )
        if terms["duck"]:
            found.append(msg("If you lead and want none, you play the first of these that you can: {cards}.", cards=_names(terms["duck"])))
    elif terms["lead"]:
        found.append(msg("If you lead, you play the first of these that you can: {cards}.", cards=_names(terms["lead"])))
    if terms["give"]:
        seats = tuple(Who(SEAT_TOKENS.index(token)) for token in terms["give"])
        found.append(msg("A trick that you must give away goes to the first of these who can get it: {seats}.", seats=seats))
    if terms["part"]:
        found.append(
            msg("You throw off, hand on or lay into the Row the first of these that you can: {cards}.", cards=_names(terms["part"]))
        )
    if terms["row"]:
        found.append(msg("From the Row you take {card}.", card=RULES[terms["row"][0]]))
    if terms["keep"]:
        found.append(msg("You keep the prophecy {value}.", value=KEEP_TOKENS.index(terms["keep"][0])))
    return found


def _names(values: Sequence[str]) -> tuple[Message, ...]:
    return tuple(RULES[value] if value in RULES else CARD_NAMES[value] for value in values)
