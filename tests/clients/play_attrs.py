"""Plays a whole game with the client that openapi-python-client generates."""

import sys
import time
import uuid
from typing import TypeVar

from attrs_client.api.games import games_create
from attrs_client.api.play import games_view, moves_create
from attrs_client.client import AuthenticatedClient
from attrs_client.models import AnswerShape, Decision, Game, GameRequest, MoveRequest, MovesCreateInclude, Outcome, View

Wanted = TypeVar("Wanted")
site, token = sys.argv[1:]
client = AuthenticatedClient(base_url=f"{site}/api/v1", token=token)


def sure(found: object, wanted: type[Wanted]) -> Wanted:
    """The answer; raises when it is a problem document."""
    if not isinstance(found, wanted):
        raise SystemExit(f"Not a {wanted.__name__}: {found}")
    return found


def choose(decision: Decision) -> str:
    """The shortest legal answer."""
    if decision.shape == AnswerShape.NUMBER:
        return str(decision.least)
    return " ".join(option.token for option in decision.options[: decision.least])


code = sure(games_create.sync(client=client, body=GameRequest(rules="turn_of_fate", seats=2, bots=1)), Game).code
moves = 0
view = sure(games_view.sync(code, client=client), View)
while view.game.status == "active":
    if view.decision is None or view.nth is None:
        time.sleep(0.05)
        view = sure(games_view.sync(code, client=client), View)
        continue
    move = MoveRequest(text=choose(view.decision), nth=view.nth)
    key = str(uuid.uuid4())
    answered = moves_create.sync(code, client=client, body=move, include=MovesCreateInclude.VIEW, idempotency_key=key)
    view = sure(sure(answered, Outcome).view, View)
    moves += 1
print(f"{code}: {moves} moves, {view.game.status}, {view.game.result.words if view.game.result else None}")
sys.exit(view.game.status != "finished")
