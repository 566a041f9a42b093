"""`python -m tests.bench.replies [--seed 1] [--most 12] [--corpus FOLDER]`: how replies are read, for docs/measurements/replies.md.

`--corpus` is a checkout of a project with `test/emails/*.txt` and `test/trimmed/*.txt` (email_reply_trimmer); the installed quotation
libraries are measured for comparison. `--mails` are folders with mails of other projects (`*.txt`, `*.eml`): each is read unchanged,
which must have no effect, and with `2` instead of its first paragraph, which must select the second choice.
"""

from __future__ import annotations

import argparse
import email
import email.policy
import importlib
import os
import time
from collections.abc import Callable
from pathlib import Path


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=12)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--mails", type=Path, nargs="*", default=[])
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fateapp.settings")
    importlib.import_module("django").setup()
    if given.mails:
        strange_mails(given.mails)
        return
    reading(given.seed, given.most)
    if given.corpus:
        quotations(given.corpus)


def reading(seed: int, most: int) -> None:
    """The corpora of replies, read for questions taken from playouts."""
    from tests.games.replies.reading import corpora

    print("| corpus | texts | right | asked back with it | other guess | not read | misread | told to others |")
    print("|---|" + "--:|" * 7)
    began = time.process_time()
    tallies = {"ways": corpora.tally_of_ways(seed, most)}
    tallies |= {name: corpora.tally_of(name, seed, most) for name in ("strangers.txt", "passers_by.txt")}
    for name, tally in tallies.items():
        kinds = ("right", "asked back with it", "asked back with another", "not read", "misread")
        shares = " | ".join(f"{tally.share(kind):.2%}" if kind == "right" else str(tally.counts[kind]) for kind in kinds)
        print(f"| {name} | {sum(tally.counts.values())} | {shares} | {tally.published} |")
    for name in ("talk.txt", "turned.txt"):
        count, done = corpora.done_by(name, seed, most)
        print(f"| {name} | {count} | done: {len(done)} | | | | | |")
    print(f"\n{time.process_time() - began:.1f} s of computing\n")


def strange_mails(folders: list[Path]) -> None:
    """Mails of other projects: the effect of each as it is, and whether a move in place of its first paragraph is read."""
    from tests.games.replies.reading import unseen

    questions = [unseen.question(name) for name in unseen.names()[::6]]
    print("| mails of | mails | done or told as they are | the move: right | asked back or not read | misread |\n|---|" + "--:|" * 5)
    for folder in folders:
        texts = [text for file in sorted(folder.rglob("*")) if file.suffix in (".txt", ".eml") and (text := _text(file))]
        done = sum(any(unseen.done(text, question) for question in questions) for text in texts)
        moves = [unseen.played(_with_move(text), questions[0]) for text in texts if not text.lstrip().startswith((">", "On ", "--", "_"))]
        right, asked = moves.count(questions[0].tokens[1]), moves.count("")
        print(f"| {folder.name} | {len(texts)} | {done} | {right} of {len(moves)} | {asked} | {len(moves) - right - asked} |", flush=True)


def _text(file: Path) -> str:
    raw = file.read_bytes()
    if file.suffix == ".eml":
        part = email.message_from_bytes(raw, policy=email.policy.default).get_body(("plain",))
        return str(part.get_content()) if part is not None else ""
    return raw.decode("utf-8", "replace")


def _with_move(text: str) -> str:
    paragraphs = text.lstrip().replace("\r\n", "\n").split("\n\n", 1)
    return "\n\n".join(["2", *paragraphs[1:]])


def quotations(folder: Path) -> None:
    """The writer's own lines, by this project's reader and by each installed library."""
    pairs = [(file, folder / "test" / "trimmed" / file.name) for file in sorted((folder / "test" / "emails").glob("*.txt"))]
    texts = [(mail.read_text(encoding="utf-8", errors="replace"), own.read_text(encoding="utf-8", errors="replace")) for mail, own in pairs]
    print("| quotations | exact | noise left | lines lost |\n|---|--:|--:|--:|")
    for name, tool in tools().items():
        exact = noise = lost = 0
        for mail, own in texts:
            found, wanted = lines_of(tool(mail)), lines_of(own)
            exact += found == wanted
            lost += found != wanted and any(line not in found for line in wanted)
            noise += found != wanted and all(line in found for line in wanted)
        print(f"| {name} | {exact} of {len(texts)} | {noise} | {lost} |")


def tools() -> dict[str, Callable[[str], str]]:
    """This project's reader first, then the installed libraries."""
    from notifications.inbound.quotes import own_lines

    found: dict[str, Callable[[str], str]] = {"ours": lambda text: "\n".join(own_lines(text))}
    for name, module, make in (
        (
            "mail-parser-reply",
            "mailparser_reply",
            lambda it: lambda text: it.EmailReplyParser(languages=["en", "de", "fr"]).parse_reply(text) or "",
        ),
        ("quotequail", "quotequail", lambda it: lambda text: "\n".join(part for own, part in it.quote(text, quote_intro_line=True) if own)),
        ("talon", "talon.quotations", lambda it: it.extract_from_plain),
        ("email-reply-parser", "email_reply_parser", lambda it: it.EmailReplyParser.parse_reply),
    ):
        try:
            found[name] = make(importlib.import_module(module))
        except ImportError:
            continue
    return found


def lines_of(text: str) -> list[str]:
    """The lines of a text, without invisible characters, blank lines and repeated spaces."""
    lines = text.translate({0x200B: "", 0x200C: "", 0xFEFF: ""}).splitlines()
    return [" ".join(line.split()) for line in lines if line.strip()]


if __name__ == "__main__":
    main()
