"""A person's own things: what they may speak for, what waits for them, their messages, drafts and calendar."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.people.people_shapes import (
    CalendarShape,
    MeShape,
    MessageShape,
    MyCalendarShape,
    RenewIn,
)
from league.api.results.results_shapes import DraftIn, DraftShape, SavedDraftShape
from league.api.standings.standings_shapes import CaptainsListShape
from league.errors import NothingThere
from league.models import ApiToken, CalendarFeed, Notice, Player, Team
from league.queries.dates import calendars
from league.queries.mail.messages import messages_of
from league.queries.results.my_fixtures import draft_of, fixtures_of_captain
from league.services.notices import mark_read
from league.services.people.accounts import keys
from league.services.results import submit
from league.translation import N_


class Me(LeagueView):
    @operation("Who you are here, and what you may speak for", action="account.own", answer=MeShape)
    def get(self, request: Request) -> Response:
        answer = {
            "name": self.user.name,
            "secretary": self.grants.secretary,
            "referee": self.grants.referee,
            "committee": self.grants.committee,
            "judge": self.grants.judge,
            "captain_of": Team.objects.filter(league=self.league, pk__in=self.grants.captain_of),
            "players": Player.objects.filter(league=self.league, pk__in=self.grants.players),
            "scopes": request.auth.scopes if isinstance(request.auth, ApiToken) else None,
        }
        return Response(MeShape(answer).data)


class MyFixtures(LeagueView):
    @operation("What a captain has to do", action="captain.work", answer=CaptainsListShape)
    def get(self, request: Request) -> Response:
        self.allow("captain.work")
        return Response(CaptainsListShape(fixtures_of_captain(self.league, self.grants.captain_of, now=self.now)).data)


class Draft(LeagueView):
    @operation("What you have filled in so far of a sheet", action="result.submit", answer=DraftShape)
    def get(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "result.submit")
        draft = draft_of(found, self.user)
        if draft is None:
            raise NothingThere(N_("You have no draft of this fixture’s sheet."))
        return Response(DraftShape(draft).data)

    @operation(
        "Keep what you have filled in so far; only you see it",
        action="result.submit",
        body=DraftIn,
        answer=SavedDraftShape,
    )
    def put(self, request: Request, fixture: int) -> Response:
        found = self.fixture(fixture, "result.submit")
        sent = self.read(DraftIn)["places"]
        saved = submit.save_draft(found, sent, by=self.user, now=self.now)
        breaches = submit.breaches_of(found, saved.sheet)
        told = {"sheet": saved.sheet, "updated_at": saved.updated_at, "breaches": breaches}
        return Response(SavedDraftShape(told).data)


class Messages(LeagueView):
    queryset = Notice.objects.all()
    ordering = ("-created_at", "-pk")

    @operation(
        "The messages of this league that were sent to you, the latest first",
        action="mail.own",
        answer=MessageShape(many=True),
    )
    def get(self, request: Request) -> Response:
        return self.paged(messages_of(self.user, self.league), MessageShape)


class MessagesMarkRead(LeagueView):
    @operation("Put your new messages away", action="mail.own", answer=None, status=204)
    def post(self, request: Request) -> Response:
        mark_read(self.user, league=self.league, now=self.now)
        return Response(status=204)


class Calendars(LeagueView):
    @operation("The calendars one can subscribe to", action="league.view", answer=CalendarShape(many=True))
    def get(self, request: Request) -> Response:
        divisions, venues = calendars.calendars_of(self.league, now=self.now)
        found = []
        for one in divisions:
            found.append(self._line("division", one.division.name, division=one.division.slug))
            found += [self._line("team", team.name, team=team.slug) for team in one.teams]
        found += [self._line("venue", venue.name, venue=venue.pk) for venue in venues]
        return self.paged(found, CalendarShape)

    def _line(self, kind: str, name: str, **which: Any) -> dict[str, str]:
        path = reverse(f"{kind}-calendar", kwargs={"slug": self.league.slug, **which})
        return {"kind": kind, "name": name, "url": f"{settings.BASE_URL}{path}"}


class MyCalendar(LeagueView):
    @operation("The secret address of your own calendar", action="calendar.own", answer=MyCalendarShape)
    def get(self, request: Request) -> Response:
        return self._respond(calendars.live_feed(self.user, self.league))

    @operation(
        "Make it, or exchange its address for another",
        name="my_calendar_make",
        action="calendar.own",
        body=RenewIn,
        answer=MyCalendarShape,
        kept=False,
        fresh=True,
    )
    def post(self, request: Request) -> Response:
        make = keys.renew_feed if self.read(RenewIn)["renew"] else keys.make_feed
        return self._respond(make(self.league, by=self.user, now=self.now))

    @operation("Revoke its address; it no longer answers", action="calendar.own", answer=None, status=204, kept=False)
    def delete(self, request: Request) -> Response:
        keys.revoke_feed(self.league, by=self.user, now=self.now)
        return Response(status=204)

    def _respond(self, feed: CalendarFeed | None) -> Response:
        url = None
        if feed is not None:
            path = reverse("own-calendar", kwargs={"slug": self.league.slug, "token": feed.token})
            url = f"{settings.BASE_URL}{path}"
        return Response(MyCalendarShape({"url": url}).data)
