"""Confirm replies whose sender could not be verified: the owner sees what was understood and confirms each mail.

Opening the link changes nothing and signs nobody in; each button works once.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from notifications.clock import database_now
from notifications.inbound import holding
from notifications.inbound.reading import read
from notifications.links import BadLink
from notifications.models import InboundMail


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_reply(request: HttpRequest, token: str) -> HttpResponse:
    """Show all held mails of the same address with their lines, or confirm one (the link's own unless the form names another)."""
    try:
        mail = InboundMail.objects.filter(pk=holding.CONFIRM.read(token)).first()
    except BadLink as error:
        return render(request, "notifications/bad_link.html", {"reason": str(error)}, status=404)
    held = holding.waiting(mail.address_id) if mail is not None else []
    done = request.method == "POST" and _confirm_posted(request, mail, held)
    if done:
        from notifications.inbound.worker import work_off  # imports the DNS and DKIM libraries, which few requests need

        work_off(database_now)
    readings = [(waiting, read(bytes(waiting.raw))) for waiting in held]
    mails = [{"mail": waiting, "lines": "\n".join(reading.lines), "sender": reading.sender} for waiting, reading in readings]
    return render(request, "notifications/confirm_reply.html", {"shown": mails, "done": done})


def _confirm_posted(request: HttpRequest, mail: InboundMail | None, held: list[InboundMail]) -> bool:
    """Confirm the mail whose button was pressed, if it is held at this address."""
    wanted = request.POST.get("mail") or (str(mail.pk) if mail is not None else "")
    return any(str(waiting.pk) == wanted and holding.confirm(waiting.pk) for waiting in held)
