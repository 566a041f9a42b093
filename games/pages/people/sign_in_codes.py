"""Signing in and up by a code: allauth's views, none of which looks an address up before the code has been entered.

A request writes the same row and gets the same page for every address (`games.services.people.account_mails`); whose address it is, is
found out by the worker that sends the mail, and here only once the code is right.
"""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import BaseConfirmCodeForm, LoginForm, RequestLoginCodeForm, SignupForm
from allauth.account.internal.flows.login_by_code import LoginCodeVerificationProcess
from allauth.account.internal.stagekit import stash_login
from allauth.account.internal.userkit import user_id_to_str
from allauth.account.models import Login
from allauth.account.stages import LoginByCodeStage, LoginStageController
from allauth.account.views import ConfirmLoginCodeView, LoginView, RequestLoginCodeView, SignupView
from allauth.core.ratelimit import respond_429
from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import get_language

from games.models import AccountMail
from games.pages.people import browsers
from games.requests import moment
from games.services.people import account_mails, sign_in_links
from notifications.email_addresses import with_plain_domain

Purpose = AccountMail.Purpose


class SignInForm(LoginForm):
    """The form for an address; it does not look the address up."""

    def clean_login(self) -> str:
        address: str = super().clean_login()
        return with_plain_domain(address)

    def clean(self) -> dict[str, Any]:
        return self.cleaned_data


class CodeRequestForm(RequestLoginCodeForm):
    """The form of the page that offers only a code."""

    def clean_email(self) -> str:
        address: str = self.cleaned_data["email"]
        return with_plain_domain(address)


class SignUpForm(SignupForm):
    """Name and address; it does not check whether the address is known."""

    def validate_unique_email(self, value: str) -> str:
        """Accept every address: its owner is told by mail if it has an account."""
        return value


class CodeForm(BaseConfirmCodeForm):
    """The form for a code, compared with those that were sent to the address."""

    def __init__(self, *args: Any, address: str, sign_up: sign_in_links.SignUp | None, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.address, self.sign_up, self.request = address, sign_up, request
        self.person: Any = None

    def clean_code(self) -> str:
        """A code that was sent to this address, has not expired and is unused; it is marked as used."""
        code: str = self.cleaned_data["code"]
        if account_mails.use_code(self.address, code, now=moment(self.request)):
            self.person = sign_in_links.whom_a_code_signs_in(self.address, self.sign_up)
        if self.person is None:
            raise get_adapter().validation_error("incorrect_code")
        return code


def ask(request: HttpRequest, address: str, *, sign_up: sign_in_links.SignUp | None = None) -> None:
    """Request a mail with a code and mark the session as waiting for it."""
    login = Login(email=address, signup=sign_up is not None)
    login.state["stages"] = {"current": LoginByCodeStage.key}
    stage = LoginByCodeStage(LoginStageController(request, login), request, login)
    stage.state.update(LoginCodeVerificationProcess.initial_state(user=None, email=address), initiated_by_user=True)
    if sign_up is not None:
        stage.state["sign_up"] = {"name": sign_up.name, "zone": sign_up.zone, "language": sign_up.language}
    account_mails.ask(
        Purpose.SIGN_UP if sign_up is not None else Purpose.SIGN_IN,
        address,
        browser=browsers.known_browser(request, address),
        network=browsers.network(request),
        language=get_language() or settings.LANGUAGE_CODE,
    )
    LoginCodeVerificationProcess(stage=stage).add_sent_message({"email": address, "recipient": address})
    stash_login(request, login)


class SignIn(LoginView):
    form_class = SignInForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Skip allauth's limit by network, which others in the network could exhaust."""
        return super(LoginView, self).dispatch(request, *args, **kwargs)

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Request a code, then redirect to the page that takes it."""
        return _asked(self, form.cleaned_data["login"])


class RequestCode(RequestLoginCodeView):
    """The page that offers only a code."""

    form_class = CodeRequestForm

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Request a code, then redirect to the page that takes it."""
        return _asked(self, form.cleaned_data["email"])


class SignUp(SignupView):
    """The sign-up page. The account is created when the code is entered."""

    form_class = SignUpForm

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Request a code, then redirect to the page that takes it."""
        name, zone = form.cleaned_data["name"], form.cleaned_data["zone"]
        return _asked(self, form.cleaned_data["email"], sign_in_links.SignUp(name, zone, get_language() or settings.LANGUAGE_CODE))


class ConfirmCode(ConfirmLoginCodeView):
    """The page that takes the code, for signing in and up."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Check the code, unless too many wrong ones came from this network."""
        if not browsers.may_try(request, self._process.state["email"]):
            return respond_429(request)
        response: HttpResponse = super().post(request, *args, **kwargs)
        return response

    def get_form_class(self) -> type[forms.Form]:
        return CodeForm

    def get_form_kwargs(self) -> dict[str, Any]:
        """The address and the data of the sign-up form; the session never holds the code."""
        kwargs: dict[str, Any] = super().get_form_kwargs()
        kwargs.pop("code", None)
        facts, state = self._process.state.get("sign_up"), self._process.state
        return kwargs | {"address": state["email"], "sign_up": sign_in_links.SignUp(**facts) if facts else None, "request": self.request}

    def form_valid(self, form: CodeForm) -> HttpResponse:
        self._process.state["user_id"] = user_id_to_str(form.person)
        response: HttpResponse = super().form_valid(form)
        return response

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        """Count a wrong code; three end this request, and a new code can be requested."""
        browsers.note_wrong_code(self.request, self._process.state["email"])
        response: HttpResponse = super().form_invalid(form)
        return response


def _asked(view: Any, address: str, sign_up: sign_in_links.SignUp | None = None) -> HttpResponse:
    address = address.strip().lower()
    if not browsers.may_ask(view.request, address):
        return respond_429(view.request)
    ask(view.request, address, sign_up=sign_up)
    return HttpResponseRedirect(view.passthrough_next_url(reverse("account_confirm_login_code")))
