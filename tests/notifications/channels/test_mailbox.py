"""Tests of the email back end of a site without SMTP."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMultiAlternatives, send_mail
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.tasks import send_account_mails
from notifications.delivery.deliver import Delivered, deliver_due
from notifications.models import StrayMail
from tests.notifications.cast import NOON, Book, MakePlayer, queue


@pytest.fixture(autouse=True)
def mailbox(db: None, settings: Settings) -> None:
    """A site without SMTP."""
    settings.EMAIL_BACKEND, settings.FATE_MAILBOX = "notifications.channels.email.mailbox.Backend", True


def test_backend_keeps_the_mails_of_other_apps() -> None:
    assert send_mail("Your code", "It is 4711.\0", None, ["anna@example.org", "berta@example.org"], html_message="<b>4711</b>") == 1

    (mail,) = StrayMail.objects.all()
    assert (mail.to, mail.subject, mail.text, mail.html) == (
        "anna@example.org, berta@example.org",
        "Your code",
        "It is 4711.",
        "<b>4711</b>",
    )


def test_backend_takes_plain_mails() -> None:
    EmailMultiAlternatives("Hello", "there", to=["anna@example.org"]).send()

    assert list(StrayMail.objects.values_list("subject", "html")) == [("Hello", "")]


def test_backend_does_not_keep_messages_twice(make_player: MakePlayer, book: Book) -> None:
    row = queue(make_player("anna"), "g1")

    assert deliver_due(NOON) == Delivered(found=1, sent=1)
    row.refresh_from_db()
    assert (row.text[:11], StrayMail.objects.count()) == ("⁂ It is g1.", 0)


def test_sign_in_codes_can_be_read_at_the_machine(client: Client, make_player: MakePlayer) -> None:
    anna = make_player("anna")
    EmailAddress.objects.create(user=anna, email=anna.email, primary=True, verified=True)

    asked = client.post(reverse("account_request_login_code"), {"email": anna.email}, follow=True)
    assert b'<a href="/dev/mail/">' in asked.content

    send_account_mails()  # done by a worker
    (mail,) = client.get("/dev/mail/").context["strays"]
    page = client.get(f"/dev/mail/site/{mail.pk}/").content.decode()
    (code,) = re.findall(r"^[A-Z0-9]+-[A-Z0-9]+$", mail.text, re.MULTILINE)
    assert (mail.to, code in page) == ("anna@example.org", True)
