"""Whether a sentence plainly makes a choice although it has words that nobody listed: "time for the ORB mwahaha".

Two things are asked. The choice is named by enough words, and no other one is. And nothing in the sentence says that it is about
something else: somebody else's cards, what was or will be, a feeling, a doubt, a question.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.services.replies.reading import vocabulary
from games.services.replies.reading.lines import is_greeting
from games.services.replies.reading.matching import match
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.question import Question
from games.services.replies.reading.spelling import inflected
from games.services.replies.reading.tokens import Line
from games.services.replies.reading.vocabulary import IDLE

LONGEST = 18
"""Words of a clause; longer ones tell of something."""


def _set(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


ACTIONS = vocabulary.VERBS | _set(
    "play plays playing throw throwing toss tossing drop dropping dump dumping lead leading open opening follow following give giving",
    "hand handing send sending pass passing put putting lay laying keep keeping hold holding discard discarding bury burying ditch",
    "ditching sacrifice sacrificing attack attacking hit hitting fight fighting use using bargain bargaining haggle haggling buy buying",
    "bid bidding tax taxing draw drawing steal stealing bring bringing burn burning lose losing spend spending time",
    "werf werfe werfen schmeiss schmeisse schmeissen gib geb gebe geben leg lege legen bring bringe behalt behalte behalten eroffne",
    "fang fange beginne beginn begrabe begrab vergrabe vergrab opfere opfer greif greife angreifen attackiere benutze benutz verwende",
    "feilsche feilschen kauf kaufe kaufen biete biet bieten besteuere zieh ziehe ziehen nutze stech steche bediene raus weg weiter los",
    "her damit schick schicke schieb schiebe reich reiche treib treibe",
    "pose posons jette jetons jeter lache balance sors sortir sort donne donner file refile cede passe garde gardons conserve entame",
    "entamer attaque attaquer achete acheter encheris encherir negocie negocier marchande marchander pioche piocher enterre enterrer",
    "sacrifie defausse utilise envoie envoyer leve lever taxe taxer vise abats abat depense perds mene tape frappe fonce brule",
    "goes go rid shoot smash smashes hits attacks charge farewell bye fancy grab grabs snatch chuck pop offload part parting",
    "geht gehen kommt wandert drauf dran begraben abgeben hinterher krall schnapp befrage adieu tschuss frisst haut schnappt rum",
    "vs versus onto against gegen contre angreifen opfern eintreiben erhebe nimmt part partent va vont direction empoche ramasse",
)
"""Verbs and particles of doing something with a card."""

_OTHERS = _set(
    "you your yours u ur youre he she his her hers him they their them who whose yourself",
    "du dein deine deinen deiner dich dir euer eure euch ihr ihre ihren ihm ihn seine seinen seiner",
    "tu toi ton ta tes te vous votre vos il elle ils elles son sa ses leur leurs lui",
)
"""Somebody else does it, or has it."""
_PAST = _set(
    "was were had did has been lost won saw seen came went took made gave said told heard yesterday ago always often",
    "war waren hatte hatten wurde gewesen gespielt verloren gewonnen gesehen gestern oft damals kam ging",
    "etait etaient avait avaient etais avais ete perdu gagne vu souvent",
)
_FEELS = _set(
    "love hate fear afraid scared surprised expected liked think thinking wonder wondering hope hoping remember forgot forget know",
    "knew understand explain see sees saw look looks looking feels annoying ruined hurt means guess card's cards worry worried",
    "hasse furchte angst gedacht denke uberlege uberlegen hoffe weiss wusste verstehe erklar erklare vergessen gemein uberrascht seh sehe",
    "aime deteste peur pense penser reflechis reflechir espere sais comprends oublie explique etonne crains",
)
_LATER = _set(
    "tomorrow later soon next once until till after when while monday tuesday wednesday thursday friday saturday sunday",
    "morgen spater bald nachste nachsten nachstes bis nachdem sobald wahrend montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "demain tard bientot prochain prochaine jusqu apres lundi mardi mercredi jeudi vendredi samedi dimanche",
)
_WOULD = _set(
    "would could should might may wish wanted if whether wurde konnte sollte mochten wenn falls ob",
    "aurais serais pourrait devrait si serait pourrais devrais voudrait",
)
_ASKS = _set("about section rule rules explain list score regel regeln abschnitt liste regle regles section paragraphe")
_ELSEWHERE = _ASKS | _OTHERS | _PAST | _FEELS | _LATER | _WOULD | vocabulary.NEGATIONS | vocabulary.DOUBTS
_YOURS = _set("you your yours u ur du dein deine deinen dich dir euer eure ihr tu toi ton ta tes te vous votre vos")
_ALTERNATIVES = _set("or maybe perhaps either unless wait oops unsure oder vielleicht entweder evtl warte ou peut attends sinon")
_ABOUT_IT = _set(
    "it it s this that he she they what is are das es er sie ist was c ca il elle est quel quelle qui wow nice great good super"
)
_EXCLAIMED = _set("what quel quelle quelles wow nice great good how")
_THEM = _set("him her them they ihn ihm ihr lui would will")
_TOWARDS = _set(
    "gets get shall goes spy spying peek swap swaps swapping trade with give to receives bekommt kriegt soll haben mit an tauscht tausch",
    "tausche tauschen schenk schenke linse schaue guck also avec a pour offre donne echange recoit voir celle chez regarde espionne vise",
)
"""Words by which somebody at the table gets something, or is looked at."""
_EXCLAIMS = _set("wow woah whoa oh ooh ha haha ah ach uff puh")
_COPULAS = _set("is are s am ist sind bin est sont c suis")
"""What follows a name and these is about it."""


def is_plain(line: Line, token: str, question: Question) -> bool:
    """The line makes the choice with that token and says nothing against it."""
    if line.asks or line.odd:
        return False
    place = question.tokens.index(token)
    made = False
    for number, (start, end) in enumerate(line.clauses()):
        words = line.words[start:end]
        if _takes_back(words):
            return False
        hit = match(words, question)
        if hit is None:
            continue
        if place not in hit.places:
            if hit.complete or hit.number or hit.whole or question.choices[place].person:
                return False
            continue
        if "?" in (line.breaks[end] if end < len(line.words) else line.end):
            return False
        if len(hit.places) > 1 or hit.number:
            continue
        if question.choices[place].person:
            made = made or (_only_manners(line, start) and _gives(words, place, question))
        elif _is_told_apart(words, place, question):
            says = hit.complete or _says_little_else(words, place, question)
            made = made or (says and _stands_alone(line, number, place, question)) or _acts(words, place, question)
    return made


def _takes_back(words: Sequence[str]) -> bool:
    text = f" {' '.join(words)} "
    if any(word in vocabulary.HESITATIONS for word in words) or words[0] in vocabulary.CORRECTIONS:
        return True
    return any(f" {phrase} " in text for phrase in (*vocabulary.CORRECTION_PHRASES, *vocabulary.TALK_PHRASES))


def _stands_alone(line: Line, number: int, place: int, question: Question) -> bool:
    """A clause that is a name and nothing else, with clauses beside it that are not about the thing of that name."""
    clauses = line.clauses()
    start, end = clauses[number]
    for first, last in clauses[:number][-1:]:
        if not _ends_sentence(line, last) and any(word in _ELSEWHERE for word in line.words[first:last]):
            return False
    exclaimed = any(word in _EXCLAIMS for word in line.words[:end])
    if exclaimed and any(word in _PAST | _FEELS for word in line.words[end:]):
        return False
    if number and not _only_manners(line, start):
        return True
    for first, last in clauses[number + 1 : number + 2]:
        after = line.words[first:last]
        named, ended = len(_names(line.words[start:end], place, question)) > 1, _ends_sentence(line, first)
        if named and ended:
            return not any(word in _ALTERNATIVES for word in after)
        if after[0] in _EXCLAIMED or any(word in _ALTERNATIVES or word in _YOURS or word in _PAST for word in after):
            return False
        if not named and (any(word in vocabulary.DOUBTS for word in after) or after[0] in _ABOUT_IT):
            return False
    return True


def _ends_sentence(line: Line, place: int) -> bool:
    return any(mark in line.breaks[place] for mark in ".!;") if place < len(line.words) else True


def _held(word: str, question: Question) -> frozenset[int]:
    """The choices in whose names a word stands, in this form or another one."""
    number = number_of(word)
    return question.holders.get(word) or (
        question.holders.get(str(number), frozenset()) if number is not None else inflected(word, question)
    )


def _names(words: Sequence[str], place: int, question: Question) -> list[str]:
    return [word for word in words if word not in vocabulary.WEAK and place in _held(word, question)]


def _is_told_apart(words: Sequence[str], place: int, question: Question) -> bool:
    """Of all choices only this one has the words that say something."""
    if tuple(word for word in words if word not in vocabulary.ARTICLES) in question.full_names:
        return True
    held = [found for word in words if word not in vocabulary.WEAK and (found := _held(word, question))]
    return bool(held) and frozenset.intersection(*held) == {place}


def _around(words: Sequence[str], place: int, question: Question) -> list[str] | None:
    """What a clause says beside the name; None where that is about something else."""
    around = [word for word in words if place not in _held(word, question)]
    if len(words) > LONGEST or any(word in _ELSEWHERE or word.isdigit() for word in around):
        return None
    others = any(_held(word, question) and word not in vocabulary.WEAK and word not in ACTIONS for word in around)
    return None if others else around


def _acts(words: Sequence[str], place: int, question: Question) -> bool:
    """The clause says that something is done with what the choice is called."""
    around = _around(words, place, question)
    return around is not None and bool(_names(words, place, question)) and any(word in ACTIONS for word in around)


def _says_little_else(words: Sequence[str], place: int, question: Question) -> bool:
    """Beside two words of the name there is hardly one that nobody knows."""
    around = _around(words, place, question)
    unknown = [word for word in around or () if word not in IDLE and word not in vocabulary.WEAK]
    return around is not None and len(_names(words, place, question)) > 1 and len(unknown) < 2


def _gives(words: Sequence[str], place: int, question: Question) -> bool:
    """The clause says that somebody at the table is chosen."""
    around = [word for word in words if place not in _held(word, question)]
    if any(word in (_ELSEWHERE - _THEM) or word in vocabulary.GREETINGS or word in vocabulary.MEETS - {"von", "de"} for word in around):
        return False
    return len(words) < 10 and any(word in _TOWARDS for word in around)


def _only_manners(line: Line, start: int) -> bool:
    """What stands before greets, thanks or muses."""
    known = vocabulary.HEAD | vocabulary.TAIL | vocabulary.COURTESY | vocabulary.MUSING | vocabulary.GREETINGS
    before = [line.words[first:last] for first, last in line.clauses() if last <= start]
    return all(is_greeting(" ".join(words)) or all(word in known for word in words) for words in before)
