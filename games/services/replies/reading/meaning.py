"""Parse one line as an answer to the open question, into a `Claim` that is certain or doubtful with candidates."""

import re
from dataclasses import replace

from games.rules.contract import Shape
from games.services.replies.reading import lists, vocabulary
from games.services.replies.reading.claims import CANDIDATES, Claim, names_person
from games.services.replies.reading.clause_breaks import with_clause_breaks
from games.services.replies.reading.clauses import chosen_by, guess_in_clauses
from games.services.replies.reading.decisions import decided
from games.services.replies.reading.emoji import in_words
from games.services.replies.reading.folding import with_thumbs, words
from games.services.replies.reading.idioms import IDIOM, without_idioms
from games.services.replies.reading.inline_sign_off import without_inline_sign_off
from games.services.replies.reading.left_right import by_left_right
from games.services.replies.reading.lines import after_greeting, bare, is_contact
from games.services.replies.reading.list_numbers import counts_others
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.other_choices import (
    after_but,
    after_no,
    beside_turned,
    is_called,
    is_only_compared,
    names_other_card,
    pleads,
    the_other,
)
from games.services.replies.reading.outcomes import by_outcome, is_of_another_amount
from games.services.replies.reading.parts import Doubt
from games.services.replies.reading.printed_names import names_in, with_numbers_beside, with_whole_and, without_inner_marks
from games.services.replies.reading.question import Question, once, without_articles
from games.services.replies.reading.refusals import oneself, refusal, yes_or_no
from games.services.replies.reading.requests import as_told
from games.services.replies.reading.retractions import after_retraction
from games.services.replies.reading.sizes import by_size, value_of
from games.services.replies.reading.small_talk import is_remark, praises
from games.services.replies.reading.spelling import parted, with_synonyms_spelled
from games.services.replies.reading.statement import is_undecided, is_unsure, stated, without_tag
from games.services.replies.reading.statement_words import KEEPS, STAYS
from games.services.replies.reading.steps import with_first_step
from games.services.replies.reading.synonyms import renamed
from games.services.replies.reading.tokens import Line, line_of
from games.services.replies.reading.turned_down import the_only, the_other_value

SHORT = 5
"""Most words of a line that counts as little more than a name."""
_YOUR_TURN = ("your turn", "your go", "your move", "du bist dran", "du bist am zug", "c est a toi", "ton tour", "tu joues")
"""Phrases after which a person that is named is addressed, not chosen."""
_HESITATION = frozenset("hm hmm hmmm hmmmm um uh er euh eh".split())  # noqa: SIM905
_HEART = re.compile(r"<3(?!\d)")
_INITIAL = re.compile(r"([a-z]) ?([0-9]{1,2})")


@once
def claim_of(text: str, question: Question) -> Claim | None:
    """Return what a line says about the question; None if it says nothing about it."""
    text = _HEART.sub("❤", text)
    claim, drawn = _claim_of(text, question), in_words(text, question)
    if drawn == text:
        return claim
    other = _claim_of(drawn, question)
    if other is not None and other.alone and other.certain and words(drawn) in question.full_names:
        return other  # "⭐ 3" and nothing else is a Star 3, if there is one
    if claim is None or other is None or claim.answers == other.answers or not claim.certain:
        return other or claim
    return replace(other, answers=tuple(dict.fromkeys([*other.answers, *claim.answers]))[:CANDIDATES], certain=False, doubt=Doubt.SEVERAL)


def _claim_of(text: str, question: Question) -> Claim | None:
    """Parse a line step by step, from the most literal form to the freest; the first certain claim is returned."""
    text = as_told(with_thumbs(bare(text.replace(":+1:", "👍"))))
    for token in question.tokens:
        if text.casefold().rstrip(".!") == token.casefold() and not token.isdigit():
            return Claim((token,), certain=True, alone=True)
    if (short := _by_initial(text, question)) is not None:
        return short
    if is_contact(text) or (text.startswith("-") and text[1:].isdigit()):
        return None
    rest = after_greeting(text)
    said = without_inline_sign_off(line_of(parted(bare(rest), question)), question)
    said = with_numbers_beside(with_whole_and(said, question), question)
    whole = said
    if question.shape is Shape.ONE:
        said = with_first_step(said, question)
    text_words, line = said.words, _in_our_words(said, question)
    if question.yes and (agreed := yes_or_no(line, " ".join(words(text)), question)) is not None:
        return agreed
    if not line.words:
        return None
    if question.shape is not Shape.ONE:
        return _claimed(lists.read(line, question), line, said, question)
    if (meant := refusal(line, text, question)) is not None:
        return meant
    if (self_named := oneself(line, question)) is not None:
        return self_named
    claim = beside_turned(the_other(chosen_by(line, question), line, question), line, question)
    if (claim is None or not (claim.certain or claim.late or claim.doubt is Doubt.CORRECTED)) and (
        place := stated(line, question)
    ) is not None:
        claim = Claim((question.tokens[place],), certain=True, plain=True)
    if claim is None or not claim.certain:
        claim = decided(line, question) or after_no(line, question) or after_retraction(line, question) or claim
    if (claim is None or not claim.certain) and (one := the_other_value(line, question)) is not None:
        claim = Claim((question.tokens[one],), certain=True, plain=True)
    if claim is None and (one := the_only(line, question)) is not None:
        claim = Claim((question.tokens[one],), certain=True)
    if claim is not None and not claim.certain and is_called(claim, line, question):
        claim = Claim(claim.answers[:1], certain=True, plain=True)
    if claim is None or not (claim.certain or claim.late or claim.doubt in (Doubt.NEGATED, Doubt.CORRECTED)):
        told = by_outcome(line, text_words, question)
        claim = told if told is not None and (told.certain or claim is None or not claim.answers) else claim
    claim = _guessed(claim, line, said, rest, question)
    if claim is None:
        return None
    claim = _doubted(claim, line, said, question, greeted=rest != text)
    if claim.certain and claim.number and counts_others(rest, question):
        claim = replace(claim, certain=False, doubt=Doubt.AROUND)
    return replace(claim, instead=True) if said is not whole and claim.certain and claim.alone else claim


def _guessed(claim: Claim | None, line: Line, said: Line, rest: str, question: Question) -> Claim | None:
    """Return the claim, or what the freest forms say: hints, the choice after "but", left and right, misspelled synonyms, idioms."""
    if claim is None or (not claim.answers and claim.doubt is not Doubt.UNKNOWN):
        claim = _hinted(line, question) or claim
    if claim is not None and not claim.certain and line.words[0] in vocabulary.NEGATIONS:
        claim = after_but(claim, line, question)
    if claim is None or not claim.certain:
        claim = by_left_right(rest, question) or claim
    if claim is None and len(said.words) <= SHORT and (spelled := with_synonyms_spelled(said.words, question)) != said.words:
        claim = chosen_by(_in_our_words(replace(said, words=spelled), question), question)
    return _behind_idioms(line, said, question) if claim is None else claim


def _doubted(claim: Claim, line: Line, said: Line, question: Question, *, greeted: bool) -> Claim:
    """Return the claim, made uncertain if the words around the name only speak of the thing or person."""
    if not claim.certain:
        return claim
    remark = not claim.number and (is_remark(said, question, claim.answers[0]) or names_other_card(line, question))
    other = is_of_another_amount(said.words, claim.answers[0], question) or _leaves_it(line, question)
    other = other or question.is_of_another_kind(said.words, claim.answers[0])
    other = other or is_only_compared(line, question.tokens.index(claim.answers[0]), question)
    if (sized := _by_size_behind(line, question)) not in (None, claim.answers[0]):
        return replace(claim, answers=(sized, *claim.answers), certain=False, doubt=Doubt.SEVERAL)
    if remark or other or is_unsure(line, question) or _is_repeated(line) or _only_speaks(claim, line, question, greeted=greeted):
        return replace(claim, certain=False, doubt=Doubt.AROUND)
    return claim


def _leaves_it(line: Line, question: Question) -> bool:
    """Return whether one of two choices stays where it is and the other is taken: "the Sun stays, so I take the other"."""
    left = not (KEEPS | STAYS).isdisjoint(line.words) and not vocabulary.OTHER.isdisjoint(line.words)
    return left and len(question.choices) == 2


def _by_size_behind(line: Line, question: Question) -> str | None:
    """Return the choice that a comparison in the second clause means: "Moon, but the small one. My Moons can't take a seven"."""
    clauses = line.clauses()
    found = by_size(line.words[: clauses[1][1]], question) if len(clauses) > 1 else None
    return question.tokens[found[0]] if found is not None and found[1] else None


def _is_repeated(line: Line) -> bool:
    """Return whether a text begins with one name twice and an ellipsis, and goes on: "The Sea, the Sea... I prefer the mountains"."""
    clauses = [line.words[start:end] for start, end in line.clauses()]
    return len(clauses) > 2 and clauses[0] == clauses[1] and line.breaks[line.clauses()[2][0]].startswith(("...", "…"))


def _in_our_words(line: Line, question: Question) -> Line:
    """Return the line without idioms and tags, with synonyms and pronouns replaced by the printed names of choices."""
    names = names_in(line.words, question)
    line = without_idioms(line, question, kept=[span for span in names if without_articles(line.words[slice(*span)])[1:]])
    line = renamed(line, question.pronouns, kept=names_in(line.words, question))
    line = _with_ones(renamed(line, question.renamings, kept=names_in(line.words, question)), question)
    if question.shape is not Shape.ONE:
        return line
    line = with_clause_breaks(without_tag(line))
    return without_inner_marks(line, names_in(line.words, question))


def _behind_idioms(line: Line, said: Line, question: Question) -> Claim | None:
    """Return a guess for a short line that is an everyday phrase but may mean a card: "le grand soleil"."""
    if IDIOM not in line.words or len(said.words) > SHORT:
        return None
    found = guess_in_clauses(renamed(said, question.renamings, kept=names_in(said.words, question)), question, late=False)
    return replace(found, certain=False, doubt=Doubt.AROUND) if found is not None and not found.number else None


def _only_speaks(claim: Claim, line: Line, question: Question, *, greeted: bool) -> bool:
    """Return whether a sentence that names a choice may not be an answer: "Don't attack me, I have nothing", "Hi Bob"."""
    if not claim.number and (pleads(line) or _is_mused(line) or _has_other_subject(line, question)):
        return True
    if not names_person(claim, question):
        return False
    addressed = praises(line.words) or any(f" {phrase} " in f" {' '.join(line.words)} " for phrase in _YOUR_TURN)
    return addressed or (greeted and line.words in question.full_names)


def _has_other_subject(line: Line, question: Question) -> bool:
    """Return whether the line says what another person does with the choice: "Bob leading Hands 3, the cheek of it"."""
    if len(line.words) < 3 or line.words[0] not in question.people - question.telling or line.breaks[1]:
        return False
    verb = line.words[1]
    return verb not in vocabulary.IDLE | vocabulary.ARTICLES | question.people and number_of(verb) is None and verb not in question.telling


def _is_mused(line: Line) -> bool:
    """Return whether a question is followed by nothing but a sound of hesitation: "The Angel? Hmm"."""
    asked = max((at for at, mark in enumerate(line.breaks) if "?" in mark), default=0)
    return asked > 0 and _HESITATION.issuperset(line.words[asked:])


_ONTO = frozenset({"on", "onto", "auf", "sur", "number", "nummer", "numero"})


def _with_ones(line: Line, question: Question) -> Line:
    """Replace or remove "one" after a name: "star one" is the Star 1, "the star one" is the choice with a star; "on one" is path 1."""
    targets = any(token.endswith(">1") for token in question.tokens)
    for at in range(len(line.words) - 1, 0, -1):
        behind = line.words[at + 1] if at + 1 < len(line.words) and not line.breaks[at + 1] else "please"
        if targets and line.words[at] in ("one", "un", "eins") and line.words[at - 1] in _ONTO and behind in vocabulary.COURTESY:
            line = replace(line, words=(*line.words[:at], "1", *line.words[at + 1 :]))
            continue
        if line.words[at] not in ("one", "un", "eins") or line.breaks[at] or (line.words[at - 1], "1") not in question.full_names:
            continue
        before = line.words[at - 2] if at > 1 and not line.breaks[at - 1] else ""
        pronoun = before in vocabulary.ARTICLES | vocabulary.POINTING
        words = (*line.words[:at], *(() if pronoun else ("1",)), *line.words[at + 1 :])
        line = replace(line, words=words, breaks=(*line.breaks[:at], *line.breaks[at + 1 :]) if pronoun else line.breaks)
    return line


def _hinted(line: Line, question: Question) -> Claim | None:
    """Return a guess by the hints of the game, which make a choice likely: "too dear for me"."""
    said = renamed(line, question.suggestions)
    found = guess_in_clauses(said, question, late=False) if said.words != line.words else None
    return replace(found, certain=False, doubt=Doubt.HINTED) if found is not None and not found.number else None


def _by_initial(text: str, question: Question) -> Claim | None:
    """Match an initial with a number: "H3" is the Hands 3 if no other card with a 3 has that initial in any language."""
    found = _INITIAL.fullmatch(" ".join(words(text)))
    if found is None:
        return None
    places = [
        place
        for place, names in enumerate(question.vocabularies)
        if value_of(question, place) == int(found[2]) and any(name[0].startswith(found[1]) for name in names)
    ]
    return Claim((question.tokens[places[0]],), certain=True, alone=True) if len(places) == 1 else None


def _claimed(found: tuple[str, bool, Doubt] | None, line: Line, said: Line, question: Question) -> Claim | None:
    """Convert the answer of `lists.read` to a claim. Doubtful if the writer has not decided, or may only speak of one choice."""
    if found is None:
        return None
    answer, certain, doubt = found
    late = line.words[0] in vocabulary.CORRECTIONS
    speaks = answer in question.tokens and not answer.isdigit() and is_remark(said, question, answer)
    open_still = late or line.asks or is_undecided(line) or speaks
    return Claim((answer,) if certain or answer else (), certain and not open_still, doubt, alone=certain, late=late)
