#!/usr/bin/env python3
"""Check an exported game of fateapp without fateapp: python3 verify.py game.json

Shows that the secret fits the commitment published before the game, and that every draw of every deck and die follows from
that secret. Needs nothing but Python. The construction is explained in games/rules/chance.py.
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path


def numbers(key, name):
    counter = 0
    while True:
        block = hmac.digest(key, f"{name}|{counter}".encode(), "sha256")
        for start in range(0, 32, 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1


def draw(key, number, label, n, k):
    stream = numbers(key, f"{number}|{label}|{n}")
    rest = list(range(n))
    for place in range(min(k, n - 1)):
        size = n - place
        limit = (1 << 64) - (1 << 64) % size
        other = place + next(word for word in stream if word < limit) % size
        rest[place], rest[other] = rest[other], rest[place]
    return rest[:k]


def check(document):
    """The faults found, as sentences, and the number of draws checked."""
    facts, faults = document["verification"], []
    secret = bytes.fromhex(facts["secret"])
    public = hashlib.sha256(b"|".join((secret, facts["game"].encode(), facts["rules"].encode()))).hexdigest()
    if public != facts["commitment"]:
        faults.append("The secret does not fit the commitment.")
    named = {"game": facts["game"], "rules": facts["rules"], "seats": facts["seats"], "words": facts["words"]}
    key = hmac.digest(secret, json.dumps(named, sort_keys=True, separators=(",", ":")).encode(), "sha512")
    draws = [line for line in document["log"] if line["seat"] == -1 and line["text"]]
    for expected, line in enumerate(draws):
        wanted = line["draw"]
        if wanted["number"] != expected:
            faults.append(f"Line {line['seq']}: this is draw {expected}, not {wanted['number']}.")
        if " ".join(map(str, draw(key, wanted["number"], wanted["label"], wanted["n"], wanted["k"]))) != line["text"]:
            faults.append(f"Line {line['seq']}: the draw “{wanted['label']}” does not follow from the secret.")
    return faults, len(draws)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found, count = check(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    print("\n".join(found) or f"All {count} draws follow from the secret, and the secret fits the commitment.")
    sys.exit(1 if found else 0)
