"""Countries: made in the map editor, imported from a survey, read and exported."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import models, sight
from campaigns.api.countries import requests as asked
from campaigns.api.countries.requests import CountryChange, NewCountry
from campaigns.api.countries.responses import CountryOut, CountrySheetOut, GeoJSONOut, SurveyOut
from campaigns.api.endpoint import Endpoint, Later, deed
from campaigns.api.parsers import FilesParser, StrictJSONParser
from campaigns.usecases.campaigns import deletion
from campaigns.usecases.muster import countries as kept
from campaigns.usecases.muster.survey_files import GREATEST_FILES, send_files, take_survey
from campaigns.usecases.muster.surveys import send_survey
from rules.books import book
from rules.contract import data


class SurveyParser(StrictJSONParser):
    """JSON that may hold as much of a survey as the page of import takes, in base64 or as it is."""

    most = 4 * (GREATEST_FILES // 3 + 20) + 10_000


class Countries(Endpoint):
    """The countries that the caller may play on."""

    @deed("countries", answers=CountryOut(many=True))
    def get(self, request: Request) -> Any:
        """The caller's own countries, the latest first, then those that came with the product."""
        return sight.countries(request.user)

    @deed("create_country", asks=NewCountry, answers=CountrySheetOut, status=201, refuses=(409,))
    def post(self, request: Request, **given: Any) -> Any:
        """Save a country from the map editor."""
        made = kept.create_country(by=request.user, now=self.now(), **given)
        return sight.find_country(request.user, made.public_id)


class ImportOfCountry(Endpoint):
    """A survey that becomes a country."""

    parser_classes = [SurveyParser]

    @deed("import_country", asks=asked.Survey, answers=CountrySheetOut, status=201, later=SurveyOut, refuses=(409,))
    def post(self, request: Request, **given: Any) -> Any:
        """Make a country of a survey in GeoJSON and save it; the report says what was used, what was left out and why.

        A large survey is accepted (202) and made by a worker: its address gives the progress.
        """
        sent = send_survey(by=request.user, now=self.now(), **given)
        if isinstance(sent, models.Survey):
            return Later(sight.find_survey(request.user, sent.public_id))
        return sight.find_country(request.user, sent.public_id)


class Surveys(Endpoint):
    """The surveys that the caller sends as files."""

    parser_classes = [SurveyParser, FilesParser]

    @deed("send_survey", asks=asked.SurveyFiles, answers=SurveyOut, status=202, refuses=(409,))
    def post(self, request: Request, **given: Any) -> Any:
        """Send the files of a survey, which a worker reads; its address gives the progress, and then a sketch."""
        sent = send_files(by=request.user, now=self.now(), **given)
        return sight.find_survey(request.user, sent.public_id)


class TakeSurvey(Endpoint):
    """The window on a survey."""

    @deed("take_survey", asks=asked.SurveyWindow, answers=SurveyOut, status=202, refuses=(409,))
    def post(self, request: Request, survey: str, **given: Any) -> Any:
        """Have a country made of a survey that has been read, in a window."""
        take_survey(by=request.user, survey=survey, now=self.now(), **given)
        return sight.find_survey(request.user, survey)


class Survey(Endpoint):
    """A survey that becomes a country."""

    @deed("survey", answers=SurveyOut)
    def get(self, request: Request, survey: str) -> Any:
        """The progress of one of the caller's surveys: waiting, working, done (with its country), or refused (with the reason)."""
        return sight.find_survey(request.user, survey)

    @deed("delete_survey", status=204)
    def delete(self, request: Request, survey: str) -> None:
        """Delete one of the caller's surveys; what was made of it stays."""
        deletion.delete(by=request.user, kind=deletion.SURVEY, public_id=survey)


class Country(Endpoint):
    """A country."""

    @deed("country", answers=CountrySheetOut)
    def get(self, request: Request, country: str) -> Any:
        """A country with its ground, and the report of its import."""
        return sight.find_country(request.user, country)

    @deed("change_country", asks=CountryChange, answers=CountrySheetOut, refuses=(403, 412))
    def put(self, request: Request, country: str, **given: Any) -> Any:
        """Change one of the caller's own countries; refused where it has changed since it was read."""
        kept.change_country(by=request.user, country=country, now=self.now(), **given)
        return sight.find_country(request.user, country)

    @deed("delete_country", status=204, refuses=(403, 409))
    def delete(self, request: Request, country: str) -> None:
        """Delete one of the caller's own countries on which no battle is fought."""
        deletion.delete(by=request.user, kind=deletion.COUNTRY, public_id=country)


class CountryFile(Endpoint):
    """A country as GeoJSON."""

    @deed("country_geojson", answers=GeoJSONOut)
    def get(self, request: Request, country: str) -> Any:
        """A country as GeoJSON in metres, one to the inch; imported again it gives the same country."""
        found = sight.find_country(request.user, country)
        return book(found.book).geojson(data.Country(dict(found.data)))
