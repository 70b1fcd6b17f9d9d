"""The least that a server can do with an order: one view that writes one row and says so.  Orders are compared with it."""

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

TABLE = "CREATE TABLE bench_bare (body text NOT NULL)"


@csrf_exempt
def insert(request: HttpRequest) -> HttpResponse:
    """One row in one transaction."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_bare (body) VALUES (%s)", [request.body.decode()])
    return HttpResponse("{}", status=201, content_type="application/json")


urlpatterns = [path("bare/", insert)]
