"""What every endpoint does: parse the request, call one query or use case, write its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any

from django.http import QueryDict
from django.utils.cache import patch_cache_control
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from campaigns.api.fields import Strict
from campaigns.clock import server_time
from campaigns.serving.arrival import waited
from campaigns.usecases.clock.settled import require_settled
from rules.errors import Invalid

Method = Callable[..., Any]


class Refusal(serializers.Serializer[Any]):
    """The form of every refusal."""

    code = serializers.CharField(
        help_text="Stable; from the rulebook's tables or of the house: E-NONE, E-TURN, E-STALE, E-KEY …"
    )
    clause = serializers.CharField(allow_blank=True, help_text="The clause that forbids it, where one does.")
    sentence = serializers.CharField(help_text="Names what was asked and the limit.")
    detail = serializers.DictField(
        help_text="What else belongs to it: `fields`, or both texts of a stale form, or by how much it came too late."
    )


class Nothing(Strict):
    """No field at all."""


class Endpoint(APIView):
    """Answers are for the caller only: nothing in between may keep or store them."""

    def now(self) -> datetime:
        """The server's time, which alone counts."""
        return server_time()

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Mark the answer private, and let go of what was sent.

        A request and what belongs to it refer to each other; until the next great collection, which hardly ever comes,
        an upload of twenty megabytes would stay with them.
        """
        answer = super().finalize_response(request, response, *args, **kwargs)
        for held in ("_data", "_full_data"):
            setattr(request, held, {})
        patch_cache_control(answer, private=True, no_store=True)
        return answer


class Stamped(Endpoint):
    """An endpoint where the time of arrival counts: it is taken before the body is read."""

    arrived: datetime

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Authenticate the caller, with which the database tells the time; then take the stamp."""
        super().initial(request, *args, **kwargs)
        self.arrived = self.now() - waited(request._request)


@dataclass(frozen=True)
class Later:
    """Work that has been accepted and is not done yet: its progress, in place of its result."""

    found: Any


def deed(
    name: str,
    *,
    asks: type[Strict] | None = None,
    query: type[Strict] | None = None,
    answers: Any = None,
    status: int = 200,
    later: Any = None,
    refuses: tuple[int, ...] = (),
) -> Callable[[Method], Method]:
    """A method of an endpoint: its arguments are those of the address and the fields of ``asks`` and ``query``.

    name: of the operation in the description of the API.  answers: the serializer that writes what the method
    returns, none for an empty answer.  later: the serializer for what is not done yet (202).
    refuses: the statuses of refusals, beside those that hold everywhere.
    """
    statuses = sorted({400, 401, 404, *refuses})

    def made(method: Method) -> Method:
        @extend_schema(
            operation_id=name,
            summary=str(method.__doc__).strip().splitlines()[0],
            request=asks,
            parameters=[query] if query is not None else None,
            responses={status: answers, **({202: later} if later else {}), **dict.fromkeys(statuses, Refusal)},
        )
        @wraps(method)
        def carried_out(self: Endpoint, request: Request, **address: Any) -> Response:
            given = dict(address)
            given |= sent(query or Nothing, once(request.query_params))
            if request.method != "GET":
                if "battle" in address:
                    require_settled(self.now())
                given |= sent(asks or Nothing, request.data)
            found = method(self, request, **given)
            if isinstance(found, Later):
                return Response(written(later, found.found), status=202)
            return Response(None if answers is None else written(answers, found), status=status)

        return carried_out

    return made


def once(query: QueryDict) -> dict[str, str]:
    """The parameters of an address, each of which may occur once."""
    found = {}
    for name, values in query.lists():
        if len(values) > 1:
            raise Invalid(f"{name[:60]}: it stands more than once behind the address.")
        found[name] = values[0]
    return found


def sent(kind: type[Strict], data: Any) -> dict[str, Any]:
    """The fields of the request."""
    if not isinstance(data, dict):
        raise Invalid("The body must be a JSON object.")
    serializer = kind(data=data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def written(answers: Any, found: Any) -> Any:
    """The result, field by field as the serializer names them."""
    if isinstance(answers, serializers.ListSerializer) and isinstance(answers.child, serializers.BaseSerializer):
        return type(answers.child)(found, many=True).data
    return answers(found).data
