"""``GET /metrics``: the state of the site, for operators' Prometheus; any process answers for all."""

from __future__ import annotations

from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from campaigns.clock import host_time, server_time
from campaigns.health import health
from campaigns.metrics import exposition
from campaigns.models import Process
from campaigns.serving.operators import is_operator
from campaigns.serving.processes import own_process_state, process_states


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """The metrics.  While the database does not answer, the process gives what it knows of itself."""
    if not is_operator(request):
        raise Http404
    try:
        now = server_time()
        told = exposition(health(now), process_states(now))
    except DatabaseError:
        told = exposition(None, [own_process_state(Process.Kind.WEB, host_time())])
    return HttpResponse(told, content_type=CONTENT_TYPE_PLAIN_0_0_4)
