from django.db import models
from django.db.models import Q

from league.models.seasons import Division, Entry
from league.rules.problems import LONGEST_REASON


class Adjustment(models.Model):
    """Points given to a team or taken from it, with a public reason. A further one reverses it; none is deleted."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="adjustments")
    points = models.DecimalField(max_digits=6, decimal_places=2, help_text="Below nothing: taken.")
    reason = models.CharField(max_length=LONGEST_REASON)
    date = models.DateField(help_text="The day it counts from.")
    made_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField()
    takes_back = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="taken_back_by"
    )

    class Meta:
        ordering = ("date", "pk")
        constraints = (
            models.CheckConstraint(condition=~Q(points=0), name="adjustment_of_something"),
            models.CheckConstraint(condition=~Q(reason=""), name="adjustment_has_a_reason"),
        )

    def __str__(self) -> str:
        return f"{self.entry.team}: {self.points:+}"


class LotsDrawn(models.Model):
    """Lots drawn in person between teams that nothing else separates, as the secretary recorded them.

    They count while exactly these teams are level. None is changed or deleted: one is withdrawn, with the reason.
    """

    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="lots")
    drawn_on = models.DateField(help_text="The day on which they were drawn.")
    note = models.CharField(
        max_length=LONGEST_REASON, blank=True, help_text="Public: how, where and before whom they were drawn."
    )
    recorded_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    recorded_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True, help_text="From then on they count no more.")
    withdrawn_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    withdrawn_why = models.CharField(max_length=LONGEST_REASON, blank=True)

    class Meta:
        ordering = ("drawn_on", "pk")
        verbose_name, verbose_name_plural = "draw of lots", "draws of lots"
        constraints = (
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True, withdrawn_why="")
                | (Q(withdrawn_at__isnull=False) & ~Q(withdrawn_why="")),
                name="lots_withdrawn_for_a_reason",
            ),
        )

    def __str__(self) -> str:
        return f"Lots drawn in {self.division} on {self.drawn_on}"


class Lot(models.Model):
    drawn = models.ForeignKey(LotsDrawn, on_delete=models.CASCADE, related_name="lots")
    place = models.PositiveSmallIntegerField(help_text="1 is the best.")
    team = models.ForeignKey("league.Team", on_delete=models.PROTECT, related_name="lots")

    class Meta:
        ordering = ("drawn", "place")
        constraints = (
            models.UniqueConstraint(fields=("drawn", "place"), name="lot_place_once"),
            models.UniqueConstraint(fields=("drawn", "team"), name="lot_team_once"),
            models.CheckConstraint(condition=Q(place__gte=1), name="lot_place"),
        )

    def __str__(self) -> str:
        return f"{self.team}: {self.place}"
