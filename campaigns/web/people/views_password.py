"""Passwords: changed with the old one, or chosen by a link that comes by mail or is handed over."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import PasswordChangeView, PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.views.decorators.http import require_http_methods

from campaigns.clock import server_time
from campaigns.errors import NotYours, status_of
from campaigns.serving.proxies import address_of
from campaigns.serving.reach import link_for_others
from campaigns.usecases.people.accounts import ask_for_password, change_address, change_password, make_password_link
from campaigns.usecases.people.login_attempts import count_attempt
from campaigns.web.page.wrapper import Known, open_page, page
from rules.errors import Refused
from rules.values.sentence import say


class _Kept:
    """A form of Django's whose password is stored by the use case."""

    user: Any
    cleaned_data: dict[str, Any]

    def save(self, commit: bool = True) -> Any:
        change_password(user=self.user, password=self.cleaned_data["new_password1"])
        return self.user


class OwnPassword(_Kept, PasswordChangeForm):
    """The old password, and the new one twice."""


class NewPassword(_Kept, SetPasswordForm):  # type: ignore[type-arg]  # when it runs Django's takes none
    """The new password, twice."""


class Change(PasswordChangeView):
    """A user changes their password; their other sessions end."""

    form_class = OwnPassword
    template_name = "campaigns/password.html"
    success_url = reverse_lazy("profile")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.info(self.request, say("Your password is changed. All other sessions are logged out."))
        return super().form_valid(form)


class Choose(PasswordResetConfirmView):
    """A user chooses a password by a link, which is valid once."""

    form_class = NewPassword
    template_name = "campaigns/password.html"
    success_url = reverse_lazy("login")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.info(self.request, say("Your password is changed. Log in with it."))
        return super().form_valid(form)


password_change = page(Change.as_view())
password_choose = open_page(Choose.as_view())


@open_page
@require_http_methods(["GET", "HEAD", "POST"])
def password_forgotten(request: HttpRequest) -> HttpResponse:
    """Request a mail with a link; the answer is the same whether or not anybody has that address."""
    email = request.POST.get("email", "")[:254]
    refused: Refused | None = None
    if request.method == "POST":
        try:
            count_attempt(address=address_of(request), name=f"mail to {email}", now=server_time())
            ask_for_password(email=email, now=server_time())
        except Refused as fault:
            refused = fault
    told = {
        "sent": request.method == "POST" and refused is None,
        "refused": refused,
        "typed": request.POST,
        "mailed": bool(settings.EMAIL_URL),
    }
    return render(request, "campaigns/password_forgotten.html", told, status=status_of(refused) if refused else 200)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def mail_address(request: Known) -> HttpResponse:
    """The reader's mail address; this needs the password, and tries are counted as at log-in."""
    refused: Refused | None = None
    if request.method == "POST":
        try:
            count_attempt(address=address_of(request), name=request.user.get_username(), now=server_time())
            change_address(
                user=request.user, email=request.POST.get("email", ""), password=request.POST.get("password", "")
            )
            messages.info(request, say("Your address is saved."))
            return redirect("profile")
        except Refused as fault:
            refused = fault
            request.user.refresh_from_db(fields=["email"])
    told = {
        "refused": refused,
        "typed": {"email": request.POST.get("email", request.user.email)},
        "mailed": bool(settings.EMAIL_URL),
    }
    return render(request, "campaigns/mail_address.html", told, status=status_of(refused) if refused else 200)


@page
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest) -> HttpResponse:
    """The operator makes a link for somebody who has forgotten their password, and hands it over."""
    if not request.user.is_staff:
        raise NotYours(say("Only an administrator of the site may do this."))
    refused: Refused | None = None
    link = ""
    name = request.POST.get("username", "")
    if request.method == "POST":
        try:
            link = link_for_others(request, make_password_link(by=request.user, username=name))
        except Refused as fault:
            refused = fault
    told = {"refused": refused, "typed": request.POST, "link": link, "name": name, "mailed": bool(settings.EMAIL_URL)}
    return render(request, "campaigns/people.html", told, status=status_of(refused) if refused else 200)
