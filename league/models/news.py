"""News: the secretary's posts, the league's own pages, and captains' match reports, as Markdown.

`rules.news` sanitises it whenever it is shown. A version grows with each change.
"""

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q

from league.enums import NewsState, Side
from league.models.checked import CheckedSlug, choices_q, is_news, is_report
from league.rules.news import LONGEST_SLUG, LONGEST_TITLE, MOST_ORDER
from league.rules.problems import LONGEST_REASON


def _published_has_a_moment() -> Q:
    return Q(published_at__isnull=False) | Q(state=NewsState.DRAFT)


class Post(models.Model):
    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="posts")
    title = models.CharField(max_length=LONGEST_TITLE)
    text = models.TextField(validators=[is_news], help_text="Markdown, as it was typed.")
    state = models.CharField(max_length=10, choices=NewsState, default=NewsState.DRAFT)
    pinned = models.BooleanField(default=False, help_text="It stands above the others, and on the home page.")
    version = models.PositiveIntegerField(default=1, help_text="Grows with each change.")
    written_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    written_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True, help_text="When it was first shown to everybody.")

    class Meta:
        ordering = ("-published_at", "-pk")
        constraints = (
            models.CheckConstraint(condition=choices_q(state=NewsState), name="post_state"),
            models.CheckConstraint(condition=~Q(title="") & ~Q(text=""), name="post_says_something"),
            models.CheckConstraint(condition=_published_has_a_moment(), name="post_published_has_a_moment"),
            models.CheckConstraint(
                condition=Q(pinned=False) | ~Q(state=NewsState.WITHDRAWN), name="post_pinned_is_not_withdrawn"
            ),
        )
        indexes = (
            models.Index(
                F("league"), F("pinned").desc(), F("published_at").desc(), F("id").desc(),
                condition=Q(state=NewsState.PUBLISHED), name="post_news",
            ),
        )  # fmt: skip

    def __str__(self) -> str:
        return self.title


class OwnPage(models.Model):
    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="own_pages")
    slug = CheckedSlug(max_length=LONGEST_SLUG, help_text="Names the page in its address.")
    title = models.CharField(max_length=LONGEST_TITLE)
    text = models.TextField(validators=[is_news], help_text="Markdown, as it was typed.")
    order = models.PositiveSmallIntegerField(
        default=0, validators=[MaxValueValidator(MOST_ORDER)], help_text="Pages of a lower number are listed first."
    )
    state = models.CharField(max_length=10, choices=NewsState, default=NewsState.DRAFT)
    version = models.PositiveIntegerField(default=1, help_text="Grows with each change.")
    written_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    written_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True, help_text="When it was first shown to everybody.")

    class Meta:
        ordering = ("order", "title", "pk")
        constraints = (
            models.UniqueConstraint(fields=("league", "slug"), name="own_page_slug_once"),
            models.CheckConstraint(condition=choices_q(state=NewsState), name="own_page_state"),
            models.CheckConstraint(condition=~Q(title="") & ~Q(text=""), name="own_page_says_something"),
            models.CheckConstraint(condition=_published_has_a_moment(), name="own_page_published_has_a_moment"),
        )

    def __str__(self) -> str:
        return self.title


class MatchReport(models.Model):
    """A captain's report of a fixture, one a side; without a text it is removed.

    The row stays while hidden, so that writing it anew does not show it again.
    """

    fixture = models.ForeignKey("league.Fixture", on_delete=models.CASCADE, related_name="reports")
    side = models.CharField(max_length=4, choices=Side, help_text="The side whose captain wrote it.")
    text = models.TextField(blank=True, validators=[is_report], help_text="Markdown, as it was typed.")
    version = models.PositiveIntegerField(default=1, help_text="Grows with each change.")
    written_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    written_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    hidden_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    hidden_at = models.DateTimeField(null=True, blank=True, help_text="Since then only its side sees it.")
    hidden_because = models.CharField(max_length=LONGEST_REASON, blank=True)

    class Meta:
        ordering = ("fixture", "-side")
        constraints = (
            models.UniqueConstraint(fields=("fixture", "side"), name="match_report_once_a_side"),
            models.CheckConstraint(condition=choices_q(side=Side), name="match_report_side"),
            models.CheckConstraint(
                condition=Q(hidden_at=None, hidden_because="") | (Q(hidden_at__isnull=False) & ~Q(hidden_because="")),
                name="match_report_hidden_says_why",
            ),
        )

    def __str__(self) -> str:
        return f"{self.fixture}, {self.get_side_display()}"
