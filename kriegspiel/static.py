"""Static files for both kinds of server."""

from __future__ import annotations

from contextlib import closing
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # WhiteNoise brings no types
    """WhiteNoise; a file that it gives a WSGI server in pieces it gives an ASGI server, which cannot wait for pieces, whole."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponseBase:
        """The file, or the requested part of it."""
        if not isinstance(request, ASGIRequest):
            answer: HttpResponseBase = WhiteNoiseMiddleware.serve(static_file, request)
            return answer
        found = static_file.get_response(request.method, request.META)
        body = b""
        if found.file is not None:
            with closing(found.file) as file:
                body = file.read()
        whole = HttpResponse(body, status=int(found.status))
        del whole["Content-Type"]
        for name, value in found.headers:
            whole[name] = value
        return whole
