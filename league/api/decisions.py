"""The secretary's decisions about fixtures, points, late cards, play-offs and lots."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db.models import prefetch_related_objects
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.response import Response

from league.api.etags import RestsOn
from league.api.fixtures import FixtureShape
from league.api.league_views import LeagueView
from league.api.operations import operation
from league.api.refs import DivisionRef, NamedFixture, TeamRef
from league.api.results import FixtureResult, ResultShape
from league.api.shapes import (
    ComputedField,
    DayField,
    IdField,
    MomentField,
    OptionalSide,
    PointsField,
    TextField,
    TextIn,
    example,
    shape,
)
from league.api.sheets import SHEET, SheetIn, sheet_from
from league.errors import Invalid, WrongState
from league.models import Adjustment, Entry, Fixture, LateCard, LotsDrawn, Season, Team, Venue
from league.queries.leagues import fixtures_listed
from league.queries.results.versions import live_result
from league.queries.standings.decisions import (
    JOINED,
    DuePlayOff,
    MadePlayOff,
    RecordedLots,
    SeasonLots,
    SeasonPlayOffs,
    Waiting,
    late_cards_of,
    lots_of_season,
    play_offs_of_season,
)
from league.queries.standings.no_shows import NoShows, no_shows_of
from league.queries.visibility import not_hidden, sides_shown
from league.rules.problems import LONGEST_REASON, Problem
from league.services.results import decide
from league.services.results.confirm import uphold
from league.services.standings import adjustments
from league.services.standings import adjustments as late_cards
from league.services.standings import level_teams as play_offs
from league.services.standings.level_teams import problems_of_draw, record_lots, withdraw_lots
from league.translation import N_, Text, translated

DECISIONS = (
    ("walkover", "A walkover to one side"),
    ("abandoned", "Abandoned: the games that were finished are kept"),
    ("nobody", "Neither side came"),
    ("void", "Void: the result counts for nothing"),
    ("reopen", "To be entered again"),
    ("take-back", "Reverse the last decision"),
)
ABANDONED = {"what": "abandoned", "reason": "The away side had to leave."}


@example("A walkover to the home side", what="walkover", to="home", reason="The away side did not come.")
@example("Neither side came", what="nobody", reason="Both thought it was put off.")
@example("Abandoned; the rest is given to the home side", **ABANDONED, sheet=SHEET, rest="home")
class OutOfTheOrdinaryIn(serializers.Serializer[Any]):
    """A decision about a fixture that is no ordinary result, and the reason for it."""

    rests_on = RestsOn("fixture", needs=("version",), takes=("sequence",))
    what = serializers.ChoiceField(choices=DECISIONS)
    to = OptionalSide("Of a walkover.")
    sheet = SheetIn(allow_null=True, default=None, help_text="Of an abandoned fixture: the games that were finished.")
    rest = OptionalSide("Who gets an abandoned fixture’s other games.")
    reason = TextIn()

    def to_internal_value(self, data: Any) -> Any:
        """Report what this kind of decision lacks together with every other problem."""
        missing: dict[str, Any] = {}
        what = data.get("what") if isinstance(data, dict) else None
        if what == "walkover" and data.get("to") is None:
            missing["to"] = [ErrorDetail(translated(N_("Say which side gets it.")), code="required")]
        if what == "abandoned" and data.get("sheet") is None:
            missing["sheet"] = [ErrorDetail(translated(N_("Send the games that were finished.")), code="required")]
        try:
            read = super().to_internal_value(data)
        except serializers.ValidationError as wrong:
            raise serializers.ValidationError({**missing, **wrong.detail}) from wrong  # type: ignore[dict-item]
        if missing:
            raise serializers.ValidationError(missing)
        return read


@example("Why it counts", reason="Their captain is abroad, and agrees by phone.")
class UpholdIn(serializers.Serializer[Any]):
    """The reason why a sheet counts without the other side’s answer."""

    rests_on = RestsOn("fixture", needs=("version",))
    reason = TextIn(help_text="The journal keeps it, and both captains are told.")


@example("A point taken", team="anchor", points="-1", date="2026-11-03", reason="The card came late.")
class AdjustIn(serializers.Serializer[Any]):
    """Points given, or taken: those below nothing."""

    rests_on = RestsOn("season", takes=("seen",))
    team = serializers.CharField(max_length=120, help_text="The team’s slug.")
    points = serializers.DecimalField(max_digits=6, decimal_places=2)
    date = DayField(help_text="The day on which it was decided.")
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text="Public: it appears in the table’s notes.")


PointsAdjustedShape = shape(
    Adjustment,
    "id entry.team date reason made_at takes_back_id",
    "Points given or taken, with the public reason.",
    "PointsAdjusted",
    points=PointsField(),
    takes_back="The adjustment it reverses.",
)
PlayOffFixture = shape(
    Fixture, "id home away starts_at state", "A play-off by its teams.", "PlayOffFixture", division=DivisionRef()
)
MadeShape = shape(
    MadePlayOff,
    "counts home_games away_games",
    "A play-off that was made.",
    counts="These teams are level now, and placed by it.",
    standing=serializers.ChoiceField(
        choices=("arranged", "won", "level", "cancelled", "idle"),
        help_text="Level: it decided nothing. Idle: the division has no play-offs among its tie-breaks now.",
    ),
    fixture=PlayOffFixture(),
)
DueShape = shape(
    DuePlayOff,
    "position remaining arranged",
    "Teams that share a place until play-offs have decided between them.",
    "PlayOffsDue",
    position="The place that they share.",
    remaining="Fixtures of the division without a result that counts; while there are any, none is made.",
    arranged="How many play-offs between them are made and not decided.",
    division=DivisionRef(),
    teams=TeamRef(many=True),
    missing=serializers.ListField(
        child=TeamRef(many=True),
        help_text="The pairs whose play-off is still to be made, once no other fixture remains.",
    ),
)
SeasonPlayOffsShape = shape(
    SeasonPlayOffs,
    "",
    "The play-offs of a season: those due, and those made, the latest first.",
    due=DueShape(many=True),
    made=MadeShape(many=True),
)


@example(
    "Anchor at home to Bell, three singles", division="division-1", home="anchor", away="bell", venue=1,
    starts_at="2027-05-04T19:00:00Z", format="SSS",
)  # fmt: skip
class PlayOffIn(serializers.Serializer[Any]):
    """A play-off between two teams that are level at the end."""

    division = serializers.CharField(max_length=60, help_text="The division’s slug.")
    home = serializers.CharField(max_length=120, help_text="The home team’s slug.")
    away = serializers.CharField(max_length=120, help_text="The away team’s slug.")
    venue = IdField(help_text="The number of one of the league’s venues.")
    starts_at = MomentField()
    format = serializers.CharField(
        max_length=play_offs.LONGEST_FORMAT, allow_blank=True, default="",
        help_text="Its own format; empty: as the division plays.",
    )  # fmt: skip


@example("Why", reason="It was a mistake.")
class ReasonIn(serializers.Serializer[Any]):
    """The reason for a step."""

    reason = TextIn()


LateCardShape = shape(
    LateCard,
    "id side due_at sent_at dismissed_why decided_at adjustment_id fixture",
    "A result that was first sent after its deadline, and the points proposed to be taken for it.",
    points=PointsField(help_text="The points to take from that side."),
    adjustment="The adjustment by which they were taken; null: they were not.",
    standing=serializers.ChoiceField(
        choices=("open", "accepted", "dismissed"), help_text="Nothing is taken unless it is accepted."
    ),
    team=TeamRef(help_text="The team that would lose them."),
)
NoShowsShape = shape(
    NoShows,
    "count due fixtures",
    "A team’s no-shows of a season: walkovers against it.",
    "NoShows",
    due="They call for a consequence that the secretary has not decided on.",
    fixtures=NamedFixture(many=True, help_text="The earliest first."),
    team=ComputedField(TeamRef(), lambda found: found.entry.team),
    division=ComputedField(DivisionRef(), lambda found: found.entry.division),
    settled=ComputedField(
        serializers.IntegerField(), lambda found: found.entry.no_shows_settled, "How many of them were decided on."
    ),
)
MOST_TEAMS = 60
WaitingShape = shape(
    Waiting,
    "position remaining",
    "Teams that share a place until lots are drawn between them.",
    "WaitingForLots",
    position="The place that they share.",
    remaining="Fixtures of the division without a result that counts; while there are any, the tie may go by itself.",
    division=DivisionRef(),
    teams=TeamRef(many=True),
)
LotsShape = shape(
    LotsDrawn,
    "id drawn_on note recorded_at withdrawn_at withdrawn_why",
    "Lots that were drawn in person and recorded.",
    "Lots",
    division=DivisionRef(),
    recorded_by=ComputedField(
        TextField(), lambda drawn: str(drawn.recorded_by or ""), "Empty where they are known no more."
    ),
    teams=ComputedField(
        TeamRef(many=True),
        lambda drawn: [lot.team for lot in drawn.lots.all()],
        "In the order drawn, the best place first.",
    ),
)
RecordedLotsShape = shape(
    RecordedLots,
    "counts",
    "Lots, and what they do now.",
    counts="Exactly these teams are level now, and placed by them; never once withdrawn.",
    lots=LotsShape(source="drawn"),
)
SeasonLotsShape = shape(
    SeasonLots,
    "",
    "The lots of a season: groups of teams that wait for them, and those recorded, the latest first.",
    waiting=WaitingShape(many=True),
    recorded=RecordedLotsShape(many=True),
)


@example(
    "Bell before Anchor", division="division-1", teams=["bell", "anchor"], drawn_on="2027-04-05", note="At the AGM."
)
class LotsIn(serializers.Serializer[Any]):
    """The order in which level teams were drawn by lot."""

    division = serializers.CharField(max_length=60, help_text="The division’s slug.")
    teams = serializers.ListField(
        child=serializers.CharField(max_length=120),
        min_length=2,
        max_length=MOST_TEAMS,
        help_text="The teams’ slugs in the order drawn, the best place first.",
    )
    drawn_on = DayField(help_text="The day on which they were drawn.")
    note = serializers.CharField(
        max_length=LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="Public: how, where and before whom they were drawn.",
    )


class ResultDecide(FixtureResult):
    @operation("result.decide", body=OutOfTheOrdinaryIn, answer=ResultShape, etag=True)
    def post(self, fixture: Fixture) -> Response:
        """Decide about a fixture without an ordinary result, or reverse the last decision."""
        self._carry_out(fixture, self.read_with_sheet(fixture, "/sheet", decide.examine_abandoned))
        return self.result(fixture)

    def _carry_out(self, fixture: Fixture, sent: dict[str, Any]) -> None:
        what = sent["what"]
        given = {"version": sent["version"], "reason": sent["reason"], "by": self.user, "now": self.now}
        dated = given | {"sequence": sent["sequence"]}
        if what == "walkover":
            decide.give_walkover(fixture, to=sent["to"], **dated)
        elif what == "abandoned":
            decide.abandon(fixture, sheet_from(sent["sheet"]), rest=sent["rest"], **dated)
        elif what == "nobody":
            decide.nobody_came(fixture, **dated)
        else:
            {"void": decide.void, "reopen": decide.reopen, "take-back": decide.take_back}[what](fixture, **given)


class Adjustments(LeagueView):
    @operation("points.adjust", answer=PointsAdjustedShape(many=True), etag=True)
    def get(self, season: Season) -> Response:
        """The points given and taken in a season."""
        rows = list(Adjustment.objects.filter(entry__season=season).select_related("entry__team").order_by("pk"))
        return self.tagged(rows, "season", seen=len(rows))

    @operation("points.adjust", body=AdjustIn, answer=PointsAdjustedShape, status=201)
    def post(self, season: Season) -> object:
        """Give points to a team, or take them."""
        sent = self.read(partial(adjustments.problems_of_adjustment, self.league, now=self.now))
        entries = Entry.objects.select_related("season__league", "division__season", "team")
        entry = get_object_or_404(entries, season=season, team__slug=sent.pop("team"))
        return adjustments.adjust_points(entry, sent.pop("points"), **sent, by=self.user, now=self.now)


class AdjustmentTakeBack(LeagueView):
    @operation("points.adjust", body=ReasonIn, answer=PointsAdjustedShape, status=201)
    def post(self, adjustment: int) -> object:
        """Reverse an adjustment by a further one."""
        self.allow("points.adjust")
        rows = Adjustment.objects.select_related("entry__season__league", "entry__division__season", "entry__team")
        row = get_object_or_404(rows, entry__season__league=self.league, pk=adjustment)
        return adjustments.take_back_adjustment(row, **self.read(), by=self.user, now=self.now)


class ResultUphold(FixtureResult):
    @operation("result.uphold", body=UpholdIn, answer=ResultShape, etag=True)
    def post(self, fixture: Fixture) -> Response:
        """Confirm a sheet on the other side’s behalf, with a reason."""
        live = live_result(fixture)
        if live is None:
            raise WrongState(N_("No sheet of this fixture is awaiting an answer."))
        self.allow("result.uphold", live)
        uphold(fixture, **self.read(), by=self.user, now=self.now)
        return self.result(fixture)

    def find_fixture(self, pk: int) -> Fixture:
        self.allow("league.oversee")
        return self.seen_fixture(pk)


class LateCards(LeagueView):
    @operation("points.adjust", answer=LateCardShape(many=True))
    def get(self, season: Season) -> object:
        """The late cards of a season: those to be decided first, then the latest."""
        return late_cards_of(season)


class SeasonNoShows(LeagueView):
    @operation("points.adjust", answer=NoShowsShape(many=True))
    def get(self, season: Season) -> object:
        """The teams of a season with walkovers against them, those with the most first."""
        return no_shows_of(season)


class LateCardView(LeagueView):
    def find_card(self, pk: int) -> LateCard:
        self.allow("points.adjust")
        is_visible = not_hidden("fixture__division__season__") & sides_shown("fixture__")
        rows = LateCard.objects.filter(is_visible).select_related(*JOINED)
        return get_object_or_404(rows, fixture__division__season__league=self.league, pk=pk)


class LateCardAccept(LateCardView):
    @operation("points.adjust", answer=LateCardShape)
    def post(self, card: LateCard) -> object:
        """Take the points that a late card proposes."""
        return late_cards.accept_late_card(card, by=self.user, now=self.now)


class LateCardDismiss(LateCardView):
    @operation("points.adjust", body=ReasonIn, answer=LateCardShape)
    def post(self, card: LateCard) -> object:
        """Dismiss a late card, with the reason: no points are taken."""
        return late_cards.dismiss_late_card(card, **self.read(), by=self.user, now=self.now)


class PlayOffs(LeagueView):
    @operation("play_off.make", answer=SeasonPlayOffsShape)
    def get(self, season: Season) -> object:
        """The play-offs of a season: those due, and those made."""
        return play_offs_of_season(season)

    @operation("play_off.make", body=PlayOffIn, answer=FixtureShape, status=201)
    def post(self, season: Season) -> object:
        """Make the play-off between two teams that are level at the end."""
        sent = self.read(self._check)
        division = get_object_or_404(season.divisions.select_related("season__league"), slug=sent["division"])
        home, away = (
            get_object_or_404(Team, entries__division=division, slug=sent[side], hidden_at=None)
            for side in ("home", "away")
        )
        venue = get_object_or_404(Venue, league=self.league, pk=sent["venue"], hidden_at=None)
        made = play_offs.make_play_off(
            division, home, away, starts_at=sent["starts_at"], venue=venue, fixture_format=sent["format"],
            by=self.user, now=self.now,
        )  # fmt: skip
        return fixtures_listed(self.seasons).get(pk=made.pk)

    def _check(self, given: dict[str, Any]) -> Iterable[Problem]:
        return play_offs.check_format(self.league, given.get("format", ""))


class Lots(LeagueView):
    @operation("lots.record", answer=SeasonLotsShape)
    def get(self, season: Season) -> object:
        """The lots of a season: teams that wait for them, and those recorded."""
        return lots_of_season(season)

    @operation("lots.record", body=LotsIn, answer=LotsShape, status=201)
    def post(self, season: Season) -> object:
        """Record the order in which level teams were drawn by lot."""
        sent = self.read(partial(problems_of_draw, season, now=self.now))
        division = get_object_or_404(season.divisions.select_related("season__league"), slug=sent["division"])
        teams = _teams(season, sent["teams"])
        when = {"drawn_on": sent["drawn_on"], "by": self.user, "now": self.now}
        return _with_teams(record_lots(division, teams, note=sent["note"], **when))


class LotsWithdraw(LeagueView):
    @operation("lots.record", body=ReasonIn, answer=LotsShape)
    def post(self, lots: int) -> object:
        """Withdraw lots that were recorded: they count no more."""
        self.allow("lots.record")
        rows = LotsDrawn.objects.select_related("division__season__league", "recorded_by")
        row = get_object_or_404(rows, division__season__league=self.league, pk=lots)
        return _with_teams(withdraw_lots(row, **self.read(), by=self.user, now=self.now))


def _with_teams(drawn: LotsDrawn) -> LotsDrawn:
    prefetch_related_objects([drawn], "lots__team")
    return drawn


def _teams(season: Season, slugs: list[str]) -> list[Team]:
    """Return the teams of a season by their slugs, in that order.

    Raises:
        Invalid: no team that is entered in the season has one of them.
    """
    entered = Team.objects.filter(entries__season=season, slug__in=slugs, hidden_at=None)
    teams = {team.slug: team for team in entered}
    unknown = [slug for slug in dict.fromkeys(slugs) if slug not in teams]
    if unknown:
        message = Text("No team of this season: {teams}.", teams=", ".join(unknown))
        raise Invalid([Problem("team", message, "teams")])
    return [teams[slug] for slug in slugs]
