"""More than 120 ways of naming one choice in three languages, with polite phrases, explanations, layouts of mail programs and typos.

In a way, `{n}` is the number of the choice, `{word}` and `{nth}` are the number in words, `{label}` is its label in the language of
the way.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

LANGUAGES = ("en", "de", "fr")

NUMBER = {
    "en": """\
{n}|{n}.|{n})|({n})|[{n}]|#{n}|# {n}|{n}!|*{n}*|"{n}"|“{n}”|'{n}'|* {n}|- {n}|-> {n}|{n} 😀|👍 {n}|{n} :)|option {n}
Option {n}.|option #{n}|number {n}|Number {n} please|no. {n}|No {n}|nr {n}|choice {n}|choice: {n}|my choice: {n}
my choice is {n}|answer: {n}|Answer {n}|my move: {n}|move {n}|I choose {n}|I choose option {n}|I pick {n}|I'll pick {n}
I take {n}|I'll take {n}|I will take number {n}|I’ll go with {n}|i go for {n}|going with {n}|I'd like {n}
I'd like to play {n}|I would like to take option {n}|I want {n}|I want to play {n}|I play {n}|play {n}|Let's play {n}
let's go with {n}|let me take {n}|take {n}|pick {n}|choose {n}|{n} please|{n}, please|please {n}|Please play {n}
please take {n} for me|{n} pls|{n}, thanks|{n}, thanks!|{n} thanks|{n}, thank you|{n} for me|{n} it is|{n} this time
{n} is my choice|{n} sounds good|{n}, take that!|{n}. Take that, you rascals!|{n}, good luck everybody|{n} because I need it
{n} - that should do it|{n} – let's see|{n}, and now we'll see|ok {n}|Ok, {n}|okay then, {n}|well, {n} then|hmm, {n}
hm... {n}|so {n}|hi, {n}|Hi {n}|Hello, {n} please|Hey! {n}|Hi there, I'll take {n}|Dear Fate, I choose {n}.
Good morning, {n} please.|sure, {n}|yes, {n}|i think {n}|I guess {n}|{word}|{word}.|{word} please|option {word}
number {word}|I take {word}|i'll go with {word}|the {nth}|the {nth} one|the {nth} one please|the {nth} option
I'll take the {nth} one|I choose the {nth} option|{nth} one please|I would like the {nth}
I'd go for the {nth} choice, thanks|The {nth}, please!""",
    "de": """\
Nummer {n}|nr. {n}|Nr {n} bitte|Option {n}|Option {n} bitte|Ich nehme {n}|ich nehme die {n}|ich nehm die {n}
Ich nehme Nummer {n}.|Ich wähle {n}|ich wähle Option {n}|Ich spiele {n}|ich spiele die {n}|ich möchte {n}
Ich möchte die {n} spielen|Ich möchte Option {n} wählen|Ich würde gern die {n} nehmen|die {n}|die {n} bitte|Die {n}, bitte!
{n} bitte|{n}, bitte|bitte {n}|Bitte die {n}|{n}, danke|{n} danke!|Ich hätte gern die {n}|{n} nehme ich|Die {n} nehme ich
dann {n}|also {n}|na gut, {n}|ok, {n}|Hallo, {n}|Hallo, ich nehme {n}|Guten Morgen, die {n} bitte|Antwort: {n}
Meine Antwort: {n}|meine Wahl: {n}|Zug {n}|mein Zug: {n}|Meine Wahl ist {n}|{n} weil ich sie brauche|{n}, mal sehen
{n}, das sollte reichen|diesmal {n}|ich entscheide mich für {n}|Ich bin für {n}|{word}|{word} bitte|Nummer {word}
Option {word}|ich nehme die {word}|die {nth}|die {nth} bitte|Ich nehme die {nth}|ich wähle die {nth} Möglichkeit
Ich hätte gern die {nth}|die {nth} nehme ich|Dann nehme ich die {nth}.|bitte die {nth}|Bitte die {nth} Option.""",
    "fr": """\
numéro {n}|n° {n}|n°{n}|option {n}|l'option {n}|L’option {n} s’il vous plaît|la {n}|le {n}|la {n} stp|{n} svp
{n} s'il te plaît|{n} s’il vous plaît|je prends {n}|je prends la {n}|Je prends le {n}.|je choisis {n}
Je choisis l'option {n}|je joue {n}|je joue la {n}|Je voudrais {n}|je voudrais jouer la {n}|j'aimerais la {n}|je veux {n}
ce sera {n}|ce sera la {n}|{n}, merci|{n} merci|merci, {n}|Bonjour, {n}|Bonjour, je prends la {n}|Salut ! {n}|alors {n}
bon, {n}|ma réponse : {n}|réponse : {n}|mon choix : {n}|Mon choix est {n}|mon coup : {n}|{n} pour moi
{n} parce que j'en ai besoin|{n}, on verra bien|d'accord, {n}|Je vais prendre la {n}|va pour la {n}|je vais jouer {n}|{word}
{word} s'il te plaît|option {word}|numéro {word}|je prends la {word}|la {nth}|la {nth} svp|je prends la {nth}
Je choisis la {nth} option|la {nth}, merci|Ce sera la {nth}.|je voudrais la {nth} s'il vous plaît""",
}

NAME = {
    "en": """\
{label}|{label}.|{label}!|"{label}"|{LOWER}|{UPPER}|{label} please|{label}, please|please {label}|play {label}
I play {label}|I choose {label}|I'll take {label}|I'd like to play {label}|I would like {label}|i'll go with {LOWER}
my choice: {label}|{label}, thanks|{label} for me|I want {label}|Let's do {label}|{n}) {label}|{n}. {label}|{n} {label}
{n} - {label}|option {n}, {label}|{label} ({n})|* {label}|Hi, {label} please|I choose {label}, please.|{TYPO}|{TYPO} please
I choose {TYPO}""",
    "de": """\
{label}|{label} bitte|bitte {label}|{LOWER}|Ich spiele {label}|ich nehme {label}|Ich wähle {label}|ich möchte {label}
Ich hätte gern {label}|{n}) {label}|meine Wahl: {label}|{label}, danke|„{label}“|Hallo, ich nehme {label}|{TYPO}
{TYPO} bitte|dann {label}""",
    "fr": """\
{label}|{label} svp|{label} s'il te plaît|{LOWER}|je joue {label}|je prends {label}|Je choisis {label}|je voudrais {label}
{n}) {label}|mon choix : {label}|{label}, merci|« {label} »|Bonjour, je prends {label}|{TYPO}|{TYPO} stp|alors {label}""",
}

AROUND = [
    "{x}",
    "Hi,\n\n{x}\n\nBest, Wim",
    "Hello Fate,\n{x}\nCheers",
    "{x}\n\nThanks!",
    "{x}\n\nAnna",
    "{x}\n\n--Anna",
    "{x}\n— Anna\nACME Ltd, 12 Main Street\n+49 30 1234567",
    "{x}\n\nKind regards,\nAnna Smith\nHead of Sales\nTel. +44 20 7946 0000",
    "{x}\n\nSent from my iPhone",
    "Hallo,\n\n{x}\n\nViele Grüße\nAnna",
    "Moin!\n{x}\nLG",
    "Liebe Schicksalsgöttinnen,\n\n{x}\n\nAnna",
    "{x}\n\nVon meinem iPhone gesendet",
    "{x}\n\nMit freundlichen Grüßen\nAnna Müller",
    "Bonjour,\n\n{x}\n\nCordialement,\nAnne",
    "Salut,\n{x}\nBises",
    "{x}\n\nEnvoyé de mon iPhone",
    "{x}\n\nThat was a tough one. See you all on Saturday!",
    "{x}\nNice game so far.",
    "Nice move, Bob!\n\n{x}",
    "{x}\n\nThis e-mail is confidential and may be privileged.",
    "\n\n{x}\n\n",
    "{x}\n\nP.S. How is your mother?",
    "{x}\n\nHave a nice day!",
    "{x}\n\nBis bald!",
    "{x}\n\nÀ bientôt",
    "😀\n{x}",
    "{x}\n😀",
]

WORDS = {
    "en": "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen",
    "de": "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn",
    "fr": "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
}
NTH = {
    "en": "first second third fourth fifth sixth seventh eighth ninth tenth",
    "de": "erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte",
    "fr": "première deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième",
}


def forms(text: str) -> list[str]:
    """The ways in a block of text."""
    return [way.replace("\\n", "\n") for line in text.split("\n") for way in line.split("|") if way]


def around() -> list[str]:
    """Texts around a choice; `{x}` is the choice."""
    return AROUND


def ways(n: int, labels: dict[str, str], rng: random.Random, *, name: bool = True) -> Iterator[tuple[str, str]]:
    """(kind, text) for choice `n`. Without `name`, ways that give only its label are left out because the label is ambiguous."""
    for language in LANGUAGES:
        for way in forms(NUMBER[language]):
            if ("{word}" in way and n > 16) or ("{nth}" in way and n > 10):
                continue
            word, nth = at(WORDS[language], n), at(NTH[language], n)
            yield f"number/{language}", way.format(n=n, word=word, nth=nth)
        label = labels[language]
        for way in forms(NAME[language]) if name else ():
            if "{TYPO}" in way and typo(label, rng) is None:
                continue
            yield f"name/{language}", way.format(n=n, label=label, LOWER=label.lower(), UPPER=label.upper(), TYPO=typo(label, rng))
    for frame in around():
        yield "around", frame.format(x=rng.choice([str(n), f"I'll take {n}", f"Option {n}", f"{n} bitte", f"je prends la {n}"]))


def at(words: str, n: int) -> str:
    found = words.split()
    return found[n - 1] if n <= len(found) else ""


def typo(label: str, rng: random.Random) -> str | None:
    """The label with one typing error in one of its longer words; None if no word is long enough."""
    words = label.split()
    long = [place for place, word in enumerate(words) if sum(char.isalpha() for char in word) >= 6]
    if not long:
        return None
    place = rng.choice(long)
    word = words[place]
    letters = [at for at in range(1, len(word) - 1) if word[at].isalpha() and word[at + 1].isalpha()]
    if not letters:
        return None
    at = rng.choice(letters)
    slip = rng.choice(("double", "leave", "swap", "other"))
    if slip == "swap" and word[at] == word[at + 1]:
        slip = "double"
    slipped = {
        "double": word[:at] + word[at] + word[at:],
        "leave": word[:at] + word[at + 1 :],
        "swap": word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        "other": word[:at] + ("x" if word[at] != "x" else "q") + word[at + 1 :],
    }[slip]
    return " ".join([*words[:place], slipped, *words[place + 1 :]])
