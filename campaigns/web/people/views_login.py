"""Log in and log out."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse


class Login(LoginView):
    """The log-in page; a user who is logged in already is redirected."""

    redirect_authenticated_user = True


class Logout(LogoutView):
    """Log-out; this also clears the pages that the browser has stored."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = super().dispatch(request, *args, **kwargs)
        if request.method == "POST":
            answer["Clear-Site-Data"] = '"cache"'
        return answer


login = Login.as_view()
logout = Logout.as_view()
