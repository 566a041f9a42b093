"""Tests of the limit of threads: a request beyond the limit is not lost."""

from __future__ import annotations

import threading

import pytest

from notifications.tasks import ThreadLimit

WAIT = 30


def test_who_comes_while_all_places_are_taken_leaves_at_once_and_the_work_is_done_once_more() -> None:
    lane, begun, go_on, rounds = ThreadLimit(1), threading.Event(), threading.Event(), list[int]()

    def slow() -> None:
        rounds.append(threading.get_ident())
        begun.set()
        assert go_on.wait(WAIT)

    thread = threading.Thread(target=lane.run, args=(slow,))
    thread.start()
    assert begun.wait(WAIT)
    for _caller in range(5):
        lane.run(slow)  # returns at once, although the running call has not ended
    assert len(rounds) == 1
    go_on.set()
    thread.join(WAIT)
    assert rounds == [thread.ident, thread.ident]


def test_no_more_than_its_width_are_at_work() -> None:
    lane, together, now, most = ThreadLimit(2), threading.Lock(), 0, 0
    barrier = threading.Barrier(8)

    def work() -> None:
        nonlocal now, most
        with together:
            now += 1
            most = max(most, now)
        threading.Event().wait(0.02)
        with together:
            now -= 1

    def caller() -> None:
        barrier.wait(WAIT)
        lane.run(work)

    threads = [threading.Thread(target=caller) for _each in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT)
    assert most == 2


def test_work_that_fails_gives_its_place_back() -> None:
    lane, done = ThreadLimit(1), list[str]()

    def fail() -> None:
        raise RuntimeError("no")

    with pytest.raises(RuntimeError):
        lane.run(fail)
    lane.run(lambda: done.append("yes"))
    assert done == ["yes"]
