"""Mutation testing of some modules: change one thing, run the tests that should notice, count what nobody noticed.

    python -m tests.bench.mutation games/services/clocks --tests tests/games/services --most 20 --seed 1

Works on a copy of the tree in a temporary folder and uses one core. Each survivor is printed with its file, line and change.
"""

from __future__ import annotations

import argparse
import ast
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("fateapp", "games", "notifications", "templates", "tests", "docs", "deploy", "pyproject.toml", "manage.py")
LONGEST = 600
"""Seconds for the tests of one mutant; one that takes longer counts as noticed."""
OTHER = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot,
    ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip


class Mutant(NamedTuple):
    """One change of one file: which node, by its number in the walk, and what becomes of it in words."""

    file: Path
    node: int
    line: int
    words: str


def mutants(file: Path) -> Iterator[Mutant]:
    """All changes of a file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for number, node in enumerate(ast.walk(tree)):
        if words := _change(node):
            yield Mutant(file, number, getattr(node, "lineno", 0), words)


def _change(node: ast.AST) -> str:
    """Change a node in place; what was done, or "" where there is nothing to change."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OTHER:
        return _swap(node.ops, 0)
    if isinstance(node, ast.BoolOp) or (isinstance(node, ast.BinOp) and type(node.op) in OTHER):
        holder: list[Any] = [node.op]
        words = _swap(holder, 0)
        node.op = holder[0]
        return words
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node.op = ast.UAdd()
        return "not x becomes x" if _as_plain(node) else ""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        node.value += 1
        return f"{node.value - 1} becomes {node.value}"
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        node.value = not node.value
        return f"{not node.value} becomes {node.value}"
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        words = f"{ast.unparse(node.value)[:60]} is left out"
        node.value = ast.Constant(None)
        return words
    if isinstance(node, ast.AugAssign):
        words = f"{ast.unparse(node)[:60]} adds nothing"
        node.value = ast.IfExp(ast.Constant(False), node.value, ast.Call(ast.Call(ast.Name("type", ast.Load()), [node.value], []), [], []))
        return words
    return ""


def _as_plain(node: ast.UnaryOp) -> bool:
    node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
    return True


def _swap(holder: list[Any], place: int) -> str:
    old = type(holder[place])
    holder[place] = OTHER[old]()
    return f"{old.__name__} becomes {OTHER[old].__name__}"


def mutated(mutant: Mutant) -> str:
    """The text of the file with the change."""
    tree = ast.parse(mutant.file.read_text(encoding="utf-8"))
    for number, node in enumerate(ast.walk(tree)):
        if number == mutant.node:
            _change(node)
            break
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def noticed(copy: Path, mutant: Mutant, tests: list[str]) -> bool:
    """Whether a test fails with the change."""
    place = copy / mutant.file.relative_to(ROOT)
    place.write_text(mutated(mutant), encoding="utf-8")
    try:
        return _fails(copy, tests)
    finally:
        shutil.copy(mutant.file, place)


def _fails(copy: Path, tests: list[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *tests]
    try:
        return subprocess.run(command, cwd=copy, capture_output=True, timeout=LONGEST, check=False).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def main(arguments: list[str]) -> int:
    """Run it; the number of survivors is the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.mutation", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("where", nargs="+", type=Path, help="files and folders to change")
    parser.add_argument("--tests", nargs="+", required=True, help="the tests that should notice")
    parser.add_argument("--most", type=int, default=20, help="so many changes, chosen at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60, help="begin no further one after so long")
    given = parser.parse_args(arguments)
    files = [file for where in given.where for file in ([where] if where.is_file() else sorted(where.rglob("*.py")))]
    found = [mutant for file in files for mutant in mutants((ROOT / file).resolve())]
    chosen = random.Random(given.seed).sample(found, min(given.most, len(found)))
    survivors, done, end = 0, 0, time.monotonic() + given.minutes * 60
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        copy = Path(folder) / "tree"
        copy.mkdir()
        for name in COPIED:
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, copy / name)
        if _fails(copy, given.tests):
            print("The tests fail without any change.", file=sys.stderr)
            return 1
        for mutant in chosen:
            if time.monotonic() > end:
                break
            done += 1
            if not noticed(copy, mutant, given.tests):
                survivors += 1
                print(f"survived: {mutant.file.relative_to(ROOT)}:{mutant.line}: {mutant.words}", flush=True)
    print(f"{done} of {len(found)} changes tried, {done - survivors} noticed, {survivors} survived.")
    return survivors


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
