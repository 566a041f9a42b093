"""The form for the number of a chat."""

from __future__ import annotations

import re

from django import forms

from notifications.channels.endpoints import EndpointForm


class ChatForm(EndpointForm):
    """The number of a chat."""

    def clean_address(self) -> str:
        """Digits, with a minus for groups."""
        address = str(self.cleaned_data["address"]).strip()
        if not re.fullmatch(r"-?[0-9]{1,20}", address):
            raise forms.ValidationError("Write the number that the bot tells you when you send it /start.")
        return address
