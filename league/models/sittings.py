"""People who sit down one against one in turn: the nights of a club, and the day of a tournament."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from league.rules.competitions.score_cards import MOST_SPREAD
from league.rules.competitions.sittings import MOST_GAMES, USUAL_GAMES, NightGame

LONGEST_PRIZES = 1000


class SittingRules(models.Model):
    """How a competition of sittings is played; a tournament has one sitting, a club many."""

    competition = models.OneToOneField("league.Division", on_delete=models.CASCADE, related_name="sitting_rules")
    games = models.PositiveSmallIntegerField(
        default=USUAL_GAMES, validators=[MinValueValidator(1), MaxValueValidator(MOST_GAMES)],
        help_text="Games of a night, or rounds of a tournament.",
    )  # fmt: skip
    best = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="So many of a player’s nights count; empty: all."
    )
    qualifiers = models.PositiveSmallIntegerField(default=0, help_text="So many go on to a knock-out.")
    prizes = models.TextField(max_length=LONGEST_PRIZES, blank=True, help_text="A line for each place.")

    class Meta:
        verbose_name_plural = "sitting rules"
        constraints = (
            models.CheckConstraint(condition=Q(games__gte=1, games__lte=MOST_GAMES), name="sitting_rules_games"),
            models.CheckConstraint(condition=Q(best=None) | Q(best__gte=1), name="sitting_rules_best"),
        )

    def __str__(self) -> str:
        return f"{self.competition}: {self.games} games"


class Sitting(models.Model):
    """An evening of a club, or the day of a tournament."""

    competition = models.ForeignKey("league.Division", on_delete=models.CASCADE, related_name="sittings")
    date = models.DateField()
    seed = models.CharField(max_length=64, editable=False, help_text="Decides between pairings that are as good.")
    opened_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True, help_text="Since then only the secretary corrects it.")

    class Meta:
        ordering = ("date",)
        constraints = (models.UniqueConstraint(fields=("competition", "date"), name="sitting_date_once"),)

    def __str__(self) -> str:
        return f"{self.competition}, {self.date}"


class Attendance(models.Model):
    """A player who came to a sitting; from `left_at` they are not paired any more."""

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="attendances")
    player = models.ForeignKey("league.Player", on_delete=models.PROTECT, related_name="attendances")
    arrived_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("arrived_at", "pk")
        constraints = (models.UniqueConstraint(fields=("sitting", "player"), name="attendance_once"),)

    def __str__(self) -> str:
        return f"{self.player} at {self.sitting}"


def _margin_q(name: str) -> Q:
    inside = Q(**{f"{name}__gte": -MOST_SPREAD, f"{name}__lte": MOST_SPREAD}) & ~Q(**{name: 0})
    return Q(**{name: None}) | inside


class SittingGame(models.Model):
    """Two players at a table, and what either wrote on their card: by how much they won, below 0 lost.

    Without `second` it is the bye of `first`, who otherwise deals first.
    """

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField(help_text="Which of the sitting’s games, from 1.")
    table = models.PositiveSmallIntegerField(help_text="From 1; 0 for a bye.")
    first = models.ForeignKey("league.Player", on_delete=models.PROTECT, related_name="first_deals")
    second = models.ForeignKey(
        "league.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="second_deals"
    )
    first_margin = models.SmallIntegerField(null=True, blank=True)
    second_margin = models.SmallIntegerField(null=True, blank=True)
    first_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    second_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    first_at = models.DateTimeField(null=True, blank=True, help_text="When that card was written.")
    second_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number", "table")
        constraints = (
            models.UniqueConstraint(fields=("sitting", "number", "table"), name="sitting_game_table_once"),
            models.UniqueConstraint(fields=("sitting", "number", "first"), name="sitting_game_first_once"),
            models.UniqueConstraint(fields=("sitting", "number", "second"), name="sitting_game_second_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1) & (Q(second=None) | ~Q(second=F("first"))), name="sitting_game_two_players"
            ),
            models.CheckConstraint(
                condition=Q(second=None, table=0, first_margin=None, second_margin=None)
                | (~Q(second=None) & Q(table__gte=1) & _margin_q("first_margin") & _margin_q("second_margin")),
                name="sitting_game_margins",
            ),
        )

    def __str__(self) -> str:
        return f"game {self.number}, table {self.table}"

    @property
    def value(self) -> NightGame:
        return NightGame(self.number, self.first_id, self.second_id, (self.first_margin, self.second_margin))
