"""Tables to play at: each with its games, the entries of a game, and the shuffles of its pack; games looked through."""

from django.db import models
from django.db.models import Q

SECRET = 32  # characters


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
    found = models.JSONField(help_text="As `rules.play.analysing` keeps it: players by number, nobody by name.")
    made_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "game analyses"
        constraints = (
            models.CheckConstraint(
                condition=Q(game__isnull=False, evidence__isnull=True) | Q(game__isnull=True, evidence__isnull=False),
                name="game_analysis_of_one_game",
            ),
        )

    def __str__(self) -> str:
        return f"Analysis of {self.game or self.evidence}"
