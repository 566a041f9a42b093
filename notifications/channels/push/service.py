"""Subscribe devices of a person."""

from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.utils.translation import gettext as _

from notifications.calls import guard
from notifications.channels.push.keys import decoded
from notifications.models import PushDevice
from notifications.sanitise import one_line

MOST = 10


class BadSubscription(Exception):
    """The subscription is not valid; the text says why."""


def subscribe(owner: Any, endpoint: Any, p256dh: Any, auth: Any, *, name: str = "") -> PushDevice:
    """Add a device, or renew it; one that another person used before belongs to this person now. Raises `BadSubscription`.

    The oldest device beyond MOST is removed: browsers change their URL without notice.
    """
    _check(endpoint, p256dh, auth)
    with transaction.atomic():
        fields = {"owner": owner, "p256dh": p256dh, "auth": auth, "name": one_line(name, 60)}
        PushDevice.objects.filter(endpoint=endpoint).exclude(owner=owner).delete()  # its queued messages are not the new owner's
        device, _made = PushDevice.objects.update_or_create(endpoint=endpoint, defaults=fields)
        kept = PushDevice.objects.filter(owner=owner).order_by("-id").values_list("pk", flat=True)[:MOST]
        PushDevice.objects.filter(owner=owner).exclude(pk__in=list(kept)).delete()
    return device


def _check(endpoint: Any, p256dh: Any, auth: Any) -> None:
    if not isinstance(endpoint, str) or not isinstance(p256dh, str) or not isinstance(auth, str):
        raise BadSubscription(_("A subscription has an endpoint and the keys p256dh and auth."))
    try:
        guard.check_submitted(endpoint)
        if len(decoded(auth)) != 16:
            raise ValueError("the secret has 16 bytes")
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh))
    except guard.Forbidden as error:
        raise BadSubscription(str(error)) from error
    except ValueError as error:
        raise BadSubscription(_("The keys of this subscription are damaged.")) from error
