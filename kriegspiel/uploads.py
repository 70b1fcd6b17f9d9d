"""Files that are sent: held in memory, and no more of one than is taken; nothing of them ever comes upon the disk.  [RELIABILITY G4, G5]"""

from __future__ import annotations

from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import InMemoryUploadedFile, UploadedFile
from django.core.files.uploadhandler import FileUploadHandler


class Held(FileUploadHandler):
    """The handler.  A file beyond FILE_UPLOAD_MAX_MEMORY_SIZE is only counted, so that its form can say how much too great it is."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """A file begins."""
        super().new_file(*args, **kwargs)
        self.held = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Some of it has come."""
        if start <= settings.FILE_UPLOAD_MAX_MEMORY_SIZE:
            self.held.write(raw_data)

    def file_complete(self, file_size: int) -> UploadedFile[bytes]:
        """All of it has come.  size: of what was sent."""
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
