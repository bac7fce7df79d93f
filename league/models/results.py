"""Results: submitted sheets of a fixture, in append-only versions.

A result is a claim until the other side, a ruling or the secretary confirms it. At most one version is *live*: the one
the fixture rests on. Totals are stored on the result, so that a table never adds up games.
"""

from django.db import models
from django.db.models import F, Q

from league.enums import (
    COUNTED_GAMES,
    LIVE_STATES,
    Detail,
    GamesWritten,
    MatchEnds,
    MatchKind,
    ResultKind,
    ResultState,
    Settlement,
    Side,
)
from league.models.clubs import Team
from league.models.photographs import EncodedPicture
from league.rules.formats import kept_terms
from league.rules.match_terms import word_of
from league.rules.problems import LONGEST_REASON
from league.rules.scheme import Outcome, fixture_outcome, walkover_to
from league.translation import N_, Text, in_a_sentence


class Result(models.Model):
    fixture = models.ForeignKey("league.Fixture", on_delete=models.CASCADE, related_name="results")
    version = models.PositiveSmallIntegerField()
    format = models.ForeignKey(
        "league.FixtureFormat", on_delete=models.PROTECT, related_name="results", help_text="What it was played by."
    )
    state = models.CharField(max_length=12, choices=ResultState, default=ResultState.SUBMITTED)
    live = models.BooleanField(default=True)
    kind = models.CharField(max_length=10, choices=ResultKind, default=ResultKind.PLAYED)
    detail = models.CharField(
        max_length=5,
        choices=Detail,
        default=Detail.CARD,
        help_text="Whether its matches are told, or its score alone, to which names and games may still be added.",
    )
    side = models.CharField(max_length=4, choices=Side, blank=True, help_text="Who sent it; blank for the secretary.")
    submitted_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    submitted_at = models.DateTimeField()
    settlement = models.CharField(max_length=12, choices=Settlement, blank=True)
    settled_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    settled_at = models.DateTimeField(null=True, blank=True)
    home_games = models.PositiveSmallIntegerField()
    away_games = models.PositiveSmallIntegerField()
    home_matches = models.PositiveSmallIntegerField(default=0, help_text="Matches won by the home side.")
    away_matches = models.PositiveSmallIntegerField(default=0)
    home_awarded = models.PositiveSmallIntegerField(default=0, help_text="Of home_games, those not pegged out.")
    away_awarded = models.PositiveSmallIntegerField(default=0)
    finished = models.BooleanField(
        default=True, help_text="Every match is over; where not, its games count, but nobody has won the fixture."
    )
    note = models.CharField(max_length=250, blank=True, help_text="Public: what the table's note says of it.")
    confirm_by = models.DateTimeField(
        null=True, blank=True, help_text="When a submitted one is confirmed automatically; none: never."
    )
    corrects = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="corrections",
        help_text="The version that this one corrects, or that a decision of the secretary replaces.",
    )  # fmt: skip
    reason = models.TextField(blank=True, help_text="Why it corrects or replaces that one.")
    breaches = models.JSONField(
        default=list, blank=True, help_text="Breaches of eligibility it was taken with; see rules.eligibility."
    )

    class Meta:
        ordering = ("fixture", "version")
        indexes = (
            models.Index(
                fields=("confirm_by",),
                condition=Q(state=ResultState.SUBMITTED, confirm_by__isnull=False),
                name="result_to_confirm",
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=("fixture", "version"), name="result_version_once"),
            models.UniqueConstraint(fields=("fixture",), condition=Q(live=True), name="result_one_live_a_fixture"),
            models.UniqueConstraint(
                fields=("fixture",), condition=Q(state=ResultState.PROPOSED), name="result_one_proposed_a_fixture"
            ),
            models.CheckConstraint(
                condition=Q(live=True, state__in=LIVE_STATES) | (Q(live=False) & ~Q(state__in=LIVE_STATES)),
                name="result_live_says_its_state",
            ),
            models.CheckConstraint(
                condition=~Q(state=ResultState.CONFIRMED) | (Q(settled_at__isnull=False) & ~Q(settlement="")),
                name="result_confirmed_says_how",
            ),
            models.CheckConstraint(
                condition=Q(home_awarded__lte=F("home_games"), away_awarded__lte=F("away_games")),
                name="result_awarded_games_are_games",
            ),
            models.CheckConstraint(
                condition=Q(detail=Detail.CARD)
                | Q(detail=Detail.SCORE, kind=ResultKind.PLAYED, home_awarded=0, away_awarded=0, finished=True),
                name="result_score_alone_was_played",
            ),
        )

    def __str__(self) -> str:
        return f"{self.fixture} version {self.version}: {self.home_games}–{self.away_games}"

    @property
    def settled_how(self) -> str:
        """How it came to count, as people read it; blank while it waits."""
        decided = self.kind != ResultKind.PLAYED or self.corrects_id is not None
        if self.settlement == Settlement.SECRETARY and decided:
            return N_("Decided by the secretary")
        return self.get_settlement_display() if self.settlement else ""

    @property
    def rulesets(self) -> list[str]:
        """Rulesets of its matches, with versions; its format must be joined."""
        return [word_of(ruleset) for ruleset in kept_terms(self.format).rulesets]

    @property
    def score_text(self) -> Text:
        """The games of both sides, ``6–3``, or ``walkover``."""
        if self.scored:
            return Text("{home}–{away}", home=self.home_games, away=self.away_games)
        return in_a_sentence(self.get_kind_display())

    @property
    def outcome(self) -> Text:
        """How the fixture ended, beside its teams' names: ``6–3``, ``walkover to Bell``, ``neither side came``."""
        if self.kind == ResultKind.WALKOVER:
            return Text("walkover to {team}", team=self.fixture.team_name(self.walkover_to))
        return self.score_text

    @property
    def walkover_to(self) -> str:
        return walkover_to(self.home_games, self.away_games)

    def ended(self, won_by: str, *, at_home: bool) -> Outcome:
        """The outcome for the home or the away side, by what decides in its division."""
        games, matches = (self.home_games, self.away_games), (self.home_matches, self.away_matches)
        if not at_home:
            games, matches = games[::-1], matches[::-1]
        return fixture_outcome(won_by, games, matches, finished=self.finished)

    @property
    def winning_side(self) -> str:
        """The side that won by what decides in its division; "" where nobody did."""
        return {"W": "home", "L": "away"}.get(self.ended(self.fixture.division.won_by, at_home=True), "")

    @property
    def by_matches(self) -> str:
        """Who won, where matches decide in its division: ``Swan won by 3 matches to 2``; "" elsewhere."""
        won_by = self.fixture.division.won_by
        if won_by != "matches" or not self.scored or not self.finished:
            return ""
        home, away, outcome = self.home_matches, self.away_matches, self.ended(won_by, at_home=True)
        if outcome == "D":
            return Text.plural("drawn at {n} match each", "drawn at {n} matches each", n=home)
        team = self.fixture.team_name("home" if outcome == "W" else "away")
        return Text.plural(
            "{team} won by {n} match to {other}", "{team} won by {n} matches to {other}",
            n=max(home, away), other=min(home, away), team=team,
        )  # fmt: skip

    @property
    def score_only(self) -> bool:
        """Whether its names and games are still to come."""
        return self.detail == Detail.SCORE

    @property
    def not_played(self) -> bool:
        """Whether the fixture was decided without play."""
        return self.kind in (ResultKind.WALKOVER, ResultKind.NOBODY)

    @property
    def scored(self) -> bool:
        """Whether it has a score to show."""
        return self.kind in (ResultKind.PLAYED, ResultKind.ABANDONED)


class Match(models.Model):
    """One contest of a result: singles, doubles or more, its games played or awarded until it was over (R50).

    Where its games are only counted, it has no rows of games.
    """

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=MatchKind)
    ends = models.CharField(max_length=5, choices=MatchEnds, default=MatchEnds.ALL)
    written = models.CharField(max_length=8, choices=GamesWritten, default=GamesWritten.SCORES)
    games_most = models.PositiveSmallIntegerField(default=3, help_text="The most games that it can have.")
    games_needed = models.PositiveSmallIntegerField(default=3, help_text="Whoever has won so many has won it.")
    home_games = models.PositiveSmallIntegerField()
    away_games = models.PositiveSmallIntegerField()
    home_awarded = models.PositiveSmallIntegerField(default=0, help_text="Of home_games, those not pegged out.")
    away_awarded = models.PositiveSmallIntegerField(default=0)
    home_played = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Games won by the home side as they were played, where only totals are kept."
    )
    away_played = models.PositiveSmallIntegerField(null=True, blank=True)
    home_pegged = models.PositiveIntegerField(
        null=True, blank=True, help_text="Points of the home side in all its games as they were played, where written."
    )
    away_pegged = models.PositiveIntegerField(null=True, blank=True)
    finished = models.BooleanField(
        default=True, help_text="It was played to its end; not where both sides had nobody, or in an abandoned fixture."
    )

    class Meta:
        ordering = ("number",)
        verbose_name_plural = "matches"
        constraints = (
            models.UniqueConstraint(fields=("result", "number"), name="match_number_once"),
            models.CheckConstraint(
                condition=Q(games_most__gte=F("home_games") + F("away_games")), name="match_no_game_too_many"
            ),
            models.CheckConstraint(
                condition=Q(finished=False)
                | Q(ends=MatchEnds.ALL, games_most=F("home_games") + F("away_games"))
                | (
                    Q(ends__in=(MatchEnds.BEST, MatchEnds.FIRST))
                    & (Q(home_games__gte=F("games_needed")) | Q(away_games__gte=F("games_needed")))
                ),
                name="match_over_as_it_ends",
            ),
            models.CheckConstraint(
                condition=Q(games_needed__gte=1, games_needed__lte=F("games_most")), name="match_can_be_won"
            ),
            models.CheckConstraint(
                condition=Q(ends__in=MatchEnds.values, written__in=GamesWritten.values), name="match_terms"
            ),
            models.CheckConstraint(
                condition=Q(home_awarded__lte=F("home_games"), away_awarded__lte=F("away_games")),
                name="match_awarded_games_are_games",
            ),
            models.CheckConstraint(
                # Of what one side had won, no more went to the other than was awarded to that.
                condition=~Q(written__in=COUNTED_GAMES) & Q(home_played__isnull=True, away_played__isnull=True)
                | Q(written__in=COUNTED_GAMES, home_played__isnull=False, away_played__isnull=False)
                & Q(games_most__gte=F("home_played") + F("away_played"))
                & Q(
                    home_games__lte=F("home_played") + F("home_awarded"),
                    away_games__lte=F("away_played") + F("away_awarded"),
                )
                & Q(
                    home_played__lte=F("home_games") - F("home_awarded") + F("away_awarded"),
                    away_played__lte=F("away_games") - F("away_awarded") + F("home_awarded"),
                ),
                name="match_totals_add_up",
            ),
            models.CheckConstraint(
                # Who won a game has pegged something; where none was played, nobody has.
                condition=Q(home_pegged__isnull=True, away_pegged__isnull=True)
                & (~Q(written=GamesWritten.PEGGED) | Q(home_played=0, away_played=0))
                | Q(written=GamesWritten.PEGGED, home_pegged__isnull=False, away_pegged__isnull=False)
                & (Q(home_played__gt=0) | Q(away_played__gt=0))
                & Q(home_pegged__gte=F("home_played"), away_pegged__gte=F("away_played")),
                name="match_points_of_games",
            ),
        )

    def __str__(self) -> str:
        return f"Match {self.number}"

    @property
    def counted(self) -> bool:
        """Whether its games are only counted."""
        return self.written in COUNTED_GAMES

    @property
    def gameless(self) -> bool:
        return self.home_games + self.away_games == 0


class Appearance(models.Model):
    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="appearances")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="appearances")
    player = models.ForeignKey("league.Player", on_delete=models.PROTECT, related_name="appearances")
    side = models.CharField(max_length=4, choices=Side)
    seat = models.PositiveSmallIntegerField()
    guest = models.BooleanField(default=False, help_text="They were not registered for that team that day.")

    class Meta:
        ordering = ("match", "side", "seat")
        constraints = (
            models.UniqueConstraint(fields=("match", "player"), name="appearance_player_once_a_match"),
            models.UniqueConstraint(fields=("match", "side", "seat"), name="appearance_seat_once"),
            models.CheckConstraint(condition=Q(seat__gte=1, seat__lte=8), name="appearance_seat"),
        )

    def __str__(self) -> str:
        return f"{self.player} in {self.match}"


def _pegged_out(winner: str, loser: str, side: Side) -> Q:
    # A check that comes out unknown passes, so a missing score has to be refused by name.
    both_known = Q(target__isnull=False, **{f"{winner}__isnull": False, f"{loser}__isnull": False})
    return both_known & Q(
        **{"winner": side, f"{winner}__gte": F("target"), f"{loser}__lt": F("target"), f"{loser}__gte": 0},
    )


class Game(models.Model):
    """A game of a match: pegged out (winner ≥ target > loser), or awarded, whatever was pegged.

    Where only its winner is written down, it has neither target nor scores.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    target = models.PositiveSmallIntegerField(default=121, null=True, blank=True)
    home_score = models.PositiveSmallIntegerField(null=True, blank=True)
    away_score = models.PositiveSmallIntegerField(null=True, blank=True)
    winner = models.CharField(max_length=4, choices=Side)
    won = models.CharField(
        max_length=4, choices=Side, blank=True, help_text="Who won it, where no more than that is written down."
    )
    awarded = models.BooleanField(default=False)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="game_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=9), name="game_number"),
            models.CheckConstraint(
                condition=Q(awarded=True, winner__in=Side.values)
                | _pegged_out("home_score", "away_score", Side.HOME)
                | _pegged_out("away_score", "home_score", Side.AWAY)
                | Q(
                    target__isnull=True,
                    home_score__isnull=True,
                    away_score__isnull=True,
                    winner=F("won"),
                    winner__in=Side.values,
                ),
                name="game_score_makes_sense",
            ),
            models.CheckConstraint(condition=Q(won="") | Q(won__in=Side.values, target__isnull=True), name="game_won"),
        )

    def __str__(self) -> str:
        return f"Game {self.number}: {self.home_score}–{self.away_score}" if self.scored else f"Game {self.number}"

    @property
    def scored(self) -> bool:
        return self.home_score is not None and self.away_score is not None


class SheetDraft(models.Model):
    """A sheet as a captain has filled it in so far. Only they see it; it is deleted when the sheet is submitted."""

    fixture = models.ForeignKey("league.Fixture", on_delete=models.CASCADE, related_name="drafts")
    user = models.ForeignKey("league.User", on_delete=models.CASCADE, related_name="drafts")
    sheet = models.JSONField()
    updated_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("fixture", "user"), name="draft_once_a_captain"),)

    def __str__(self) -> str:
        return f"Draft of {self.fixture} by {self.user}"


class CardPhotograph(EncodedPicture):
    """The paper card of a fixture as one side photographed it; not public. A side's next one takes its place."""

    fixture = models.ForeignKey("league.Fixture", on_delete=models.CASCADE, related_name="card_photographs")
    side = models.CharField(max_length=4, choices=Side, blank=True, help_text="Blank: the secretary's.")
    added_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, related_name="+")
    added_at = models.DateTimeField()

    class Meta:
        ordering = ("added_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("fixture", "side"), name="card_photograph_once_a_side"),
            models.CheckConstraint(condition=Q(side="") | Q(side__in=Side.values), name="card_photograph_of_a_side"),
        )


class LateCard(models.Model):
    """A result first sent after its deadline, and the points proposed to be taken for it.

    The secretary accepts it, which makes the `adjustment`, or dismisses it.
    """

    fixture = models.ForeignKey("league.Fixture", on_delete=models.CASCADE, related_name="late_cards")
    side = models.CharField(max_length=4, choices=Side, help_text="The side that would lose them.")
    points = models.DecimalField(
        max_digits=5, decimal_places=2, help_text="As many as the season said when the result came."
    )
    due_at = models.DateTimeField(help_text="When the result was due, outages counted.")
    sent_at = models.DateTimeField(help_text="When it was first sent.")
    adjustment = models.OneToOneField(
        "league.Adjustment", on_delete=models.PROTECT, null=True, blank=True, related_name="late_card",
        help_text="By which the points were taken, once accepted.",
    )  # fmt: skip
    decided_at = models.DateTimeField(null=True, blank=True, help_text="When it was accepted or dismissed.")
    decided_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    dismissed_why = models.CharField(max_length=LONGEST_REASON, blank=True)

    class Meta:
        ordering = ("sent_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("fixture", "side"), name="late_card_once_a_side"),
            models.CheckConstraint(condition=Q(side__in=Side.values, points__gt=0), name="late_card_of_something"),
            models.CheckConstraint(condition=Q(sent_at__gt=F("due_at")), name="late_card_is_late"),
            models.CheckConstraint(
                condition=Q(decided_at=None, adjustment=None, dismissed_why="")
                | (Q(decided_at__isnull=False, adjustment__isnull=False, dismissed_why=""))
                | (Q(decided_at__isnull=False, adjustment=None) & ~Q(dismissed_why="")),
                name="late_card_is_decided_once",
            ),
        )

    def __str__(self) -> str:
        return f"Late card of {self.team}"

    @property
    def team(self) -> Team:
        """The team that would lose the points; the fixture's teams must be joined."""
        return self.fixture.home if self.side == Side.HOME else self.fixture.away

    @property
    def other(self) -> Team:
        """Its opponent; the fixture's teams must be joined."""
        return self.fixture.away if self.side == Side.HOME else self.fixture.home

    @property
    def standing(self) -> str:
        """Open, accepted or dismissed, as a word."""
        if self.decided_at is None:
            return "open"
        return "dismissed" if self.adjustment_id is None else "accepted"
