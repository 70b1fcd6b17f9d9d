"""Load the sample exercises."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from campaigns.clock import server_time
from campaigns.models import Campaign
from campaigns.usecases.campaigns.sample import load_sample, log_ins


class Command(BaseCommand):
    help = (
        "Load the sample exercises, with users whose simple passwords are printed. Not for a server that others reach."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="do nothing where there is any campaign")

    def handle(self, *args: Any, if_empty: bool, **options: Any) -> None:
        if if_empty and Campaign.objects.exists():
            return
        self.stdout.write("Loading the sample exercises: six moves a side are played ...")
        load_sample(now=server_time())
        for post, name, password in log_ins():
            self.stdout.write(f"  {post}: {name} / {password}")
