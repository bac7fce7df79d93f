"""The asker's own: fixtures, messages, calendar, and which mail they get."""

from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.operations import operation
from league.api.people.people_shapes import (
    CalendarShape,
    MeShape,
    MessageShape,
    MyCalendarShape,
    RenewIn,
)
from league.api.results.results_shapes import DraftIn, DraftShape, SavedDraftShape
from league.api.shapes import ClockField, example
from league.api.standings.standings_shapes import CaptainsListShape
from league.api.views import LeagueView
from league.enums import Delivery, NoticeKind
from league.errors import NothingThere
from league.models import ApiToken, CalendarFeed, Notice, Player, Team
from league.queries.dates import calendars
from league.queries.mail.kinds import AT_ONCE
from league.queries.mail.messages import MailChoices, choices_of, messages_of
from league.queries.results.dashboards import draft_of, fixtures_of_captain
from league.rules.mailing import FURTHEST_REMINDER
from league.services.mail.preferences import problems_of, save_choices
from league.services.notices import mark_read
from league.services.people.accounts import keys
from league.services.results import submit
from league.translation import N_, Text, in_a_sentence, translated


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": {"type": "string", "enum": Delivery.values},
        "propertyNames": {"enum": NoticeKind.values},
    }
)
class DeliveriesField(serializers.DictField):
    """The delivery of each kind of notice, by kind."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=serializers.ChoiceField(choices=Delivery.choices), **kwargs)

    def to_internal_value(self, data: Any) -> dict[NoticeKind, Delivery]:
        sent = super().to_internal_value(data)
        strange = sorted(kind for kind in sent if kind not in NoticeKind.values)
        if strange:
            message = Text("There is no kind {kind}.", kind=strange[0][:60])
            raise serializers.ValidationError(translated(message), code="kind")
        late = sorted(kind for kind in AT_ONCE if sent.get(kind) == Delivery.DIGEST)
        if late:
            kind = in_a_sentence(NoticeKind(late[0]).label)
            message = Text("What is about {kind} does not wait for the daily mail.", kind=kind)
            raise serializers.ValidationError(translated(message), code="at-once")
        return {NoticeKind(kind): Delivery(delivery) for kind, delivery in sent.items()}

    def to_representation(self, value: Any) -> dict[str, str]:
        return {str(kind): str(delivery) for kind, delivery in value.items()}


@example(
    "Rulings once a day, no reminders, quiet at night",
    deliveries={"ruling-made": "digest"},
    reminder_days=[],
    quiet_from="22:00",
    quiet_until="07:00",
    digest_at="08:00",
)
class MailSettingsShape(serializers.Serializer[Any]):
    """Your mail settings, in every league of this server. What is left out stays as it is, kind by kind."""

    deliveries = DeliveriesField(help_text="By kind of notice.")
    reminder_days = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=FURTHEST_REMINDER),
        max_length=FURTHEST_REMINDER,
        help_text="So many days before a fixture you are reminded of it; none: never.",
    )
    quiet_from = ClockField(evening=False, allow_null=True, help_text="No mail from then on; null: at any hour.")
    quiet_until = ClockField(evening=False, allow_null=True, help_text="It may be on the next day.")
    digest_at = ClockField(
        evening=False, help_text="When the daily mail comes. All three by the clock in each league’s time zone."
    )


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


class MailSettings(LeagueView):
    @operation("How you want your mail, in every league", action="mail.own", answer=MailSettingsShape)
    def get(self, request: Request) -> Response:
        return self._respond()

    @operation(
        "Choose how you want your mail, in every league; what is left out stays as it is",
        action="mail.own",
        body=MailSettingsShape(partial=True),
        answer=MailSettingsShape,
    )
    def patch(self, request: Request) -> Response:
        sent = self.read(MailSettingsShape, lambda given: problems_of(self._chosen_with(given)), partial=True)
        save_choices(self._chosen_with(sent), league=self.league, by=self.user, now=self.now)
        return self._respond()

    def _chosen_with(self, sent: dict[str, Any]) -> MailChoices:
        now = asdict(choices_of(self.user))
        values: dict[str, Any] = now | sent
        values["deliveries"] = now["deliveries"] | values["deliveries"]
        values["reminder_days"] = tuple(values["reminder_days"])
        return MailChoices(**values)

    def _respond(self) -> Response:
        return Response(MailSettingsShape(asdict(choices_of(self.user))).data)
