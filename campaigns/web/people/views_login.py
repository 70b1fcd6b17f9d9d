"""Log in and log out."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse


class Login(LoginView):
    """The log-in page; who is logged in already is taken on."""

    redirect_authenticated_user = True


class Logout(LogoutView):
    """Log-out; what the browser has stored of the pages is cleared with it."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = super().dispatch(request, *args, **kwargs)
        if request.method == "POST":
            answer["Clear-Site-Data"] = '"cache"'
        return answer


login = Login.as_view()
logout = Logout.as_view()
