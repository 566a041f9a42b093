"""The development mailbox: on a site without SMTP, mails are read here instead of being sent.

People see their own messages, staff all of them. Other mails of the site (sign-in codes) are shown to requests from the same machine,
because without them nobody could sign in. With SMTP configured these pages do not exist.
"""

from collections.abc import Callable
from email.message import EmailMessage
from email.utils import make_msgid
from functools import wraps
from ipaddress import ip_address
from typing import Any

from csp.constants import SELF
from csp.decorators import csp_update
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from notifications import queries
from notifications.broker.signal_thread import signal_delivery
from notifications.clock import database_now
from notifications.inbound.addresses import find, own, unasked
from notifications.inbound.store import keep
from notifications.models import InboundMail, Message, StrayMail
from notifications.pages.pages import number
from notifications.sanitise import body, one_line

MAX_STRAYS = 20
LONGEST_REPLY = 20_000
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")
SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"

View = Callable[..., HttpResponse]


def is_local(request: HttpRequest) -> bool:
    """Whether the request comes from this machine, without a proxy in between."""
    if any(header in request.META for header in FORWARDED):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def development_only(view: View) -> View:
    """404 with SMTP configured; remote visitors have to sign in."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.FATE_MAILBOX:
            raise Http404
        if not request.user.is_authenticated and not is_local(request):
            return redirect_to_login(request.get_full_path())
        return view(request, *args, **kwargs)

    return never_cache(require_safe(guarded))


def _messages(request: HttpRequest) -> QuerySet[Message]:
    """The composed messages this visitor may read."""
    composed = Message.objects.exclude(text="").select_related("recipient")
    if request.user.is_authenticated and request.user.is_staff:
        return composed
    return composed.filter(recipient_id=request.user.pk) if request.user.is_authenticated else composed.none()


def _strays(request: HttpRequest) -> QuerySet[StrayMail]:
    """The other mails this visitor may read."""
    staff = request.user.is_authenticated and request.user.is_staff
    return StrayMail.objects.all() if staff or is_local(request) else StrayMail.objects.none()


@development_only
def mail_list(request: HttpRequest) -> HttpResponse:
    """All mails this visitor may read, newest first; messages that were sent together are one mail."""
    later = Message.objects.filter(recipient=OuterRef("recipient"), message_id=OuterRef("message_id"), pk__gt=OuterRef("pk"))
    shown = _messages(request).exclude(Exists(later.exclude(message_id=""))).defer("text", "html").order_by("-id")
    mails, before = queries.page_before(shown, number(request.GET.get("before")))
    context = {"mails": mails, "before": before, "strays": _strays(request).defer("text", "html")[:MAX_STRAYS]}
    return render(request, "notifications/mailbox.html", context)


@csp_update({"frame-src": [SELF]})
@development_only
def mail_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """One mail as text, with its HTML in a sandboxed frame."""
    mail = get_object_or_404(_messages(request), pk=pk)
    return render(request, "notifications/mailbox_mail.html", {"mail": mail, "to": mail.recipient.email, "at": mail.sent_at})


@never_cache
@require_POST
def reply(request: HttpRequest, pk: int) -> HttpResponse:
    """Reply to one of one's own mails; the reply is stored and processed like a received mail."""
    if not settings.FATE_MAILBOX or not request.user.is_authenticated:
        raise Http404
    mail = get_object_or_404(Message.objects.filter(recipient_id=request.user.pk, sent_at__isnull=False), pk=pk)
    address = find(mail.reply_to) or unasked(mail.recipient_id, mail.thread)
    if address.person_id != request.user.pk:
        raise Http404
    from notifications.inbound.worker import work_off  # imports the DNS and DKIM libraries, which few requests need

    keep(_as_mail(request, mail), address, sender=str(mail.recipient.email), way=InboundMail.Way.MAILBOX)
    work_off(database_now)
    signal_delivery()
    messages.success(request, _("Your reply was read. You will see the result in your mailbox in a moment."))
    return redirect("notifications:mailbox")


def _as_mail(request: HttpRequest, mail: Message) -> bytes:
    """The reply as a mail program would send it, with quotation."""
    answer = EmailMessage()
    answer["From"], answer["To"] = mail.recipient.email, mail.reply_to or own()
    answer["Subject"], answer["Message-ID"] = f"Re: {one_line(mail.subject, 120)}", make_msgid(domain="mailbox.invalid")
    quoted = "\n".join(f"> {line}" for line in mail.text.split("\n"))
    typed = body(request.POST.get("text", ""))[:LONGEST_REPLY]
    answer.set_content(f"{typed}\n\nOn {mail.sent_at:%Y-%m-%d}, Fate <fate@{settings.MAIL_DOMAIN}> wrote:\n{quoted}\n")
    return answer.as_bytes()


@csp_update({"frame-src": [SELF]})
@development_only
def stray_detail(request: HttpRequest, pk: int) -> HttpResponse:
    mail = get_object_or_404(_strays(request), pk=pk)
    return render(request, "notifications/mailbox_mail.html", {"mail": mail, "to": mail.to, "at": mail.at, "stray": True})


@xframe_options_sameorigin
@development_only
def mail_html(request: HttpRequest, pk: int) -> HttpResponse:
    return _sandboxed(get_object_or_404(_messages(request), pk=pk).html)


@xframe_options_sameorigin
@development_only
def stray_html(request: HttpRequest, pk: int) -> HttpResponse:
    return _sandboxed(get_object_or_404(_strays(request), pk=pk).html)


def _sandboxed(page: str) -> HttpResponse:
    """A page that can neither run scripts nor load anything."""
    response = HttpResponse(page)
    response["Content-Security-Policy"] = SANDBOX
    return response
