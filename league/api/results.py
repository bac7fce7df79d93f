"""A result's life, as programs take part in it: sheets sent, confirmed, disputed and corrected."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import serializers
from rest_framework.response import Response

from league.access import may
from league.api.errors import NoPrecondition, Stale
from league.api.etags import rests_on, tag_of, tag_of_answer
from league.api.filters import ResultFilter, narrowed
from league.api.league_views import LeagueView
from league.api.operations import operation
from league.api.refs import READER, TeamRef
from league.api.shapes import ComputedField, IdField, ModelShape, TextField, TextIn, example, shape, tells
from league.api.sheets import SHEET, BreachShape, GameIn, MatchShape, SheetIn, problems_of_rest, sheet_from
from league.api.views import SAFE
from league.enums import Scope
from league.errors import Invalid, NothingThere, WrongState
from league.models import Fixture, Result, User
from league.queries.fixtures import matches_of
from league.queries.leagues import results_listed, versions_of
from league.queries.results.eligibility import breaches_told
from league.queries.results.versions import Examined, examine, proposed_correction
from league.rules.sheets import GameScore, ResultSheet, ScoreOnly, Totals
from league.services.results import confirm, correct, handover, submit
from league.services.results import handover as codes
from league.translation import N_, translated

LONGEST_SECRET = 200


@example("One game is another", reason="We won game 2 of match 1.", sheet=SHEET)
@example("Without a sheet of one’s own", reason="We won game 2 of match 1.")
class DisputeIn(serializers.Serializer[Any]):
    """A dispute of the other side’s sheet: the reason, and this side’s own sheet if it sends one."""

    reason = TextIn()
    sheet = SheetIn(allow_null=True, default=None)


@example("The whole sheet, and why", reason="Two scores were exchanged.", sheet=SHEET)
class CorrectIn(serializers.Serializer[Any]):
    """The whole sheet as it should be, and why."""

    sheet = SheetIn()
    reason = TextIn()


@example("It is right", accept=True)
@example("It is not", accept=False, reason="Game 2 was ours.")
class AnswerIn(serializers.Serializer[Any]):
    """The answer to a correction: accepted or not, and if not, why."""

    accept = serializers.BooleanField()
    reason = TextIn(allow_blank=True, default="")


@tells(
    Result,
    "version state kind detail side submitted_at settlement settled_at confirm_by home_games away_games "
    "home_matches away_matches home_awarded away_awarded note format=format.text",
    format="The format it was played by, for ever. A fixture without a result is played by its division’s.",
    live="Whether the fixture rests on it.",
)
class VersionShape(ModelShape):
    """One version of a fixture’s sheet, without its games."""

    rulesets = serializers.ListField(
        child=serializers.CharField(),
        help_text="The rulesets that its matches were played by, for ever, each with its version: `league:1`.",
    )


class SheetShape(VersionShape):
    """One version with its games."""

    reason = serializers.CharField(
        allow_blank=True, help_text="Why it corrects or replaces another; blank for whoever may not read the history."
    )
    breaches = BreachShape(many=True)
    matches = MatchShape(many=True)


@tells(Result, "fixture_id fixture.division fixture.home fixture.away fixture.starts_at")
class ResultLineShape(VersionShape):
    """The version of a result that a fixture rests on, as a line of a list."""


class ResultShape(serializers.Serializer[Any]):
    """The result of a fixture: the live sheet, and every version there is. Its ETag is what a change of it rests on."""

    fixture = serializers.IntegerField()
    live = SheetShape(allow_null=True, help_text="None: nobody has sent a sheet yet.")
    versions = VersionShape(many=True)


ConfirmerShape = shape(User, "id name", "A captain of the other side.", "Confirmer")


@example("With the code from their mail", person=31, secret="2718 2818")  # noqa: S106 - nobody's
class ConfirmHereIn(serializers.Serializer[Any]):
    """The person who confirms, and the proof that it is they."""

    person = IdField(help_text="One of those who may confirm it here.")
    secret = serializers.CharField(
        max_length=LONGEST_SECRET,
        allow_blank=True,
        trim_whitespace=False,
        help_text="The eight digits from their mail; or their password, or with a second factor its code instead.",
    )


@example("It is right", code="K7QD2-MXR40")
@example("It is not", code="K7QD2-MXR40", agree=False, reason="Game 2 was ours.")
class ConfirmCodeIn(serializers.Serializer[Any]):
    """A printed one-time code of the side that is asked, and its answer."""

    code = serializers.CharField(max_length=100, allow_blank=True, help_text="Ten letters and figures; used up by it.")
    agree = serializers.BooleanField(
        default=True, help_text="False disputes the sheet, or refuses the correction; with a reason."
    )
    reason = TextIn(allow_blank=True, default="")


class SeatsField(serializers.ListField):
    """The players of a side by their ids."""

    child = serializers.IntegerField(allow_null=True)


class TotalsShape(serializers.Serializer[Any]):
    """The games of a match as they were played, of which no more is known, and those that a ruling moved to a side."""

    home = serializers.IntegerField()
    away = serializers.IntegerField()
    to_home = serializers.IntegerField()
    to_away = serializers.IntegerField()
    home_pegged = ComputedField(
        serializers.IntegerField(allow_null=True),
        lambda totals: totals.pegged[0],
        "Points in all the games that were played, where they are written down.",
    )
    away_pegged = ComputedField(serializers.IntegerField(allow_null=True), lambda totals: totals.pegged[1])


class ScoreDifferenceShape(serializers.Serializer[Any]):
    """The score of a sheet, where one of the two is a score alone."""

    home = serializers.IntegerField()
    away = serializers.IntegerField()


class DifferenceShape(serializers.Serializer[Any]):
    """A place where two sheets differ: a game, the games of a match where they are only counted, or the players of a
    side (ids; null for a seat nobody sat on).
    """

    field = serializers.CharField(help_text="m1-g2, m1-games, m1-home or m1-away; score where one is a score alone.")
    where = serializers.CharField(help_text="As a person names it: match 1, game 2.")
    mine_game = GameIn(allow_null=True, help_text="As they have it; null where players differ.")
    theirs_game = GameIn(allow_null=True)
    mine_totals = TotalsShape(
        allow_null=True, help_text="As they have it, where the games of a match are only counted."
    )
    theirs_totals = TotalsShape(allow_null=True)
    mine_score = ScoreDifferenceShape(
        allow_null=True, help_text="As they have it, where one of the sheets is a score alone."
    )
    theirs_score = ScoreDifferenceShape(allow_null=True)
    mine_players = SeatsField(allow_null=True, help_text="As they have it; null where a game differs.")
    theirs_players = SeatsField(allow_null=True)

    def to_representation(self, instance: Any) -> Any:
        payload: dict[str, Any] = {"field": instance.field, "where": translated(instance.where)}
        for whose in ("mine", "theirs"):
            value = getattr(instance, whose)
            payload[f"{whose}_game"] = GameIn(value).data if isinstance(value, GameScore) else None
            payload[f"{whose}_totals"] = TotalsShape(value).data if isinstance(value, Totals) else None
            payload[f"{whose}_score"] = ScoreDifferenceShape(value).data if isinstance(value, ScoreOnly) else None
            payload[f"{whose}_players"] = list(value) if isinstance(value, tuple) else None
        return payload


class LinkShape(serializers.Serializer[Any]):
    """A link in a mail: the fixture and the sheet it is about, and if it can still be used."""

    fixture = serializers.IntegerField(source="fixture.pk")
    home = TeamRef(source="fixture.home")
    away = TeamRef(source="fixture.away")
    refused = TextField(allow_blank=True, help_text="Why it can no longer be used; empty where it can.")
    sheet = SheetShape()
    differences = DifferenceShape(
        many=True, allow_null=True, help_text="Null where they have filled in nothing themselves."
    )


# What changes a result that somebody has read: it says which one, and is answered with what it is now.
change = partial(operation, answer=ResultShape, if_match=True, etag=True)


class FixtureResult(LeagueView):
    """Answers with the result as it is now, with its ETag."""

    def read_with_sheet(
        self, fixture: Fixture, within: str = "", examine: Callable[[Fixture, ResultSheet], Examined] = examine
    ) -> dict[str, Any]:
        """Return what was sent with a sheet in it.

        Args:
            within: the pointer of the sheet.
            examine: holds a sheet of this kind against the rules.

        Raises:
            Invalid: with every problem of the shape, and of the rules as far as the sheet can be read.
        """
        try:
            return self.read()
        except Invalid as wrong:
            body = self.request.data
            sheet = body.get(within[1:]) if within and isinstance(body, dict) else body
            shapes = [replace(one, field=one.field.removeprefix(within)) for one in wrong.problems]
            rest = (replace(one, field=within + one.field) for one in problems_of_rest(fixture, sheet, shapes, examine))
            raise Invalid([*wrong.problems, *rest]) from wrong

    @contextmanager
    def matching(self, fixture: Fixture) -> Iterator[int]:
        """Yield the live version that If-Match names; what runs inside rests on it.

        Raises:
            NoPrecondition: no If-Match (428).
            Stale: another version is live, or became so before the write had the lock (412).
        """
        if_match = self.request.headers.get("If-Match")
        if not if_match or if_match.strip() == "*":
            raise NoPrecondition(N_("Say which sheet you have read: send its ETag as If-Match."), field="If-Match")
        versions = versions_of(fixture)
        if not rests_on(if_match, tag_of(fixture, versions)):
            raise Stale(N_("This result has changed since you read it. Read it again before you change it."))
        try:
            yield next((version.version for version in versions if version.live), 0)
        except WrongState:
            if not rests_on(if_match, tag_of(fixture, versions_of(fixture))):
                raise Stale(N_("This result has just been changed. Read it again before you change it.")) from None
            raise

    def result(self, fixture: Fixture) -> Response:
        versions = versions_of(fixture)
        live = next((version for version in versions if version.live), None)
        response = self.respond({"fixture": fixture.pk, "live": sheet_payload(live), "versions": versions})
        response.headers["ETag"] = tag_of_answer(tag_of(fixture, versions), response.data)
        return response


def sheet_payload(version: Result | None) -> dict[str, Any] | None:
    """Return a version with its games, for `SheetShape`; the reason only for those whom it concerns."""
    if version is None:
        return None
    reader = READER.get()
    fields = {name: getattr(version, name) for name in VersionShape().get_fields()}
    reason = version.reason if may(reader, "fixture.history", version) else ""
    breaches = breaches_told([version], reader).get(version.pk, [])
    return {**fields, "reason": reason, "breaches": breaches, "matches": matches_of(version)}


class Results(LeagueView):
    queryset = Result.objects.all()
    filter_backends = (DjangoFilterBackend,)
    filterset_class = ResultFilter
    ordering = ("-submitted_at", "-pk")

    @operation("league.view", answer=ResultLineShape(many=True))
    def get(self) -> object:
        """The results that fixtures rest on, the latest sent first."""
        return narrowed(self, results_listed(self.seasons))


class OneResultVersion(LeagueView):
    @operation("league.view", answer=SheetShape)
    def get(self, fixture: Fixture, version: int) -> object:
        """One version of a fixture’s sheet, old ones too, with its games."""
        row = next((row for row in versions_of(fixture) if row.version == version), None)
        if row is None:
            raise NothingThere(N_("This fixture’s sheet has no such version."))
        return sheet_payload(row)


class OneResult(FixtureResult):
    @operation("league.view", answer=ResultShape, etag=True)
    def get(self, fixture: Fixture) -> Response:
        """What a fixture’s result rests on, and every version of it."""
        return self.result(fixture)

    @operation("result.submit", body=SheetIn, answer=ResultShape, status=201, etag=True)
    def post(self, fixture: Fixture) -> Response:
        """Enter a fixture’s result."""
        submit.submit(fixture, sheet_from(self.read_with_sheet(fixture)), by=self.user, now=self.now)
        return self.result(fixture)


class ResultConfirm(FixtureResult):
    @change("result.answer")
    def post(self, fixture: Fixture) -> Response:
        """Agree with the other side’s sheet; from now on it counts."""
        with self.matching(fixture) as version:
            confirm.confirm(fixture, version, by=self.user, now=self.now)
        return self.result(fixture)


class ResultDispute(FixtureResult):
    @change("result.answer", scope=Scope.DISPUTES, body=DisputeIn, status=201)
    def post(self, fixture: Fixture) -> Response:
        """Object to the other side’s sheet, with one’s own if one has it."""
        sent = self.read_with_sheet(fixture, "/sheet")
        mine = sheet_from(sent["sheet"]) if sent["sheet"] else None
        with self.matching(fixture) as version:
            confirm.dispute(fixture, version, reason=sent["reason"], sheet=mine, by=self.user, now=self.now)
        return self.result(fixture)


class ResultCorrect(FixtureResult):
    @change("result.correct", body=CorrectIn, status=201)
    def post(self, fixture: Fixture) -> Response:
        """Correct a confirmed result; a captain’s correction counts once it is accepted."""
        sent = self.read_with_sheet(fixture, "/sheet")
        with self.matching(fixture) as version:
            sheet = sheet_from(sent["sheet"])
            correct.propose(fixture, version, sheet, reason=sent["reason"], by=self.user, now=self.now)
        return self.result(fixture)


class CorrectionAnswer(FixtureResult):
    @change("correction.answer", or_action="result.change", body=AnswerIn)
    def post(self, fixture: Fixture) -> Response:
        """Accept the proposed correction, refuse it with a reason, or withdraw one’s own side’s."""
        sent = self.read()
        with self.matching(fixture):
            waiting = proposed_correction(fixture)
            if waiting is None:
                raise WrongState(N_("No correction of this fixture is awaiting an answer."))
            correct.answer_correction(fixture, waiting.version, **sent, by=self.user, now=self.now)
        return self.result(fixture)


class ResultAccept(FixtureResult):
    @change("dispute.accept")
    def post(self, fixture: Fixture) -> Response:
        """Agree with the sheet that the other side sent against one’s own."""
        with self.matching(fixture):
            confirm.accept_counter(fixture, by=self.user, now=self.now)
        return self.result(fixture)


class Confirmers(FixtureResult):
    @operation("result.hand_over", scope=Scope.RESULTS, answer=ConfirmerShape(many=True), also=(409,))
    def get(self, fixture: Fixture) -> object:
        """Who may confirm your sheet on this phone."""
        lent = handover.sheet_to_hand_over(fixture, by=self.user, now=self.now)
        return list(handover.who_may_confirm(lent, now=self.now))

    def find_fixture(self, pk: int) -> Fixture:
        return self.seen_fixture(pk) if self.request.method in SAFE else super().find_fixture(pk)

    @change("result.hand_over", name="result_confirm_here", body=ConfirmHereIn)
    def post(self, fixture: Fixture) -> Response:
        """The other captain confirms your sheet on this phone, and proves who they are."""
        sent = self.read()
        with self.matching(fixture) as version:
            handover.confirm_here(fixture, version, **sent, by=self.user, now=self.now)
        return self.result(fixture)


class ConfirmCode(FixtureResult):
    @change(
        "league.view",
        name="result_confirm_code",
        scope=Scope.RESULTS,
        body=ConfirmCodeIn,
        kept=False,
        description="The code is its own proof: no token is needed, and whose it is makes no difference.",
    )
    def post(self, fixture: Fixture) -> Response:
        """The other side answers a sheet, or its correction, with a code from its team’s printed ones, which is used
        up.
        """
        sent = self.read()
        by = self.user if self.user.is_authenticated else None
        with self.matching(fixture):
            codes.answer_by_code(fixture, codes.require_awaited(fixture).version, **sent, by=by, now=self.now)
        return self.result(fixture)


class OneLink(FixtureResult):
    """The link in a mail is its own proof. It names one version, and serves once."""

    def follow(self, token: str) -> handover.Followed:
        """Return the link that a token names, and how things stand with it. Raises Http404 where it is none of here."""
        link = handover.follow(self.league, token, now=self.now)
        if link is None:
            raise NothingThere(N_("This link does not work: it may have been cut short, or your address has changed."))
        return link

    @operation(
        "league.view",
        answer=LinkShape,
        description="The token is the last part of the link in the mail, and its own proof. Scope of a token: `read`.",
    )
    def get(self, token: str) -> object:
        """The sheet that a mail asks about, and where one’s own draft says otherwise. Reading confirms nothing."""
        link = self.follow(token)
        draft = None if link.refused else submit.drafted_sheet(link.fixture, link.person)
        return {
            "fixture": link.fixture,
            "refused": link.refused,
            "sheet": sheet_payload(link.result),
            "differences": submit.draft_differences(draft, link.result) if draft else None,
        }

    @operation(
        "league.view",
        name="link_confirm",
        scope=Scope.RESULTS,
        answer=ResultShape,
        etag=True,
        description="The link names one version and serves once, so no `If-Match` is asked for. "
        "Scope of a token: `results`; none is needed.",
    )
    def post(self, token: str) -> Response:
        """Agree with that sheet as the person whom the mail was sent to; from now on it counts."""
        link = self.follow(token)
        handover.confirm_by_link(self.league, token, now=self.now)
        return self.result(link.fixture)
