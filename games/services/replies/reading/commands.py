"""Recognise commands in mails. The whole line must be a command; a command word within a sentence is none."""

import re
from functools import cache

from games.rules import registry
from games.services.replies.reading import vocabulary
from games.services.replies.reading.folding import plain, words
from games.services.replies.reading.numbers import number_of
from games.services.replies.reading.order_phrases import is_proposed, starts
from games.services.replies.reading.parts import Command, CommandName
from games.services.replies.reading.statement_words import ACTIONS, KEEPS

_C = CommandName
_BARE: dict[str, CommandName] = {
    phrase: name
    for name, phrases in {
        _C.HELP: (
            "help|help me|hilfe|hilf mir|aide|aide moi|a l aide|i need help|need help|how does this work|commands|befehle|"
            "commandes|wie geht das|comment ca marche|ich brauche hilfe|j ai besoin d aide"
        ),
        _C.STATUS: (
            "status|state|table|show table|show me the table|show the table|tisch|stand|spielstand|zeig mir den tisch|"
            "zeig den tisch|etat|la table|montre la table|statut"
        ),
        _C.GAMES: (
            "games|my games|list|list games|list my games|spiele|meine spiele|meine partien|partien|mes parties|parties|liste|"
            "show my games|meine spiele zeigen"
        ),
        _C.OPEN: "open|open games|open tables|offene spiele|offene tische|offen|parties ouvertes|tables ouvertes|ouvertes",
        _C.NEW: "new|new game|neu|neues spiel|neue partie|nouvelle|nouvelle partie|nouveau|nouveau jeu",
        _C.HISTORY: "history|log|verlauf|chronik|protokoll|historique|journal|show history|what happened",
        _C.RULES: "rules|the rules|regeln|die regeln|spielregeln|regles|les regles|regle",
        _C.LEARN: "learn|learn a game|lesson|lernen|lektion|apprendre|lecon",
        _C.UNDO: (
            "undo|take back|takeback|take it back|undo please|undo that|undo my move|undo my last move|take that back|"
            "take back my move|zurucknehmen|ruckgangig|zug zurucknehmen|nimm das zuruck|annuler|annule|annuler mon coup|"
            "mach das ruckgangig|ruckgangig machen|reprendre|annule ca|annulez ca|annule mon coup|rueckgaengig|zuruecknehmen"
        ),
        _C.RESIGN: "resign|i resign|give up|i give up|aufgeben|ich gebe auf|abandonner|j abandonne|abandon",
        _C.REMATCH: "rematch|again|play again|revanche|noch einmal|nochmal|rejouer|encore",
        _C.INVITE: "invite|einladen|inviter",
        _C.LANGUAGE: "language|sprache|langue",
        _C.QUIET: "quiet|ruhe|silence|stumm",
        _C.AWAY: (
            "away|weg|abwesend|absent|absente|absence|back|i am back|i m back|im back|zuruck da|ich bin zuruck|bin zuruck|wieder da|"
            "ich bin wieder da|bin wieder da|de retour|je suis de retour|zuruck|retour"
        ),
        _C.ORDER: "order|orders|befehl|auftrag|auftrage|ordre|ordres",
    }.items()
    for phrase in phrases.split("|")
}
_CODE = re.compile(r"[23456789abcdefghjkmnpqrstvwxyz]{8}")
"""The form of a game's code."""
_BARE_OF_BACK = (
    "back|i am back|i m back|im back|zuruck|zuruck da|ich bin zuruck|bin zuruck|wieder da|ich bin wieder da|bin wieder da|de retour|retour|"
    "je suis de retour"
)
_BACK = frozenset(_BARE_OF_BACK.split("|"))
_AGO = frozenset("day days week weeks tag tage tagen woche wochen jour jours semaine semaines".split())  # noqa: SIM905
_UNTIL = frozenset("until till til bis jusqu jusque from vom von du ab des for fur fuer pour pendant".split())  # noqa: SIM905
_LETTER = re.compile(
    r"^(?:to|an|à|a|für|pour|letter to|brief an|lettre à|pm|dm|private to|whisper to)\s+@?([^\s:,;.!?][^:,;.!?\n]{0,39}?)"
    r"\s*:(?![-']?(?:[()\[\]/|*<>]+|[DPp])\s*$)\s*(\S.*)$",
    re.IGNORECASE,
)
_NOTE = re.compile(r"^(?:note|notiz|notieren|noter|memo)\s*(:?)\s*(\S.*)$", re.IGNORECASE)
_ORDER = re.compile(r"^(?:order|befehl|auftrag|vorgabe|ordre|consigne)(?:\s*(:)\s*|\s+)(\S.*)$", re.IGNORECASE)
_PAUSE = re.compile(r"^pause\s*:?\s+(\S.*)$", re.IGNORECASE)
_RESIGN = re.compile(
    r"^(?:resign|i resign|aufgeben|ich gebe auf|abandonner|abandon|j'abandonne)\s*[:,]?\s+(yes|ja|oui)[.!]?$", re.IGNORECASE
)
_AWAY = re.compile(r"^(?:away|abwesend|weg|absente?|absence|holiday|vacation|urlaub|vacances)\s*:?\s+(\S.*)$", re.IGNORECASE)
_WITH: tuple[tuple[CommandName, re.Pattern[str]], ...] = (
    (_C.RULES, re.compile(r"^(?:rules?|regeln?|r[èe]gles?)\s*:?\s+(\S.{0,40})$", re.IGNORECASE)),
    (_C.LEARN, re.compile(r"^(?:learn|lesson|lernen?|lektion|apprendre|le[çc]on)\s*:?\s+(\S.{0,60})$", re.IGNORECASE)),
    (_C.HISTORY, re.compile(r"^(?:history|verlauf|historique|log)\s*:?\s+(\d{1,4})$", re.IGNORECASE)),
    (
        _C.NEW,
        re.compile(
            r"^(?:new(?: game)?|neu(?:e partie|es spiel)?|nouvelle(?: partie)?|nouveau(?: jeu)?)\s*:?\s+(\S.{0,200})$", re.IGNORECASE
        ),
    ),
    (_C.OPEN, re.compile(r"^(?:open|offen|ouvertes?)\s*:?\s+(\S.{0,60})$", re.IGNORECASE)),
    (_C.INVITE, re.compile(r"^(?:invite|einladen|inviter|lade)\s*:?\s+(\S.{0,250})$", re.IGNORECASE)),
    (_C.LANGUAGE, re.compile(r"^(?:language|sprache|langue)\s*:?\s+(\S{2,20})$", re.IGNORECASE)),
    (_C.QUIET, re.compile(r"^(?:quiet|ruhe|silence|stumm)\s*:?\s+(\S.{0,60})$", re.IGNORECASE)),
)
_QUIET = vocabulary.word_set("on off an aus oui non ein yes no until bis jusqu")
_GAMES_ELSEWHERE = (
    *("wende des schicksals", "zum scheitern verurteilt", "rat der konige", "geweissagtes schicksal", "das schicksal herausfordern"),
    *("revirement du destin", "voues a l echec", "conseil des rois", "destin annonce", "tenter le destin"),
)
_GAMES = ("turn of fate", "destined to fail", "council of kings", "fate foretold", "tempting fate")


def command_of(line: str, *, orders: bool = True) -> Command | None:
    """Return the command that a line contains; None if it is none. If the game has no standing orders, "order …" is an answer."""
    line = " ".join(line.split())
    if line.strip("¿!. ") in ("?", "??", "???"):
        return Command(_C.STATUS, line=line)
    if len(line) > 700 or line.endswith("?"):
        return None
    if (letter := _LETTER.match(line)) is not None and not _is_header(letter[2]) and is_name(letter[1]):
        return Command(_C.LETTER, letter[2].strip(), line, letter[1].strip())
    said = [word for word in words(line) if word not in vocabulary.COURTESY] or list(words(line))
    code = said.pop() if len(said) > 1 and _CODE.fullmatch(said[-1]) else ""
    bare = " ".join(said)
    if bare in _BARE and (_BARE[bare] is not _C.ORDER or orders):
        return Command(_BARE[bare], "back" if bare in _BACK else code, line)
    return _with_argument(line, orders=orders)


def order_of(line: str, *, asked: bool = True) -> Command | None:
    """Return the command for a standing order that a line files or withdraws; None if it is none.

    While a question is open (`asked`), "order" must be followed by a colon, a word that begins an order in some game, or only numbers.
    """
    found = _ORDER.match(line)
    if found is None:
        return None
    word = found[2].split()[0].casefold().replace("-", "_")
    known = word in ("none", "off") or "_" in word or word in _order_words() or is_proposed(found[2])
    begins = not asked or bool(found[1]) or known or bool(starts().intersection(words(found[2])[:1]))
    return Command(_C.ORDER, found[2], line) if begins or re.fullmatch(r"[\d ]+", found[2]) else None


@cache
def _order_words() -> frozenset[str]:
    return frozenset(word for game in registry.all_games().values() for word in game.order_words)


def _with_argument(line: str, *, orders: bool) -> Command | None:
    """Return the command of a line with an argument; None if the line has none or its argument does not fit."""
    if (note := _NOTE.match(line)) is not None and (note[1] or words(note[2])[:1] not in (("that",), ("to",), ("dass",), ("que",))):
        return Command(_C.NOTE, note[2], line)
    if orders and (order := order_of(line)) is not None:
        return order
    if (pause := _PAUSE.match(line)) is not None and _says_time(pause[1]):
        return Command(_C.PAUSE, pause[1], line)
    if (resign := _RESIGN.match(line)) is not None:
        return Command(_C.RESIGN, resign[1], line)
    if (away := _AWAY.match(line)) is not None and _says_time(away[1]):
        return Command(_C.AWAY, away[1].rstrip(".!"), line)
    for name, pattern in _WITH:
        found = pattern.match(line.rstrip(".!"))
        if found is not None and _fits(name, found[1]):
            return Command(name, found[1].strip(), line)
    return None


def _says_time(text: str) -> bool:
    """Return whether the text begins with a duration or date: "5 days", "until Friday", "3 going hiking"."""
    found = words(text)
    return bool(found) and (number_of(found[0]) is not None or found[0] in _UNTIL or (len(found) > 1 and found[1] in _AGO))


def _fits(name: CommandName, argument: str) -> bool:
    """Return whether the argument is valid for the command. If not, the line is a sentence that begins with the command's word."""
    found = words(argument)
    text = " ".join(found)
    if name is _C.RULES:
        named = any(game.startswith(text) for game in (*_GAMES, *_GAMES_ELSEWHERE))
        return named or (len(found) <= 5 and any(char.isdigit() for char in argument))
    if name is _C.LANGUAGE:
        return len(found) == 1
    if name is _C.INVITE:
        return "@" in argument or len(found) <= 3
    if name is _C.LEARN:
        return len(found) <= 5 and any(game.startswith(text) or text.startswith(game) for game in (*_GAMES, *_GAMES_ELSEWHERE))
    if name in (_C.NEW, _C.OPEN):
        elsewhere = any(text.startswith(game) for game in _GAMES_ELSEWHERE)
        return elsewhere or any(text.startswith(game[:4]) or game.split()[0] in found for game in _GAMES)
    if name is _C.QUIET:
        return number_of(found[0]) is not None or found[0] in _QUIET
    return True


def is_name(text: str) -> bool:
    """Return whether a text can be a player's name: up to four words, the first of which does not begin a sentence."""
    found = words(text)
    return 0 < len(found) <= 4 and found[0] not in vocabulary.ARTICLES | vocabulary.NO_NAMES | ACTIONS | KEEPS | {
        "protect",
        "protege",
        "proteger",
        "schutzen",
    }


def _is_header(text: str) -> bool:
    """Return whether the text after "To:" is an address, as in the header block of a quoted mail."""
    return "@" in text and len(words(text)) < 8 and plain(text).count(" ") < 3
