"""API operations on the caller's messages: list, one message with its text, test message."""

from typing import Any

from rest_framework.response import Response

from games.api.base.describe import PAGE, choice, key, operation, page_of, ref
from games.api.base.fields import EmptyBody
from games.api.base.problems import Problem
from games.api.base.requests import me
from games.api.base.views import View
from games.requests import moment
from notifications.inbound.addresses import without_secrets
from notifications.models import Message
from notifications.queries import messages_of
from notifications.selftest import TooMany, send_test


class Messages(View):
    read_scope = "me:read"

    @operation(
        "messages_list",
        "me",
        {200: page_of("Message")},
        parameters=[
            key("kind", "Only messages of this kind."),
            key("thread", "Only messages of this thread, usually the code of a game."),
            choice("state", Message.State.values, "Only messages in this state."),
            *PAGE,
        ],
    )
    def get(self, request: Any) -> Response:
        """List the messages sent to you, newest first, without their texts."""
        rows = messages_of(me(request)).filter(**{name: self.query[name] for name in ("kind", "thread", "state") if name in self.query})
        return self.newest(request, rows, shape)


class MessageDetail(View):
    read_scope = "me:read"

    @operation("messages_get", "me", {200: ref("MessageText")})
    def get(self, request: Any, pk: int) -> Response:
        """Get a message as it was sent, without its links and reply address. Its text is empty until it is sent."""
        row = Message.objects.filter(recipient=me(request), pk=pk).first()
        if row is None:
            raise Problem("not-found", "There is no such message to you.")
        return self.reply(request, shape(row) | {"text": without_secrets(row.text)})


class TestMessage(View):
    write_scope = "me:write"
    cost = 10

    @operation("messages_test", "me", {202: None}, body=EmptyBody)
    def post(self, request: Any) -> Response:
        """Send yourself a test message, one a minute at most: another one changes nothing. The message list shows its delivery state."""
        self.body(request, EmptyBody)
        try:
            send_test(me(request), moment(request))
        except TooMany as error:
            raise Problem("refused", str(error), code="too_many_tests") from error
        return Response(status=202)


def shape(row: Message) -> dict[str, Any]:
    return {
        "id": row.pk,
        "kind": row.kind,
        "channel": row.channel,
        "state": row.state,
        "thread": row.thread,
        "subject": row.subject,
        "created_at": row.created_at,
        "sent_at": row.sent_at,
    }
