"""Photographs as they are stored: encoded anew from their pixels, without metadata (`services.photographs`)."""

from django.db import models


class EncodedPicture(models.Model):
    """A JPEG that this server encoded. Served by views that ask `access` first, never by an address of a file."""

    content = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.width} × {self.height}"
