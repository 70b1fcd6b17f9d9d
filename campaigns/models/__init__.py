"""The rows of the campaigns, one noun a file."""

from campaigns.models.battle import Battle
from campaigns.models.campaign import Campaign
from campaigns.models.country import Country, CountryDraft
from campaigns.models.courier import Courier
from campaigns.models.credit import Credit
from campaigns.models.dispatch import Dispatch
from campaigns.models.due import Due, Pulse
from campaigns.models.finding import Confirmation, FactSheet, Finding, Report
from campaigns.models.inject import Inject
from campaigns.models.invitation import Invitation
from campaigns.models.ledger import PointsEntry, SupplyEntry
from campaigns.models.login_attempt import LoginAttempt
from campaigns.models.machine import Answer, Machine
from campaigns.models.mail import Mail
from campaigns.models.match import Entrant, Match, Tournament
from campaigns.models.move import Extension, Move, Readiness
from campaigns.models.muster import Muster, MusterDraft
from campaigns.models.notice import Notice
from campaigns.models.order import FrozenOrders, OrderDraft, OrderEntry
from campaigns.models.person import Person
from campaigns.models.pictures.picture import Picture
from campaigns.models.pictures.underlay import Underlay
from campaigns.models.post import Post
from campaigns.models.process import Process
from campaigns.models.record import RecordEntry
from campaigns.models.ruling import Ruling
from campaigns.models.shelf.descent import Descent
from campaigns.models.shelf.exercise import Exercise
from campaigns.models.shelf.mark import Mark
from campaigns.models.side import Side
from campaigns.models.survey import Survey, SurveyFile
from campaigns.models.thing import Thing, ThingChange
from campaigns.models.token import Token

__all__ = [
    "Answer",
    "Battle",
    "Campaign",
    "Confirmation",
    "Country",
    "CountryDraft",
    "Courier",
    "Credit",
    "Descent",
    "Dispatch",
    "Due",
    "Entrant",
    "Exercise",
    "Extension",
    "FactSheet",
    "Finding",
    "FrozenOrders",
    "Inject",
    "Invitation",
    "LoginAttempt",
    "Machine",
    "Mail",
    "Mark",
    "Match",
    "Move",
    "Muster",
    "MusterDraft",
    "Notice",
    "OrderDraft",
    "OrderEntry",
    "Person",
    "Picture",
    "PointsEntry",
    "Post",
    "Process",
    "Pulse",
    "Readiness",
    "RecordEntry",
    "Report",
    "Ruling",
    "Side",
    "SupplyEntry",
    "Survey",
    "SurveyFile",
    "Thing",
    "ThingChange",
    "Token",
    "Tournament",
    "Underlay",
]
