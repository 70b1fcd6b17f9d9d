"""Update the phrasebooks: new texts are added, untranslated; texts no longer used are removed; print what lacks a translation."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from campaigns.speech.gather import gathered
from campaigns.speech.po import HEAD, entries_of, kept_by_hand, write_po
from campaigns.speech.tongue import ENGLISH, HERE, LANGUAGES


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        places = gathered()
        for language in LANGUAGES:
            if language == ENGLISH:
                continue
            path = HERE / f"{language}.po"
            was = entries_of(path)
            by_hand = kept_by_hand(path)
            entries = {english: was.get(english, "") for english in places}
            entries |= {english: other for english, other in was.items() if english in by_hand}
            path.write_text(
                write_po(entries, places | {english: ["by hand"] for english in by_hand}, HEAD), encoding="utf-8"
            )
            wanting = [english for english, other in entries.items() if not other]
            self.stdout.write(f"{path.name}: {len(entries)} entries, {len(wanting)} of them untranslated")
            for english in wanting:
                self.stdout.write(f"  {places.get(english, ['by hand'])[0]}: {english}")
