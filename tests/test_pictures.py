"""Every page has its picture in the documents, at both widths, small enough to be looked at."""

from __future__ import annotations

import pytest
from django.urls.resolvers import URLPattern, URLResolver

from campaigns.web import urls
from docs.pictures import german
from docs.pictures.gallery import CAPTIONS, FOLDERS, written
from docs.pictures.pages import CHAPTERS, PICTURES, WITHOUT

WIDTHS = ("desk", "phone")
MOST, MOST_OF_ALL = 300_000, 12_000_000
FILES = [f"{picture.name}-{width}.webp" for picture in PICTURES for width in WIDTHS]


def pages(patterns=urls.urlpatterns) -> set[str]:
    """The names of the addresses of all pages."""
    deeper = [pages(one.url_patterns) for one in patterns if isinstance(one, URLResolver)]
    return {one.name for one in patterns if isinstance(one, URLPattern)}.union(*deeper)


def without() -> list[str]:
    return [name for names in WITHOUT.values() for name in names]


def test_every_page_has_a_picture_or_a_reason_why_it_has_none():
    there = pages()
    assert len(there) > 70, "the walk must find the pages"
    shown = {picture.page for picture in PICTURES if picture.page}
    assert there - shown - set(without()) == set(), "add them to docs/pictures/pages.py and run `make pictures`"
    assert (shown | set(without())) - there == set(), "there are no such pages"
    assert shown & set(without()) == set()


def test_no_picture_has_the_name_of_another():
    assert len(FILES) == len(set(FILES)) and len(without()) == len(set(without()))


@pytest.mark.parametrize("language", FOLDERS)
@pytest.mark.parametrize("name", FILES)
def test_a_picture_is_there_and_no_bigger_than_a_page(name, language):
    assert 2_000 < (FOLDERS[language] / name).stat().st_size <= MOST, "run `make pictures`"


@pytest.mark.parametrize("language", FOLDERS)
def test_the_pictures_are_not_too_many_to_keep_and_no_page_has_been_forgotten_there(language):
    there = [path for path in FOLDERS[language].iterdir() if path.suffix in {".webp", ".png", ".jpg"}]
    assert {path.name for path in there} == set(FILES)
    assert sum(path.stat().st_size for path in there) <= MOST_OF_ALL


@pytest.mark.parametrize("language", FOLDERS)
def test_the_gallery_is_as_the_command_writes_it(language):
    text = (FOLDERS[language] / "README.md").read_text(encoding="utf-8")
    assert text == written(language) and text.startswith(CAPTIONS[language].head)


def test_each_picture_and_chapter_has_its_german_caption():
    assert set(german.ABOUT) == {picture.name for picture in PICTURES}
    assert set(german.CHAPTERS) == set(CHAPTERS)
