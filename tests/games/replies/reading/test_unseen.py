"""Tests with replies whose authors did not know the reader: none is misread or disclosed to others, and talk plays nothing."""

from __future__ import annotations

import pytest

from tests.games.replies.reading import unseen
from tests.games.replies.reading.unseen import ASKED, MISREAD, PLAYED_THOUGH_UNSURE, RIGHT, TOLD

SHOWN = ("['help']", "['rules']", "['status']", "['games']")
"""Permitted effects of talk: text is shown, nothing is changed."""


FIGURES = {
    "first": (516, 0.96, 0.99),
    "second": (178, 0.96, 0.99),
    "third": (315, 0.95, 0.99),
    "fourth": (309, 0.98, 0.99),
    "fifth": (131, 0.98, 0.99),
    "sixth": (67, 0.91, 0.98),
    "seventh": (210, 0.96, 0.99),
    "eighth": (133, 0.92, 0.98),
    "ninth": (85, 0.98, 0.99),
    "tenth": (204, 0.97, 0.99),
    "eleventh": (120, 0.92, 0.97),
    "twelfth": (103, 0.98, 0.99),
    "thirteenth": (165, 0.95, 0.97),
    "fourteenth": (127, 0.92, 0.97),
    "fifteenth": (112, 0.93, 0.99),
    "sixteenth": (168, 0.98, 0.99),
    "seventeenth": (85, 0.97, 0.99),
    "eighteenth": (248, 0.98, 0.99),
    "nineteenth": (156, 0.94, 0.98),
    "twentieth": (169, 0.92, 0.97),
    "twenty-first": (160, 0.94, 0.98),
    "twenty-second": (169, 0.95, 0.99),
    "twenty-third": (185, 0.97, 0.99),
    "twenty-fourth": (63, 0.96, 0.99),
    "twenty-fifth": (257, 0.99, 0.99),
    "twenty-sixth": (146, 0.97, 0.99),
    "twenty-seventh": (86, 0.95, 0.99),
    "twenty-eighth": (208, 0.94, 0.99),
    "twenty-ninth": (220, 0.98, 0.99),
    "thirtieth": (214, 0.96, 0.99),
    "thirty-first": (438, 0.97, 0.99),
    "thirty-second": (765, 0.93, 0.98),
    "thirty-third": (572, 0.91, 0.97),
    "thirty-fourth": (616, 0.88, 0.97),
    "thirty-fifth": (734, 0.78, 0.89),
    "thirty-sixth": (694, 0.94, 0.99),
    "thirty-seventh": (661, 0.91, 0.98),
    "thirty-eighth": (544, 0.76, 0.88),
    "thirty-ninth": (315, 0.94, 0.99),
    "fortieth": (620, 0.95, 0.98),
    "forty-first": (349, 0.3, 0.5),
    "forty-second": (387, 0.83, 0.96),
    "forty-third": (380, 0.92, 0.98),
    "forty-fourth": (397, 0.73, 0.9),
    "forty-fifth": (328, 0.9, 0.97),
    "forty-sixth": (333, 0.95, 0.99),
    "forty-seventh": (339, 0.96, 0.99),
    "forty-eighth": (386, 0.9, 0.98),
    "forty-ninth": (373, 0.82, 0.99),
    "fiftieth": (360, 0.91, 0.98),
    "fifty-first": (339, 0.92, 0.97),
    "fifty-second": (370, 0.95, 0.98),
    "fifty-third": (271, 0.93, 0.98),
    "fifty-fourth": (370, 0.96, 0.98),
    "fifty-fifth": (384, 0.92, 0.98),
    "fifty-sixth": (337, 0.89, 0.97),
    "fifty-seventh": (285, 0.88, 0.97),
    "fifty-eighth": (286, 0.93, 0.99),
    "fifty-ninth": (296, 0.92, 0.98),
    "sixtieth": (314, 0.91, 0.98),
}
"""By set: the number of answers, the least share understood at once, and the least share understood or asked back."""

OPEN = {
    "thirty-first": 1,
    "thirty-second": 1,
    "thirty-fifth": 1,
    "thirty-seventh": 1,
    "thirty-eighth": 1,
    "thirty-ninth": 2,
    "fortieth": 1,
    "forty-first": 2,
    "forty-second": 1,
    "forty-ninth": 1,
    "fifty-seventh": 1,
}
"""By set: texts that leave the choice open in their writer's judgement and are read as one: "the 1" where one card has that number."""
RETRACTED = {
    **{"sixteenth": 3, "seventeenth": 2, "twenty-ninth": 2, "fifty-first": 3, "fifty-third": 2, "fifty-fourth": 3, "fifty-fifth": 3},
    "fifty-ninth": 2,
}
"""By set: texts that their writer would have asked back about and that play what is meant; most retract a choice explicitly (0282)."""

by_set = pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.xdist_group(f"unseen {name}")) for name in unseen.SETS])
"""One worker tests a set, so that its replies are read once."""


@by_set
def test_unseen_answers_are_understood_or_asked_back(name: str) -> None:
    answers, right, either = FIGURES[name]
    found = unseen.judged(name)
    counts = found.counts["answer"]
    assert counts.total() == answers
    assert counts[MISREAD] == counts[TOLD] == 0, found.lines
    assert counts[RIGHT] / answers > right
    assert (counts[RIGHT] + counts[ASKED]) / answers > either
    assert found.counts["ask"][MISREAD] == OPEN.get(name, 0)
    assert found.counts["ask"][PLAYED_THOUGH_UNSURE] <= RETRACTED.get(name, 1)


@by_set
def test_unseen_talk_plays_nothing(name: str) -> None:
    done = unseen.judged(name).lines.get("talk: done", [])
    assert [line for line in done if not any(shown in line for shown in SHOWN)] == []


@by_set
def test_unseen_wishes_find_their_command(name: str) -> None:
    counts = unseen.judged(name).counts["command"]
    assert counts[RIGHT] == counts.total()
