"""Photographs in bodies and answers, and those of a fixture's paper card."""

import base64
import binascii
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers

from league.api.league_views import LeagueView, find_or_404
from league.api.operations import operation
from league.api.shapes import example, shape
from league.errors import Invalid
from league.models import CardPhotograph, Fixture
from league.models.photographs import EncodedPicture
from league.queries.results.card_photographs import card_photographs_of, find_card_photograph
from league.rules.problems import Problem
from league.services.photographs import Picture, clean_photograph
from league.services.results import card_photographs as services
from league.translation import N_

# Written in base64, which is longer than its bytes by a third.
LONGEST = 14_000_000
PICTURE = OpenApiResponse(OpenApiTypes.BINARY, "The picture.")


def read_base64(sent: str) -> bytes:
    """Raises Invalid for `photograph`."""
    try:
        return base64.b64decode(sent, validate=True)
    except (binascii.Error, ValueError) as error:
        message = N_("Send the photograph’s bytes in base64.")
        raise Invalid([Problem("photograph", message, "photograph")]) from error


def picture_response(picture: EncodedPicture) -> HttpResponse:
    """As on the page: nothing on the way keeps it, the program's own cache neither."""
    uncached = {"Cache-Control": "private, no-store"}
    return HttpResponse(bytes(picture.content), content_type="image/jpeg", headers=uncached)


CardPhotographShape = shape(
    CardPhotograph,
    "id fixture_id side added_at sha256 width height",
    "A photograph of a fixture’s paper card, without its bytes.",
    side="Whose captain sent it; blank: the secretary.",
    sha256="Of its bytes; the journal has it too.",
)


@example("A JPEG in base64", photograph="/9j/4AAQSkZJRgABAQ==")
class CardPhotographIn(serializers.Serializer[Any]):
    """A photograph of the paper card, in base64: JPEG or PNG, 8 MB at most. It replaces the side’s earlier one."""

    photograph = serializers.CharField(max_length=LONGEST)


class CardPhotographs(LeagueView):
    picture: Picture | None = None

    def prepare(self) -> None:
        fixture = self.find_fixture(self.kwargs["fixture"])
        content = read_base64(self.read()["photograph"])
        services.require_open(fixture, by=self.user, now=self.now)
        self.picture = clean_photograph(content)

    @operation("card.see_photograph", answer=CardPhotographShape(many=True))
    def get(self, fixture: Fixture) -> object:
        """The photographs of a fixture’s paper card: one a side at the most, and the secretary’s."""
        return card_photographs_of(fixture)

    @operation("card.photograph", body=CardPhotographIn, answer=CardPhotographShape, status=201)
    def post(self, fixture: Fixture) -> object:
        """Send a photograph of the paper card. It is no result: that is entered as ever."""
        assert self.picture is not None, "prepared"  # noqa: S101 - for the type checker
        return services.store_card(fixture, picture=self.picture, by=self.user, now=self.now)


class OneCardPhotograph(LeagueView):
    @operation("card.see_photograph", answer=PICTURE, media_type="image/jpeg")
    def get(self, fixture: Fixture, photograph: int) -> HttpResponse:
        """A photograph of a fixture’s paper card."""
        no_photograph = N_("There is no such photograph of this fixture’s card.")
        return picture_response(find_or_404(no_photograph, find_card_photograph, fixture, photograph))
