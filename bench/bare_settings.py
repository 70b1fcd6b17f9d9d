"""The product's settings with the bare view in place of its addresses."""

from kriegspiel.settings import *  # noqa: F403

ROOT_URLCONF = "bench.bare"
