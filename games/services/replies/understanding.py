"""Parse a text into a `Reading`, for one player at one table or at none.

Mails are parsed by `in_a_mail`, which accepts only what is certain. Texts from pages and the API are parsed by `understood`.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from games.rules import notation
from games.rules.contract import Decision
from games.rules.errors import RulesError
from games.services.replies import consent
from games.services.replies.grammar import Kind, Step, steps_of
from games.services.replies.reading import Answer, Audience, Command, CommandName, Confidence, Consent, Part, Question, Reading, Words, read
from games.services.replies.reading.card_names import cards_named
from games.services.replies.reading.command_phrases import command_in, letter_of
from games.services.replies.reading.folding import LONGEST
from games.services.replies.reading.lines import after_greeting
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.wishes import BESIDE_AN_ANSWER, CERTAIN, LIKELY, LikelyWish, is_no_wish, rules_wish_of, wish_of

_NUMBERED = frozenset("0123456789 ,;.)#")
SHORT = 6
"""Most words of a line that is a command if it begins with a phrase of one."""
WITHOUT_A_TABLE = frozenset(
    {CommandName.HELP, CommandName.GAMES, CommandName.OPEN, CommandName.NEW, CommandName.RULES, CommandName.LEARN}
    | {CommandName.INVITE, CommandName.JOIN, CommandName.AWAY, CommandName.QUIET, CommandName.LANGUAGE}
)
"""Commands that a mail without a table may begin with any of their phrases: nothing else can be meant, and each checks its argument."""


def in_a_mail(
    lines: Sequence[str], question: Question | None = None, *, orders: bool = True, asked: bool = False, at_table: bool = True
) -> Reading:
    """Parse the lines of a mail. Only certain choices become answers; only marked text is shown to other people.

    `question` is the open question; `orders` says whether the game has standing orders; `asked` whether the writer was asked to confirm
    something, so that a yes refers to it; `at_table` whether the mail belongs to a game. If no line asks for anything, the first line
    becomes an unreadable answer, which is reported.
    """
    lines, letter = _letter_apart(lines)
    reading = read(lines, question, asked=asked, orders=orders)
    parts = (*reading.parts, *letter)
    answers = [part for part in parts if isinstance(part, Answer)]
    if any(answer.confidence is Confidence.CERTAIN for answer in answers):
        wish = wish_of(lines, least=BESIDE_AN_ANSWER)
        if wish is not None and wish.is_for(CommandName.RESIGN):
            parts = _wished(lines, wish)  # "I'm out, please resign for me" does not mean the choice "pass"
    elif len(answers) == len(parts) and (question is None or not any(answer.unread for answer in answers)):
        hinted = bool(answers) and all(answer.doubt is Doubt.HINTED for answer in answers)  # no choice is named
        wish = wish_of(lines, least=CERTAIN if asked or (question is not None and not hinted) else LIKELY)
        if wish is not None and wish.shows and any(answer.candidates for answer in answers):
            wish = wish_of(lines, least=BESIDE_AN_ANSWER)  # both a guess and a proposed command are only asked back about
        about_rules = _asked_about_rules(lines)
        if about_rules:
            parts = (*about_rules, *(answer for answer in answers if answer.candidates and answer.doubt is not Doubt.HINTED))
        else:
            parts = (() if at_table or asked else _by_phrase(lines, wish)) or (_wished(lines, wish) if wish is not None else ()) or parts
    if not parts and reading.left:
        parts = (Answer(reading.left[0], reading.left[0][:80]),)
    return Reading(parts, reading.left, reading.asks)


def understood(lines: Sequence[str], decision: Decision | None = None, *, orders: bool = True) -> Reading:
    """Parse the lines of a text box or of an API request. `decision` is the open question, if any; `orders` says whether the game has
    standing orders. Any unambiguous beginning of a name counts as an answer: the writer sees the result at once and can undo it."""
    tokens = decision.tokens if decision is not None else ()
    own = {token.casefold() for token in tokens}
    parts: list[Part] = []
    left: list[str] = []
    lines, letter = _letter_apart(lines)
    for step in steps_of(lines, tokens=tokens, orders=orders):
        if step.apart and parts and _is_talk(step, own):
            left.append(step.line)
            break
        parts.append(_part(step, own, decision))
    return Reading((*parts, *letter), tuple(left))


def meant(answer: Answer, question: Question) -> Answer:
    """Parse an answer again if its question was not known when the text was parsed. `question` is the one that is open now."""
    if not answer.unread:
        return answer
    found = read([answer.line], question).answers
    return replace(found[0], story=answer.story) if found else replace(answer, unread=False)


def _wished(lines: Sequence[str], wish: LikelyWish) -> tuple[Part, ...]:
    """Return the command for a wish in free words; for one that no command fulfils, an unreadable answer."""
    written = [line for line in lines if line.strip()]
    saying = (line for line in written if (one := wish_of([line])) is not None and one.name == wish.name)
    about_card = (line for line in written if wish.is_for(CommandName.RULES) and cards_named(line))
    line = next(chain(about_card, saying, written))
    command = wish.command("\n".join(lines)[:LONGEST], line)
    return (command,) if command is not None else (Answer(line, line[:80]),)


def _asked_about_rules(lines: Sequence[str]) -> tuple[Part, ...]:
    """Return the command that shows a card or a rule, if the text asks for it; else ()."""
    wish = rules_wish_of(lines, names_card=bool(cards_named("\n".join(lines))))
    return _wished(lines, wish) if wish is not None else ()


def _by_phrase(lines: Sequence[str], wish: LikelyWish | None) -> tuple[Part, ...]:
    """Return the part for the first line that begins with a phrase of `WITHOUT_A_TABLE`, also behind a greeting; () if there is none.

    Without a wish, only a line of few words that is not talk for certain counts: "new game, new luck" is no command.
    """
    for line in lines:
        command = command_in(after_greeting(line))
        if command is None or command.name not in WITHOUT_A_TABLE:
            continue
        if wish.is_for(command.name) if wish is not None else len(line.split()) <= SHORT and not is_no_wish([line]):
            return (replace(command, line=line),)
    return ()


def _letter_apart(lines: Sequence[str]) -> tuple[Sequence[str], list[Command]]:
    """Split off a letter (`to NAME: …`), which extends to the end of the text. Return the lines before it and the letter, if any."""
    for place, line in enumerate(lines):
        if (found := letter_of(" ".join(line.split()))) is not None:
            text = "\n".join([found.argument, *lines[place + 1 :]]).strip()
            return lines[:place], [Command(CommandName.LETTER, text, line, to=found.to)]
    return lines, []


def _is_talk(step: Step, own: set[str]) -> bool:
    """Return whether a step below a blank line is talk. Closing words are usual there: only numbers, tokens and commands count."""
    bare = step.rest.casefold()
    return step.kind is Kind.ANSWER and not set(bare) <= _NUMBERED and bare not in own and command_in(step.rest) is None


def is_one_answer(text: str, decision: Decision | None = None) -> bool:
    """Return whether the text is one answer and nothing else (no command, no story, no second line), to be played without `act`.

    With `decision`, the tokens of the open question count as answers even if they also mean a command or a no, such as “pass”.
    """
    parts = understood(text.replace("\r\n", "\n").split("\n"), decision).parts
    return not parts or (len(parts) == 1 and isinstance(parts[0], Answer) and not parts[0].story)


def has_rematch(text: str) -> bool:
    """Return whether the text contains the command for a rematch, which announces a table."""
    parts = understood(text.replace("\r\n", "\n").split("\n")).parts
    return any(isinstance(part, Command) and part.name is CommandName.REMATCH for part in parts)


def _part(step: Step, own: set[str], decision: Decision | None) -> Part:
    """Convert a step to a part. A line that is no command word of `grammar` may still be one of `command_phrases` or a yes or no."""
    if step.kind is Kind.SAY:
        return Words(Audience.TALK, step.rest, step.line)
    if isinstance(step.kind, CommandName):
        return Command(step.kind, step.rest, step.line)
    if step.rest.casefold() not in own:
        command = command_in(step.rest)
        if command is not None and not (command.argument and _is_choice(decision, step.rest)):
            return command
        if (yes := consent.of_line(step.rest)) is not None and not step.story:
            return Consent(yes, step.line)
    return Answer(step.line, step.rest, step.rest, Confidence.CERTAIN, story=step.story)


def _is_choice(decision: Decision | None, text: str) -> bool:
    """Return whether the text names a choice, such as a card called "New Moon", which also looks like the command `new`."""
    try:
        return decision is not None and bool(notation.read(decision, text))
    except RulesError:
        return False
