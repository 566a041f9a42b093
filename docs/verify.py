#!/usr/bin/env python3
"""Check an exported game of fateapp without fateapp: python3 verify.py game.json

Computes every draw of every deck and die again from the secret, and shows the commitment to compare with the one that was published
before the game. Says what it has checked and what it cannot check. Needs nothing but Python 3.8. The construction is explained in
games/rules/chance.py.
"""

import hashlib
import hmac
import json
import re
import sys
from datetime import datetime
from pathlib import Path

FORMAT = "fateapp-game/1"
CHANCE = -1
KINDS = {"answer", "undo", "remark", "resign", "forfeit", "desk"}
DOCUMENT = {
    *("format", "game", "rules", "rules_version", "seats", "options", "players"),
    *("started_at", "ended_at", "result", "log", "verification"),
}
SOURCES = {"form", "api", "mail", "bot", "timeout", "order", "sealed", "auto", "deputy", "chance", "desk"}
METHOD = "SHA-256 commitment; HMAC-SHA-512 key; HMAC-SHA-256 blocks; see docs/verify.py"
LINE = {"seq", "seat", "nth", "kind", "text", "source", "story", "at"}
FACTS = {"method", "game", "rules", "seats", "commitment", "words", "secret"}
NOT_CHECKED = """Not checked, because this script knows no rules and has nothing but this file:
- whether the commitment above is the one that was published before the game: compare it yourself with your first mail or your note;
- whether each word above is the one that its player chose: every player can check their own;
- whether the answers are those that were given, were allowed, and lead to this result; whether answers are missing at the end;
- whether the decks and dice (labels and sizes of the draws) are those of the rules; a coin under another label may fall the same way;
- names, options, times, stories, numbers of questions, and by which way an answer came;
- whether somebody who knew the words in advance tried many secrets before the game and kept the one they liked."""


class Broken(Exception):
    """The file is no export of a finished game; the text says why."""


def numbers(key, name):
    """Even 64-bit numbers without end."""
    counter = 0
    while True:
        block = hmac.digest(key, f"{name}|{counter}".encode(), "sha256")
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def draw(key, number, label, n, k):
    """Draw `k` of the numbers 0..n-1 in random order."""
    stream = numbers(key, f"{number}|{label}|{n}")
    rest = list(range(n))
    for place in range(min(k, n - 1)):
        size = n - place
        limit = (1 << 64) - (1 << 64) % size
        other = place + next(word for word in stream if word < limit) % size
        rest[place], rest[other] = rest[other], rest[place]
    return rest[:k]


def need(condition, text):
    """Refuse the file unless the condition holds."""
    if not condition:
        raise Broken(text)


def is_number(value, least=0):
    """A whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def is_plain(text):
    """A text that a terminal prints as it is: without line breaks and control characters, which could show another result."""
    return isinstance(text, str) and text.isprintable()


def moment(text):
    """A time with its zone."""
    try:
        when = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except (AttributeError, ValueError):
        when = None
    need(when is not None and when.tzinfo is not None, f"{text!r} is no time with a zone.")
    return when


def read(text):
    """The document. A name that stands twice in one place would hide one of its two values."""

    def once(pairs):
        found = dict(pairs)
        need(len(found) == len(pairs), "A name stands twice in one place.")
        return found

    try:
        return json.loads(text, object_pairs_hook=once)
    except ValueError as error:
        raise Broken(f"This is no JSON: {error}.") from error


def check_shape(document):
    """The parts are all there, and they agree with each other."""
    need(isinstance(document, dict) and document.get("format") == FORMAT, f"This is no document of the format {FORMAT}.")
    need(set(document) == DOCUMENT, f"Parts are missing or unknown: {', '.join(sorted(map(repr, set(document) ^ DOCUMENT)))}.")
    facts, seats = document["verification"], document["seats"]
    need(isinstance(facts, dict) and set(facts) == FACTS, "The part “verification” is not whole.")
    need(is_number(seats, 1) and facts["seats"] == seats, "The number of seats is not the same everywhere.")
    need(facts["game"] == document["game"] and is_plain(document["game"]), "The game's code is not the same everywhere.")
    need(facts["rules"] == f"{document['rules']}/{document['rules_version']}", "The rules are not the same everywhere.")
    need(is_plain(facts["rules"]), "The rules are no plain text.")
    for part, where in (("players", document), ("words", facts)):
        need(isinstance(where[part], list) and len(where[part]) == seats, f"There is not one of the {part} for each seat.")
    need(isinstance(document["options"], dict), "The options are missing.")
    need(all(isinstance(word, str) for word in facts["words"]), "A word is no text.")
    need(all(name is None or is_plain(name) for name in document["players"]), "A player's name is no plain text.")
    need(isinstance(facts["secret"], str) and re.fullmatch("[0-9a-f]{128}", facts["secret"]), "The secret is not 64 bytes in hex.")
    need(
        isinstance(facts["commitment"], str) and re.fullmatch("[0-9a-f]{64}", facts["commitment"]), "The commitment is not 32 bytes in hex."
    )
    need(facts["method"] == METHOD, "The method is not the one of this script.")


def check_result(document):
    """A finished game has a rank for everybody, and a reason."""
    result, seats = document["result"], document["seats"]
    need(isinstance(result, dict) and set(result) == {"ranks", "scores", "reason"}, "There is no result.")
    need(isinstance(result["reason"], str) and result["reason"], "The result has no reason.")
    ranks, scores = result["ranks"], result["scores"]
    need(isinstance(ranks, list) and len(ranks) == seats, "There is not one rank for each seat.")
    need(all(is_number(rank, 1) for rank in ranks), "A rank is no place.")
    need(all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks), f"The ranks {ranks} are no order of places.")
    need(scores is None or (isinstance(scores, list) and len(scores) == seats), "There is not one score for each seat.")


def check_log(document):
    """Every line is there and whole, and every seat's answers are in the order of their questions."""
    log, seats = document["log"], document["seats"]
    need(isinstance(log, list) and log, "The log is empty.")
    first, last, nths = moment(document["started_at"]), moment(document["ended_at"]), {}
    need(first <= last, "The game ends before it begins.")
    for place, line in enumerate(log):
        need(isinstance(line, dict) and set(line) - {"draw"} == LINE, f"Line {place} is not whole.")
        need(is_number(line["seq"]) and line["seq"] == place, f"Line {place} says that it is line {line['seq']!r}.")
        need(is_number(line["seat"], CHANCE) and line["seat"] < seats, f"Line {place} is of a seat that does not exist.")
        need(line["kind"] in KINDS and line["source"] in SOURCES, f"Line {place} is of an unknown kind, or came by an unknown way.")
        need(all(isinstance(line[part], str) for part in ("text", "source", "story")), f"Line {place} has a part that is no text.")
        need(is_number(line["nth"]), f"Line {place} has no number of its question.")
        need(abs((moment(line["at"]) - first).total_seconds()) <= (last - first).total_seconds() + 60, f"Line {place} is not of this game.")
        by_chance = line["seat"] == CHANCE
        need((line["source"] == "chance") == by_chance, f"Line {place} does not say whether it is a draw.")
        need(not by_chance or (line["kind"] == "answer" and line["nth"] == 0), f"Line {place} is no draw, but of chance.")
        need(("draw" in line) == (by_chance and line["text"] != ""), f"Line {place} lacks its draw, or is none.")
        if not by_chance and line["kind"] in ("answer", "undo"):
            need(line["nth"] >= nths.get(line["seat"], 0), f"Line {place} answers a question that was answered before.")
            closes = line["kind"] == "answer" and not line["text"].startswith("!")  # “!” says something without answering
            nths[line["seat"]] = line["nth"] + closes
    need(nths, "There is no answer of any player.")


def check_draws(document):
    """The faults found among the draws, as sentences, and the number of draws."""
    facts, faults = document["verification"], []
    secret = bytes.fromhex(facts["secret"])
    public = hashlib.sha256(b"|".join((secret, facts["game"].encode(), facts["rules"].encode()))).hexdigest()
    if public != facts["commitment"]:
        faults.append("The secret does not fit the commitment.")
    named = {"game": facts["game"], "rules": facts["rules"], "seats": facts["seats"], "words": facts["words"]}
    key = hmac.digest(secret, json.dumps(named, sort_keys=True, separators=(",", ":")).encode(), "sha512")
    draws = [line for line in document["log"] if "draw" in line]
    need(draws, "There is no draw at all.")
    for expected, line in enumerate(draws):
        wanted = line["draw"]
        need(isinstance(wanted, dict) and set(wanted) == {"number", "label", "n", "k"}, f"Line {line['seq']}: the draw is not whole.")
        n, k, label = wanted["n"], wanted["k"], wanted["label"]
        need(is_number(n, 1) and is_number(k, 1) and k <= n <= 10_000, f"Line {line['seq']}: {k!r} of {n!r} cannot be drawn.")
        need(label and is_plain(label), f"Line {line['seq']}: the draw has no label.")
        if not is_number(wanted["number"]) or wanted["number"] != expected:
            faults.append(f"Line {line['seq']}: this is draw {expected}, not {wanted['number']!r}.")
        if " ".join(map(str, draw(key, expected, label, n, k))) != line["text"]:
            faults.append(f"Line {line['seq']}: the draw “{label}” does not follow from the secret.")
    return faults, len(draws)


def check(document):
    """The faults found, as sentences, and the number of draws checked."""
    try:
        check_shape(document)
        check_result(document)
        check_log(document)
        return check_draws(document)
    except Broken as error:
        return [str(error)], 0


def report(document, count):
    """What was checked, what is to be compared, and what was not checked."""
    facts, log = document["verification"], document["log"]
    answers = sum(line["seat"] != CHANCE and line["kind"] == "answer" for line in log)
    words = [f"{document['players'][seat] or 'somebody'}: {word!r}" for seat, word in enumerate(facts["words"]) if word]
    return "\n".join(
        [
            f"Game {document['game']}, {facts['rules']}, {document['seats']} seats.",
            f"All {count} draws follow from the secret and their labels, and the secret fits the commitment.",
            f"The log has all of its {len(log)} lines, {answers} answers among them, in the order of the questions; there is a result.",
            "",
            "Compare this commitment with the one in the mail that told you that the game had begun:",
            f"  {facts['commitment']}",
            f"Words that players gave to the shuffle: {', '.join(words) or 'none'}.",
            "",
            NOT_CHECKED,
        ]
    )


def main(arguments):
    """The exit code: 0 when nothing was found, 1 otherwise."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        document = read(Path(arguments[0]).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, Broken) as error:
        print(error)
        return 1
    found, count = check(document)
    print("\n".join(found) or report(document, count))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
