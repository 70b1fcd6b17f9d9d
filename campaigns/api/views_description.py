"""The description of the API, with a mark by which whoever has it already is told so and sent nothing."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SCHEMA_KWARGS, SpectacularAPIView
from rest_framework.request import Request

from campaigns.api.schema import DescribedOnce


@cache
def mark_of(language: str) -> str:
    """SHA-256 of the description that was made in a language, which is made once in a process."""
    made = json.dumps(DescribedOnce.made[language], sort_keys=True, default=str)
    return hashlib.sha256(made.encode()).hexdigest()[:32]


class Description(SpectacularAPIView):
    """The description in the form that is asked for; 304 to whoever has it."""

    @extend_schema(**SCHEMA_KWARGS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """The description of the API."""
        answer: HttpResponse = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        written = request.accepted_renderer.format if request.accepted_renderer else ""
        mark = f'"{mark_of(get_language() or "")}-{written}"'
        answer["ETag"] = mark
        patch_vary_headers(answer, ("Accept", "Accept-Language", "Cookie"))
        patch_cache_control(answer, no_cache=True)
        return get_conditional_response(request._request, etag=mark, response=answer) or answer
