"""Recognise a command by the first words of a line, in English, German and French."""

import re

from games.services.replies.reading import Command, CommandName

_WORDS: dict[CommandName, str] = {
    CommandName.HELP: "help|commands|hilfe|befehle|aide|commandes",
    CommandName.STATUS: "?|status|state|table|stand|tisch|état|etat|situation",
    CommandName.GAMES: "games|my games|list|partien|meine partien|spiele|meine spiele|liste|parties|mes parties|jeux",
    CommandName.OPEN: "open|open tables|tables|offen|offene tische|offene partien|tische|ouvertes|tables ouvertes|tables libres",
    CommandName.NEW: "new|new game|new table|neu|neue partie|neuer tisch|neues spiel|nouveau|nouvelle|nouvelle partie|nouvelle table",
    CommandName.HISTORY: "history|log|verlauf|protokoll|geschichte|historique|journal",
    CommandName.AWAY: "away|absent|vacation|holiday|weg|abwesend|urlaub|absence|vacances",
    CommandName.RULES: "rules|rule|regeln|regel|règles|règle|regles|regle",
    CommandName.LEARN: "learn|lesson|lernen|lektion|apprendre|leçon",
    CommandName.UNDO: "undo|take back|takeback|zurücknehmen|zurück nehmen|rückgängig|annuler|reprendre",
    CommandName.RESIGN: "resign|give up|aufgeben|ich gebe auf|abandonner|abandon|j'abandonne",
    CommandName.REMATCH: "rematch|play again|revanche|noch einmal|rejouer",
    CommandName.PAUSE: "pause",
    CommandName.NOTE: "note|notiz",
    CommandName.ORDER: "order|vorgabe|consigne",
    CommandName.INVITE: "invite|einladen|lade ein|inviter|invitez",
    CommandName.LANGUAGE: "language|sprache|langue",
    CommandName.QUIET: "quiet|quiet hours|ruhe|ruhezeit|ruhig|silence|heures calmes|calme",
}
_BACK = frozenset(
    ["back", "i am back", "i'm back", "wieder da", "zurück", "bin zurück", "bin wieder da", "de retour", "retour", "je suis de retour"]
)
_LETTER = re.compile(r"(?:to|an|für|à|pour)\s+([^:\n]{1,40}?)\s*:(?![-']?(?:[()\[\]/|*<>]+|[DPp])\s*$)\s*(.*)", re.IGNORECASE | re.DOTALL)
_BARE = frozenset({CommandName.STATUS, CommandName.UNDO, CommandName.REMATCH, CommandName.HELP, CommandName.GAMES, CommandName.OPEN})
"""Commands without an argument: their line holds the command alone, or the command and a game's code."""

_BY_PHRASE = {phrase: name for name, words in _WORDS.items() for phrase in words.split("|")}
_LONGEST = max(len(phrase.split()) for phrase in _BY_PHRASE)
TABLE_CODE = re.compile(r"[23456789abcdefghjkmnpqrstvwxyz]{8}")


def command_in(line: str) -> Command | None:
    """Return the command that the line contains, with its argument; None if the line is no command."""
    bare = " ".join(line.split())
    if found := _LETTER.fullmatch(bare):
        return Command(CommandName.LETTER, found[2].strip(), line, to=found[1].strip())
    words = bare.replace("’", "'").split(" ")
    if bare.casefold().rstrip(".!").replace("’", "'") in _BACK:
        return Command(CommandName.AWAY, "back", line)
    for length in range(min(_LONGEST, len(words)), 0, -1):
        name = _BY_PHRASE.get(" ".join(words[:length]).casefold().rstrip(".!:,")) or _BY_PHRASE.get(" ".join(words[:length]).casefold())
        rest = " ".join(words[length:])
        if name is not None and (name not in _BARE or not rest or TABLE_CODE.fullmatch(rest.casefold())):
            return Command(name, rest, line)
    return None
