"""The description of the API: valid, complete, and readable in a browser."""

import json
import re
from io import StringIO

import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator

from tests.campaigns.api.table import offered


@pytest.fixture(scope="module")
def schema():
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    return yaml.safe_load(out.getvalue())


@pytest.mark.slow
def test_the_description_is_valid_openapi_3_1_without_a_warning(schema):
    assert schema["openapi"].startswith("3.1")
    assert schema["paths"]


def test_every_address_and_method_is_described(schema):
    described = sum(
        len({"get", "post", "put", "patch", "delete"} & set(methods)) for methods in schema["paths"].values()
    )
    assert described == len(list(offered()))
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            assert len(operation["description"]) > 10, (path, method)
            assert {"400", "401", "404"} <= set(operation["responses"])
            if method in ("post", "put", "patch") and "requestBody" in operation:
                assert list(operation["requestBody"]["content"]) in (
                    ["application/json"],
                    ["application/json", "multipart/form-data"],
                )


def test_whoever_may_call_says_so_by_token_or_session(schema):
    assert set(schema["components"]["securitySchemes"]) == {"token", "cookieAuth"}


def test_nothing_that_is_sent_has_a_field_of_what_is_answered_only(schema):
    parts = schema["components"]["schemas"]
    sent = {
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
        for methods in schema["paths"].values()
        for operation in methods.values()
        if "requestBody" in operation
    }
    assert len(sent) > 15
    for name in sent:
        assert not {"id", "public_id", "seed", "digest", "is_umpire"} & set(parts[name].get("properties", {}))


@pytest.mark.slow
@pytest.mark.django_db
def test_the_schema_and_its_page_are_served():
    assert yaml.safe_load(Client().get("/api/schema/").content)["info"]["title"] == "Kriegspiel"
    page = Client().get("/api/docs/")
    assert page.status_code == 200
    assert b"swagger-ui" in page.content
    scripts = re.findall(rb'<script src="([^"]+)"', page.content)
    assert scripts and all(one.startswith(b"/") for one in scripts)
    assert json.dumps("/api/schema/").encode() in Client().get("/api/docs/?script").content


@pytest.mark.django_db
def test_whoever_asks_for_the_description_again_is_given_what_was_made_before(client, monkeypatch):
    """It takes seconds to make, and anybody may ask for it, logged in or not."""
    first = client.get(reverse("schema")).content
    monkeypatch.setattr(SchemaGenerator, "get_schema", lambda *args, **more: pytest.fail("it was made again"))
    assert client.get(reverse("schema")).content == first
