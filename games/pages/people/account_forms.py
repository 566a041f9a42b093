"""The forms of an account: the extra fields of sign-up, and the settings page."""

from collections import defaultdict
from functools import cache
from typing import Any, ClassVar
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models.player import SETTINGS, Player, check_name, name_key
from games.pages.refusals import sentence
from games.render.reader import reader_for
from games.services.errors import Refused
from games.services.people import profile

THEMES = (("", _("System")), ("light", _("Light")), ("dark", _("Dark")))
_REGIONS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def zone_names() -> frozenset[str]:
    """The time zones on offer: those named after a place, and UTC."""
    return frozenset(name for name in available_timezones() if name.split("/")[0] in _REGIONS) | {"UTC"}


@cache
def zone_choices() -> list[tuple[str, Any]]:
    """The time zones by part of the world, for a select box."""
    regions: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name in sorted(zone_names() - {"UTC"}):
        region, _slash, place = name.partition("/")
        regions[region].append((name, place.replace("_", " ").replace("/", ", ")))
    return [("UTC", "UTC"), *regions.items()]


def free_name(name: str, mine: Player | None = None) -> str:
    """A valid, free name, or the present one. Raises ValidationError for an invalid or taken one, whatever its case or Unicode form."""
    name = name.strip()
    if mine is not None and name == mine.name:
        return name
    check_name(name)
    taken = Player.objects.filter(name_key=name_key(name))
    if (taken.exclude(pk=mine.pk) if mine is not None else taken).exists():
        raise ValidationError(_("This name is taken. Please choose another one."), code="taken")
    return name


def name_field() -> forms.CharField:
    """The field for a name, the same on every page."""
    return forms.CharField(
        label=_("Name"),
        min_length=2,
        max_length=30,
        help_text=_("Other players see this name. Letters, digits, spaces and - _ . '"),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "spellcheck": "false"}),
    )


class EraseForm(forms.Form):
    """The name of the player, entered to confirm that the account is to be deleted."""

    name = forms.CharField(
        label=_("Your name"), max_length=30, widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name != self.player.name:
            raise ValidationError(_("This is not your name; nothing was deleted."), code="wrong_name")
        return name


class SignUpFields(forms.Form):
    """Extra fields of allauth's sign-up form: a name, and a time zone that a script fills in."""

    name = name_field()
    zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-time-zone": ""}))
    field_order = ("name", "email")

    def clean_name(self) -> str:
        return free_name(self.cleaned_data["name"])

    def clean_zone(self) -> str:
        """A known time zone, or UTC: the value is only a guess, so no error is shown."""
        zone: str = self.cleaned_data["zone"]
        return zone if zone in zone_names() else "UTC"

    def signup(self, request: HttpRequest, user: Player) -> None:
        """Required by allauth; the adapter has already saved everything."""


class ProfileForm(forms.ModelForm):
    """Name, language, time zone, and whether moves are confirmed before they are played."""

    name = name_field()
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES, help_text=_("For pages and mails."))
    zone = forms.ChoiceField(label=_("Time zone"), help_text=_("For deadlines and other times."))

    confirms = forms.BooleanField(
        label=_("Confirm my moves before they are played"), required=False, help_text=_("You see your choice again before it is played.")
    )

    class Meta:
        model = Player
        fields: ClassVar[list[str]] = ["name", *SETTINGS]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone = self.instance.zone  # a program can choose zones that are not on offer here, like EST5EDT
        self.fields["zone"].choices = zone_choices() if zone in zone_names() else [(zone, zone), *zone_choices()]  # type: ignore[attr-defined]
        self.fields["challenges"].required = self.fields["grace"].required = False

    def clean_challenges(self) -> str:
        """The stored value where the form lacks the field, as on a page that was opened before this setting existed."""
        return self.cleaned_data["challenges"] or self.instance.challenges

    def clean_grace(self) -> int:
        """The same here."""
        wanted: int | None = self.cleaned_data["grace"]
        return self.instance.grace if wanted is None else wanted

    def clean_by_program(self) -> bool:
        wanted: bool = self.cleaned_data["by_program"]
        try:
            profile.check_by_program(Player.objects.get(pk=self.instance.pk), wanted)
        except Refused as error:
            raise forms.ValidationError(sentence(error, reader_for())) from error
        return wanted

    def clean_name(self) -> str:
        """A valid, free name; the player's own name counts as free."""
        return free_name(self.cleaned_data["name"], self.instance)


class ThemeForm(forms.Form):
    """Light, dark or system; stored in a cookie because it belongs to the device."""

    theme = forms.ChoiceField(label=_("Colours on this device"), choices=THEMES, required=False, widget=forms.RadioSelect)
