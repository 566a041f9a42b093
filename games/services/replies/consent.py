"""Recognise yes and no in replies to invitations, in English, German and French: "Yes, please!", "Ja, gerne!", "non merci", 👍."""

import re
from collections.abc import Sequence

_YES = (
    "yes|y|yep|yeah|yup|yay|aye|ok|okay|k|sure|sure thing|of course|absolutely|definitely|gladly|certainly|with pleasure|my pleasure"
    "|why not|i m in|im in|i am in|count me in|deal me in|i will|i ll play|i d love to|i would love to|love to|id love to|i d like to"
    "|join|i join|let s play|lets play|let s go|lets go|let s do it|sounds good|sounds great|sounds fun|great|great idea|perfect|i m game"
    "|i accept|accept|accepted|happy to|happy to help|glad to help|fine|fine with me|fine by me|no problem|yes i will|i m up for it|go"
    "|i ll join|i will join|i want to join|i want to play|i d like to join|i would like to join|i would like to play"
    "|i d love to join|add me"
    "|ready|i m ready|i am ready|game on|bring it on|you bet|delighted|i d be delighted|cool|affirmative|"
    "ja|j|jo|jep|jup|jawohl|klar|na klar|aber klar|aber ja|na gut|gern|gerne|sehr gern|sehr gerne|liebend gern|mit vergnügen|natürlich"
    "|selbstverständlich|sicher|einverstanden|bin dabei|ich bin dabei|dabei|ich mache mit|mach mit|mache mit|ich mach mit|ich spiele mit"
    "|spiele mit|warum nicht|geht klar|kein problem|mach ich|auf jeden fall|unbedingt|passt|super|super idee|prima|los|los geht s"
    "|abgemacht|freu mich|ich freue mich|klar doch|logo|ich möchte mitspielen|ich will mitspielen|ich möchte mitmachen"
    "|bereit|ich bin bereit|"
    "oui|ouais|o|d accord|daccord|volontiers|avec plaisir|bien sûr|bien sur|certainement|absolument|j en suis|je suis partant"
    "|je suis partante|partant|partante|je joue|je viens|j accepte|pourquoi pas|allons y|on y va|c est parti|super|parfait|entendu"
    "|ça marche|pas de problème|pas de souci|aucun problème|ca marche|avec grand plaisir|je veux bien|je participe"
    "|ok pour moi|d accord pour moi"
    "|je veux jouer|je voudrais jouer|j aimerais jouer|prêt|prête|je suis prêt|je suis prête"
)
_NO = (
    "no|n|nope|nah|not now|not today|not this time|sorry no|no sorry|i can t|i cannot|can t|i m out|im out|count me out|decline|i decline"
    "|sorry can t|i m afraid i can t|i m afraid not|declined|rather not|i d rather not|maybe later|another time|maybe another time"
    "|not for me|pass|i pass|unfortunately not|no time|i don t have time|i have no time|no time right now"
    "|i have no time right now|i ll pass"
    "|not interested|i m not interested|maybe next time|thanks but no thanks|thanks but i can t|i m busy|"
    "nein|nee|ne|nö|leider nein|leider nicht|nein leider|lieber nicht|jetzt nicht|heute nicht|diesmal nicht|dieses mal nicht"
    "|kein interesse|geht nicht|geht leider nicht|ich kann leider nicht|keine zeit|keine lust|ich kann nicht|ein andermal|ein anderes mal"
    "|vielleicht später|ohne mich|leider keine zeit|ich habe keine zeit|ich habe leider keine zeit|bin raus|ich bin raus|ich möchte nicht"
    "|ich will nicht|ich mag nicht|"
    "non|nan|pas maintenant|pas cette fois|pas aujourd hui|malheureusement non|hélas non|désolé|désolée|désolé non|non désolé|non désolée"
    "|une autre fois|peut être plus tard|plus tard|je ne peux pas|je passe|sans moi|pas le temps|je décline"
    "|je n ai pas le temps|je refuse|ça ne m intéresse pas|pas intéressé|pas intéressée"
)
_POLITE = (
    "please pls thanks thank you thx ta very much so many a lot cheers bitte danke dir euch vielen dank schön sehr merci beaucoup bien"
    " s'il s il te vous plaît plait plaisir hello hi hey hallo bonjour salut servus moin dear liebe grüße lg with then well ah oh"
    " indeed too also to play avec for me"
)
_COURTESY = frozenset(_POLITE.split())
_THUMB_UP, _THUMB_DOWN = ("👍", "👌", "✅", "✔", "🙌", "🎉", "😀", "🙂"), ("👎", "❌", "✖", "🙅")
YES, NO = frozenset(_YES.split("|")) - {""}, frozenset(_NO.split("|")) - {""}
_LONGEST = max(len(phrase.split()) for phrase in YES | NO)
_THANKS = re.compile(
    r"\b(?:(?:thanks?|thank you)(?: (?:so|very) much)? for (?:the|your) (?:kind )?invit\w+"
    r"|(?:(?:vielen|lieben|herzlichen) )?danke? für (?:die|deine|eure) (?:nette )?einladung"
    r"|merci (?:beaucoup )?(?:pour|de) (?:l['’ ]|votre |ton |cette )invitation)(?:,? (?:but|aber|mais)\b)?"
)
"""Thanks for an invitation, which say neither yes nor no."""

_MARKS = re.compile(r"[^\w\s]+")


def _phrases(joined: str) -> frozenset[str]:
    return frozenset(joined.split("|"))


_CLAUSE_ENDS = re.compile(r"[,;:.!–—]+|\s-+\s")
_SORRY = _phrases(
    "sorry|i m sorry|im sorry|so sorry|thanks|thank you|tut mir leid|leider|sorry leider|danke"
    "|désolé|désolée|je suis désolé|je suis désolée|merci"
)
_REASONS = _phrases(
    "away|busy|ill|sick|travelling|traveling|holiday|holidays|vacation|offline|abroad|no time|no internet|too much work"
    "|can t|cannot|can not"
    "|weg|unterwegs|verreist|verreise|urlaub|krank|beschäftigt|keine zeit|kein internet|kein netz|zu viel arbeit|kann nicht"
    "|kann leider nicht|kann auch nicht"
    "|absent|absente|occupé|occupée|malade|vacances|voyage|déplacement|en congé|pas le temps|pas de temps|trop de travail"
    "|ne peux pas|peux pas"
)
"""Words and phrases that tell why somebody cannot."""
_TAKES_BACK = _phrases(
    "but|though|unless|wait|problem|worries|not|never|longer|aber|doch|obwohl|warte|nicht|nie"
    "|mais|sauf|attends|souci|problème|pas|plus|jamais"
)
"""Words that may take a no or its reason back: "No, wait", "Nein, kein Problem", "No, I'm not busy"."""
_AGREES = _phrases(
    "will|ll|mind|fine|happy|glad|love|course|sure|time|can|mache|mach|übernehme|spiele|gern|gerne|natürlich|zeit|kann"
    "|ferai|joue|volontiers|plaisir|temps|peux"
)
"""Words of a sentence that may mean a yes: "No. I have time"."""


def consents(lines: Sequence[str]) -> bool | None:
    """Return True for yes, False for no, by the first two lines that are not blank; None if they say neither, both or more than that.

    The second line counts only if the first is a greeting. A no may give a reason that is known for one: "No, sorry, I am away too".
    """
    for line in [line for line in lines if line.strip()][:2]:
        found = False if _is_no_with_reason(line) else of_line(line)
        if found is not None or not _is_greeting(line):
            return found
    return None


def of_line(line: str) -> bool | None:
    """Return True for yes and False for no; None if the line has other words than these and courtesies."""
    up, down = any(mark in line for mark in _THUMB_UP), any(mark in line for mark in _THUMB_DOWN)
    words = _words(line)
    if not words:
        return None if up == down else up
    said = _said(words)
    if said == {True}:
        return None if down else True
    if said == {False}:
        return None if up else False
    return None


def _is_no_with_reason(line: str) -> bool:
    """Return whether a line is a no, perhaps behind an apology, with more apologies and reasons.

    Other remarks behind a comma may mean a yes: "No, I don't mind", "No, I'll do it". Behind a full stop a remark counts as a reason unless
    it may agree: "No. My mother is visiting."
    """
    clauses = [words for clause in _CLAUSE_ENDS.split(line) if (words := _words(clause))]
    while len(clauses) > 1 and " ".join(clauses[0]) in _SORRY:
        del clauses[0]
    if not clauses or "?" in line or any(mark in line for mark in _THUMB_UP) or _said(clauses[0]) != {False}:
        return False
    ended = (mark := _CLAUSE_ENDS.search(line)) is not None and mark[0][0] in ".!"
    return all(_is_reason(words) or (ended and _is_remark(words)) for words in clauses[1:])


def _is_reason(words: Sequence[str]) -> bool:
    """Return whether a clause is an apology, a no, or a reason that is not taken back."""
    text = " ".join(words)
    if text in _SORRY or _said(words) == {False}:
        return True
    rest = f" {text} "
    for reason in _REASONS:
        rest = rest.replace(f" {reason} ", " ")
    return rest.strip() != text and _TAKES_BACK.isdisjoint(rest.split())


def _is_remark(words: Sequence[str]) -> bool:
    """Return whether a sentence behind a no neither agrees nor takes the no back."""
    return True not in _said(words) and (_TAKES_BACK | _AGREES).isdisjoint(words)


def _words(line: str) -> list[str]:
    return _MARKS.sub(" ", _THANKS.sub(" ", line.casefold()).replace("’", " ").replace("'", " ")).split()


def _is_greeting(line: str) -> bool:
    words = _words(line)
    return bool(words) and words[0] in ("hi", "hello", "hey", "hallo", "bonjour", "salut", "servus", "moin", "dear", "liebe", "lieber")


def _said(words: Sequence[str]) -> set[bool]:
    """Return the set of yes (True) and no (False) in the words; empty if a word belongs neither to a phrase nor to a courtesy."""
    found: set[bool] = set()
    place = 0
    while place < len(words):
        for length in range(min(_LONGEST, len(words) - place), 0, -1):
            phrase = " ".join(words[place : place + length])
            if phrase in YES or phrase in NO:
                found.add(phrase in YES)
                place += length
                break
        else:
            if words[place] not in _COURTESY:
                return set()
            place += 1
    return found
