"""Plays a whole game with the models that datamodel-code-generator generates, and httpx."""

import sys
import time
import uuid

import httpx
from models import AnswerShape, Decision, Game, GameRequest, GameStatus, MoveRequest, Outcome, View

site, token = sys.argv[1:]
http = httpx.Client(base_url=f"{site}/api/v1", headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"})


def choose(decision: Decision) -> str:
    """The shortest legal answer."""
    if decision.shape is AnswerShape.number:
        return str(decision.least)
    return " ".join(option.token for option in decision.options[: decision.least])


def look(code: str) -> View:
    """The current view of the table."""
    return View.model_validate_json(http.get(f"/games/{code}/view").raise_for_status().content)


wanted = GameRequest(rules="destined_to_fail", seats=2, bots=1)
code = Game.model_validate_json(http.post("/games", content=wanted.model_dump_json(exclude_unset=True)).raise_for_status().content).code
moves = 0
view = look(code)
while view.game.status is GameStatus.active:
    if view.decision is None or view.nth is None:
        time.sleep(0.05)
        view = look(code)
        continue
    move = MoveRequest(text=choose(view.decision), nth=view.nth)
    key = {"Idempotency-Key": str(uuid.uuid4())}
    answered = http.post(f"/games/{code}/moves?include=view", content=move.model_dump_json(exclude_unset=True), headers=key)
    outcome = Outcome.model_validate_json(answered.raise_for_status().content)
    assert outcome.view is not None
    view = outcome.view
    moves += 1
print(f"{code}: {moves} moves, {view.game.status.value}, {view.game.result.words if view.game.result else None}")
sys.exit(view.game.status is not GameStatus.finished)
