"""Photographs in forms, and their bytes for whoever may see them."""

from django.http import HttpResponse

from league.errors import Invalid
from league.models.photographs import EncodedPicture
from league.rules.problems import Problem
from league.services.photographs import LARGEST_FILE, TOO_LARGE
from league.translation import N_
from league.web.request_limits import is_file_dropped
from league.web.requests import LeagueRequest

FIELD = "photograph"
TOO_MANY_FILES = N_("Choose one photograph, not several.")


def has_photograph(request: LeagueRequest) -> bool:
    """Whether a form came with a photograph, one that is too large to be read too."""
    return FIELD in request.FILES or is_file_dropped(request)


def read_photograph(request: LeagueRequest) -> bytes:
    """Raises Invalid without a file or with several, and for one too large, which is not read."""
    if is_file_dropped(request):
        raise Invalid([Problem("file", TOO_LARGE, FIELD)])
    files = request.FILES.getlist(FIELD)
    if not files:
        raise Invalid([Problem("file", N_("Choose a photograph."), FIELD)])
    if len(files) > 1:
        raise Invalid([Problem("file", TOO_MANY_FILES, FIELD)])
    if (files[0].size or 0) > LARGEST_FILE:
        raise Invalid([Problem("file", TOO_LARGE, FIELD)])
    return files[0].read()


def picture_response(picture: EncodedPicture, name: str) -> HttpResponse:
    """The bytes of a picture that the visitor may see; no cache keeps them."""
    answer = HttpResponse(bytes(picture.content), content_type="image/jpeg")
    answer["Content-Disposition"] = f'inline; filename="{name}-{picture.pk}.jpg"'
    answer["Cache-Control"] = "private, no-store"
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return answer
