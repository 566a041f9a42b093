"""`python -m tests.bench.quotation_corpora FOLDER [--show NAME]`: separation of new and quoted lines, on the fixtures of other
libraries.

FOLDER has checkouts or unpacked source packages of email_reply_trimmer, talon, planer, quotequail, and of readers whose tests check
only parts of mails (email-reply-parser for Node, email_reply_parser for Python, EmailReplyParser for PHP). For the latter, the
expected text is the output of a reader of that family: a file `expected.json` in the checkout (file name → text). No fixture is copied
into this project; missing ones are skipped and reported. Figures: docs/measurements/replies.md.
"""

from __future__ import annotations

import argparse
import ast
import email
import email.policy
import json
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.bench.replies import lines_of, tools


@dataclass(frozen=True)
class Pair:
    """A mail and the lines of its writer, as the project's fixture has them."""

    name: str
    mail: str
    own: str


def trimmer(folder: Path) -> Iterator[Pair]:
    """email_reply_trimmer: two folders of files."""
    for file in sorted((folder / "test" / "emails").glob("*.txt")):
        yield Pair(file.stem, _text(file), _text(folder / "test" / "trimmed" / file.name))


def talon(folder: Path) -> Iterator[Pair]:
    """talon: `eq_("…", quotations.extract_from_plain("…"))`, and whole mails that share one expected text."""
    tests = folder / "tests"
    for test in ast.parse(_text(tests / "text_quotations_test.py")).body:
        if not isinstance(test, ast.FunctionDef):
            continue
        known: dict[str, str] = {}
        for at, node in enumerate(test.body):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Constant):
                known[node.targets[0].id] = str(node.value.value)
            call = node.value if isinstance(node, ast.Expr) else None
            if not isinstance(call, ast.Call) or getattr(call.func, "id", "") != "eq_" or not isinstance(call.args[1], ast.Call):
                continue
            own, mail = _constant(call.args[0], known), _constant(call.args[1].args[0], known)
            if own is not None and mail is not None and getattr(call.args[1].func, "attr", "") == "extract_from_plain":
                yield Pair(f"{test.name}-{at}", mail, own)
    for file in sorted((tests / "fixtures" / "standard_replies").glob("*.eml")):
        part = email.message_from_bytes(file.read_bytes(), policy=email.policy.default).get_body(("plain",))
        said = file.with_name(f"{file.stem}_reply_text")
        if part is not None:
            yield Pair(file.stem, str(part.get_content()), _text(said) if said.exists() else "Hello")


def planer(folder: Path) -> Iterator[Pair]:
    """planer: blocks of CoffeeScript with a mail, perhaps a reply, and the expected text."""
    text = _text(folder / "test" / "planerText.test.coffee")
    for at, block in enumerate(re.split(r"\n {2}it ", text)[1:]):
        texts = {name: textwrap.dedent(_indented(said)) for name, said in re.findall(r'(\w+) = """(.*?)"""', block, re.DOTALL)}
        wanted = re.search(r"extractFromPlain\((\w+)\)\)\.to\.equal\((?:'([^']*)'|(\w+))\)", block)
        if wanted is not None and wanted[1] in texts and (wanted[2] is not None or wanted[3] in texts):
            yield Pair(f"{at} {block.splitlines()[0]}", texts[wanted[1]], texts[wanted[3]] if wanted[2] is None else wanted[2])


def quotequail(folder: Path) -> Iterator[Pair]:
    """quotequail: parameters of a test, the last one with the line that introduces the quotation as quoted."""
    for test in ast.parse(_text(folder / "tests" / "test_quote.py")).body:
        if isinstance(test, ast.FunctionDef) and test.name == "test_quote":
            for at, case in enumerate(ast.literal_eval(test.decorator_list[0].args[1])):  # type: ignore[attr-defined]
                yield Pair(str(at), case[0], "\n".join(said for own, said in case[2] if own))


def by_a_reader(folder: Path) -> Iterator[Pair]:
    """Mails in files, compared with the text that a reader of that family leaves of them."""
    expected = folder / "expected.json"
    for name, own in json.loads(_text(expected)).items() if expected.exists() else ():
        found = next(iter(folder.rglob(name)), None)
        if found is not None:
            yield Pair(name, _text(found), own)


PROJECTS: dict[str, Callable[[Path], Iterator[Pair]]] = {
    "email_reply_trimmer": trimmer, "talon": talon, "planer": planer, "quotequail": quotequail,
    "email-reply-parser (Node)": by_a_reader, "email_reply_parser (Python)": by_a_reader, "EmailReplyParser (PHP)": by_a_reader,
}  # fmt: skip
FOLDERS = {
    "email_reply_trimmer": "*email_reply_trimmer*", "talon": "*talon*", "planer": "*planer*", "quotequail": "*quotequail*",
    "email-reply-parser (Node)": "crisp*", "email_reply_parser (Python)": "zapier*", "EmailReplyParser (PHP)": "willdurand*",
}  # fmt: skip


def main() -> None:
    """Print one row for each project and reader."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", default="", help="print where ours differs on this project")
    given = parser.parse_args()
    readers = tools()
    print("| texts of | mails | " + " | ".join(readers) + " |\n|---|" + "--:|" * (len(readers) + 1))
    for name, pairs_of in PROJECTS.items():
        folder = next(iter(sorted(given.folder.glob(FOLDERS[name]))), None)
        pairs = list(pairs_of(folder)) if folder is not None else []
        if not pairs:
            print(f"| {name} | not there | " + " | ".join("" for _ in readers) + " |")
            continue
        print(f"| {name} | {len(pairs)} | " + " | ".join(_judged(read, pairs) for read in readers.values()) + " |", flush=True)
        if given.show == name:
            _show(readers["ours"], pairs)


def _judged(read: Callable[[str], str], pairs: list[Pair]) -> str:
    """Number of exact results, of results with noise left, and of results with lost lines."""
    exact = noise = lost = 0
    for pair in pairs:
        found, wanted = lines_of(read(pair.mail)), lines_of(pair.own)
        exact += found == wanted
        lost += found != wanted and any(line not in found for line in wanted)
        noise += found != wanted and all(line in found for line in wanted)
    return f"{exact} / {noise} / {lost}"


def _show(read: Callable[[str], str], pairs: list[Pair]) -> None:
    for pair in pairs:
        found, wanted = lines_of(read(pair.mail)), lines_of(pair.own)
        if found != wanted:
            print(f"\n### {pair.name}")
            print("\n".join(f"+ {line}" for line in found if line not in wanted))
            print("\n".join(f"- {line}" for line in wanted if line not in found))


def _constant(node: ast.expr, known: dict[str, str]) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return known.get(node.id) if isinstance(node, ast.Name) else None


def _indented(text: str) -> str:
    """A heredoc whose first line follows the opening marks."""
    first, _, rest = text.partition("\n")
    return f"{first}\n{textwrap.dedent(rest)}"


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    main()
