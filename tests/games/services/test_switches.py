"""Tests that a declared switch of a table is known to the service, the form, the API and its document."""

from __future__ import annotations

import pytest

from games.api.tables.tables import GameRequest
from games.models import Game, Player
from games.pages.tables.new_table_form import NewTable
from games.rules.messages import Reader
from games.rules.registry import all_games
from games.services.tables import switches
from tests.games.services.test_lobby import announce
from tests.openapi.components import COMPONENTS
from tests.openapi.meanings import FIELDS

pytestmark = pytest.mark.django_db


def test_switches_are_asked_for_and_answered_with_their_defaults() -> None:
    form, request = NewTable(book=all_games()["turn_of_fate"], reader=Reader()), GameRequest()
    for switch in switches.SWITCHES:
        assert request.fields[switch.name].default is switch.default
        assert switch.name in COMPONENTS["Game"]["required"]
        assert FIELDS[switch.name] == switch.meaning
        assert (switch.name in form.fields) is bool(switch.label)
        assert not switch.label or form.fields[switch.name].initial is switch.default


def test_each_switch_is_kept_for_itself(alice: Player) -> None:
    plain = {switch.name: switch.default for switch in switches.SWITCHES}
    assert switches.values(Game.objects.get(pk=announce(alice).pk)) == plain
    for name, default in plain.items():
        game = announce(alice, **{name: not default})
        assert switches.values(Game.objects.get(pk=game.pk)) == plain | {name: not default}


def test_a_name_that_is_no_switch_announces_no_table(alice: Player) -> None:
    with pytest.raises(TypeError, match="random_seat"):
        announce(alice, random_seat=False)
    assert not Game.objects.exists()
