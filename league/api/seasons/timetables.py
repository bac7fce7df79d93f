"""The secretary's timetables: asked for, read, changed by hand, published."""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.seasons.seasons import OwnSeason
from league.api.seasons.timetables_shapes import (
    EditIn,
    ProposalShape,
    PublishIn,
    TimetableAskIn,
    TimetableRef,
    TimetableShape,
    VersionIn,
    asked_from,
    edit_from,
)
from league.enums import TimetableState
from league.errors import Changed, Invalid, WrongState
from league.models import Timetable
from league.queries.seasons.timetables import made_of, proposed, state_of, usual
from league.rules.timetable import edits
from league.services.seasons import publish, timetables
from league.translation import N_, Text

HOLDING = (TimetableState.READY, TimetableState.PUBLISHED)


class TimetableView(OwnSeason):
    """An address about timetables."""

    def timetable(self, pk: int) -> Timetable:
        self.allow("season.make")
        return get_object_or_404(Timetable.objects.select_related("season__league"), season__league=self.league, pk=pk)

    def told(self, row: Timetable, status: int = 200) -> Response:
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

    @operation(
        "Ask for a timetable; it is made when its turn comes",
        name="timetable_ask",
        action="season.make",
        body=TimetableAskIn,
        answer=TimetableShape,
        status=201,
    )
    def post(self, request: Request, season: str) -> Response:
        self.allow("season.make")
        found = self.one(season)
        asked = asked_from(self.read(TimetableAskIn), usual(found))
        return self.told(timetables.ask_timetable(found, asked, by=self.user, now=self.now), 201)


class OneTimetable(TimetableView):
    @operation(
        "A timetable: how far it is, its fixtures and what it does not keep",
        action="season.make",
        answer=TimetableShape,
        etag=True,
    )
    def get(self, request: Request, timetable: int) -> Response:
        return self.told(self.timetable(timetable))


class TimetableTry(TimetableView):
    @operation(
        "What a change by hand would do. Nothing is written", action="season.make", body=EditIn, answer=ProposalShape
    )
    def post(self, request: Request, timetable: int) -> Response:
        row, sent = self.timetable(timetable), self.read(EditIn)
        if row.state != TimetableState.READY:
            raise WrongState(Text("This timetable is {state}; it cannot be changed.", state=state_of(row)))
        if row.version != sent["version"]:
            raise Changed(N_("This timetable was changed meanwhile. Read it again before you change it."))
        made, edit = made_of(row), edit_from(sent)
        if made.outdated:
            raise WrongState(Text("{changes} Ask for a new timetable.", changes=made.outdated[0]))
        problems = edits.problems_of(made.timetable.meetings, edit, made.calendar)
        if problems:
            raise Invalid(problems)
        return Response(ProposalShape(proposed(made, edit)).data)


class TimetableChange(TimetableView):
    @operation(
        "Swap two fixtures, turn one round, or move one to another week",
        action="season.make",
        body=EditIn,
        answer=TimetableShape,
        etag=True,
    )
    def post(self, request: Request, timetable: int) -> Response:
        row, sent = self.timetable(timetable), self.read(EditIn)
        return self.told(timetables.change(row, edit_from(sent), version=sent["version"], by=self.user, now=self.now))


class TimetableUndo(TimetableView):
    @operation(
        "Take the last change by hand back", action="season.make", body=VersionIn, answer=TimetableShape, etag=True
    )
    def post(self, request: Request, timetable: int) -> Response:
        row, sent = self.timetable(timetable), self.read(VersionIn)
        return self.told(timetables.undo(row, version=sent["version"], by=self.user, now=self.now))


class TimetableDiscard(TimetableView):
    @operation("Discard a timetable", action="season.make", answer=TimetableShape)
    def post(self, request: Request, timetable: int) -> Response:
        return self.told(timetables.discard(self.timetable(timetable), by=self.user, now=self.now))


class TimetablePublish(TimetableView):
    @operation(
        "Make the season’s fixtures of a timetable, and tell every captain",
        action="season.make",
        body=PublishIn,
        answer=TimetableShape,
    )
    def post(self, request: Request, timetable: int) -> Response:
        row, sent = self.timetable(timetable), self.read(PublishIn)
        return self.told(publish.publish(row, **sent, by=self.user, now=self.now))
