"""What the API answers about a muster."""

from __future__ import annotations

from rest_framework.serializers import CharField, IntegerField, ListField

from campaigns.api.books.responses import CountOut
from campaigns.api.fields import Anything, Pairs, Plain
from campaigns.api.shared.responses import Out
from campaigns.side_views import Doubt
from campaigns.sight.before import OwnMuster
from campaigns.usecases.muster.faults import Fault
from campaigns.usecases.muster.papers import Offer, Papers, Table
from campaigns.usecases.muster.rows import Row
from campaigns.usecases.muster.table_reader import Preview, Problem


class FaultOut(Out):
    """Something that is wrong with a force.  severity: `stops` where the rules refuse it, `odd` where somebody should look at it."""

    about, shows = Fault, "thing side kind key sentence clause at severity"

    at = Anything(help_text="In inches; null where it has no place.")


class OrderOfBattleRowOut(Out):
    """A thing in the order of battle.  crew: those who serve it; serves: what it serves; line: of the table it came from."""

    about, shows = Row, "thing group side brigade name what men packets formation at facing crew serves line"

    packets = Plain()
    at = Anything()
    crew = ListField(child=CharField())


class PaletteOfferOut(Out):
    """What may be put down.  names: what it would be called on each side."""

    about, shows = Offer, "key title says counts names"

    counts = CountOut(many=True)
    names = Pairs()


class MusterOut(Out):
    """The force of a battle that is prepared.  undo, redo: what would be taken back or made again; things: those just touched."""

    about, shows = Papers, "revision undo redo may_begin start faults rows palette sides curtains things"

    start = Plain()
    faults = FaultOut(many=True)
    rows = OrderOfBattleRowOut(many=True)
    palette = PaletteOfferOut(many=True)
    sides = Pairs()
    curtains = Plain(help_text="By side that puts its own force down: its `zone`, and whether it is `ready`.")
    things = ListField(child=CharField())


class DoubtOut(Out):
    """What the book says of one's own force."""

    about, shows = Doubt, "thing kind sentence"


class OwnMusterOut(Out):
    """A side's own force behind the curtain.  zone: where it may stand; base: to be sent with a change."""

    about, shows = OwnMuster, "side start zone ready base doubts"

    start = Plain()
    zone = ListField(child=Anything())
    doubts = DoubtOut(many=True)


class OrderOfBattleOut(Out):
    """An order of battle to take away: as CSV, and in the form of the public test kit."""

    about, shows = Table, "csv start"

    start = Plain()


class ProblemOut(Out):
    """What is wrong in a line of a table."""

    about, shows = Problem, "line column sentence"


class TakenTableOut(Out):
    """What a table puts down, or would.  problems: for whose sake it does not; gone: what is there now and goes, with
    `mode` replace; revision: of the force now."""

    about, shows = Preview, "groups rows problems men gone"

    groups = Plain()
    rows = OrderOfBattleRowOut(many=True)
    problems = ProblemOut(many=True)
    men = IntegerField()
    gone = OrderOfBattleRowOut(many=True)
    revision = IntegerField(allow_null=True)
