"""Tests of the choice of calls: one at a time per endpoint, limits per person and host, a reserve for endpoints that answer promptly."""

from __future__ import annotations

from typing import Any

from notifications.lanes.candidates import Candidate
from notifications.lanes.claim import choose
from notifications.lanes.rules import Rules

RULES = Rules("webhook", slots=8, per_host=4, per_person=2, opens_after=3, silence_weighs=3)


def candidate(number: int, **fields: Any) -> Candidate:
    """A message to its own endpoint, of its own person and host."""
    usual = {"person": number, "host": f"{number}.example", "circuit": f"webhook:{number}", "busy": False, "crashes": 0, "failures": 0}
    more = {"prompt": False, "open_until": None, "failing_since": None}
    return Candidate(**{"id": number, "channel": f"webhook:{number}"} | usual | more | fields)


def chosen(*found: Candidate, used: int = 0, room: int = 99) -> list[int]:
    """The numbers of the chosen messages."""
    return [one.id for one in choose(RULES, found, used, room)]


def test_an_endpoint_is_called_once_at_a_time() -> None:
    assert chosen(candidate(1, channel="webhook:7", busy=True), candidate(2, channel="webhook:7"), candidate(3)) == [3]


def test_one_person_has_a_share() -> None:
    assert chosen(*(candidate(number, person=1) for number in range(5)), candidate(9, person=2)) == [0, 1, 9]
    assert chosen(candidate(1, person=1, busy=True), candidate(2, person=1), candidate(3, person=1)) == [2]


def test_one_host_has_a_share_and_keeps_a_part_of_it_for_endpoints_that_answer_promptly() -> None:
    crowd = [candidate(number, host="one.example") for number in range(6)]
    assert chosen(*crowd, candidate(8, host="one.example", prompt=True), candidate(9)) == [0, 1, 2, 8, 9]
    assert chosen(*(candidate(n, host="one.example", prompt=True) for n in range(6))) == [0, 1, 2, 3]


def test_endpoints_that_do_not_answer_cannot_take_every_slot() -> None:
    crowd = [candidate(number) for number in range(20)]
    assert chosen(*crowd) == [0, 1, 2, 3, 4, 5]
    assert chosen(*crowd, used=6) == []
    assert chosen(*crowd, candidate(21, prompt=True), candidate(22, prompt=True), candidate(23, prompt=True), used=6) == [21, 22]


def test_a_circuit_that_was_open_is_tried_with_one_call() -> None:
    devices = [candidate(number, circuit="push:push.example:443", failures=3) for number in range(3)]
    assert chosen(*devices, candidate(9)) == [0, 9]
    assert chosen(candidate(7, circuit="push:push.example:443", busy=True), *devices) == []
    assert chosen(*(candidate(n, circuit="push:push.example:443", failures=2) for n in range(3))) == [0, 1, 2]


def test_a_message_that_has_ended_two_processes_travels_alone() -> None:
    poison = candidate(1, crashes=2)
    assert chosen(poison, candidate(2)) == [1]
    assert chosen(candidate(2), poison) == [2]
    assert chosen(poison, used=1) == []


def test_there_is_room_for_so_many() -> None:
    assert chosen(*(candidate(number) for number in range(5)), room=2) == [0, 1]


def test_what_has_no_endpoint_any_more_is_not_bounded_by_a_host() -> None:
    assert chosen(*(candidate(number, host="") for number in range(6))) == [0, 1, 2, 3, 4, 5]
