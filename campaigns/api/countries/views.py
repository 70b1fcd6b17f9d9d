"""Countries: drawn, imported from a survey, looked at and taken out."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import models, sight
from campaigns.api.countries import requests as asked
from campaigns.api.countries.requests import CountryChange, NewCountry
from campaigns.api.countries.responses import CountryOut, CountrySheetOut, GeoJSONOut, SurveyOut
from campaigns.api.endpoint import Endpoint, Later, deed
from campaigns.usecases.muster import countries as kept
from campaigns.usecases.muster.surveys import send_survey
from rules.books import book
from rules.contract import data


class Countries(Endpoint):
    """The countries that one may play on."""

    @deed("countries", answers=CountryOut(many=True))
    def get(self, request: Request) -> Any:
        """One's own countries, the latest first, then those of the house."""
        return sight.countries(request.user)

    @deed("create_country", asks=NewCountry, answers=CountrySheetOut, status=201, refuses=(409,))
    def post(self, request: Request, **given: Any) -> Any:
        """Keep a country that was drawn."""
        made = kept.create_country(by=request.user, now=self.now(), **given)
        return sight.find_country(request.user, made.public_id)


class ImportOfCountry(Endpoint):
    """A survey that becomes a country."""

    @deed("import_country", asks=asked.Survey, answers=CountrySheetOut, status=201, later=SurveyOut, refuses=(409,))
    def post(self, request: Request, **given: Any) -> Any:
        """Make a country of a survey in GeoJSON and keep it; the report says what was taken, what was left out and why.

        A survey that is not small is taken on (202) and made by a worker: ask at its address how far it is.
        """
        sent = send_survey(by=request.user, now=self.now(), **given)
        if isinstance(sent, models.Survey):
            return Later(sight.find_survey(request.user, sent.public_id))
        return sight.find_country(request.user, sent.public_id)


class Survey(Endpoint):
    """A survey that becomes a country."""

    @deed("survey", answers=SurveyOut)
    def get(self, request: Request, survey: str) -> Any:
        """How far a survey of one's own is: waiting, working, done (then with its country), or refused (then with the reason)."""
        return sight.find_survey(request.user, survey)


class Country(Endpoint):
    """A country."""

    @deed("country", answers=CountrySheetOut)
    def get(self, request: Request, country: str) -> Any:
        """A country with its ground, and the report of its import."""
        return sight.find_country(request.user, country)

    @deed("change_country", asks=CountryChange, answers=CountrySheetOut, refuses=(403, 412))
    def put(self, request: Request, country: str, **given: Any) -> Any:
        """Draw a country of one's own otherwise; refused where it has been changed since it was read."""
        kept.change_country(by=request.user, country=country, now=self.now(), **given)
        return sight.find_country(request.user, country)


class CountryFile(Endpoint):
    """A country as GeoJSON."""

    @deed("country_geojson", answers=GeoJSONOut)
    def get(self, request: Request, country: str) -> Any:
        """A country as GeoJSON in metres, one to the inch; imported again it is the same country."""
        found = sight.find_country(request.user, country)
        return book(found.book).geojson(data.Country(dict(found.data)))
