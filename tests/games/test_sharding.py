"""Tests that the keys of a game's tables begin with the game, so that the tables can be distributed by it (docs/scaling.md)."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import models

PER_GAME = [
    model
    for model in apps.get_app_config("games").get_models()
    if any(isinstance(field, models.ForeignKey) and field.name == "game" and not field.null for field in model._meta.fields)
]


def test_the_tables_of_a_game_are_known() -> None:
    """The log, the seats and the actions of players at the table are among them."""
    assert {"Move", "Seat", "Talk", "Reading"} <= {model.__name__ for model in PER_GAME}


@pytest.mark.parametrize("model", PER_GAME, ids=lambda model: model.__name__)
def test_every_unique_key_of_a_game_begins_with_it(model: type[models.Model]) -> None:
    """A distributed table can enforce no other unique key."""
    keys = [constraint.fields for constraint in model._meta.constraints if isinstance(constraint, models.UniqueConstraint)]
    assert [key for key in keys if key[0] != "game"] == []
    assert list(model._meta.unique_together) == []
    alone = [field.name for field in model._meta.fields if field.unique and not field.primary_key]
    assert [name for name in alone if name != "game"] == []
