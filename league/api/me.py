"""The asker's own: fixtures, messages, calendar, and which mail they get."""

from dataclasses import asdict
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.fixtures import ScoreShape
from league.api.league_views import LeagueView
from league.api.operations import operation
from league.api.refs import PlayerRef, TeamRef
from league.api.shapes import ClockField, TextField, example, shape
from league.api.sheets import BreachShape
from league.enums import Delivery, NoticeKind
from league.errors import NothingThere
from league.models import ApiToken, CalendarFeed, Fixture, Notice, Player, Team
from league.queries.dates import calendars
from league.queries.domains import base_url_of
from league.queries.fixtures import FixtureLine as Line
from league.queries.mail.kinds import AT_ONCE
from league.queries.mail.messages import MailChoices, choices_of, messages_of
from league.queries.results.dashboards import CaptainsList, draft_of, fixtures_of_captain
from league.rules.mailing import FURTHEST_REMINDER
from league.rules.names import LONGEST_NAME
from league.rules.sheet_fields import PLACE
from league.services.mail.preferences import problems_of, save_choices
from league.services.notices import mark_read
from league.services.people.accounts import keys
from league.services.results import submit
from league.translation import N_, Text, in_a_sentence, translated


class MeShape(serializers.Serializer[Any]):
    """The person who asks, and what they may speak for in this league."""

    name = serializers.CharField(allow_blank=True)
    secretary = serializers.BooleanField()
    referee = serializers.BooleanField()
    committee = serializers.BooleanField(help_text="Of the committee that decides appeals, as its chair too.")
    judge = serializers.BooleanField(help_text="One of the judges who decide appeals.")
    captain_of = TeamRef(many=True)
    players = PlayerRef(many=True, help_text="The players of the league that they are.")
    scopes = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="Of the token; null: signed in with a browser."
    )


MessageShape = shape(
    Notice,
    "id kind fixture_id created_at read_at",
    "A message that was sent to you.",
    "Message",
    text=TextField(source="message"),
)


class CalendarShape(serializers.Serializer[Any]):
    """A calendar to subscribe to."""

    kind = serializers.ChoiceField(choices=(("division", "Division"), ("team", "Team"), ("venue", "Venue")))
    name = serializers.CharField()
    url = serializers.URLField()


class MyCalendarShape(serializers.Serializer[Any]):
    """The secret address of one’s own calendar."""

    url = serializers.URLField(allow_null=True, help_text="None: there is none; POST makes one.")


@example("Another address than before", renew=True)
class RenewIn(serializers.Serializer[Any]):
    """A secret address to make. With `renew`, one that there is already is exchanged for another."""

    renew = serializers.BooleanField(default=False)


MOST_PLACES = 500


@example("The first game", places={"m1-home-1": "12", "m1-g1-winner": "home", "m1-g1-loser": "98"})
class DraftIn(serializers.Serializer[Any]):
    """A sheet as filled in so far, by place: ``m1-home-1`` (a player’s id), ``m1-g2-winner`` (home or away),
    ``m1-g2-loser`` (a score), ``m1-g2-winner-score``, ``m1-home-games`` (a number, where games are only counted),
    ``m1-home-pegged`` (the points in all of them, where they are written down so), ``m1-short`` (home, away or both);
    where no player need be registered ``m1-home-1-name`` (a new player’s name) and ``m1-home-1-is`` (who is meant: an
    id, or 0 for somebody new, a space, and that name). The sheet’s page keeps the same.
    """

    places = serializers.DictField(child=serializers.CharField(max_length=LONGEST_NAME + 20, allow_blank=True))

    def validate_places(self, sent: dict[str, str]) -> dict[str, str]:
        if len(sent) > MOST_PLACES or not all(PLACE.fullmatch(place) for place in sent):
            raise serializers.ValidationError(
                translated(N_("A place reads like m1-home-1 or m1-g2-winner.")), code="place"
            )
        return sent


class DraftShape(serializers.Serializer[Any]):
    """One’s own unfinished sheet. Nobody else sees it."""

    places = serializers.DictField(child=serializers.CharField(allow_blank=True), source="sheet")
    updated_at = serializers.DateTimeField()


class SavedDraftShape(DraftShape):
    """A draft as it is kept, and what stands against those who are on it so far."""

    breaches = BreachShape(many=True)


LineShape = shape(
    Line,
    "fixture.id fixture.home fixture.away fixture.starts_at fixture.state",
    "A fixture in a few words.",
    "Line",
    result=ScoreShape(allow_null=True),
)
CaptainsListShape = shape(
    CaptainsList,
    "asked asking confirm due disputed waiting coming postponed cancelled done",
    "A captain’s fixtures by what is to be done about them.",
    asking="Their own postponement request, awaiting a reply.",
    confirm="The other side’s sheet, for them to confirm or dispute.",
    postponed="Without a date.",
    asked="Dates for it were offered to them, or its postponement asked for.",
    due="Played, or should have been, and no sheet yet.",
    disputed="A sheet of their fixture is disputed.",
    waiting="Their sheet waits for the other side.",
    coming="Still to be played.",
    done="The last confirmed ones, the latest first.",
)


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
    digest_at="21:00",
    officer_digest=True,
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
    officer_digest = serializers.BooleanField(
        help_text="As secretary or referee: the daily mail has what is not urgent; false: each at once."
    )


class Me(LeagueView):
    @operation("account.own", answer=MeShape)
    def get(self) -> object:
        """Who you are here, and what you may speak for."""
        return {
            "name": self.user.name,
            "secretary": self.grants.secretary,
            "referee": self.grants.referee,
            "committee": self.grants.committee,
            "judge": self.grants.judge,
            "captain_of": Team.objects.filter(league=self.league, pk__in=self.grants.captain_of),
            "players": Player.objects.filter(league=self.league, pk__in=self.grants.players),
            "scopes": self.request.auth.scopes if isinstance(self.request.auth, ApiToken) else None,
        }


class MyFixtures(LeagueView):
    @operation("captain.work", answer=CaptainsListShape)
    def get(self) -> object:
        """What a captain has to do."""
        return fixtures_of_captain(self.league, self.grants.captain_of, now=self.now)


class Draft(LeagueView):
    @operation("result.submit", answer=DraftShape)
    def get(self, fixture: Fixture) -> object:
        """What you have filled in so far of a sheet."""
        draft = draft_of(fixture, self.user)
        if draft is None:
            raise NothingThere(N_("You have no draft of this fixture’s sheet."))
        return draft

    @operation("result.submit", body=DraftIn, answer=SavedDraftShape)
    def put(self, fixture: Fixture) -> object:
        """Keep what you have filled in so far; only you see it."""
        saved = submit.save_draft(fixture, self.read()["places"], by=self.user, now=self.now)
        breaches = submit.breaches_of(fixture, saved.sheet)
        return {"sheet": saved.sheet, "updated_at": saved.updated_at, "breaches": breaches}


class Messages(LeagueView):
    queryset = Notice.objects.all()
    ordering = ("-created_at", "-pk")

    @operation("mail.own", answer=MessageShape(many=True))
    def get(self) -> object:
        """The messages of this league that were sent to you, the latest first."""
        return messages_of(self.user, self.league)


class MessagesMarkRead(LeagueView):
    @operation("mail.own")
    def post(self) -> None:
        """Put your new messages away."""
        mark_read(self.user, league=self.league, now=self.now)


class Calendars(LeagueView):
    @operation("league.view", answer=CalendarShape(many=True))
    def get(self) -> object:
        """The calendars one can subscribe to."""
        divisions, venues = calendars.calendars_of(self.league, now=self.now)
        lines = []
        for listed in divisions:
            lines.append(self._line("division", listed.division.name, division=listed.division.slug))
            lines += [self._line("team", team.name, team=team.slug) for team in listed.teams]
        return lines + [self._line("venue", venue.name, venue=venue.pk) for venue in venues]

    def _line(self, kind: str, name: str, **words: Any) -> dict[str, str]:
        path = reverse(f"{kind}-calendar", kwargs={"slug": self.league.slug, **words})
        return {"kind": kind, "name": name, "url": f"{base_url_of(self.league)}{path}"}


class MyCalendar(LeagueView):
    @operation("calendar.own", answer=MyCalendarShape)
    def get(self) -> object:
        """The secret address of your own calendar."""
        return self._address(calendars.live_feed(self.user, self.league))

    @operation("calendar.own", name="my_calendar_make", body=RenewIn, answer=MyCalendarShape, kept=False, fresh=True)
    def post(self) -> object:
        """Make it, or exchange its address for another."""
        make = keys.renew_feed if self.read()["renew"] else keys.make_feed
        return self._address(make(self.league, by=self.user, now=self.now))

    @operation("calendar.own", kept=False)
    def delete(self) -> None:
        """Revoke its address; it no longer answers."""
        keys.revoke_feed(self.league, by=self.user, now=self.now)

    def _address(self, feed: CalendarFeed | None) -> dict[str, str | None]:
        if feed is None:
            return {"url": None}
        path = reverse("own-calendar", kwargs={"slug": self.league.slug, "token": feed.token})
        return {"url": f"{base_url_of(self.league)}{path}"}


class MailSettings(LeagueView):
    @operation("mail.own", answer=MailSettingsShape)
    def get(self) -> object:
        """How you want your mail, in every league."""
        return asdict(choices_of(self.user))

    @operation("mail.own", body=MailSettingsShape(partial=True), answer=MailSettingsShape)
    def patch(self) -> object:
        """Choose how you want your mail, in every league; what is left out stays as it is."""
        sent = self.read(lambda given: problems_of(self._merge_choices(given)))
        save_choices(self._merge_choices(sent), league=self.league, by=self.user, now=self.now)
        return asdict(choices_of(self.user))

    def _merge_choices(self, sent: dict[str, Any]) -> MailChoices:
        now = asdict(choices_of(self.user))
        values: dict[str, Any] = now | sent
        values["deliveries"] = now["deliveries"] | values["deliveries"]
        values["reminder_days"] = tuple(values["reminder_days"])
        return MailChoices(**values)
