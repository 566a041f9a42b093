"""Models: messages, preferences, endpoints, received mail, and addresses that refuse our mail."""

from notifications.channels.push.models import PushDevice
from notifications.channels.webhook.models import Webhook, WebhookCall
from notifications.models.circuit import Circuit
from notifications.models.endpoint import Endpoint
from notifications.models.inbound import InboundMail, ReplyAddress
from notifications.models.message import Message
from notifications.models.preference import Mode, Preference, Rhythm
from notifications.models.stray import StrayMail
from notifications.models.suppression import Suppression

__all__ = [
    "Circuit",
    "Endpoint",
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
