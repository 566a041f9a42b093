"""API operations on the caller's tokens. They need a session, so that a stolen token cannot create further tokens."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.response import Response

from games.api.base.describe import operation, page_of, ref
from games.api.base.fields import Body, StrictCharField, StrictChoiceField, StrictIntegerField
from games.api.base.problems import Problem
from games.api.base.requests import me
from games.api.base.views import View
from games.models import ApiToken
from games.requests import moment
from games.services.people import api_tokens


class TokenRequest(Body):
    """The name, the scopes and the lifetime of a token."""

    name = StrictCharField(allow_blank=False, max_length=60, help_text="A name for your own use, such as the program that uses the token.")
    scopes = serializers.ListField(
        child=StrictChoiceField(choices=list(api_tokens.SCOPES)), min_length=1, max_length=len(api_tokens.SCOPES)
    )
    days = StrictIntegerField(
        min_value=1,
        max_value=api_tokens.LONGEST_DAYS,
        required=False,
        help_text="Number of days for which the token is valid. Without it the token does not expire.",
    )


class TokenList(View):
    read_scope = write_scope = None
    cost = 20

    def location(self, made: Mapping[str, Any]) -> str:
        return reverse("api:token", args=[made["id"]])

    @operation("tokens_list", "tokens", {200: page_of("Token")})
    def get(self, request: Any) -> Response:
        """List your tokens, without their keys."""
        return self.reply(request, {"items": [shape(token) for token in me(request).api_tokens.order_by("-pk")], "next": None})

    @operation("tokens_create", "tokens", {201: ref("TokenWithKey")}, body=TokenRequest)
    def post(self, request: Any) -> Response:
        """Create a token. `key` is returned only in this response."""
        given = self.body(request, TokenRequest)
        token, key = api_tokens.make(me(request), given["name"], given["scopes"], now=moment(request), days=given.get("days"))
        return self.created(shape(token) | {"key": key})


class TokenDetail(View):
    read_scope = write_scope = None

    @operation("tokens_delete", "tokens", {204: None})
    def delete(self, request: Any, pk: int) -> Response:
        """Revoke a token. It stops working immediately."""
        if not api_tokens.revoke(me(request), pk):
            raise Problem("not-found", "You have no such token.")
        return Response(status=204)


def shape(token: ApiToken) -> dict[str, Any]:
    return {
        "id": token.pk,
        "name": token.name,
        "hint": token.hint,
        "scopes": token.scopes,
        "created_at": token.created_at,
        "expires_at": token.expires_at,
        "last_used_at": token.last_used_at,
    }
