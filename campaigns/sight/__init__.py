"""The only way to what a commander, a General, an official or an observer may know.

Everything here is built by naming what is allowed: from ``book.sees`` and ``book.visible_to``, and from rows of the
asker's own side.  Nothing reads the other side's orders, entries, readiness or stocks.  Pages and API ask only here;
what comes back is frozen and holds plain data, never a row.  Nothing is kept from one asker to the next.
"""

from campaigns.sight.aims.told import Aim, flags, objectives, objectives_by_battle
from campaigns.sight.before import Before, OwnMuster, before, own_muster
from campaigns.sight.clock import ClockFace, moved_before
from campaigns.sight.clocks import clock, clocks
from campaigns.sight.countries import CountryFact, CountrySheet, DrawnFact, countries, drawn_by, find_country
from campaigns.sight.deadlines import Deadline, deadlines
from campaigns.sight.dispatches import Addressee, Message, MessageSheet, RiderFact, messages
from campaigns.sight.drafts import DraftFact, drafts
from campaigns.sight.game import GameSheet, game
from campaigns.sight.ledgers import PointsSheet, SupplySheet, points, supplies
from campaigns.sight.measurements import FactToConfirm, Measuring, NeedFact, OrderToMeasure, measuring
from campaigns.sight.offers import OfferFact, offers
from campaigns.sight.pictures.underlays import (
    PictureFact,
    PictureFile,
    UnderlayFact,
    find_picture,
    picture_file,
    pictures,
    under_battle,
    under_country,
)
from campaigns.sight.receipts import Receipt, Returned, receipts, receipts_in
from campaigns.sight.reports import NoticeFact, ReportFact, ended_seat, notices, report, report_numbers, reports
from campaigns.sight.roster import Holder, battles, roster
from campaigns.sight.seat import (
    BattleFact,
    CampaignFact,
    PostFact,
    Seat,
    find_battle,
    find_campaign,
    find_umpires_battle,
    posts_of,
)
from campaigns.sight.sheet import Group, Owed, Sheet, Tally, clock_and_sheet, commanded_by, groups, sheet
from campaigns.sight.standing import Counted, Standing, standing
from campaigns.sight.surveys import SurveyFact, find_survey, surveys_under_way
from campaigns.sight.thing import Around, Thing, ThingSheet, thing_sheet

__all__ = [
    "Addressee",
    "Aim",
    "Around",
    "BattleFact",
    "Before",
    "CampaignFact",
    "ClockFace",
    "Counted",
    "CountryFact",
    "CountrySheet",
    "Deadline",
    "DraftFact",
    "DrawnFact",
    "FactToConfirm",
    "GameSheet",
    "Group",
    "Holder",
    "Measuring",
    "Message",
    "MessageSheet",
    "NeedFact",
    "NoticeFact",
    "OfferFact",
    "OrderToMeasure",
    "Owed",
    "OwnMuster",
    "PictureFact",
    "PictureFile",
    "PointsSheet",
    "PostFact",
    "Receipt",
    "ReportFact",
    "Returned",
    "RiderFact",
    "Seat",
    "Sheet",
    "Standing",
    "SupplySheet",
    "SurveyFact",
    "Tally",
    "Thing",
    "ThingSheet",
    "UnderlayFact",
    "battles",
    "before",
    "clock",
    "clock_and_sheet",
    "clocks",
    "commanded_by",
    "countries",
    "deadlines",
    "drafts",
    "drawn_by",
    "ended_seat",
    "find_battle",
    "find_campaign",
    "find_country",
    "find_picture",
    "find_survey",
    "find_umpires_battle",
    "flags",
    "game",
    "groups",
    "measuring",
    "messages",
    "moved_before",
    "notices",
    "objectives",
    "objectives_by_battle",
    "offers",
    "own_muster",
    "picture_file",
    "pictures",
    "points",
    "posts_of",
    "receipts",
    "receipts_in",
    "report",
    "report_numbers",
    "reports",
    "roster",
    "sheet",
    "standing",
    "supplies",
    "surveys_under_way",
    "thing_sheet",
    "under_battle",
    "under_country",
]
