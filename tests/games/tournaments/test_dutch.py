"""Tests of the FIDE (Dutch) Swiss system and the tie-breaks of C.07 against other programs, and of the stand-alone script."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from games.tournaments.formats import c07, document, standings as table, swiss, trf
from games.tournaments.formats.meetings import REST, Field, Played, rest
from tests.bench.commands import command
from tests.bench.score_groups import Judge
from tests.bench.swiss_histories import History, histories, wild_field
from tests.games.tournaments import report_reader
from tests.games.tournaments.handbook_values import encounter_order, values
from tests.games.tournaments.verifier import SCRIPT, script

PROJECT = Path(__file__).resolve().parents[3]
ORDER = ("DE", "BH-C1", "BH", "SB", "WIN", "PS", "BH-C2", "BH-M1")


def tournaments(count: int, *, seed: int, largest: int = 24) -> list[tuple[Field, int]]:
    """Random tournaments before their last round, with the number of rounds."""
    last = (list(histories(number, largest=largest))[-1] for number in range(seed, seed + count))
    return [(history.field, history.rounds) for history in last]


def test_pairings_are_those_of_another_program_and_good_by_score_groups() -> None:
    """A small sample of what `compare_pairings` does in full; the other program is not installed everywhere."""
    pytest.importorskip("py4swiss")
    from io import StringIO

    from django.core.management import call_command

    out = StringIO()
    call_command(command("compare_pairings"), "--histories", "60", "--seed", "20000", "--largest", "24", stdout=out)
    assert " 0 different" in out.getvalue()


def test_judge_notices_when_winners_meet_losers() -> None:
    """After round 1 the pairs are changed so that everybody meets a person of the other score group."""
    history = next(islice(histories(7), 1, None))
    points = {one: sum(played.ranks[played.seats.index(one)] == 1 for played in history.field.history if one in played.seats)
              for one in history.there}  # fmt: skip
    judge = Judge(history)
    upper, lower = ([one for one in history.there if points[one] == worth] for worth in (1, 0))
    crossed = [(one, other) for one, other in zip(upper, lower[1:] + lower[:1], strict=False)]
    left = [one for one in history.there if all(one not in two for two in crossed)]
    crossed += [(left[place], left[place + 1] if place + 1 < len(left) else 0) for place in range(0, len(left), 2)]
    assert list(judge.breaches(crossed))
    assert not list(judge.breaches(swiss.pairs(history.field, history.there, rounds=history.rounds, sides=True)))


def test_tie_breaks_are_those_worked_out_from_the_handbook() -> None:
    """All values of a thousand fields, and the order of direct encounters."""
    compare_values(wild_field(number) for number in range(1000))


def compare_values(fields: Iterable[Field]) -> None:
    """Compare all values of both calculations, and both orders of people tied on points."""
    for field in fields:
        rounds, expected = c07.Rounds(field), values(field)
        for name, work in c07.TIE_BREAKS.items():
            assert {one: c07.value(terms) for one, terms in work(rounds).items()} == expected[name], name
        for worth in set(rounds.points.values()):
            level = [one for one in field.entrants if rounds.points[one] == worth]
            assert [set(part) for part in c07.direct(rounds, level)] == encounter_order(field, level)


def test_dummy_opponent_withdrawal_and_cut_worked_by_hand() -> None:
    """1 beats 2, has the bye, and draws with 3; 2 loses, asks for half a point, then leaves; 3 has the bye, beats 4, and draws with 1.

    1 has 2½: Buchholz is what 2 counts for others (0, and draws for the last two rounds: 1) + the dummy (2½) + 3 (2½) = 6; cut 1 leaves 5.
    2 has ½ and left: 1 (2½) + two dummies (½ each) = 3½; the cut takes a round missed by choice, not the least of all.
    """
    field = Field(
        (1, 2, 3, 4), "s",
        (
            *(Played(1, (1, 2), (1, 2)), Played(1, (3,), (1,)), Played(2, (1,), (1,)), rest(2, 2)),
            *(Played(2, (3, 4), (1, 2)), Played(3, (1, 3), (1, 1))),
        ),
        left={2: 2},
    )  # fmt: skip
    rounds = c07.Rounds(field)
    terms = {name: work(rounds) for name, work in c07.TIE_BREAKS.items()}
    assert [c07.value(terms["BH"][one]) for one in (1, 2)] == [6, Fraction(7, 2)]
    assert [c07.value(terms["BH-C1"][one]) for one in (1, 2)] == [5, 3]
    assert c07.value(terms["SB"][1]) == 1 * 1 + Fraction(5, 2) + Fraction(5, 4)
    assert (c07.value(terms["WIN"][1]), c07.value(terms["PS"][1])) == (2, 1 + 2 + Fraction(5, 2))
    assert [term.voluntary for term in terms["BH-C1"][2] if term.cut] == [True]


def test_old_announcements_keep_their_tie_breaks() -> None:
    """Buchholz of earlier announcements: a bye adds nothing."""
    field = Field((1, 2, 3), "s", (Played(1, (1, 2), (1, 2)), Played(1, (3,), (1,))))
    lines = {line.entrant: line.breaks for line in table.standings(field, ("head_to_head", "buchholz", "sonneborn_berger", "wins"))}
    assert lines == {1: (0, 0, 0, 1), 2: (0, 1, 0, 0), 3: (0, 0, 0, 0)}


def test_bye_is_never_given_twice_nor_after_a_win_without_a_game() -> None:
    """Number 3 won by forfeit, number 5 had the bye; of the lowest score group, only 4 may get it."""
    history = (Played(1, (1, 4), (1, 2)), Played(1, (2, 3), (2, 1), forfeit=True), Played(1, (5,), (1,)))
    pairs = swiss.pairs(Field((1, 2, 3, 4, 5), "s", history, begun=1), (1, 2, 3, 4, 5), rounds=3, sides=True)
    assert [one for one, other in pairs if other == swiss.BYE] == [4]


def test_first_round_of_an_odd_number_needs_no_matching(monkeypatch: pytest.MonkeyPatch) -> None:
    """For 203 people the matching took eight seconds; the halves against each other and the bye for the last one are the best candidate."""
    field = Field(tuple(range(1, 204)), "odd")
    monkeypatch.setattr(swiss, "matching", None)
    found = swiss.pairs(field, field.entrants, rounds=8, sides=True)
    assert [tuple(sorted(two)) for two in found] == [*((one, one + 101) for one in range(1, 102)), (0, 203)]


def test_round_that_the_standard_cannot_pair_is_paired_with_the_least_evil() -> None:
    """Three people who have all met: two meet again, nobody is left out, and the reason says so."""
    history = (
        Played(1, (1, 2), (1, 2)),
        Played(1, (3,), (1,)),
        Played(2, (3, 1), (1, 2)),
        Played(2, (2,), (1,)),
        Played(3, (2, 3), (1, 2)),
        Played(3, (1,), (1,)),
    )
    plan = swiss.plan(Field((1, 2, 3), "s", history, begun=3), rounds=4)
    assert sorted(seat for meeting in plan for seat in meeting.seats) == [1, 2, 3]
    assert any("They meet again" in meeting.why.text for meeting in plan)


def test_reasons_speak_of_one_point() -> None:
    """The reasons do not say "1 points", and they give both scores if these differ."""
    history = (Played(1, (1, 4), (1, 2)), Played(1, (2, 5), (1, 2)), Played(1, (3, 6), (1, 2)))
    plan = swiss.plan(Field(tuple(range(1, 7)), "s", history, begun=1), rounds=3)
    assert {meeting.why.text for meeting in plan} == {
        "Both have 1 point and have not played each other.",
        "They have {ours} and {theirs} points: not everybody with equal points could be paired.",
        "Both have {points} points and have not played each other.",
    }


# The report file and the script


def exported(field: Field, rounds: int) -> tuple[str, str]:
    """Both export files."""
    lines, names = table.standings(field, ORDER), {one: f"Person {one}" for one in field.entrants}
    facts = {"title": "Cup", "system": "swiss", "rounds": rounds, "sides": True, "tie_breaks": list(ORDER)}
    report = trf.Report(field, names, "Cup", rounds, swiss.odd_first(field))
    return json.dumps(document.document(facts, field, names, [], lines)), trf.write(report, {line.entrant: line.rank for line in lines})


def test_script_agrees_with_every_export() -> None:
    """Pairings, points, tie-breaks and order of random tournaments, from both files."""
    for field, rounds in tournaments(10, seed=300, largest=16):
        text, report = exported(field, rounds)
        assert script.check(script.from_json(text)) == []
        assert script.check(script.from_trf(report)) == []


def test_script_finds_one_changed_result() -> None:
    """Whichever game of a small Swiss is changed, the table or a later pairing differs."""
    field, rounds = next(one for one in tournaments(60, seed=500, largest=9) if 12 < len(one[0].history) < 20)
    text, report = exported(field, rounds)
    document = json.loads(text)
    for played in document["played"]:
        for meeting in played["meetings"]:
            if meeting["kind"] == "game":
                before, meeting["ranks"] = meeting["ranks"], [2, 1] if meeting["ranks"] != [2, 1] else [1, 1]
                assert script.check(script.from_json(json.dumps(document)))
                meeting["ranks"] = before
    changed = report.replace(" w 1", " w =", 1)
    assert changed != report
    assert script.check(script.from_trf(changed))


def test_script_needs_the_source_and_no_package(tmp_path: Path) -> None:
    """It runs in an interpreter that finds no installed packages."""
    exports = exported(*tournaments(10, seed=300, largest=16)[0])
    file = tmp_path / "tournament.json"
    file.write_text(exports[0], encoding="utf-8")
    done = subprocess.run([sys.executable, "-I", "-S", str(SCRIPT), str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "the pairings of 2 rounds are as the rules give them" in done.stdout


def test_report_file_is_read_as_it_was_written() -> None:
    """Except for the zero-point byes of people who left, which the file must list."""
    for field, rounds in tournaments(8, seed=700, largest=16):
        names = {one: f"Person {one}" for one in field.entrants}
        written = trf.write(trf.Report(field, names, "Cup", rounds, odd_first=False), dict.fromkeys(field.entrants, 1))
        found = report_reader.read(written)
        left = {played for played in found.field.history if played.label == REST and played.shares == (0,)}
        assert set(found.field.history) - left == {played for played in field.history if played.shares != (0,)}
        assert (found.names, found.title, found.rounds, found.odd_first) == (names, "Cup", rounds, False)
        assert found.field.apart == field.apart


@pytest.mark.parametrize("halves", [199, 200, 201])
def test_report_file_holds_what_fits_its_columns(halves: int) -> None:
    """TRF16: points in columns 81 to 84, the rank in 86 to 89, the first round from 92."""
    shares = ((1, 0),) * (halves // 2) + ((Fraction(1, 2), Fraction(1, 2)),) * (halves % 2)
    history = tuple(Played(at, (1, 2), (1, 2) if won[0] == 1 else (1, 1)) for at, won in enumerate(shares, start=1))
    report = trf.Report(Field((1, 2), "s", history, begun=len(history)), {1: "a", 2: "b"}, "Cup", len(history))
    if halves > 199:
        with pytest.raises(trf.TooManyPointsError, match=r"100\.[05] points"):
            trf.write(report, {1: 1, 2: 2})
        return
    line = next(line for line in trf.write(report, {1: 1, 2: 2}).splitlines() if line.startswith("001    1"))
    assert (line[80:84], line[85:89], line[91:99]) == ("99.5", "   1", "   2 w 1")


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (lambda text: text.replace("001    2", "001    1"), "is used twice"),
        (lambda text: text.replace(" w 1", " w 0", 1), "not those of one game"),
        (lambda text: text.replace(" w 1", " w ?", 1), "do not say the same"),
        (lambda text: text.replace("001", "012"), "fewer than two people"),
    ],
)
def test_report_file_that_is_wrong_is_refused_with_its_place(change: Any, wrong: str) -> None:
    """The refusal names the line or the round."""
    field = Field((1, 2, 3, 4), "s", (Played(1, (1, 3), (1, 2)), Played(1, (4, 2), (1, 2))), begun=1)
    written = trf.write(trf.Report(field, dict.fromkeys(field.entrants, "x"), "Cup", 2), dict.fromkeys(field.entrants, 1))
    with pytest.raises(report_reader.BadReport, match=wrong):
        report_reader.read(change(written))


def test_forbidden_pair_is_kept_apart() -> None:
    """The announcement forbids the pair: 1 and 3 of four would meet in the first round."""
    field = Field((1, 2, 3, 4), "s", apart=frozenset([frozenset((1, 3))]))
    history = History(field, field.entrants, 2, sides=True)
    assert {frozenset(two) for two in swiss.pairs(field, field.entrants, rounds=2, sides=True)} == {frozenset((1, 4)), frozenset((2, 3))}
    assert not list(Judge(history).breaches([(1, 4), (2, 3)]))
    assert list(Judge(replace(history)).breaches([(1, 3), (2, 4)]))
