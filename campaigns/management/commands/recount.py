"""Count the floor against the ledgers, and check the records."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.models import Battle
from campaigns.usecases.campaigns.audit import count


class Command(BaseCommand):
    help = (
        "Count men, horses, guns, packets and points on the floor against the ledgers, and check the rows, the joints between "
        "moves and each record's chain of digests."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("battles", nargs="*", help="public ids; all battles where none is named")

    def handle(self, *args: Any, battles: list[str], **options: Any) -> None:
        wrong = 0
        for battle in chosen(battles):
            counted = count(battle=battle)
            for one in (*counted.supplies, *counted.points):
                self.stdout.write(f"  {one.side} {one.account} {one.kind}: ledger {one.ledger}, floor {one.floor}")
            if counted.broken_at:
                self.stdout.write(f"  the record is broken at entry {counted.broken_at}")
            for number in counted.unsealed:
                self.stdout.write(f"  the reports of move {number} were told another head of the record")
            for thing in counted.strayed:
                self.stdout.write(f"  the row of {thing} is not what stands on the floor")
            for number in counted.misjoined:
                self.stdout.write(f"  move {number} did not open with what the one before it left")
            self.stdout.write(f"{'agrees' if counted.agrees else 'DIFFERS'}  {battle.public_id}  {battle.name}")
            wrong += not counted.agrees
        if wrong:
            raise CommandError(f"{wrong} battles do not agree with their books.")


def chosen(public_ids: list[str]) -> list[Battle]:
    """The battles with these public ids, or all that have begun."""
    rows = Battle.objects.exclude(status=Battle.Status.PREPARING).select_related("campaign").order_by("pk")
    found = [row for row in rows if not public_ids or row.public_id in public_ids]
    if public_ids and len(found) < len(set(public_ids)):
        raise CommandError("There is no such battle.")
    return found
