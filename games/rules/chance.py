"""Verifiable chance: every draw is fixed before the first move and can be checked by anybody after the game.

Each game has 64 secret random bytes (256 bits would not reach all 78! orders of a tarot deck). Their commitment is published
when the game is created and printed in the first mail; each player may add words before the start; the secret is
published at the end. Every draw is computed from the secret, the words and the number of the draw, so a replay needs no
generator and a stand-alone script can repeat every deal.

    key      = HMAC-SHA-512(secret, canonical JSON of {"game", "rules", "seats", "words"})
    block(c) = HMAC-SHA-256(key, "<number of the draw>|<label>|<n>|<c>")       c = 0, 1, 2, …
    numbers  = 8-byte big-endian words of the blocks, rejection-sampled; a partial Fisher–Yates takes k of n
"""

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence

SECRET_BYTES = 64


def commitment(secret: bytes, game: str, rules: str) -> str:
    """The commitment published before the first move: hex SHA-256 over the secret, the public game code and "key/version"."""
    return hashlib.sha256(b"|".join((secret, game.encode(), rules.encode()))).hexdigest()


class Chance:
    """Answers the draws of one game. The same secret, game, rules, seats and words always give the same answers.

    Raises ValueError for a secret of another length than `SECRET_BYTES`.
    """

    def __init__(self, secret: bytes, *, game: str, rules: str, seats: int, words: Sequence[str] = ()) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"The secret of a game has {SECRET_BYTES} bytes, this one has {len(secret)}.")
        facts = {"game": game, "rules": rules, "seats": seats, "words": list(words)}
        canonical = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        self._key = hmac.digest(secret, canonical.encode(), "sha512")

    def draw(self, number: int, label: str, n: int, k: int) -> list[int]:
        """Draw `k` of the numbers 0..n-1 in random order; `number` counts the draws of this game from 0."""
        shuffled = list(range(n))
        words = self._words(f"{number}|{label}|{n}")
        for place in range(min(k, n - 1)):
            other = place + _below(n - place, words)
            shuffled[place], shuffled[other] = shuffled[other], shuffled[place]
        return shuffled[:k]

    def _words(self, name: str) -> Iterator[int]:
        """The 64-bit words of the blocks of one draw, without end."""
        counter = 0
        while True:
            block = hmac.digest(self._key, f"{name}|{counter}".encode(), "sha256")
            for start in range(0, 32, 8):
                yield int.from_bytes(block[start : start + 8], "big")
            counter += 1


def _below(stop: int, words: Iterator[int]) -> int:
    """A uniformly distributed number below `stop`: words at or above the largest multiple of `stop` are rejected."""
    limit = (1 << 64) - (1 << 64) % stop
    return next(word for word in words if word < limit) % stop
