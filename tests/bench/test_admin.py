"""Tests of the benchmark of the admin's lists: many rows take as many queries as few."""

from __future__ import annotations

import random

import pytest
from pytest_django import Settings

from games.models import Player
from games.rules.registry import all_games
from tests.bench import admin, population

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_list_takes_a_constant_number_of_queries(settings: Settings) -> None:
    settings.ROOT_URLCONF = "fateapp.urls"
    players = population.people(2)
    games = population.tables(all_games()["turn_of_fate"], players, 1, random.Random(1))
    few = [cell.name for cell in admin.cells(10)]
    population.copies(games, 0, 300)
    Player.objects.filter(is_superuser=True).delete()
    many = [cell.name for cell in admin.cells(200)]
    assert few == many
    assert all(int(name.rsplit("(", 1)[1].split(" ")[0]) <= 12 for name in many)
