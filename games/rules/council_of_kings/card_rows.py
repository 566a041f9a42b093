"""Constructors of Fate cards, one for each kind, and of effects, for the tables of the printings."""

from typing import Any

from games.rules.council_of_kings.kinds import BLESSING, CURSE, EVENT, HERO, MONSTER, Effect, FateCard
from games.rules.messages import Message


def hero(key: str, name: Message, family: str, cost: int, order: int, points: int, worth: int, **more: Any) -> FateCard:
    return FateCard(key, name, HERO, family=family, cost=cost, order=order, points=points, worth=worth, **more)


def blessing(key: str, name: Message, cost: int, worth: int, **more: Any) -> FateCard:
    return FateCard(key, name, BLESSING, cost=cost, worth=worth, **more)


def monster(key: str, name: Message, family: str, chaos: int, worth: int, **more: Any) -> FateCard:
    return FateCard(key, name, MONSTER, family=family, chaos=chaos, worth=worth, **more)


def curse(key: str, name: Message, worth: int, **more: Any) -> FateCard:
    return FateCard(key, name, CURSE, worth=worth, **more)


def event(key: str, name: Message, **more: Any) -> FateCard:
    return FateCard(key, name, EVENT, **more)


def sequence(*effects: Effect) -> Effect:
    """The effect that runs these effects one after the other."""

    async def run(context: Any) -> None:
        for effect in effects:
            await effect(context)

    return run
