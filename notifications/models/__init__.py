"""The rows: what is to be told, what people want to be told, and whom we cannot reach."""

from notifications.models.circuit import Circuit
from notifications.models.inbound import InboundMail, ReplyAddress
from notifications.models.message import Message
from notifications.models.preference import Mode, Preference, Rhythm
from notifications.models.push import PushDevice
from notifications.models.stray import StrayMail
from notifications.models.suppression import Suppression
from notifications.models.webhook import Webhook, WebhookCall

__all__ = [
    "Circuit",
    "InboundMail",
    "Message",
    "Mode",
    "Preference",
    "PushDevice",
    "ReplyAddress",
    "Rhythm",
    "StrayMail",
    "Suppression",
    "Webhook",
    "WebhookCall",
]
