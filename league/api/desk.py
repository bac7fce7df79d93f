"""What is late, outstanding or undelivered, and the evening's desk; for the secretary."""

from typing import Any

from rest_framework import serializers

from league.api.dates import STEP
from league.api.decisions import DueShape, LateCardShape, ReasonIn
from league.api.etags import RestsOn
from league.api.league_views import LeagueView
from league.api.operations import operation
from league.api.refs import NamedFixture
from league.api.shapes import ComputedField, IdField, TextIn, example, shape
from league.errors import Invalid
from league.models import Appeal, ConductCase, Dispute, Fixture, Notice, Season, User
from league.queries.dates.outstanding import OutstandingFixture, WouldBe, outstanding_rounds, preview_of, weeks_left
from league.queries.dates.outstanding import Preview as Placing
from league.queries.desk import evening, oversight
from league.queries.desk.oversight import Chase, Crowded, Late, Oversight, Waiting, oversight_of
from league.queries.leagues import current_season
from league.queries.mail.messages import Deliveries, deliveries_of
from league.rules.problems import Problem
from league.services import desk as approve
from league.services import desk as remind
from league.services.dates import place
from league.services.dates.override import Override
from league.services.desk import Approved, NotConfirmed, Reminded
from league.services.mail import preferences
from league.translation import N_

MOST_MESSAGES = 1000


@example("It stays unplayed", **STEP)
class StepOfSecretaryIn(ReasonIn):
    """A step about a fixture, and the reason for it."""

    rests_on = RestsOn("fixture", needs=("sequence",))


LateShape = shape(Late, "due_at fixture", "Something that is overdue, and since when.")
OpenDisputeShape = shape(Dispute, "id opened_at reason fixture", "A dispute awaiting a ruling.", "OpenDispute")
OpenAppealShape = shape(
    Appeal,
    "id opened_at reason",
    "An appeal awaiting a decision.",
    "OpenAppeal",
    fixture=NamedFixture(source="ruling.fixture"),
)
OpenConductShape = shape(
    ConductCase,
    "id match_number game_number proposed_at fixture",
    "Conduct that no neutral referee has decided about yet.",
    "OpenConduct",
)
CrowdedShape = shape(
    Crowded, "date venue=venue.name venue.boards fixtures", "A venue that has more fixtures on a night than it holds."
)
FaultShape = shape(
    Problem,
    "where field message",
    "A stored setting that no page can work with.",
    "Fault",
    where="The place as a person names it, e.g. ``match 3, game 2``.",
    field="The form field it belongs to, e.g. ``m3-g2``.",
    message="One sentence for a person.",
)
SecretaryShape = shape(
    Oversight,
    "not_entered not_confirmed crowded",
    "The things that want the secretary’s eye.",
    "Secretary",
    appeals=OpenAppealShape(many=True),
    disputes=OpenDisputeShape(many=True),
    conduct=OpenConductShape(many=True, source="cases"),
    late_cards=LateCardShape(many=True, help_text="Late cards that wait for the secretary."),
    play_offs=DueShape(many=True, help_text="Play-offs to make, now that everything else is played."),
    faults=FaultShape(many=True, help_text="Settings to fix."),
)
OwedShape = shape(
    OutstandingFixture,
    "days_left round=fixture.week.round.number last_day in_hand then fixture",
    "A fixture without a date, or not played in time.",
    by="The team that postponed it.",
    days_left="How many days are left until then, that day counted; 0 when it is over.",
    last_day="The last day on which it may be played by the rules; null where nobody has said.",
    in_hand="Nothing happens automatically any more; the secretary decides.",
    then="What happens automatically, and when.",
)
WouldBeShape = shape(
    WouldBe,
    "starts_at why fixture",
    "The outcome of a placing for one fixture: when it would begin, or why it has no evening.",
)
PlacedShape = shape(
    Placing, "placed", "The number of fixtures that were placed; those that could not be say why in the list.", "Placed"
)
MailShape = shape(
    Notice,
    "id kind recipient.email text error attempts",
    "A message that did not get through.",
    "Mail",
    recipient=serializers.CharField(),
)
DeliveriesShape = shape(
    Deliveries,
    "counts waiting oldest",
    "The state of the league’s mail: how many messages of the last thirty days, by what became of them.",
    counts="How many notices of the last thirty days are in each state.",
    waiting="How many wait to be sent, however old they are.",
    oldest="Since when the oldest notice waits that was due; null where nothing does.",
    refused=MailShape(many=True, help_text="Refused for now; tried again."),
    failed=MailShape(many=True),
)


@example("Two of them", messages=[41, 42])
@example("All of them", messages=None)
class RetryIn(serializers.Serializer[Any]):
    """The failed messages to try again; null: all of them."""

    messages = serializers.ListField(child=IdField(), max_length=MOST_MESSAGES, allow_null=True)


class RetriedShape(serializers.Serializer[Any]):
    """The number of messages that are tried again."""

    count = serializers.IntegerField()


CHOSEN = [{"fixture": 12, "version": 1}, {"fixture": 15, "version": 2}]
AskedShape = shape(User, "id name", "A captain who would be written to.", "AskedCaptain")
ChaseShape = shape(
    Chase,
    "lately",
    "An overdue result, and the captains who would be asked for it.",
    "OverdueResult",
    lately="When a captain of it was last asked, if that is too recent to ask them again.",
    fixture=NamedFixture(),
    due_at=serializers.DateTimeField(source="late.due_at", help_text="When the result was due."),
    people=AskedShape(many=True, help_text="The captains whom the operation would write to."),
)
WaitingShape = shape(
    Waiting,
    "clear why",
    "A result that no deadline confirms any more.",
    "WaitingResult",
    fixture=ComputedField(NamedFixture(), lambda found: found.late.fixture),
    version=serializers.IntegerField(source="result.version"),
)


class DeskShape(serializers.Serializer[Any]):
    """The secretary’s evening: what each button would do."""

    tonight = NamedFixture(many=True, help_text="Today’s fixtures.")
    cards = serializers.IntegerField(help_text="How many fixtures have begun and have no result.")
    next_card = NamedFixture(
        allow_null=True, help_text="The one to enter first: of the latest evening; null: none is left."
    )
    overdue = ChaseShape(many=True, help_text="Overdue results, the longest first.")
    waiting = WaitingShape(many=True, help_text="Results awaiting confirmation past their time.")


RemindedShape = shape(
    Reminded,
    "people fixtures",
    "The captains who were asked.",
    people="How many captains; each has a message for every fixture of theirs.",
    fixtures="About how many overdue results.",
)


class ChosenIn(serializers.Serializer[Any]):
    """A result by its fixture and the version that was seen."""

    fixture = IdField()
    version = IdField(help_text="The version that was read; a newer one is not confirmed unseen.")


@example("Two of them", results=CHOSEN, reason="The other side did not answer in time.")
class ApproveIn(serializers.Serializer[Any]):
    """The results to confirm in the other sides’ places, and the reason."""

    results = ChosenIn(many=True, max_length=approve.MOST, allow_empty=False)  # type: ignore[call-arg]
    reason = TextIn(help_text="The journal keeps it with each result, and both captains are told.")


NotConfirmedShape = shape(NotConfirmed, "why", "A result that was left as it is, and why.", fixture=NamedFixture())
ApprovedShape = shape(
    Approved,
    "",
    "The outcome: the fixtures whose results count now, and those that were left as they are.",
    "ConfirmedTogether",
    confirmed=ComputedField(NamedFixture(many=True), lambda found: [result.fixture for result in found.confirmed]),
    refused=NotConfirmedShape(many=True),
)
NO_RESULT = Problem("no-result", N_("One of the fixtures is not in this league. Read the desk again."), "results")


class Desk(LeagueView):
    @operation("league.oversee", answer=DeskShape)
    def get(self) -> object:
        """The secretary’s evening: tonight, cards to enter, captains to ask, results to confirm."""
        cards = evening.cards_after(self.league, None, now=self.now)
        return {
            "tonight": [one.fixture for one in evening.tonight_of(self.league, now=self.now)],
            "cards": cards.left,
            "next_card": cards.fixture,
            "overdue": oversight.chases_of(self.league, by=self.user, now=self.now),
            "waiting": oversight.waiting_of(self.league, self.grants, now=self.now),
        }


class DeskRemind(LeagueView):
    @operation("league.oversee", answer=RemindedShape)
    def post(self) -> object:
        """Ask the captains of all overdue results for them; nobody twice within two days."""
        return remind.remind_overdue(self.league, by=self.user, now=self.now)


class DeskConfirm(LeagueView):
    @operation("league.oversee", body=ApproveIn, answer=ApprovedShape)
    def post(self) -> object:
        """Confirm several waiting results where nothing has to be decided; the others are told with the reason."""
        sent = self.read()
        fixtures = oversight.fixtures_among(self.league, [one["fixture"] for one in sent["results"]])
        if any(one["fixture"] not in fixtures for one in sent["results"]):
            raise Invalid([NO_RESULT])
        chosen = [approve.ChosenResult(fixtures[one["fixture"]], one["version"]) for one in sent["results"]]
        return approve.approve_clear(self.league, chosen, reason=sent["reason"], by=self.user, now=self.now)


class Secretary(LeagueView):
    @operation("league.oversee", answer=SecretaryShape)
    def get(self) -> object:
        """What is late, disputed, or will not fit."""
        return oversight_of(self.league, current_season(self.league, now=self.now), now=self.now)


class Owed(LeagueView):
    @operation("fixture.move", answer=OwedShape(many=True))
    def get(self, season: Season) -> object:
        """The outstanding fixtures of a season, the longest first in each round."""
        return [line for of_round in outstanding_rounds(season, now=self.now) for line in of_round.lines]


class OwedTry(LeagueView):
    @operation("fixture.move", name="owed_try", answer=WouldBeShape(many=True))
    def get(self, season: Season) -> object:
        """What placing the outstanding fixtures in their catch-up weeks would do. Nothing is written."""
        placings = preview_of(weeks_left(season, now=self.now), now=self.now)
        return [line for placing in placings for line in placing.lines]


class OwedPlace(LeagueView):
    @operation("fixture.move", answer=PlacedShape)
    def post(self, season: Season) -> object:
        """Place the outstanding fixtures of a season before their time."""
        return {"placed": place.place_now(season, by=self.user, now=self.now)}


class OwedLeave(LeagueView):
    @operation("fixture.move", body=StepOfSecretaryIn)
    def post(self, fixture: Fixture) -> None:
        """Take over a fixture without a date: it is no longer placed, nor decided by the policy."""
        sent = self.read()
        place.leave_owed(fixture, Override(sent["reason"], sent["sequence"], self.user, self.now))


class Mail(LeagueView):
    @operation("mail.oversee", answer=DeliveriesShape)
    def get(self) -> object:
        """How the league’s mail is getting on, and what could not be delivered."""
        return deliveries_of(self.league, now=self.now)


class MailRetry(LeagueView):
    @operation("mail.oversee", body=RetryIn, answer=RetriedShape)
    def post(self) -> object:
        """Try again what could not be delivered."""
        return {"count": preferences.retry(self.league, self.read()["messages"], by=self.user, now=self.now)}
