"""Signs that a sentence with a choice's name only speaks of it: "So the Oracle is finally here", "I have a crush on the Oracle".

A name alone says nothing yet: what stands before it says who does something, what stands behind it what is said of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.services.replies.reading import statement_words as say
from games.services.replies.reading import vocabulary
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.question import Question
from games.services.replies.reading.spelling import inflected, nearly
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import IDLE
from games.services.replies.reading.vocabulary import word_set as _set

CHOSEN_BY_WORD = frozenset({"tax", "buy", "bid", "draw", "pass", "done", "skip", "none"})
"""Choices whose name is what is done."""
_ME = _set("i ich je j we wir let lets lass lasst id ill im gimme")
_SOMEBODY = _set(
    "everyone everybody nobody somebody someone anyone anybody people folks he she they you u who",
    "jeder jede alle niemand jemand keiner man er du ihr leute wer",
    "personne quelqu tu il elle ils elles vous qui chacun",
)
_NEARLY = _set(
    "found visited climbed watched drove ate drank heard celebrated cooked walked fanden fand sahen trafen traf besuchten",
    "nearly almost hoped hoping hopes dreamt dreamed dreaming dreams fear feared remember wished",
    "fast beinahe getraumt traume traumte gehofft hoffte hatte hattest hatten gefurchtet erinnere",
    "failli presque esperais reve revais revait aurais aurait avais avait souviens rappelle ressemble",
)
_WISHES = _set("gern gerne lieber bien volontiers please bitte")
_HOLDS = _set("has hat had holds a")
_DECIDED = _set("chosen decided picked settled opted going gone entschieden gewahlt ausgesucht choisi decide opte")
_HAVE = _set("have ve had has habe hab hat haben hatte ai avons avez avais")
_DONE_BEFORE = _set(
    "played used bought buried taken thrown drawn given attacked kept lost won seen met sold",
    "gespielt benutzt gekauft begraben genommen geworfen gezogen gegeben angegriffen behalten verloren gewonnen gesehen getroffen",
    "joue jouee utilise achete enterre pris jete pioche donne attaque garde perdu gagne vu vue rencontre trouve visite mange",
)
_THINGS_TOLD = _set(
    "question questions crush congratulations congrats thanks picture pictures photo image drawing artwork story book film movie song",
    "dream favourite favorite favourites joke memory memories fan",
    "lieblingskarte lieblingskarten bild bilder foto geschichte frage fragen gluckwunsch gluckwunsche traum witz lied",
    "preferee preferees favorite favori dessin histoire livre felicitations bravo reve blague chanson",
)
_BEWARE = _set("beware watch careful mefie mefiez hutet hute vorsicht attention gare")
_IT_IS = frozenset({("it", "is"), ("it", "be"), ("es", "sein"), ("wird", "es"), ("ca", "sera")})
_IT_WAS = frozenset({("it", "was"), ("that", "was"), ("das", "war"), ("es", "war"), ("c", "etait"), ("ca", "etait")})
_NEAR_US = _set("neighbour neighbor nachbar nachbarin voisin voisine xidiom")
_WHERE = _set("at in near by from bei beim im am in dans chez pres")
_OF = _set("of von vom de du des d")
_AND, _I = frozenset({("and",), ("und",), ("et",)}), frozenset({("i",), ("ich",), ("moi",), ("me",)})
_IS = _set("is s are was were looks look sounds seems ist sind war sieht klingt scheint est sont etait semble parait reminds erinnert")
_IS_CHOSEN = _set(
    "my mine it fine ok okay best right good what the then for me mein meine meiner es dran gut ok recht am der die das was fur",
    "mon ma le la bon bien parfait ce pour moi a going next up gone to out leaving raus weg weggeworfen jetzt now und and better",
    "probably definitely clearly surely wohl klar eindeutig",
)
_WOULD = _set("would ware waere wurde serait")
_NICE = _set("my mine nice good great best lovely fine perfect mein meine schon gut toll super mon ma bien parfait choice wahl choix")
_KNOWN = _set("back zuruck zurueck retour needs need verdeckt unbesehen blind greift soon bald for fur pour")
_VERBS_3 = _set(
    "tempts attracts worries bores helps beats kills rocks rules sucks costs wins loses saved saves ruins ruined eats",
    "looks wants stole scares annoys makes made means",
    "reizt lockt hilft bringt schlagt kostet gewinnt verliert rettet nervt macht bedeutet passt fehlt kennt lebt heisst gehort",
    "bat coute gagne perd sauve enerve fait veut dit passe signifie tue manque vaut",
)
_REMARKS = (
    "i would need", "i d need", "ich brauchte", "ich brauche", "j aurais besoin", "good one",
    "nice one", "great one", "good move", "good card", "what a card", "what a move", "as they say", "so they say", "they say",
    "wie man so sagt", "wie man sagt", "sagt man", "wie es so schon heisst", "comme on dit", "comme dirait", "dit on",
    "way back", "long story", "old friends", "alte freunde", "vieux amis", "on tv", "im fernsehen", "im kino", "a la tele", "au cinema",
)  # fmt: skip
_TOMORROW = (["tomorrow"], ["morgen"], ["demain"])
_NEXT_TIME = (
    "next time", "next round", "next turn", "next game", "nachstes mal", "naechstes mal", "das nachste mal", "nachste runde",
    "prochaine fois", "prochain tour", "prochaine partie",
)  # fmt: skip
_WEIGHED = (
    "thought about", "thought of", "thinking about", "thinking of", "was going to", "were going to", "was tempted", "considered",
    "dachte an", "wollte erst", "wollte zuerst", "wollte eigentlich", "pensais a", "pense a", "hesitais", "hesite avec", "allais",
)  # fmt: skip
_WANTS_OF_ME = (
    "wants me to", "want me to", "told me to", "tells me to", "says i should", "says i must", "asked me to", "thinks i should",
    "would like me to", "dass ich", "das ich", "que je", "que j", "de jouer",
)  # fmt: skip
_WILLS = _set("will sagt meint findet mochte moechte veut dit pense conseille demande wants says thinks told")


def speaks_of(line: Line, question: Question, place: int) -> bool:
    """Whether the clauses that name the choice only speak of it, or have somebody else do something with it."""
    told = False
    for start, end in line.clauses():
        words = line.words[start:end]
        span = _span(words, question, place)
        if span is None:
            continue
        if _is_remark(line, start, end) or _only_told(line, start, words, span, question, place):
            told = True
        elif question.tokens[place] in CHOSEN_BY_WORD or _is_explicit(words):
            return False
    return told


def _is_explicit(words: Sequence[str]) -> bool:
    """ "I play …", "… it is"."""
    acts = any(word in say.ACTIONS or word in vocabulary.VERBS for word in words)
    return (acts and any(word in _ME for word in words)) or tuple(words[-2:]) in _IT_IS


def _span(words: Sequence[str], question: Question, place: int) -> tuple[int, int] | None:
    """From the first to the last telling word of the choice's name, with the number behind it."""
    held = [at for at, word in enumerate(words) if _names(word, question, place)]
    if not held or any(
        sum(other in question.holders.get(words[at], ()) for at in held) == len(held) < _told_by(words, question, other)
        for other in range(len(question.choices))
        if other != place
    ):
        return None
    things = [at for at in held if words[at] not in say.ACTIONS and words[at] not in vocabulary.VERBS] or held
    start, end = things[0], held[-1] + 1
    while end < len(words) and (place in question.holders.get(words[end], ()) or number_of(words[end]) is not None):
        end += 1
    while start and place in question.holders.get(words[start - 1], ()):
        start -= 1
    return start, end


def _told_by(words: Sequence[str], question: Question, place: int) -> int:
    """How many words name this choice."""
    return sum(word not in vocabulary.WEAK and number_of(word) is None and place in question.holders.get(word, ()) for word in words)


def _names(word: str, question: Question, place: int) -> bool:
    if word in vocabulary.WEAK or number_of(word) is not None:
        return False
    return (
        place in question.holders.get(word, ())
        or place in inflected(word, question)
        or (len(word) > 4 and place in nearly(word, question)[0])
    )


def _is_remark(line: Line, start: int, end: int) -> bool:
    """The sentence around the clause has words of comment: "…, as they say"."""
    start = _sentence_start(line, start)
    while end < len(line.words) and not any(mark in line.breaks[end] for mark in ".!?;"):
        end += 1
    text = f" {' '.join(line.words[start:end])} "
    return any(f" {phrase} " in text for phrase in _REMARKS)


def _sentence_start(line: Line, start: int) -> int:
    while start and not any(mark in line.breaks[start] for mark in ".!?;"):
        start -= 1
    return start


def _only_told(line: Line, start: int, words: Sequence[str], span: tuple[int, int], question: Question, place: int) -> bool:
    before, after = words[: span[0]], words[span[1] :]
    end = start + len(words)
    if (
        not before
        and not after
        and line.words[end : end + 1] in _AND
        and line.words[end + 1 : end + 2] in _I
        and line.breaks[end + 2 : end + 3] > ("",)
    ):
        return True
    early = f" {' '.join(line.words[_sentence_start(line, start) : start + span[0]])} "
    if early.split()[:1] in _TOMORROW or any(f" {phrase} " in early for phrase in _NEXT_TIME):
        return True
    if any(f" {phrase} " in f" {' '.join(before)} " for phrase in _WEIGHED):
        return True
    if _is_past((*before, "", *after)) or any(word in _BEWARE for word in before):
        return True
    earlier = line.words[_sentence_start(line, start) : start + span[0]]
    if any(word in _THINGS_TOLD for word in earlier) or any(word in _THINGS_TOLD and after[0] in _IS for word in after):
        return True
    if any(f" {phrase} " in f" {' '.join(earlier)} " for phrase in _WANTS_OF_ME) and any(word in _WILLS for word in earlier):
        return True
    if len(before) > 1 and before[-1] in _HOLDS and (before[-2] in question.people or before[-2] in _SOMEBODY):
        return True
    done = any(word in say.ACTIONS or word in vocabulary.VERBS for word in before)
    mine = any(word in _ME for word in (*before, *after))
    again = after[:1] in (("again",), ("wieder",)) or before[:1] == ("encore",)
    if question.choices[place].person:
        return not done and (again or (bool(after) and after[0] in _VERBS_3))
    if _is_company(before, after) or (not mine and _is_others(line, start, before, question)):
        return True
    if after and not done and _is_told_of(after, mine=mine):
        return True
    by_word = question.tokens[place] in CHOSEN_BY_WORD
    if _is_said_to_be(before, question):
        return True
    if by_word:
        return False
    if not done and tuple(line.words[end : end + 2]) in _IT_WAS:
        return True
    placed = any(word in _WHERE for word in [word for word in before if word not in vocabulary.ARTICLES][-1:])
    return (not mine and not done and again) or ((placed or not (mine or done)) and _is_of_another_thing(after, question))


def _is_company(before: Sequence[str], after: Sequence[str]) -> bool:
    """ "The Oracle and I go way back"."""
    return all(word in vocabulary.ARTICLES for word in before) and after[:1] in _AND and after[1:2] in _I


def _is_others(line: Line, start: int, before: Sequence[str], question: Question) -> bool:
    """Somebody else does it, or is asked to."""
    acts = any(word in say.ACTIONS or word in vocabulary.VERBS or word.endswith("s") for word in before)
    if acts and any(word in _SOMEBODY or word in question.people for word in before):
        return True
    return bool(before) and start > 0 and line.breaks[start] == "," and _is_called(line.words[:start], question)


def _is_told_of(after: Sequence[str], *, mine: bool) -> bool:
    if after[0] in _WOULD:
        return (after[1:2] == ("be",) and _NICE.isdisjoint(after)) or (after[0] != "would" and _NICE.isdisjoint(after))
    if after[0] in _IS:
        return after[1:2] == () or after[1] not in _IS_CHOSEN
    return after[0] in _VERBS_3 and not mine


def _is_said_to_be(before: Sequence[str], question: Question) -> bool:
    """ "My neighbour is a bit of a witch", "the homework is done": of something else it is said that it is that."""
    at = next((at for at, word in enumerate(before) if word in _IS and word != "s"), 0)
    return bool(at) and any(_is_unknown(word, question) or word in say.LIFE or word in _NEAR_US for word in before[:at])


def _is_of_another_thing(after: Sequence[str], question: Question) -> bool:
    """ "The Tower of London", "the Oracle pub": the name is a part of another one."""
    if after[:1] and after[0] in _OF:
        after = after[1:]
        return not after or _is_unknown(after[0], question) or after[0] == "mais"
    acts = any(word in say.ACTIONS or word in vocabulary.VERBS or word in vocabulary.COURTESY for word in after)
    return len(after) > 1 and not acts and _is_unknown(after[0], question)


def _is_unknown(word: str, question: Question) -> bool:
    known = (
        _KNOWN
        | IDLE
        | vocabulary.WEAK
        | say.KINDS
        | say.ACTIONS
        | say.ELSEWHERE
        | vocabulary.BECAUSE
        | vocabulary.FOR_WHAT
        | say.MODALS
        | say.LOOKED_AT
    )
    return word not in known and word not in question.telling and number_of(word) is None and not inflected(word, question)


def _is_past(words: Sequence[str]) -> bool:
    """ "I nearly played it", "j'aurais dû": what was or might have been; "I have chosen" is no such thing."""
    if any(word in _DECIDED for word in words) or not _WISHES.isdisjoint(words):
        return False
    has = next((at for at, word in enumerate(words) if word in _HAVE), None)
    return any(word in _NEARLY for word in words) or (has is not None and any(word in _DONE_BEFORE for word in words[has + 1 :]))


def _is_called(words: Sequence[str], question: Question) -> bool:
    """Somebody is spoken to: "Bob, …", "hey Bob, …"."""
    names = [word for word in words if word not in vocabulary.GREETINGS]
    return len(names) == 1 and names[0] in question.people
