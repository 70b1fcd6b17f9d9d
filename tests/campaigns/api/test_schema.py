"""The description of the API: valid, complete, and readable in a browser."""

import json
import re

import pytest
import yaml
from django.test import Client
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator

from rules.kit.casefiles import Base
from tests.campaigns.api.table import offered


@pytest.mark.slow
def test_the_description_is_valid_openapi_3_1_without_a_warning(description):
    assert description["openapi"].startswith("3.1")
    assert description["paths"]


def test_every_address_and_method_is_described(description):
    described = sum(
        len({"get", "post", "put", "patch", "delete"} & set(methods)) for methods in description["paths"].values()
    )
    assert described == len(list(offered()))
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            assert len(operation["description"]) > 10, (path, method)
            assert {"400", "401", "404"} <= set(operation["responses"])
            if method in ("post", "put", "patch") and "requestBody" in operation:
                assert list(operation["requestBody"]["content"]) in (
                    ["application/json"],
                    ["application/json", "multipart/form-data"],
                )


def test_whoever_may_call_says_so_by_token_or_session(description):
    assert set(description["components"]["securitySchemes"]) == {"token", "cookieAuth"}


def test_nothing_that_is_sent_has_a_field_of_what_is_answered_only(description):
    parts = description["components"]["schemas"]
    sent = {
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
        for methods in description["paths"].values()
        for operation in methods.values()
        if "requestBody" in operation
    }
    assert len(sent) > 15
    for name in sent:
        assert not {"id", "public_id", "seed", "digest", "is_umpire"} & set(parts[name].get("properties", {}))


@pytest.mark.slow
@pytest.mark.django_db
def test_the_schema_and_its_page_are_served():
    assert yaml.load(Client().get("/api/schema/").content, Loader=Base)["info"]["title"] == "Kriegspiel"
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


@pytest.mark.django_db
def test_whoever_has_the_description_is_told_so_and_sent_nothing(client):
    first = client.get(reverse("schema"), headers={"Accept": "application/vnd.oai.openapi+json"})
    again = {"If-None-Match": first["ETag"], "Accept": "application/vnd.oai.openapi+json"}
    answer = client.get(reverse("schema"), headers=again)
    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", first["ETag"])
    other = client.get(
        reverse("schema"), headers={"If-None-Match": first["ETag"], "Accept": "application/vnd.oai.openapi"}
    )
    assert other.status_code == 200 and other["ETag"] != first["ETag"], "another form is another text"
    assert client.get(reverse("schema"), headers={**again, "If-None-Match": '"x"'}).status_code == 200
