"""The phrases of all commands in English, German and French, and the commands that begin with one of them.

Phrases are folded (`folding.words`): without case, accents and marks, "j'abandonne" as "j abandonne".
"""

import re
from dataclasses import replace

from games.services.replies.reading import vocabulary
from games.services.replies.reading.folding import plain, words
from games.services.replies.reading.parts import Command, CommandName
from games.services.replies.reading.statement_words import ACTIONS, KEEPS

_C = CommandName
PHRASES: dict[CommandName, tuple[str, ...]] = {
    name: tuple(phrases.split("|"))
    for name, phrases in {
        _C.HELP: (
            "help|help me|hilfe|hilf mir|aide|aide moi|aidez moi|a l aide|i need help|need help|how does this work|commands|befehle|"
            "commandes|wie geht das|comment ca marche|ich brauche hilfe|j ai besoin d aide"
        ),
        _C.STATUS: (
            "status|state|table|show table|show me the table|show the table|tisch|stand|spielstand|zeig mir den tisch|"
            "zeig den tisch|etat|la table|montre la table|statut|situation"
        ),
        _C.GAMES: (
            "games|my games|list|list games|list my games|spiele|meine spiele|meine partien|partien|mes parties|parties|liste|"
            "show my games|meine spiele zeigen|jeux"
        ),
        _C.OPEN: (
            "open|open games|open tables|tables|offene spiele|offene tische|offene partien|offen|tische|parties ouvertes|"
            "tables ouvertes|tables libres|ouvertes"
        ),
        _C.NEW: (
            "new|new game|new table|neu|neues spiel|neue partie|neuer tisch|nouvelle|nouvelle partie|nouvelle table|nouveau|nouveau jeu"
        ),
        _C.HISTORY: "history|log|verlauf|chronik|protokoll|geschichte|historique|journal|show history|what happened",
        _C.RULES: "rules|rule|the rules|regeln|regel|die regeln|spielregeln|regles|les regles|regle",
        _C.LEARN: "learn|learn a game|lesson|lernen|lektion|apprendre|lecon",
        _C.UNDO: (
            "undo|take back|takeback|take it back|undo please|undo that|undo my move|undo my last move|take that back|"
            "take back my move|zurucknehmen|zuruck nehmen|ruckgangig|zug zurucknehmen|nimm das zuruck|annuler|annule|annuler mon coup|"
            "mach das ruckgangig|ruckgangig machen|reprendre|annule ca|annulez ca|annule mon coup|rueckgaengig|zuruecknehmen"
        ),
        _C.RESIGN: "resign|i resign|give up|i give up|aufgeben|ich gebe auf|abandonner|j abandonne|abandon",
        _C.REMATCH: "rematch|again|play again|revanche|noch einmal|nochmal|rejouer|encore",
        _C.INVITE: "invite|einladen|lade ein|inviter|invitez",
        _C.JOIN: "join|beitreten|mitmachen|rejoindre",
        _C.LANGUAGE: "language|sprache|langue",
        _C.QUIET: "quiet|quiet hours|ruhe|ruhezeit|ruhig|silence|heures calmes|calme|stumm",
        _C.AWAY: "away|absent|vacation|holiday|weg|abwesend|urlaub|absente|absence|vacances",
        _C.ORDER: "order|orders|befehl|auftrag|vorgabe|auftrage|ordre|ordres|consigne",
        _C.PAUSE: "pause",
        _C.NOTE: "note|notiz",
    }.items()
}
BACK = frozenset(
    "back|i am back|i m back|im back|zuruck|zuruck da|ich bin zuruck|bin zuruck|wieder da|ich bin wieder da|"  # noqa: SIM905
    "bin wieder da|de retour|retour|je suis de retour".split("|")
)
"""Phrases that end an absence."""
TABLE_CODE = re.compile(r"[23456789abcdefghjkmnpqrstvwxyz]{8}")
BY_PHRASE = {phrase: name for name, phrases in PHRASES.items() for phrase in phrases}

_LONGEST = max(len(phrase.split()) for phrase in BY_PHRASE)
_LETTER = re.compile(
    r"(?:to|an|à|a|für|pour|letter to|brief an|lettre à|pm|dm|private to|whisper to)\s+@?([^\s:,;.!?][^:,;.!?\n]{0,39}?)"
    r"\s*:(?![-']?(?:[()\[\]/|*<>]+|[DPp])\s*$)\s*(.*)",
    re.IGNORECASE,
)
_NO_NAMES = (
    vocabulary.ARTICLES
    | vocabulary.NO_NAMES
    | ACTIONS
    | KEEPS
    | frozenset({"protect", "protege", "proteger", "schutzen", "etre", "be", "sein"})
)
_ALONE = frozenset({_C.STATUS, _C.UNDO, _C.REMATCH, _C.HELP, _C.GAMES, _C.OPEN})
"""Commands without an argument: their line holds the command alone, or the command and a game's code."""


def command_in(line: str) -> Command | None:
    """Return the command that begins the line, with the rest as its argument; None if the line begins with no command."""
    bare = " ".join(line.split())
    if (letter := letter_of(bare)) is not None:
        return replace(letter, line=line)
    if bare == "?":
        return Command(_C.STATUS, "", line)
    if " ".join(words(bare)) in BACK:
        return Command(_C.AWAY, "back", line)
    typed = bare.split(" ")
    for length in range(min(_LONGEST, len(typed)), 0, -1):
        name = BY_PHRASE.get(" ".join(words(" ".join(typed[:length]))))
        rest = " ".join(typed[length:]).lstrip(": ")
        if name is not None and (name not in _ALONE or not rest or TABLE_CODE.fullmatch(rest.casefold())):
            return Command(name, rest, line)
    return None


def code_in(text: str) -> str:
    """Return the only code of a table that a text contains, which has a digit; "" if there is none."""
    found = {word for word in words(text) if TABLE_CODE.fullmatch(word) and any(char.isdigit() for char in word)}
    return found.pop() if len(found) == 1 else ""


def letter_of(line: str) -> Command | None:
    """Return the private letter that begins with the line `to NAME: …`; None if it is none, such as a header of a quoted mail."""
    found = _LETTER.fullmatch(line)
    if found is None or _is_header(found[2]) or not _is_name(found[1]):
        return None
    return Command(_C.LETTER, found[2].strip(), line, found[1].strip())


def _is_name(text: str) -> bool:
    """Return whether a text can be a player's name: up to four words, the first of which does not begin a sentence."""
    found = words(text)
    return 0 < len(found) <= 4 and found[0] not in _NO_NAMES


def _is_header(text: str) -> bool:
    """Return whether the text after "To:" is an address, as in the header block of a quoted mail."""
    return "@" in text and len(words(text)) < 8 and plain(text).count(" ") < 3
