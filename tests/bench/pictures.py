"""The picture of a full table for a mail."""

from __future__ import annotations

from games.render.png import scene_png
from tests.bench.cells import Cell, repeat
from tests.games.render.samples import ANN_AND_BO, full_table


def cells() -> list[Cell]:
    """Aim: 20 ms of one core. The first picture loads fonts and glyphs and is not measured."""
    scene = full_table()
    scene_png(scene, ANN_AND_BO)
    return [Cell("picture: full table of six, PNG", lambda seconds: repeat(lambda: lambda: scene_png(scene, ANN_AND_BO), seconds))]
