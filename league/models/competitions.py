"""Cups and other competitions beside a season's divisions, and who won them through the years.

A competition is a row of the divisions' table, so that a tie is a fixture like others: sheets, disputes and notices
know no difference.
"""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from league.enums import (
    DecidedByChoice,
    DrawnWhen,
    IfLevelChoice,
    TeamKind,
    TieEnding,
)
from league.models.checked import CheckedSlug, LineField, choices_q
from league.models.former_names import name_then, read_by_former_name
from league.models.seasons import Division
from league.rules.competitions.brackets import MOST_ENTRANTS
from league.rules.competitions.draws import LATEST_ROUND
from league.rules.competitions.ties import MOST_LEGS
from league.rules.names import LONGEST_NAME
from league.rules.problems import LONGEST_REASON


class TeamMember(models.Model):
    """A player of a pair, or the single player of an individual competition."""

    team = models.ForeignKey("league.Team", on_delete=models.CASCADE, related_name="team_members")
    player = models.ForeignKey("league.Player", on_delete=models.PROTECT, related_name="team_members")

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("team", "player"), name="team_member_once"),)

    def __str__(self) -> str:
        return f"{self.player} ({self.team})"


class KnockOut(models.Model):
    """How a knock-out is entered, drawn and decided."""

    competition = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="knock_out")
    entrant_kind = models.CharField(max_length=6, choices=TeamKind, default=TeamKind.TEAM)
    drawn = models.CharField(max_length=10, choices=DrawnWhen, default=DrawnWhen.ONCE)
    third_place = models.BooleanField(default=False, help_text="The losers of the semi-finals meet.")
    keep_apart = models.BooleanField(default=False, help_text="Entrants of one venue meet as late as can be.")
    legs = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(MOST_LEGS)], help_text="Fixtures of a tie."
    )
    decided_by = models.CharField(max_length=5, choices=DecidedByChoice, default=DecidedByChoice.TOTAL)
    if_level = models.CharField(max_length=8, choices=IfLevelChoice, default=IfLevelChoice.REPLAY)
    venue = models.ForeignKey(
        "league.Venue", on_delete=models.PROTECT, null=True, blank=True, related_name="+",
        help_text="Where all ties are played; none: first drawn is at home.",
    )  # fmt: skip
    plate_of = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="plate",
        help_text="Whose losers of a first tie play in this one.",
    )  # fmt: skip
    entries_close = models.DateField(null=True, blank=True)
    places = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Entrants expected: the bracket that is shown before the draw."
    )

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(legs__gte=1, legs__lte=MOST_LEGS), name="knock_out_legs"),
            models.CheckConstraint(
                condition=Q(places=None) | Q(places__gte=2, places__lte=MOST_ENTRANTS), name="knock_out_places"
            ),
            models.CheckConstraint(
                condition=choices_q(
                    entrant_kind=TeamKind, drawn=DrawnWhen, decided_by=DecidedByChoice, if_level=IfLevelChoice
                ),
                name="knock_out_words",
            ),
        )

    def __str__(self) -> str:
        return self.competition.name


class KnockOutRound(models.Model):
    """What a secretary says of a round: its name, its last day, and where and when all its ties are played."""

    knock_out = models.ForeignKey(KnockOut, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    name = LineField(max_length=60, blank=True)
    play_by = models.DateField(null=True, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True, help_text="When all its ties begin, as on a finals night.")
    venue = models.ForeignKey("league.Venue", on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("knock_out", "number"), name="knock_out_round_once"),)

    def __str__(self) -> str:
        return self.name or str(self.number)


class Entrant(models.Model):
    """A team, a pair or a player in a competition: a knock-out, or an individual league."""

    competition = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="entrants")
    team = models.ForeignKey("league.Team", on_delete=models.PROTECT, related_name="entrants")
    team_called = name_then()
    venue = models.ForeignKey(
        "league.Venue", on_delete=models.PROTECT, null=True, blank=True, related_name="+",
        help_text="Where it is at home, and kept apart from others.",
    )  # fmt: skip
    seed = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Knock-outs only: its place in the bracket; drawn if none."
    )
    enters = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(LATEST_ROUND)],
        help_text="Knock-outs only: its first round.",
    )  # fmt: skip
    handicap = models.SmallIntegerField(default=0, help_text="Knock-outs only: the hole at which it starts each game.")
    place = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Knock-outs only: from the draw of the whole bracket."
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ("seed", "team__name")
        constraints = (
            models.UniqueConstraint(fields=("competition", "team"), name="entrant_once"),
            models.UniqueConstraint(fields=("competition", "seed"), name="entrant_seed_once"),
            models.UniqueConstraint(fields=("competition", "place"), name="entrant_place_once"),
            models.CheckConstraint(condition=Q(enters__gte=1, enters__lte=LATEST_ROUND), name="entrant_enters"),
            models.CheckConstraint(condition=Q(handicap__gte=-60, handicap__lte=60), name="entrant_handicap"),
        )

    def __str__(self) -> str:
        return str(self.team)


read_by_former_name(Entrant, "team")


class Draw(models.Model):
    """A draw that anybody can check: its seed is secret, and its hash public, until it is drawn.

    None is deleted: one that was drawn again is kept with the reason.
    """

    knock_out = models.ForeignKey(KnockOut, on_delete=models.CASCADE, related_name="draws")
    round = models.PositiveSmallIntegerField(default=1, help_text="The round drawn; 1 for a bracket drawn once.")
    seed = models.CharField(max_length=64, editable=False)
    commitment = models.CharField(max_length=64, help_text="SHA-256 of the seed, public beforehand.")
    entrants = models.JSONField(default=list, help_text="As they were drawn: key, seed, group, round and name of each.")
    said = models.CharField(max_length=200, blank=True, help_text="What was said in public at the draw.")
    committed_at = models.DateTimeField()
    drawn_at = models.DateTimeField(null=True, blank=True)
    drawn_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    revealed = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Balls told so far of a draw that is being shown; none: all."
    )
    void_because = models.CharField(max_length=LONGEST_REASON, blank=True, default="")

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("knock_out", "round"), condition=Q(void_because=""), name="draw_of_a_round_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.knock_out}: draw {self.pk}"


class Tie(models.Model):
    """Two sides of a knock-out that meet, known or not yet, in one fixture or several.

    `top_from` and `bottom_from` say where a side comes from, as `rules.competitions.brackets.Side` writes itself.
    """

    knock_out = models.ForeignKey(KnockOut, on_delete=models.CASCADE, related_name="ties")
    number = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    third_place = models.BooleanField(default=False)
    top_from = models.CharField(max_length=8)
    bottom_from = models.CharField(max_length=8)
    top = models.ForeignKey(Entrant, on_delete=models.RESTRICT, null=True, blank=True, related_name="+")
    bottom = models.ForeignKey(Entrant, on_delete=models.RESTRICT, null=True, blank=True, related_name="+")
    winner = models.ForeignKey(Entrant, on_delete=models.RESTRICT, null=True, blank=True, related_name="ties_won")
    ending = models.CharField(max_length=9, choices=TieEnding, blank=True)
    why = models.CharField(max_length=LONGEST_REASON, blank=True, help_text="Public.")
    bottom_at_home = models.BooleanField(default=False, help_text="The lower side was drawn first.")

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("knock_out", "number"), name="tie_number_once"),
            models.CheckConstraint(
                condition=Q(top=None) | Q(bottom=None) | ~Q(top=F("bottom")), name="tie_two_entrants"
            ),
            models.CheckConstraint(
                condition=Q(winner=None, ending="") | (Q(winner__isnull=False) & Q(ending__in=TieEnding.values)),
                name="tie_ended_somehow",
            ),
            models.CheckConstraint(
                condition=Q(winner=None)
                | Q(top__isnull=False, winner=F("top"))
                | Q(bottom__isnull=False, winner=F("bottom")),
                name="tie_won_by_a_side",
            ),
        )

    def __str__(self) -> str:
        return f"{self.knock_out}, tie {self.number}"

    @property
    def sides(self) -> tuple[Entrant | None, Entrant | None]:
        return self.top, self.bottom


class Winner(models.Model):
    """Who won a competition, or came second or third: of a season kept here, or typed in from a trophy's plates."""

    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="winners")
    season = models.ForeignKey(
        "league.Season", on_delete=models.SET_NULL, null=True, blank=True, related_name="winners"
    )
    competition = LineField(max_length=60)
    slug = CheckedSlug(max_length=60)
    year = LineField(max_length=60, help_text="As its season is called.")
    place = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1), MaxValueValidator(4)])
    name = LineField(max_length=LONGEST_NAME, help_text="As it was called then.")
    team = models.ForeignKey("league.Team", on_delete=models.SET_NULL, null=True, blank=True, related_name="titles")
    players = models.ManyToManyField("league.Player", through="WinnerPlayer", blank=True, related_name="titles")
    note = LineField(max_length=200, blank=True)
    recorded_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ("competition", "-year", "place", "name")
        constraints = (
            models.UniqueConstraint(fields=("league", "slug", "year", "place", "name"), name="winner_once"),
            models.CheckConstraint(condition=Q(place__gte=1, place__lte=4), name="winner_place"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(competition="") & ~Q(year=""), name="winner_has_names"),
        )

    def __str__(self) -> str:
        return f"{self.competition}, {self.year}: {self.name}"


class WinnerPlayer(models.Model):
    """A player who won as a single player, or one of a pair."""

    winner = models.ForeignKey(Winner, on_delete=models.CASCADE, related_name="winner_players")
    player = models.ForeignKey("league.Player", on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("winner", "player"), name="winner_player_once"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.winner}"
