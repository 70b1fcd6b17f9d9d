"""What people read, in their own language: the program speaks English, and a phrasebook puts it into another at the edge.

Rules, use cases and the API know nothing of it.  See docs/engineer.md, *Languages*.
"""

from campaigns.speech.tongue import said
from campaigns.words.languages import ENGLISH, dated, in_language, languages, spoken

__all__ = ["ENGLISH", "dated", "in_language", "languages", "said", "spoken"]
