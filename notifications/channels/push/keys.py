"""The key pair that identifies this site to push services (VAPID, RFC 8292).

It is derived from the secret key of the site unless `FATE_VAPID_KEY` is set, so nothing has to be configured, and a backup of the secret
key includes it. Subscriptions are bound to the pair: before the secret key is replaced, store the old pair's key (`manage.py vapid`).
"""

import base64
import re
from datetime import datetime, timedelta
from functools import lru_cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from py_vapid import Vapid02

VALID_FOR = timedelta(hours=12)
"""RFC 8292 allows at most 24 hours."""

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256 (FIPS 186-5): private keys are the numbers from 1 to ORDER - 1."""

_RAW = re.compile(r"[A-Za-z0-9_-]{43}")


class BadKey(ValueError):
    """FATE_VAPID_KEY is not a private key of 43 characters; make one with `manage.py vapid --new`."""


def new_key() -> str:
    """A new private key, 32 bytes in base64url."""
    return _encoded_number(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value)


def private_key() -> str:
    """The private key; "" on a site without one, because its secret key changes with every start."""
    if settings.FATE_VAPID_KEY or not settings.SECRET_KEY_IS_LASTING:
        return str(settings.FATE_VAPID_KEY)
    return _derived(settings.SECRET_KEY)


@lru_cache(maxsize=2)
def _derived(secret: str) -> str:
    """384 bits of HKDF-SHA256 modulo the order of the curve, which makes the bias negligible."""
    stream = HKDF(algorithm=hashes.SHA256(), length=48, salt=None, info=b"fateapp vapid").derive(secret.encode())
    return _encoded_number(int.from_bytes(stream, "big") % (ORDER - 1) + 1)


def _encoded_number(number: int) -> str:
    return encoded(number.to_bytes(32, "big"))


def available() -> bool:
    """Whether this site can send push messages."""
    return bool(private_key())


def public_key() -> str:
    """The public key for subscriptions: the uncompressed point in base64url. Raises `BadKey`."""
    point = _key_pair(private_key()).public_key
    return encoded(point.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint))


def authorization(endpoint: str, now: datetime) -> str:
    """The Authorization header for the push service of `endpoint`, valid for VALID_FOR from `now`. Raises `BadKey`."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int((now + VALID_FOR).timestamp()), "sub": settings.FATE_VAPID_CONTACT}
    return str(_key_pair(private_key()).sign(claims)["Authorization"])


@lru_cache(maxsize=2)
def _key_pair(private: str) -> Vapid02:
    if not _RAW.fullmatch(private):
        raise BadKey(BadKey.__doc__)
    return Vapid02.from_raw(private.encode())


def encoded(raw: bytes) -> str:
    """base64url without padding, as used in web push."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
