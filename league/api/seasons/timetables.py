"""The secretary's timetables: asked for, read, changed by hand, published."""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.seasons.seasons import OwnSeason
from league.api.seasons.timetables_shapes import (
    TimetableRef,
    TimetableShape,
)
from league.enums import TimetableState
from league.models import Timetable
from league.queries.seasons.timetables import made_of

HOLDING = (TimetableState.READY, TimetableState.PUBLISHED)


class TimetableView(OwnSeason):
    """An address about timetables."""

    def timetable(self, pk: int) -> Timetable:
        self.allow("season.make")
        return get_object_or_404(Timetable.objects.select_related("season__league"), season__league=self.league, pk=pk)

    def respond(self, row: Timetable, status: int = 200) -> Response:
        made = made_of(row) if row.state in HOLDING else None
        answer = TimetableShape(row, context={"made": made}).data
        if "timetable" not in self.kwargs:
            return Response(answer, status=status)
        return self.tagged(answer, "timetable", status, version=row.version)


class Timetables(TimetableView):
    @operation("The timetables of a season, the latest first", action="season.make", answer=TimetableRef(many=True))
    def get(self, request: Request, season: str) -> Response:
        self.allow("season.make")
        found = self.one(season).timetables.defer("made").select_related("season")
        return self.paged(list(found.order_by("-asked_at", "-pk")), TimetableRef)


class OneTimetable(TimetableView):
    @operation(
        "A timetable: how far it is, its fixtures and what it does not keep",
        action="season.make",
        answer=TimetableShape,
        etag=True,
    )
    def get(self, request: Request, timetable: int) -> Response:
        return self.respond(self.timetable(timetable))
