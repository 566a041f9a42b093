"""Replace phrases for a position in the list by one word that `numbers` knows: "at the bottom of your list" becomes "last"."""

import re

_LIST = r"\s+(?:(?:of|in|on|from|auf|aus|de|du|dans|deiner|der|eurer|von|ur|your|the|la|ta|ton|votre|dieser|this)\s+){0,3}list[e]?\b"
_LOW = (
    r"(?:(?:ganz )?unten|zuunterst|(?:ganz )?am ende|ganz zum schluss|tout en bas|en bas"
    r"|(?:right )?(?:at|on|down) the (?:very )?(?:bottom|end|foot)|a la fin)"
)
_HIGH = r"(?:(?:ganz )?oben|(?:ganz )?am anfang|tout en haut|en haut|(?:right )?(?:at|on) the (?:very )?(?:top|start|beginning)|au debut)"
_THE_ONE = (
    r"((?:^|[.!,:;]\s*|\b(?:take|nehme?|prends|prend|spiele?|joue|play|also|so)\s+)(?:ich\s+)?"
    r"(?:the one|the card|that|die|der|das|den|celle|celui|la carte|die karte|what s|which is|la|le)?\s*)"
)
_STOP = r"(?=\s*(?:$|[.!,:;)]|bitte|please|svp|stp|pls|nehm|spiel))"
_NTH_LAST = re.compile(
    r"\b(second|third|2nd|3rd|zweit|dritt|deuxieme|troisieme)[- ](?:(?:to|from) (?:the )?)?(?:last|bottom|end|letzte[nrsm]?)\b"
    r"|\b(vorletzte[nrsm]?|penultimate|penultieme|avant[- ]dernier(?:e)?|zweitletzte[nrsm]?)\b"
    r"|\b(zweite[nrs]?|deuxieme|second(?:e)?|dritte[nrs]?|troisieme) (?:von unten|en partant du bas|from below)"
)
_END_OF_LIST = re.compile(rf"^\W*(?:the )?(?:very )?(top|bottom|end|start|beginning){_LIST}")
_DOWN = re.compile(r"\b((?:first|second|third|fourth|fifth|sixth|\d(?:st|nd|rd|th)))(?: one| card)? (?:down|from (?:the )?top)\b")
_SAID = (
    (re.compile(rf"\b((?:last|letzte[nrs]?|unterste[nrs]?|derniere?)\b[^.!,;]{{0,12}}?)\s{_LOW}(?:{_LIST})?"), r"\1 "),
    (re.compile(rf"\b((?:first|erste[nrs]?|oberste[nrs]?|premiere?)\b[^.!,;]{{0,12}}?)\s{_HIGH}(?:{_LIST})?"), r"\1 "),
    (re.compile(rf"\b{_LOW}{_LIST}"), " last "),
    (re.compile(rf"\b{_HIGH}{_LIST}"), " first "),
    (re.compile(rf"{_THE_ONE}\b{_LOW}{_STOP}"), r"\1 last "),
    (re.compile(rf"{_THE_ONE}\b{_HIGH}{_STOP}"), r"\1 first "),
)
LAST_BUT_ONE, LAST_BUT_TWO = "lastbutone", "lastbuttwo"


def as_ordinals(folded: str) -> str:
    """Return the folded text with these phrases replaced by ordinals, "first", "last", `LAST_BUT_ONE` or `LAST_BUT_TWO`."""
    folded = _NTH_LAST.sub(_from_below, folded)
    folded = _DOWN.sub(r"\1", folded)
    folded = _END_OF_LIST.sub(lambda found: "last" if found[1] in ("bottom", "end") else "first", folded)
    for pattern, word in _SAID:
        folded = pattern.sub(word, folded)
    return folded


def _from_below(found: re.Match[str]) -> str:
    third = any(found[group] and found[group].startswith(("third", "3", "dritt", "troisieme")) for group in (1, 3))
    return LAST_BUT_TWO if third else LAST_BUT_ONE
