"""The gallery: docs/pictures/README.md, with every page at the width of a desk and of a phone."""

from __future__ import annotations

from pathlib import Path

from django.utils.text import slugify

from docs.pictures.pages import CHAPTERS, PICTURES, Picture

HEAD = """# Every page, on a desk and on a phone

Written by `make pictures` from a site of its own with the sample exercises. To change it, edit
`docs/pictures/pages.py`. Of a long page you see the top. Click a picture to see it at full size.
"""


def hang(folder: Path) -> None:
    """Write the gallery, and take down pictures that no page has any more."""
    (folder / "README.md").write_text(written(), encoding="utf-8")
    names = {f"{picture.name}-{width}.webp" for picture in PICTURES for width in ("desk", "phone")}
    for path in [*folder.glob("*.webp"), *folder.glob("*.png")]:
        if path.name not in names:
            path.unlink()


def written() -> str:
    """The text of the gallery."""
    contents = " ·\n".join(f"[{name}](#{slugify(name)})" for name in CHAPTERS)
    parts = [HEAD, contents]
    for name, pictures in CHAPTERS.items():
        rows = "\n".join(row(picture) for picture in pictures)
        parts.append(f"## {name}\n\n| page | on a desk | on a phone |\n| --- | --- | --- |\n{rows}")
    return "\n\n".join(parts) + "\n"


def row(picture: Picture) -> str:
    """A line of the gallery."""
    desk, phone = (hung(picture, width, pixels) for width, pixels in (("desk", 480), ("phone", 150)))
    return f"| {picture.about} | {desk} | {phone} |"


def hung(picture: Picture, width: str, pixels: int) -> str:
    """One picture, small, which leads to itself at its full size."""
    file = f"{picture.name}-{width}.webp"
    return f'<a href="{file}"><img src="{file}" width="{pixels}" alt="{picture.about}, on a {width}"></a>'
