"""The journal: who decided what, when and why, as an append-only hash chain.

A trigger of the database refuses to change or delete an entry. `refs` are numbers that survive a move to another
server; no entry holds a person's name, so that erasing a person leaves the chain whole.
"""

from django.db import models
from django.db.models import Q

from league.enums import JournalKind
from league.translation import read_back

LONGEST = 250


class JournalEntry(models.Model):
    """One decision, unique by `key`."""

    league = models.ForeignKey("league.League", on_delete=models.PROTECT, related_name="journal")
    number = models.PositiveBigIntegerField(help_text="Its place in the league's chain: 1, 2, 3 …")
    at = models.DateTimeField()
    by = models.ForeignKey("league.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    kind = models.CharField(max_length=30, choices=JournalKind)
    key = models.CharField(max_length=120)
    fixture = models.ForeignKey(
        "league.Fixture", on_delete=models.PROTECT, null=True, blank=True, related_name="journal"
    )
    team = models.ForeignKey("league.Team", on_delete=models.PROTECT, null=True, blank=True, related_name="journal")
    player = models.ForeignKey("league.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="journal")
    what = models.CharField(max_length=LONGEST, help_text="{player} stands for the player's name.")
    made_of = models.JSONField(
        default=dict, blank=True, help_text="What the sentence was made of, for other languages; {}: nothing is known."
    )
    why = models.TextField(blank=True)
    data = models.JSONField(default=dict, blank=True)
    refs = models.JSONField(default=dict, help_text="The uid of by, fixture, team and player, where there is one.")
    imported = models.BooleanField(default=False, help_text="It came with a league from another server.")
    previous = models.CharField(
        max_length=64, blank=True, help_text="The hash of the entry before; blank in the first."
    )
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ("-at", "-pk")
        verbose_name_plural = "journal entries"
        constraints = (
            models.UniqueConstraint(
                fields=("league", "kind", "key"), condition=Q(imported=False), name="journal_one_entry_a_decision"
            ),
            models.UniqueConstraint(fields=("league", "number"), name="journal_number_once"),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.by_name}: {self.what}"

    @property
    def message(self) -> str:
        """What was done, as translatable text; plain English where its parts are not known."""
        return read_back(self.made_of, self.what, LONGEST)

    @property
    def by_name(self) -> str:
        """The present name of whoever decided it; "Muggins" for nobody."""
        return str(self.by) if self.by else "Muggins"


class JournalHead(models.Model):
    """The end of a league's chain of entries. Its row is the last lock that a write takes."""

    league = models.OneToOneField("league.League", on_delete=models.PROTECT, related_name="journal_head")
    number = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"Journal of {self.league}: {self.number}"
