"""Texts of decisions: prompts, and the label and the certain outcome of each choice."""

from collections.abc import Sequence

from games.rules.contract import Option
from games.rules.messages import Message, msg, plural
from games.rules.tempting_fate.board import Duel, PathCard
from games.rules.tempting_fate.plan import DECK, READ, REMOVE, Plan
from games.rules.tempting_fate.tarot import FOOL, POINTS, TAROT
from games.rules.tempting_fate.zener import IMMUNE, VALUE, ZENER

FATES_ACTIONS = 3
"""The actions of Fate in a turn; a path that needs no more can win at once."""
UNSEEN = msg("You do not know what you will draw.")


def of_game(t: Duel, prompt: Message) -> Message:
    """The prompt, with the number of the game where two run side by side."""
    return msg("Game {n}. {prompt}", n=t.game, prompt=prompt) if t.together else prompt


def path_id(path: int) -> str:
    return f"path-{path + 1}"


def fate_prompt(turn: int, plan: Plan) -> Message:
    """The prompt for Fate, with a warning where a path has a single card (R24)."""
    lone = tuple(number for number, length in enumerate(plan.lengths, start=1) if length == 1)
    if not lone:
        return plural(
            "You are Fate, round {turn}: {count} action left.", "You are Fate, round {turn}: {count} actions left.", plan.left, turn=turn
        )
    return plural(
        "You are Fate, round {turn}, {count} action left. One card only on path {paths}: add to it, or the querent may win there.",
        "You are Fate, round {turn}, {count} actions left. One card only on path {paths}: add to it, or the querent may win there.",
        plan.left,
        turn=turn,
        paths=lone,
    )


def attack_prompt(needs: Sequence[int]) -> Message:
    """The prompt for the querent, with a warning where Fate can win in her next turn; `needs` are her actions to a win by path."""
    near = tuple(number for number, need in enumerate(needs, start=1) if need <= FATES_ACTIONS)
    if not near:
        return msg("You are the querent: attack the outermost card of a path.")
    return msg("You are the querent: attack the outermost card of a path. Fate can win in her next turn on path {paths}.", paths=near)


def fate_option(plan: Plan, token: str) -> Option:
    """An action of Fate, with the actions to a win that it leaves, or the warning of R24."""
    verb, path = READ[token]
    number = path + 1
    outcome = _fate_outcome(plan.after(token), path)
    if verb == REMOVE:
        return Option(token, msg("Remove a token from path {n}", n=number), (path_id(path),), outcome)
    if verb == DECK:
        return Option(token, msg("Unseen card of the deck on path {n}", n=number), ("zener-deck", path_id(path)), outcome)
    return Option(token, msg("{card} on path {n}", card=ZENER[verb].name, n=number), (verb, path_id(path)), outcome)


def _fate_outcome(then: Plan, path: int) -> Message:
    if then.won:
        return msg("Path {n} has {count} cards: you win.", n=path + 1, count=then.lengths[path])
    exposed = then.exposed()
    if exposed:
        paths = tuple(lone + 1 for lone in exposed)
        return msg("Warning: this leaves a single card on path {paths}; the querent wins by removing it.", paths=paths)
    more = then.need(path)
    return plural("Path {n} then needs {count} more action to win.", "Path {n} then needs {count} more actions to win.", more, n=path + 1)


def attack_option(paths: Sequence[Sequence[PathCard]], limit: int, token: str) -> Option:
    """An attack, with its outcome where that is certain; for a face-down card it is not."""
    source, _, number = token.partition(">")
    target = paths[int(number) - 1][-1]
    last = len(paths[int(number) - 1]) == 1
    touches = path_id(int(number) - 1)
    if source == DECK:
        return Option(token, msg("Unseen card of the deck on path {n}", n=int(number)), ("tarot-deck", touches), UNSEEN)
    label = msg("{card} on path {n}", card=TAROT[source].name, n=int(number))
    return Option(token, label, (source, touches), _attack_outcome(target, source, last=last))


def _attack_outcome(target: PathCard, code: str, *, last: bool) -> Message:
    if not target["up"]:
        if code != FOOL:
            return _unknown_outcome(code, last=last)
        if last:
            return msg("The face-down card leaves the path unseen, and you win.")
        return msg("The face-down card leaves the path unseen.")
    face, points = target["face"], POINTS[code]
    name, total = ZENER[face].name, target["tokens"] + points
    if code in IMMUNE[face]:
        return plural(
            "{card} is immune: it stays, with {count} token.", "{card} is immune: it stays, with {count} tokens.", total, card=name
        )
    if total >= VALUE[face]:
        return msg("Extinguishes {card}, and you win.", card=name) if last else msg("Extinguishes {card}.", card=name)
    return plural(
        "{card} stays, with {count} token of {points}.",
        "{card} stays, with {count} tokens of {points}.",
        total,
        card=name,
        points=VALUE[face],
    )


def _unknown_outcome(code: str, *, last: bool) -> Message:
    """What depends on the face-down target. It names no symbol: a mail names a path by the symbol that lies on it."""
    count = POINTS[code]
    if last:
        return plural(
            "Face down. Extinguishes {count} point unless immune, and you win then; otherwise the card stays, with {count} token.",
            "Face down. Extinguishes up to {count} points unless immune, and you win then; otherwise the card stays, with {count} tokens.",
            count,
        )
    return plural(
        "Face down. Extinguishes {count} point unless immune; otherwise the card stays, with {count} token.",
        "Face down. Extinguishes up to {count} points unless immune; otherwise the card stays, with {count} tokens.",
        count,
    )
