"""The strict reader of JSON: what it refuses, and that it says what and where."""

import pytest

from campaigns.strictjson import DEEPEST, loads, refuse_charset
from rules.errors import Invalid

REFUSED = [
    pytest.param(b'{"a": 1, "a": 2}', "the key a stands twice", id="a key twice"),
    pytest.param(
        b'{"orders": [{"men": 1, "men": 2}]}', "the key men stands twice, at orders[0]", id="a key twice, inside"
    ),
    pytest.param(b'{"men": NaN}', "NaN is no number, at men", id="NaN"),
    pytest.param(b'{"men": [1, -Infinity]}', "-Infinity is no number, at men[1]", id="infinity"),
    pytest.param(b'{"men": 1e400}', "a number is too great, at men", id="a real beyond all"),
    pytest.param(b'{"men": 1234567890123456}', "more than 15 digits, at men", id="sixteen digits"),
    pytest.param(b'{"men": ' + b"9" * 5000 + b"}", "more than 15 digits, at men", id="five thousand digits"),
    pytest.param(b'{"name": "a\\u0000b"}', "a NUL character stands in it, at name", id="NUL"),
    pytest.param(b'{"name": "\\ud800"}', "half of a surrogate pair stands in it, at name", id="a lone surrogate"),
    pytest.param(b'{"\\udfff": 1}', "in a key, half of a surrogate pair", id="a lone surrogate in a key"),
    pytest.param(b'{"name": "\xff"}', "not in UTF-8: byte 11", id="bad UTF-8"),
    pytest.param(b'{"name": "\xed\xa0\x80"}', "not in UTF-8", id="a surrogate in UTF-8"),
    pytest.param(b'\xef\xbb\xbf{"a": 1}', "byte order mark", id="a byte order mark"),
    pytest.param('{"a": 1}'.encode("utf-16"), "not in UTF-8", id="UTF-16"),
    pytest.param(b"[1]", "must be an object at its top, not a list", id="a list"),
    pytest.param(b'"word"', "not a text", id="a string"),
    pytest.param(b"null", "not null", id="null"),
    pytest.param(b"12", "not a number", id="a number"),
    pytest.param(b"NaN", "NaN is no number", id="NaN at the top"),
    pytest.param(b"", "not JSON", id="nothing"),
    pytest.param(b'{"a"\n 1}', "line 2, column 2", id="a colon wanting"),
    pytest.param(b'{"a": "', "not JSON", id="a string that does not end"),
    pytest.param(b'{"a": "\n"}', "not JSON", id="a line end in a string"),
    pytest.param(b"[" * 100_000, "nested more than 32 deep, at character 33", id="100,000 deep"),
    pytest.param(b'{"a":' * 20_000, "nested more than 32 deep", id="objects 20,000 deep"),
    pytest.param(b'{"a":' * 900 + b"1" + b"}" * 900, "nested more than 32 deep", id="objects 900 deep"),
    pytest.param(b'{"a' + b'"\\"' * 300_000, "not JSON", id="quotes without end"),
]


@pytest.mark.parametrize(("body", "words"), REFUSED)
def test_what_is_not_plain_json_is_refused_by_what_and_where(body, words):
    with pytest.raises(Invalid) as refused:
        loads(body)
    assert words in refused.value.sentence
    assert len(refused.value.sentence) < 200


def test_text_is_read_as_bytes_are():
    with pytest.raises(Invalid, match="NUL"):
        loads('{"a": "\\u0000"}')
    assert loads('{"a": "Küche"}') == loads('{"a": "Küche"}'.encode()) == {"a": "Küche"}


def test_nesting_to_the_limit_is_read_and_one_more_is_not():
    inner = '{"a":' * (DEEPEST - 1)
    assert loads(inner + "[]" + "}" * (DEEPEST - 1))
    with pytest.raises(Invalid, match="nested"):
        loads(inner + "[[]]" + "}" * (DEEPEST - 1))


def test_brackets_and_quotes_inside_strings_do_not_count_as_nesting():
    assert loads('{"a": "' + '\\"[{' * 100 + '"}') == {"a": '"[{' * 100}


def test_fifteen_digits_and_reals_are_read():
    assert loads('{"a": -999999999999999, "b": 0.0625, "c": true, "d": null}') == {
        "a": -999999999999999,
        "b": 0.0625,
        "c": True,
        "d": None,
    }


@pytest.mark.parametrize("charset", ["latin-1", "bogus", "utf-16", "bz2_codec"])
def test_no_charset_but_utf_8_is_taken(charset):
    refuse_charset("UTF-8")
    refuse_charset(None)
    with pytest.raises(Invalid, match=charset):
        refuse_charset(charset)
