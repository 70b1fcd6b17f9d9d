"""Compute every finding again and compare the bytes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.management.commands.recount import chosen
from campaigns.usecases.campaigns.audit import replay


class Command(BaseCommand):
    help = (
        "Adjudicate every submitted move again from what is stored of it, and compare the digests with those published."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("battles", nargs="*", help="public ids; all battles where none is named")

    def handle(self, *args: Any, battles: list[str], **options: Any) -> None:
        wrong = total = 0
        for battle in chosen(battles):
            for one in replay(battle=battle):
                total += 1
                wrong += not one.same
                if not one.same:
                    what = (
                        "orders or facts"
                        if not one.same_input
                        else "the finding"
                        if not one.same_output
                        else "a report"
                    )
                    self.stdout.write(f"  move {one.number} ({one.side} {one.own_number}): {what} came out otherwise")
            self.stdout.write(f"{battle.public_id}  {battle.name}")
        self.stdout.write(f"{total} findings found anew, {wrong} came out otherwise")
        if wrong:
            raise CommandError("Not every finding could be found again.")
