"""Recognise wishes in free sentences that a command could fulfil: "can I have my previous move back?".

Only wishes to see something are executed. For any other wish the reply names the command that fulfils it.
"""

import re

from games.services.replies.reading.folding import LONGEST, plain
from games.services.replies.reading.parts import CommandName

SHOWING = frozenset({CommandName.HELP, CommandName.GAMES, CommandName.STATUS, CommandName.RULES})
"""Commands that change nothing."""

_C = CommandName
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_REQUEST = re.compile(
    r"\?|^(?:so |and |und |et )?(?:whose|who|wer|wie|what|qui|a qui|comment)\b"
    r"|\b(?:understand|verstehe|comprends|how (?:many|much|long))\b|\b(?:wo finde|first|refresh"
    r"|help(?! (?:my|your|him|her)sel)|hilfe|aide[zr]?|stp|svp)\b"
    r"|\b(?:please|pls|can|could|would you|send"
    r"|show|mail me|tell me"
    r"|remind|list|post|need|want|bitte|kannst|konnt|konnen"
    r"|schick|zeig"
    r"|sag|brauche|svp|stp|plait|pouvez|peux|pourriez|envoyez|dites|dis moi|montre|faites|besoin|rappeler)\w*\b"
)
_NO_HELP = re.compile(
    r"\b(?:ne|n|not|t|nicht|kein\w*|nothing|no|rien|won|doesn) .{0,10}\b(?:aide\w*|help\w*|hilf\w*)\b"
    r"|\b(?:god|heaven) help\b|\b(?:will|needs|could|might|may|would|should) help\b(?! (?:me|us)\b)"
    r"|\bhelps?\b.{0,12}\b(?:more|most|win|lose)\b"
)
"""A negation before "help", or something else that helps: no help is requested."""
_APART = re.compile(r"['-]")
"""Marks inside words: "qu'est-ce"."""
_HOLD = r"(?:pause|suspend\w*|on hold|anhalten|aussetzen|pausieren|stoppen|suspendre|arret\w+ de m|mettre en pause|hold back)"
_MAILS = r"(?:e-?mails?|mails?|notifications?|messages?|reminders?|courriels?|nachrichten|erinnerungen|rappels?)"
_SIGNS: tuple[tuple[CommandName, re.Pattern[str]], ...] = (
    (
        _C.QUIET,
        re.compile(
            r"^(?:please )?(?:stopp?|arrete[zr]?)(?: please| bitte| svp| stp)?\W*$"
            r"|\b(?:arrete[zr]? (?:les|ces|vos|tes) (?:(?:e-?)?mails?|courriels?|rappels?)|hort? auf (?:mir )?zu (?:mailen|schreiben)"
            r"|(?:trop de|too many|zu viele) (?:\w+ )?(?:e-?)?(?:mails?|messages|courriels?|nachrichten)|en (?:envoyer|recevoir) moins"
            r"|unsubscribe|take me off|off (?:this|the|your) list|no more (?:e-?mails?|messages)"
            r"|(?:stop|no) (?:mail\w*|e-?mails?|writing|sending|these)|(?:do ?n ?'?o?t|never|stop) (?:e-?mail|mail|write|remind) (?:to )?me"
            r"|remove me from|nicht mehr (?:erinnern|schreiben|mailen)"
            rf"|{_HOLD}.{{0,40}}{_MAILS}|{_MAILS}.{{0,40}}{_HOLD}"
            r"|keine \w{0,12}mails? mehr|keine erinnerung\w* mehr|(?:fewer|less|moins de) (?:\w+ )?(?:(?:e-?)?mails?|notifications?"
            r"|reminders?|rappels?)|plus de (?:mails?|rappels?)|mute\b|nicht so viele mails|nur noch mailen|weniger mails"
            r"|only when it ?'?s my turn|abbestell\w*|abmelden|austragen|kundig\w*"
            r"|desinscri\w*|desabonn\w*|arretez de m|plus (?:rien )?recevoir)\b"
        ),
    ),
    (
        _C.HISTORY,
        re.compile(
            r"\b(?:what (?:has )?happened (?:in|since|so far|while|last)|(?:summary|overview|list) of (?:the |all )?(?:moves|game so far)"
            r"|(?:moves|log|game|story|turns) so far|game log|history of|recap\w*|(?:send|show|see|get|have) .{0,20}\b(?:log|history)"
            r"|(?:bisherige\w*|gesamte\w*) (?:verlauf|zuge|spiel\w*|partie)|spielverlauf|verlauf (?:der|des)|protokoll"
            r"|was (?:ist |war )?.{0,40}passiert|historique|recapitulatif|que s est il passe|qu est ce qui s est passe|deroulement)\b"
        ),
    ),
    (
        _C.HELP,
        re.compile(
            r"\b(?:mail-?befehl\w*|wie ich (?:hier |denn |da )?(?:antworten|spielen) (?:muss|soll|kann)"
            r"|how (?:to|do i|can i) (?:answer|reply)"
            r"|(?:list of|available|possible) commands|liste der befehle|liste des commandes|comment (?:repondre|on repond|je reponds))\b"
        ),
    ),
    (
        _C.NEW,
        re.compile(
            r"\b(?:(?:start|open|begin|play|set up|create|join|like|want) (?:a |another |one )?(?:new )?game\b(?! of\b)"
            r"|(?:start|open|begin|play) another game|another game,? please"
            r"|(?:neues spiel|neue partie) \w*(?:start|anfang|beginn|eroffn)\w*|(?:nouvelle|autre) partie (?:svp|stp)"
            r"|(?:commencer|lancer|creer|demarrer|ouvrir) une (?:nouvelle|autre) partie|ein neues spiel (?:starten|beginnen|anfangen))\b"
        ),
    ),
    (
        _C.LANGUAGE,
        re.compile(
            r"\b(?:in|to|into|auf|en) (?:english|french|german|englisch|deutsch|franzosisch|anglais|allemand|francais)\b"
            r"|^(?:english|french|german|englisch|deutsch|franzosisch|anglais|allemand|francais)\b.{0,20}(?:please|bitte|svp|stp|plait)"
        ),
    ),
    (
        _C.UNDO,
        re.compile(
            r"\b(?:undo|retract|rewind|revert|(?:take|have|get|nimm|ziehe?) .{0,30}(?:back|zuruck)"
            r"|(?:move|zug|aktion|karte) .{0,12}(?:back|zuruck)"
            r"|cancel (?:what|my|that)|ruckgangig|turn be reversed|be reversed|zurucknehmen|einmal zuruck|zuruck bitte"
            r"|falsche karte|annuler|annulez?|annule|annulez|revenir en arriere|reprendre mon)\b"
        ),
    ),
    (
        _C.RESIGN,
        re.compile(
            r"\b(?:(?:want|like) to (?:stop|quit) playing|stop playing"
            r"|nicht mehr (?:mit)?spielen|spiele nicht mehr|ne joue plus(?! rien)|not playing any ?more"
            r"|(?:mochte|will) aufhoren|ne (?:veux|peux) plus jouer"
            r"|arreter de jouer|abandon|i quit|i m quitting|j arrete (?:la partie|de jouer|le jeu)|resign|concede"
            r"|dropping out|gebe? (?:die partie |das spiel )?(?:auf|verloren)|declare forfait|rausnehmen|hor auf"
            r"|hore auf|abandonner la partie|prefere abandonner|give up|drop out|take me out|want out|quit (?:the|this) game"
            r"|leave (?:the|this) game|^(?:quit|leave|exit)(?: game)?(?: please)?(?=\W*$)|^j.arrete(?:\W+j arrete)?(?=\W*$)"
            r"|steige? aus|aussteigen"
            r"|geb\w* auf|aufgeben|streicht mich|abandonne|quitte la partie|retire[zr]? moi|je me retire)\b"
        ),
    ),
    (
        _C.AWAY,
        re.compile(
            r"^(?:vacation|holidays?|pause|a? ?break|urlaub|ferien|vacances|conges?|absent)(?: please| bitte| svp| stp)?\W*$"
            r"|\b(?:(?:bin|sind|i'?m|i am|i'?ll be|will be|we are|je suis|on est|serai|werde) .{0,40}"
            r"(?:nicht da|nicht erreichbar|pas la|indisponible"
            r"|pas disponible|not available|unavailable|unreachable|not around)|on (?:holiday|vacation|leave)|be away|am away"
            r"|won ?'?t be around|pause me|hold my seat|count me out|no signal"
            r"|im urlaub|verreist|bin (?:ab|bis|vom|von|am|ein\w*|zwei|drei|\d+) .{0,30}weg|out of (?:the )?office"
            r"|krankenhaus|abwesend|ohne internet|auf mich warten|bin weg|absente?|en vacances|ne comptez pas sur moi"
            r"|pausier\w*|paus(?:e|ing) (?:me|my|for)|(?:en|mets|mettez)\b.{0,20} pause|urlaubsmodus|pause (?:svp|stp|bitte|please)"
            r"|mark me (?:as )?(?:away|absent)|(?:be |am |going )?offline (?:for|until|till|from|\d)|on hold|suspendre"
            r"|aussetzen bis|solange aussetzen|sans internet|no internet|in kur|i m away|away until|away for"
            r"|off the grid|auf (?:reha|kur|reisen?|dienstreise|montage)|(?:meine )?abwesenheit"
            r"|(?:from|vom|ab|du|between) .{0,14}\d.{0,14}(?:to|bis|au|and|until|till) .{0,14}\d)\b"
        ),
    ),
    (
        _C.PAUSE,
        re.compile(
            r"\b(?:(?:more|extra|some|mehr|etwas|plus de|besoin de|encore du|du) (?:time|zeit|temps)(?! (?:ago|soon|later|hat|genug|libre))"
            r"|(?:few|couple of|two|three|\d+) (?:more )?days more|(?:a )?few more days"
            r"|ein paar tage mehr|quelques jours de plus|zeit geben"
            r"|(?:please |bitte )?(?:wait|warte[tn]?|attende[zr]) (?:until|till|for me|bis|jusqu|auf mich)"
            r"|(?:extend|postpone|verlanger\w*|prolonge[zr]?) (?:my|the|die|meine|das|le|la|mon) \w+)\b|^(?:please )?extend\W*$"
        ),
    ),
    (
        _C.GAMES,
        re.compile(
            r"\b(?:my|all|which|what|how many|meine|welchen?|wie viele|mes|quelles|combien de) .{0,15}"
            r"(?:games|tables|spielen?|partien|parties)\b"
            r"|\b(?:spiele?liste|liste (?:des jeux|des parties|mit allen spielen|der spiele)|list of games|quels jeux"
            r"|what (?:else )?can i play|was kann man hier .{0,10}spielen)\b"
            r"|\bhow (?:much|long) .{0,12}\b(?:time|do i have)\b|\bwie (?:lange|viel zeit) habe? ich\b"
            r"|\bwann lauft .{0,15}\bab\b|\bmy deadline\b"
            r"|\bcombien de temps .{0,12}reste|\b(?:bis wann|until when|jusqu'?a quand)\b"
            r"|\bwhere is it my turn\b|\bwo bin ich .{0,20}dran\b"
        ),
    ),
    (
        _C.STATUS,
        re.compile(
            r"\b(?:who|wer|qui)\b.{0,12}\b(?:ahead|winning|leading|leads|fuhrt|gewinnt|vorne?|gagne|mene)\b"
            r"|\bscores?\b(?! (?:is|are|more|most|best|for)\b)"
            r"|\bthe table as (?:it|of)\b"
            r"|\b(?:ou en est|est ou)\b|\bl'? ?etat\b|\betat de la partie|\bqui (?:doit|est cense) (?:jouer|a jouer)"
            r"|\bwer ist (?:dran|am zug)|\bbin ich (?:schon |jetzt |gerade )?(?:dran|am zug)\b"
            r"|\bwho ?'?s(?:e| the)? turn|\bis it (?:my|his|her|their) turn"
            r"|\ba qui (?:est |de )?(?:le tour|jouer|c est)|\bc'? ?est (?:a qui(?! de (?!jouer))|a moi|mon tour)\b"
            r"|\bubersicht\b|\boverview\b|\bwhere (?:do )?we stand|\bwhat ?'?s on the table"
            r"|\blet me see the (?:field|table)s?|\bstehts\b|\bstand schicken|\bcombien de deniers"
            r"|\bou en est\b|\bwie steht\b|\bspielstand\b|\bhow many cards\b|\bstandings?\b"
        ),
    ),
    (
        _C.RULES,
        re.compile(
            r"\b(?:rules?|rulebook|rule text|spielregeln|regel(?:n|heft|werk|buch)?|regles?|kartentext|booklet"
            r"|anleitung)\b|\bsection about\b"
            r"|\bhow (?:the )?scoring works\b|\bwhat (?:exactly )?does .{1,30} (?:say|do)\b|\bwas macht\b|\bque fait\b"
        ),
    ),
    (
        _C.HELP,
        re.compile(
            r"\b(?:help(?! (?:my|your|him|her)sel)|hilfe|aide[zr]?|(?:what|which|welche|quelles) (?:commands|befehle|commandes)"
            r"|instructions|manual"
            r"|command list|no clue how|how (?:do|does|can) (?:i|this|it)\b.{0,30}"
            r"|wie (?:spiele?|antworte|geht|mache?) (?:ich|man)\b|what can i (?:write|type|say|do)"
            r"|was (?:muss|kann|soll) ich schreiben|wie (?:geht|funktioniert) (?:das|es)"
            r"|explain(?:er|ing)? how|expliquer comment|don ?'?t understand"
            r"|verstehe? (?:das |es )?nicht|comprends pas|comment (?:on|je|ca|dois|jouer|repondre))\b"
        ),
    ),
)


def wish_of(text: str) -> CommandName | None:
    """Return the command that would fulfil the wish of a text; None if there is none."""
    text = text[:LONGEST]
    said = " ".join(plain(text).split())
    said = f"{said} {_APART.sub(' ', said)}" if _APART.search(said) else said
    if _ADDRESS.search(text) and re.search(r"\b(?:invit\w*|einlad\w*|lad\w*|add|friend|mitspielen|join|in on this|jouer|play)\b", said):
        return _C.INVITE
    for name, sign in _SIGNS:
        if name is _C.HELP and _NO_HELP.search(said):
            continue
        if sign.search(said) and (name not in SHOWING or _REQUEST.search(said)):
            return name
    return None


def address_in(text: str) -> str:
    """Return the mail address in a text; "" if there is none."""
    found = _ADDRESS.search(text[:LONGEST])
    return found[0].rstrip(".") if found else ""
