"""Bring the catalogs of all languages up to date with what is said, and tell what is not translated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from campaigns.words.catalogs import DOMAINS, languages_in, path_of, text_of, untranslated, updated
from campaigns.words.extraction import not_constant, wanted

COMPLETE = ("de",)
"""Languages of which no message may be wanting; what others have not is English."""


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail where a catalog is not up to date or not complete"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        folder = Path(settings.LOCALE_PATHS[0])
        messages, faults = wanted(), []
        for place in not_constant():
            self.stdout.write(f"{place}: say() of something that is no constant, which nobody can translate")
        for language in languages_in(folder):
            for domain in DOMAINS:
                path = path_of(folder, language, domain)
                catalog = updated(path, language, messages[domain])
                text = text_of(catalog, language)
                wanting = list(untranslated(catalog))
                name = str(path.relative_to(folder.parent))
                if not path.exists() or path.read_text(encoding="utf-8") != text:
                    faults.append(f"{name} is not up to date: make words")
                    if not options["check"]:
                        path.write_text(text, encoding="utf-8")
                if wanting and language in COMPLETE:
                    faults.append(f"{name} is not complete")
                self.stdout.write(f"{name}: {len(catalog)} messages, {len(wanting)} of them untranslated")
                for message in wanting if language in COMPLETE or options["verbosity"] > 1 else ():
                    one = message.id if isinstance(message.id, str) else message.id[0]
                    self.stdout.write(f"  {message.locations[0][0]}: {one}")
        if options["check"] and faults:
            raise CommandError("\n".join(faults))
