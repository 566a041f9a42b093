"""Registry of channels: every package below `notifications/channels` with a `CHANNEL` in its `channel.py`.

Preferences page, API, admin, doctor, erasure, export, metrics and delivery use it, so a new channel is one package (README.md).
"""

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import notifications.channels
from notifications import kinds
from notifications.channels.base import CallingChannel, Channel, EndpointSection, MailingChannel
from notifications.lanes.rules import Rules

CHANNELS: dict[str, Channel] = {}
"""Every channel by name, in the order of fallbacks: mail, then channels for people, then those for programs."""


def load() -> None:
    """Register the channel of every package; once more changes nothing."""
    for info in pkgutil.iter_modules(notifications.channels.__path__):
        if info.ispkg:
            register(import_module(f"notifications.channels.{info.name}.channel").CHANNEL)


def register(channel: Channel) -> None:
    """Register a channel and its own kinds of message. Raises ValueError when the name is taken."""
    if CHANNELS.get(channel.name, channel) is not channel:
        raise ValueError(f"Two channels are named {channel.name!r}; give one of them another name.")
    known = sorted([*(other for other in CHANNELS.values() if other is not channel), channel], key=_order)
    CHANNELS.clear()
    CHANNELS.update({one.name: one for one in known})
    for kind in channel.kinds:
        kinds.register(kind)


def _order(channel: Channel) -> tuple[bool, bool, str]:
    return not isinstance(channel, MailingChannel), not channel.by_preference, channel.name


def mailing(name: str) -> MailingChannel:
    """The channel of that name, delivered by `notifications.delivery.deliver`. Raises LookupError for any other."""
    channel = CHANNELS.get(name)
    if not isinstance(channel, MailingChannel):
        raise LookupError(f"{name!r} is no channel of mails.")
    return channel


def calling(name: str) -> CallingChannel:
    """The channel of that name, whose calls `notifications.lanes` makes. Raises LookupError for any other."""
    channel = CHANNELS.get(name)
    if not isinstance(channel, CallingChannel):
        raise LookupError(f"{name!r} is no channel of calls.")
    return channel


def callers() -> list[CallingChannel]:
    """The channels that make HTTP calls, in order."""
    return [channel for channel in CHANNELS.values() if isinstance(channel, CallingChannel)]


def besides_mail() -> list[Channel]:
    """The channels for which people choose kinds, without mail."""
    return [channel for channel in CHANNELS.values() if channel.by_preference and not isinstance(channel, MailingChannel)]


def lanes() -> list[Rules]:
    return [channel.rules for channel in callers()]


def modules(name: str) -> Iterator[ModuleType]:
    """The module of that name of every channel that has one, such as `urls` or `admin`."""
    for channel in CHANNELS.values():
        package = type(channel).__module__.rpartition(".")[0]
        if find_spec(f"{package}.{name}"):
            yield import_module(f"{package}.{name}")


def labels_of(person_id: int | None) -> dict[str, str]:
    """Full channel name → the name its owner gave it, for all endpoints of a person. At most one query for each channel."""
    if person_id is None:
        return {}
    return {channel_name: label for channel in CHANNELS.values() for channel_name, label in channel.labels(person_id).items()}


def sections(person: Any) -> list[EndpointSection]:
    """The sections of the preferences page, one for each channel with endpoints."""
    found = (channel.section(person) for channel in CHANNELS.values())
    return [section for section in found if section is not None]


def export(person_id: int) -> dict[str, Any]:
    """All endpoints of a person by name, for the export of their data."""
    return {name: rows for channel in CHANNELS.values() for name, rows in channel.export(person_id).items()}


def erase(person_id: int) -> None:
    """Delete all endpoints of a person, inside the caller's transaction."""
    for channel in CHANNELS.values():
        channel.erase(person_id)


def problems() -> dict[str, list[str]]:
    """What keeps a channel from working on this site, as sentences, by channel."""
    found = {channel.name: channel.problems() for channel in CHANNELS.values()}
    return {name: sentences for name, sentences in found.items() if sentences}
