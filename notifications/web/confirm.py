"""A reply that nobody vouches for: its owner looks at what was understood and says that it is theirs.

Opening the link changes nothing and signs nobody in; the button acts once.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from notifications.clock import database_now
from notifications.inbound import work
from notifications.inbound.reading import read
from notifications.links import BadLink
from notifications.models import InboundMail


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_reply(request: HttpRequest, token: str) -> HttpResponse:
    """Show the held mail's lines, or act on them."""
    try:
        mail = InboundMail.objects.filter(pk=work.CONFIRM.read(token)).first()
    except BadLink as error:
        return render(request, "notifications/bad_link.html", {"reason": str(error)}, status=404)
    open_still = mail is not None and mail.state == InboundMail.State.HELD
    lines = read(bytes(mail.raw)).lines if mail is not None and open_still else ()
    done = request.method == "POST" and mail is not None and work.confirm(mail.pk)
    if done:
        work.work_off(database_now)
    return render(request, "notifications/confirm_reply.html", {"lines": "\n".join(lines), "open": open_still, "done": done})
