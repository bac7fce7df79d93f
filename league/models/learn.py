"""The practice that people keep, and the votes on a league’s daily hand. Only they see their own answers."""

from django.db import models
from django.db.models import F, Q

from league.rules.learn.trainers import LONGEST_SEED, TrainerName

LONGEST_SLUG = 40


def _a_trainer(name: str) -> models.CheckConstraint:
    return models.CheckConstraint(condition=Q(trainer__in=[trainer.value for trainer in TrainerName]), name=name)


class Practice(models.Model):
    """Somebody's boxes in one trainer: which kinds of combination they are asked for again, and when."""

    user = models.ForeignKey("league.User", on_delete=models.CASCADE, related_name="practice")
    trainer = models.CharField(max_length=10)
    boxes = models.JSONField(default=dict, help_text="As `rules.learn.boxes` writes them.")
    last = models.CharField(
        max_length=LONGEST_SEED, blank=True, help_text="The question answered last: sent again, it counts once."
    )

    class Meta:
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
        constraints = (models.UniqueConstraint(fields=("league", "user"), name="daily_name_once"),)

    def __str__(self) -> str:
        return str(self.user)
