from django.db import models
from django.db.models.functions import MD5, Cast

from league.models.checked import CheckedText, CheckedValue, is_format, is_format_value

LONGEST_FORMAT = 600


class FixtureFormat(models.Model):
    """A format that fixtures are played by. It never changes, so that a result can be read years later; equal ones are
    one row."""

    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="formats")
    text = CheckedText(
        validators=[is_format],
        max_length=LONGEST_FORMAT,
        help_text="Its matches in order, as a division’s format has it.",
    )
    value = CheckedValue(
        validators=[is_format_value],
        help_text="The rulesets that its matches are played by: of singles, of others, and those named by matches.",
    )
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        verbose_name = "format"
        # Of the value its hash: whole rulesets are more than an index holds.
        constraints = (
            models.UniqueConstraint(
                "league", "text", MD5(Cast("value", models.TextField())), name="format_once_a_league"
            ),
        )

    def __str__(self) -> str:
        return self.text
