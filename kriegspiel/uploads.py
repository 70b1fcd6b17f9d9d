"""Uploaded files: held in memory, up to the accepted size; nothing of them is ever written to disk.  [RELIABILITY G4, G5]"""

from __future__ import annotations

from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import InMemoryUploadedFile, UploadedFile
from django.core.files.uploadhandler import FileUploadHandler


class Held(FileUploadHandler):
    """The handler.  A file beyond FILE_UPLOAD_MAX_MEMORY_SIZE is only counted, so that its form can say by how much it is too large."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """A file begins."""
        super().new_file(*args, **kwargs)
        self.held = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """A part of the file has come."""
        if start <= settings.FILE_UPLOAD_MAX_MEMORY_SIZE:
            self.held.write(raw_data)

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
