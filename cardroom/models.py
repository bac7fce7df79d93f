"""Tables to play at, with their games, entries, shuffles and analyses; practice, and votes on a league’s daily hand.

The tables of the database keep the names that they had while these models were the league's.
"""

from django.db import models
from django.db.models import F, Q

from cardroom.rules.learn.trainers import LONGEST_SEED, TrainerName

SECRET = 32  # characters
LONGEST_SLUG = 40


class PlayTable(models.Model):
    """A table at which people and machines play. It counts in no league.

    Its address is a secret: whoever has it sits down, or looks on where every seat is taken.
    """

    slug = models.CharField(max_length=SECRET, unique=True, help_text="Its address, which nobody can guess.")
    owner = models.ForeignKey(
        "league.User", on_delete=models.CASCADE, null=True, blank=True, related_name="play_tables",
        help_text="Whoever opened it while signed in: it is kept for them.",
    )  # fmt: skip
    ruleset = models.JSONField(help_text="The rules that were agreed.")
    seats = models.JSONField(help_text="By seat, clockwise: name, strength of a machine, key of a person, switches.")
    tally = models.JSONField(default=list, help_text="By side: what was won in this sitting.")
    version = models.PositiveIntegerField(default=1, help_text="Grows with every change that its pages show.")
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "league_playtable"

    def __str__(self) -> str:
        return ", ".join(seat["name"] for seat in self.seats if seat["name"])


class PlayGame(models.Model):
    """A game of a sitting at a table."""

    table = models.ForeignKey(PlayTable, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveIntegerField(help_text="In the sitting, from 1.")
    share = models.CharField(max_length=SECRET, unique=True, help_text="The address of its record, once it is over.")
    dealer = models.PositiveSmallIntegerField(null=True, blank=True, help_text="The first; blank: it is cut for.")
    marked = models.BooleanField(default=False, help_text="Something was taken back: it is in no statistics.")
    winner = models.PositiveSmallIntegerField(null=True, blank=True, help_text="The side that won.")
    worth = models.PositiveSmallIntegerField(default=0, help_text="What it counted for the winner.")
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "league_playgame"
        constraints = (
            models.UniqueConstraint(fields=("table", "number"), name="play_game_number_once"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=False) | Q(winner__isnull=True, worth=0), name="play_game_won_is_ended"
            ),
        )

    def __str__(self) -> str:
        return f"Game {self.number}"


class PlayEntry(models.Model):
    """One thing that happened in a game. Entries are only ever added: of two at once, one is late."""

    game = models.ForeignKey(PlayGame, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField(help_text="In the game, from 1.")
    said = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        db_table = "league_playentry"
        constraints = (models.UniqueConstraint(fields=("game", "number"), name="play_entry_number_once"),)

    def __str__(self) -> str:
        return f"Entry {self.number}"


class PlayShuffle(models.Model):
    """A shuffle of the pack: its seed is told by its hash before anybody cuts, and by itself once its deal is over."""

    game = models.ForeignKey(PlayGame, on_delete=models.CASCADE, related_name="shuffles")
    number = models.PositiveIntegerField(help_text="In the game, from 1.")
    deal = models.PositiveSmallIntegerField(help_text="The deal that it is for; 0: the cut for deal.")
    seed = models.CharField(max_length=64)
    cut = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Where the pack was cut before the deal.")
    used = models.BooleanField(default=False, help_text="Cards of it have been dealt, or cut for deal.")

    class Meta:
        db_table = "league_playshuffle"
        constraints = (models.UniqueConstraint(fields=("game", "number"), name="play_shuffle_number_once"),)

    def __str__(self) -> str:
        return f"Shuffle {self.number}"


class GameAnalysis(models.Model):
    """The analysis of a game: of a table, once it is over, or of a written one in a dispute.

    It is found again where it is wanted and gone: nothing rests on it.
    """

    game = models.OneToOneField(PlayGame, on_delete=models.CASCADE, null=True, blank=True, related_name="analysis")
    evidence = models.OneToOneField(
        "league.Evidence", on_delete=models.CASCADE, null=True, blank=True, related_name="analysis"
    )
    found = models.JSONField(help_text="As `rules.play.analysis` keeps it: players by number, nobody by name.")
    made_at = models.DateTimeField()

    class Meta:
        db_table = "league_gameanalysis"
        verbose_name_plural = "game analyses"
        constraints = (
            models.CheckConstraint(
                condition=Q(game__isnull=False, evidence__isnull=True) | Q(game__isnull=True, evidence__isnull=False),
                name="game_analysis_of_one_game",
            ),
        )

    def __str__(self) -> str:
        return f"Analysis of {self.game or self.evidence}"


def _a_trainer(name: str) -> models.CheckConstraint:
    return models.CheckConstraint(condition=Q(trainer__in=[trainer.value for trainer in TrainerName]), name=name)


class Practice(models.Model):
    """Somebody's boxes in one trainer: which kinds of combination they are asked for again, and when."""

    user = models.ForeignKey("league.User", on_delete=models.CASCADE, related_name="practice")
    trainer = models.CharField(max_length=10)
    boxes = models.JSONField(default=dict, help_text="As `rules.learn.leitner` writes them.")
    last = models.CharField(
        max_length=LONGEST_SEED, blank=True, help_text="The question answered last: sent again, it counts once."
    )

    class Meta:
        db_table = "league_practice"
        constraints = (
            models.UniqueConstraint(fields=("user", "trainer"), name="practice_once"),
            _a_trainer("practice_trainer"),
        )

    def __str__(self) -> str:
        return f"{self.trainer} of {self.user}"


class PracticeWeek(models.Model):
    """Somebody's week in one trainer, as sums: no single answer is kept."""

    user = models.ForeignKey("league.User", on_delete=models.CASCADE, related_name="practice_weeks")
    trainer = models.CharField(max_length=10)
    starts_on = models.DateField(help_text="Its Monday.")
    answered = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)
    timed = models.PositiveIntegerField(default=0, help_text="Answers that were timed.")
    seconds = models.PositiveIntegerField(default=0, help_text="What these took together.")
    lost = models.PositiveIntegerField(default=0, help_text="Hundredths of a point given away by choices.")

    class Meta:
        db_table = "league_practiceweek"
        ordering = ("starts_on",)
        constraints = (
            models.UniqueConstraint(fields=("user", "trainer", "starts_on"), name="practice_week_once"),
            models.CheckConstraint(
                condition=Q(right__lte=F("answered")) & Q(timed__lte=F("answered")), name="practice_week_adds_up"
            ),
            _a_trainer("practice_week_trainer"),
        )

    def __str__(self) -> str:
        return f"{self.trainer} of {self.user}, {self.starts_on}"


class LessonDone(models.Model):
    """A lesson whose questions somebody has all answered rightly."""

    user = models.ForeignKey("league.User", on_delete=models.CASCADE, related_name="lessons_done")
    lesson = models.CharField(max_length=LONGEST_SLUG)
    done_at = models.DateTimeField()

    class Meta:
        db_table = "league_lessondone"
        ordering = ("done_at", "pk")
        constraints = (models.UniqueConstraint(fields=("user", "lesson"), name="lesson_done_once"),)

    def __str__(self) -> str:
        return f"{self.lesson} by {self.user}"


class DailyVote(models.Model):
    """Somebody's vote on a league's hand of a day: the two cards that they would lay away. It is never changed."""

    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="daily_votes")
    day = models.DateField(help_text="Of the league’s own clock.")
    user = models.ForeignKey("league.User", on_delete=models.CASCADE, related_name="daily_votes")
    laid_away = models.CharField(max_length=5, help_text="As the engine writes cards, sorted.")
    points = models.PositiveSmallIntegerField(help_text="What it earned: 3 for the best, 2, 1 or 0.")
    voted_at = models.DateTimeField()

    class Meta:
        db_table = "league_dailyvote"
        ordering = ("day", "pk")
        constraints = (
            models.UniqueConstraint(fields=("league", "day", "user"), name="daily_vote_once"),
            models.CheckConstraint(condition=Q(points__lte=3), name="daily_vote_points"),
        )

    def __str__(self) -> str:
        return f"{self.user}, {self.day}"


class DailyName(models.Model):
    """Somebody who wishes to stand in a league's table of the daily hand, by their short name."""

    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="daily_names")
    user = models.ForeignKey("league.User", on_delete=models.CASCADE, related_name="daily_names")
    since = models.DateTimeField()

    class Meta:
        db_table = "league_dailyname"
        constraints = (models.UniqueConstraint(fields=("league", "user"), name="daily_name_once"),)

    def __str__(self) -> str:
        return str(self.user)
