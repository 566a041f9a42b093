"""Mutation testing: change one expression, run the tests that execute its line, count the changes that no test notices.

    python -m tests.bench.mutation games/services/clocks --tests tests/games/services --map /tmp/map.json

One pytest process collects the tests, runs them once under coverage (the map of lines to tests, kept in `--map`) and forks for
every change, so that a change costs little more than its tests. Docstrings, annotations, log calls, default arguments and class bodies
stay as they are.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import os
import random
import select
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, SimpleNamespace
from typing import Any, NamedTuple

import coverage
import pytest
from _pytest.runner import runtestprotocol
from django.db import connections

ROOT = Path(__file__).resolve().parents[2]
OTHER: dict[Any, Any] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot,
    ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip
UNNOTICED = ("survived", "no test")
LOGS = {"log", "logger", "logging", "warnings"}


class Mutant(NamedTuple):
    """One change in a function of a file: the number of the node in the walk of that function, and the change in words."""

    file: str
    function: int
    node: int
    line: int
    words: str


def functions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Functions of the module and methods of its classes."""
    return [node for holder in (tree, *tree.body) if isinstance(holder, ast.Module | ast.ClassDef)
            for node in holder.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]  # fmt: skip


def body(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.AST]:
    """The nodes of a function that may be changed."""
    found, waiting = [], list[ast.AST](function.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func).split(".")[0] in LOGS:
            continue
        found.append(node)
        waiting += [child for name, value in ast.iter_fields(node) if name != "annotation"
                    for child in (value if isinstance(value, list) else [value]) if isinstance(child, ast.AST)]  # fmt: skip
    return found


def mutants(file: str) -> Iterator[Mutant]:
    """All changes of a file."""
    for index, function in enumerate(functions(ast.parse(Path(file).read_text(encoding="utf-8")))):
        for number, node in enumerate(body(function)):
            line = getattr(node, "lineno", 0)
            if words := change(node):
                yield Mutant(file, index, number, line, words)


def change(node: Any) -> str:
    """Change a node in place; returns the change in words, or "" when the node has none."""
    before = ast.unparse(node)[:70] if not isinstance(node, ast.comprehension) else ""
    match node:
        case ast.Compare() if type(node.ops[0]) in OTHER:
            node.ops[0] = OTHER[type(node.ops[0])]()
        case ast.BoolOp() | ast.BinOp() if type(node.op) in OTHER:
            node.op = OTHER[type(node.op)]()
        case ast.If() | ast.IfExp() if isinstance(node.test, ast.Name | ast.Call | ast.Attribute | ast.UnaryOp):
            node.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
            return f"the condition {ast.unparse(node.test.operand)[:70]} is reversed"
        case ast.Constant(value=int(value)):
            node.value = not value if isinstance(value, bool) else value + 1
        case ast.Expr(value=ast.Call()):
            node.value = ast.copy_location(ast.Constant(None), node.value)
        case ast.Return() if node.value is not None and not isinstance(node.value, ast.Constant):
            node.value = ast.copy_location(ast.Constant(None), node.value)
        case ast.AugAssign():
            node.value = ast.IfExp(
                ast.Constant(False), node.value, ast.Call(ast.Call(ast.Name("type", ast.Load()), [node.value], []), [], [])
            )
        case _:
            return ""
    return f"{before} becomes {ast.unparse(ast.fix_missing_locations(node))[:70]}"


def put_in(mutant: Mutant) -> None:
    """Replace the function's code in this process, in every function object that has it."""
    tree = ast.parse(Path(mutant.file).read_text(encoding="utf-8"))
    function = functions(tree)[mutant.function]
    change(body(function)[mutant.node])
    codes, place = [compile(ast.fix_missing_locations(tree), str(ROOT / mutant.file), "exec")], 0
    while place < len(codes):
        codes += [const for const in codes[place].co_consts if isinstance(const, CodeType)]
        place += 1
    first = min([function.lineno, *(one.lineno for one in function.decorator_list)])
    new = next(code for code in codes if code.co_name == function.name and code.co_firstlineno == first)
    for live in [one for one in gc.get_objects() if isinstance(one, FunctionType)]:
        if (live.__code__.co_filename, live.__code__.co_qualname) == (new.co_filename, new.co_qualname):
            live.__code__ = new


def after_last(session: pytest.Session) -> Any:
    """Passed as the next test, it makes pytest tear down every fixture except those of the session, such as the database."""
    return SimpleNamespace(listchain=lambda: [session])


class Run:
    """A pytest plugin that replaces pytest's loop over the tests."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given, self.survivors = given, 0
        self.files = [str(file) for where in given.where for file in ([where] if where.is_file() else sorted(where.rglob("*.py")))]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Map the lines to tests, then run every selected change."""
        items = {item.nodeid: item for item in session.items}
        known = json.loads(self.given.map.read_text()) if self.given.map.exists() else {}
        self.seconds: dict[str, float] = known.get("seconds", {})
        self.lines: defaultdict[str, list[str]] = defaultdict(list, known.get("lines", {}))
        if not known:
            self.look(session.items)
            self.given.map.write_text(json.dumps({"seconds": self.seconds, "lines": self.lines}))
            return True
        uses_database = next((one for one in session.items if "django_db_setup" in getattr(one, "fixturenames", ())), session.items[0])
        runtestprotocol(uses_database, nextitem=after_last(session), log=False)
        sound = [item for item in session.items if item.nodeid in self.seconds]
        if self.judge(None, random.Random(self.given.seed).sample(sound, min(60, len(sound)))) != "survived":
            pytest.exit("The tests fail in a forked process without any change.", 1)
        found = [mutant for file in self.files for mutant in mutants(file)]
        chosen = random.Random(self.given.seed).sample(found, min(self.given.most, len(found)))
        if self.given.again:
            printed = [line.rsplit(" (", 1)[0].split(": ", 2) for line in self.given.again.read_text().splitlines() if "tests)" in line]
            earlier = {(place.rpartition(":")[0], words) for verdict, place, words in printed if verdict in UNNOTICED}
            chosen = [mutant for mutant in found if (mutant.file, mutant.words) in earlier]
        for mutant in chosen:
            lines = [self.lines[f"{mutant.file}:{line}"] for line in range(mutant.line, mutant.line - 12, -1)]
            tests = sorted(set(next(filter(None, lines), [])) & items.keys(), key=lambda test: self.seconds[test])
            verdict = self.judge(mutant, [items[test] for test in tests]) if tests else "no test"
            self.survivors += verdict in UNNOTICED
            print(f"{verdict}: {mutant.file}:{mutant.line}: {mutant.words} ({len(tests)} tests)", flush=True)
        print(f"{len(chosen)} of {len(found)} changes tried, {len(chosen) - self.survivors} noticed, {self.survivors} not.", flush=True)
        return True

    def look(self, items: list[pytest.Item]) -> None:
        """For each line, the passing tests that execute it, with their durations."""
        measure = coverage.Coverage(data_file=None, include=[str(ROOT / file) for file in self.files], config_file=False)
        measure.start()
        for item, following in zip(items, [*items[1:], after_last(items[0].session)], strict=True):
            measure.switch_context(item.nodeid)
            begin = time.monotonic()
            if all(report.passed for report in runtestprotocol(item, nextitem=following, log=False)):
                self.seconds[item.nodeid] = time.monotonic() - begin
        measure.stop()
        for file in self.files:
            for line, tests in measure.get_data().contexts_by_lineno(str(ROOT / file)).items():
                self.lines[f"{file}:{line}"] = [test for test in tests if test in self.seconds]

    def judge(self, mutant: Mutant | None, tests: list[pytest.Item]) -> str:
        """The outcome of a forked process: a test failed, all passed, or it did not finish."""
        while len(tests) > 1 and sum(self.seconds[test.nodeid] for test in tests) > self.given.seconds:
            tests = tests[:-1]
        connections.close_all()
        child = os.fork()
        if not child:
            try:
                os.setsid()
                if mutant:
                    put_in(mutant)
                for test, following in zip(tests, [*tests[1:], after_last(tests[0].session)], strict=True):
                    for report in runtestprotocol(test, nextitem=following, log=False):
                        if report.failed:
                            print(f"  by {test.nodeid}: {str(report.longrepr).strip().rpartition(chr(10))[2][:150]}", flush=True)
                            os._exit(1)
                os._exit(0)
            except BaseException:
                os._exit(1)
        end = os.pidfd_open(child)
        if not select.select([end], [], [], 60 + 10 * self.given.seconds)[0]:
            os.killpg(child, signal.SIGKILL)
        os.close(end)
        return {0: "survived", 256: "noticed"}.get(os.waitpid(child, 0)[1], "endless")


def main(arguments: list[str]) -> int:
    """Run the mutations; the number of survivors is the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.mutation", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("where", nargs="+", type=Path, help="files and folders to change, relative to the tree")
    parser.add_argument("--tests", nargs="+", required=True, help="the tests that should notice")
    parser.add_argument("--most", type=int, default=100, help="so many changes, chosen at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60, help="of each change's tests, quickest first")
    parser.add_argument("--again", type=Path, help="only the changes that nothing noticed in this output of an earlier run")
    parser.add_argument("--map", type=Path, required=True, help="where the map of lines to tests is kept")
    given = parser.parse_args(arguments)
    run = Run(given)
    options = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "timeout=0", *given.tests]
    if not given.map.exists():  # in a process of its own: its tests empty tables, and the changes need a new database
        mapping = os.fork()
        if not mapping:
            os._exit(pytest.main(options, plugins=[run]))
        os.waitpid(mapping, 0)
    pytest.main(options, plugins=[run])
    return run.survivors


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
