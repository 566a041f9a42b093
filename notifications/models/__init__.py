"""Models: messages, preferences, endpoints, received mail, and addresses that refuse our mail."""

from notifications.channels.push.models import PushDevice as PushDevice
from notifications.channels.webhook.models import Webhook as Webhook, WebhookCall as WebhookCall
from notifications.models.endpoint import Circuit as Circuit, Endpoint as Endpoint
from notifications.models.inbound import InboundMail as InboundMail, ReplyAddress as ReplyAddress
from notifications.models.message import Message as Message
from notifications.models.preference import Mode as Mode, Preference as Preference, Rhythm as Rhythm
from notifications.models.suppression import StrayMail as StrayMail, Suppression as Suppression
