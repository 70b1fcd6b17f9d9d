"""Coming in and going out."""

from __future__ import annotations

from django.contrib.auth.views import LoginView, LogoutView


class Login(LoginView):
    """The log-in page; who is logged in already is taken on."""

    redirect_authenticated_user = True


login = Login.as_view()
logout = LogoutView.as_view()
