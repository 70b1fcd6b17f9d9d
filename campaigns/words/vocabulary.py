"""Words of the campaigns that only variables hold, in no register: kinds of entries of the record, states, who does what.

A word that a source says itself, by ``say`` or ``word``, stands there and not here.
"""

from rules.values.sentence import words

VOCABULARY = words(
    "allowed",
    "award",
    "battle counted",
    "campaign over",
    "campaign won",
    "carried over",
    "claim refused",
    "clock",
    "clock paused",
    "clock resumed",
    "clock set",
    "confirmed",
    "courier held",
    "courier set out",
    "delayed",
    "due",
    "fire closed",
    "fire settled",
    "halves",
    "handed over",
    "inject failed",
    "ledger",
    "looked",
    "machine failed",
    "move submitted",
    "north-east",
    "north-west",
    "not applicable",
    "not published by itself",
    "observers",
    "of",
    "opening",
    "order accepted",
    "outage",
    "parked",
    "points awarded",
    "question",
    "post handed over",
    "preparing",
    "publication resumed",
    "publication stopped",
    "published by itself",
    "question answered",
    "question put",
    "ruling",
    "running",
    "seconds",
    "setting-out",
    "south-east",
    "south-west",
    "started",
    "strength",
    "time called",
    "who",
    "word sent",
)

ENTRIES = words("facts carried over", "move taken back", "order carried over")
"""Kinds of entries of the record."""

DEPENDENTS = words("awards", "events", "injects", "rulings")
"""What depends on a move that is undone, by kind."""

RULINGS = words("correct order", "hold", "overrule", "restore", "return")
"""Kinds of rulings, as the desk and the reports name them."""
