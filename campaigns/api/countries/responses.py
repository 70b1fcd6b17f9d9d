"""What the API answers about countries and surveys."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from rest_framework.serializers import CharField, IntegerField, ListField, SerializerMethodField

from campaigns.api.fields import Plain
from campaigns.api.shared.responses import Out
from campaigns.sight.countries import CountryFact, DrawnFact
from campaigns.sight.surveys import SurveyFact


class CountryOut(Out):
    """A country that the caller may play on."""

    about, shows = CountryFact, "id name book digest mine built_in made_at changed_at"

    digest = CharField(help_text="SHA-256 of its canonical data; a battle takes it down when it is opened.")


class CountrySheetOut(CountryOut):
    """A country with its ground and, where it was imported, the report of the import."""

    data = Plain()  # type: ignore[assignment]  # a field, which the metaclass takes out of the class
    report = Plain()


class DrawingOut(Out):
    """What the caller has drawn and not saved.  undoes, redoes: steps that can be taken back, and made again."""

    about, shows = DrawnFact, "name base data revision undoes redoes changed_at"

    base = CharField(
        help_text="The digest of the country on which it was begun; goes with the change when it is saved."
    )
    data = Plain()  # type: ignore[assignment]  # a field, which the metaclass takes out of the class
    revision = IntegerField(help_text="0 where nothing has been drawn: the country as it was saved last.")


class RefusalOut(Out):
    """Why work that had been accepted was refused."""

    code = CharField()
    clause = CharField()
    sentence = CharField()


class SurveyOut(Out):
    """The state of a survey that becomes a country; only its sender sees it."""

    about, shows = SurveyFact, "id address name state stage progress sketch sent_at ended_at country refusal"

    address = SerializerMethodField(help_text="Ask here again how far it is.")
    state = CharField(
        help_text="`waiting`, `working`, `done` or `refused`; of files first `sent`, `reading`, `preview`, then `asked`, `making`."
    )
    stage = CharField(
        help_text="What a worker does: `reading`, `sketching`, `heights`, `contours`, `waters`, `houses` …"
    )
    progress = IntegerField(help_text="How much of it is done, per cent.")
    sketch = Plain(
        allow_null=True,
        help_text="What the files hold, drawn small (`bounds`, `metres`, `size`, `unit`, `lines` …), with the account of each in "
        "`files`, what would be lost in `losses`, and where it is in doubt which property is the height, in `height_choices` what "
        "each would give, the one without a name if none is chosen; null until they are read.",
    )
    country = CharField(help_text="The id of the country that it has become; empty until it is done.")
    refusal = RefusalOut(allow_null=True, help_text="Why it was refused; null where it was not.")

    def get_address(self, one: Any) -> str:
        """The address of the survey."""
        return reverse("api-survey", args=[one.public_id])


class GeoJSONOut(Out):
    """A FeatureCollection."""

    type = CharField()
    kriegspiel = Plain(help_text="Name, size, scale, edges: what the features do not say.")
    features = ListField(child=Plain())
