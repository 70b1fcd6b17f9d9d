"""Uploaded files: held in memory, up to the accepted size; nothing of them is ever written to disk.  [RELIABILITY G4, G5]"""

from __future__ import annotations

from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import InMemoryUploadedFile, UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.urls import Resolver404, resolve


def _most_at(path: str) -> int:
    """The most bytes of a file that are kept at an address."""
    try:
        name = resolve(path).url_name or ""
    except Resolver404:
        name = ""
    most: int = settings.UPLOADS_OF_FORMS.get(name, settings.FILE_UPLOAD_MAX_MEMORY_SIZE)
    return most


class Held(FileUploadHandler):
    """The handler, one for each request.

    What is beyond the limit, of all its files together, is only counted, so that its form can say by how much it is too
    large.  The limit is FILE_UPLOAD_MAX_MEMORY_SIZE, or what UPLOADS_OF_FORMS gives the form.
    """

    all_held = 0

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """A file begins."""
        super().new_file(*args, **kwargs)
        self.held = BytesIO()
        self.most = _most_at(self.request.path_info if self.request else "")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """A part of the file has come."""
        if self.all_held <= self.most:
            self.held.write(raw_data)
            self.all_held += len(raw_data)

    def file_complete(self, file_size: int) -> UploadedFile[bytes]:
        """The whole file has come.  size: as it was sent."""
        self.held.seek(0)
        return InMemoryUploadedFile(
            self.held,
            self.field_name,
            self.file_name,
            self.content_type,
            file_size,
            self.charset,
            self.content_type_extra,
        )
