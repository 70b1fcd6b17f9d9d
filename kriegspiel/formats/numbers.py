"""The signs in numbers, of every language but English, which has them so by itself."""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ""
