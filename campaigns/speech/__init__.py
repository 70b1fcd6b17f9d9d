"""What people read, in their own language: the program speaks English, and a phrasebook puts it into another at the edge.

Rules, use cases and the API know nothing of it.  See docs/engineer/languages.md.
"""

from campaigns.speech.tongue import ENGLISH, LANGUAGES, dated, in_language, said, spoken

__all__ = ["ENGLISH", "LANGUAGES", "dated", "in_language", "said", "spoken"]
