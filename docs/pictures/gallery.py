"""The gallery: every page at the width of a desk and of a phone, in docs/pictures and, in German, in docs/de/pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from django.utils.text import slugify

from docs.pictures import german
from docs.pictures.pages import CHAPTERS, PICTURES, Picture

HERE = Path(__file__).resolve().parent
FOLDERS = {"en": HERE, "de": HERE.parent / "de" / "pictures"}
"""Where the pictures are, by their language."""

HEAD = """# Every page, on a desk and on a phone

Written by `make pictures` from a site of its own with the sample exercises. To change it, edit
`docs/pictures/pages.py`. Of a long page you see the top. Click a picture to see it at full size.
[Auf Deutsch](../de/pictures/README.md).
"""


@dataclass(frozen=True)
class Captions:
    """What is written in a gallery. chapters, about: by their English names, by the pictures; English where there is none."""

    head: str
    columns: tuple[str, str, str]
    on: Mapping[str, str]
    chapters: Mapping[str, str]
    about: Mapping[str, str]


ENGLISH = Captions(HEAD, ("page", "on a desk", "on a phone"), {"desk": "on a desk", "phone": "on a phone"}, {}, {})
GERMAN = Captions(
    german.HEAD,
    ("Seite", "am Rechner", "auf dem Telefon"),
    {"desk": "am Rechner", "phone": "auf dem Telefon"},
    german.CHAPTERS,
    german.ABOUT,
)
CAPTIONS = {"en": ENGLISH, "de": GERMAN}


def hang(language: str) -> None:
    """Write the gallery of a language, and take down pictures that no page has any more."""
    folder = FOLDERS[language]
    (folder / "README.md").write_text(written(language), encoding="utf-8")
    names = {f"{picture.name}-{width}.webp" for picture in PICTURES for width in ("desk", "phone")}
    for path in [*folder.glob("*.webp"), *folder.glob("*.png")]:
        if path.name not in names:
            path.unlink()


def written(language: str) -> str:
    """The text of the gallery of a language."""
    captions = CAPTIONS[language]
    titles = {name: captions.chapters.get(name, name) for name in CHAPTERS}
    contents = " ·\n".join(f"[{title}](#{slugify(title, allow_unicode=True)})" for title in titles.values())
    parts = [captions.head, contents]
    for name, pictures in CHAPTERS.items():
        rows = "\n".join(row(picture, captions) for picture in pictures)
        parts.append(f"## {titles[name]}\n\n| {' | '.join(captions.columns)} |\n| --- | --- | --- |\n{rows}")
    return "\n\n".join(parts) + "\n"


def row(picture: Picture, captions: Captions) -> str:
    """A line of the gallery."""
    about = captions.about.get(picture.name, picture.about)
    desk, phone = (
        hung(picture, width, pixels, f"{about}, {captions.on[width]}")
        for width, pixels in (("desk", 480), ("phone", 150))
    )
    return f"| {about} | {desk} | {phone} |"


def hung(picture: Picture, width: str, pixels: int, described: str) -> str:
    """One picture, small, which leads to itself at its full size."""
    file = f"{picture.name}-{width}.webp"
    return f'<a href="{file}"><img src="{file}" width="{pixels}" alt="{described}"></a>'
