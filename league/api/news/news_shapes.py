"""Posts, pages of the league's own and match reports, as they are told and written."""

from typing import Any

from rest_framework import serializers

from league.api.base.etags import RestsOn
from league.api.shapes import ModelShape, example, shape, tells
from league.enums import NewsState
from league.models import OwnPage, Post
from league.queries.news.reports import ReportLine
from league.rules.markdown import to_html
from league.rules.news import LONGEST_POST, LONGEST_REPORT, LONGEST_SLUG, LONGEST_TITLE, MOST_ORDER
from league.rules.reasons import LONGEST_REASON

# Lines may end with two characters, which are kept as one: the service counts.
ROOM = 2
HTML = "The text as HTML that is safe to show: no scripts, no pictures, headings from h2 down."

PostLine = shape(
    Post, "id title state pinned published_at changed_at", "A post of the news, without its text.", "PostLine"
)
OwnPageLine = shape(
    OwnPage, "id slug title order state changed_at", "A page of the league’s own, without its text.", "OwnPageLine"
)


@tells(Post, "id title text state pinned version published_at changed_at")
class PostShape(ModelShape):
    """A post of the news."""

    html = serializers.SerializerMethodField(help_text=HTML)

    def get_html(self, post: Post) -> str:
        """Return the text made safe to show."""
        return to_html(post.text)


@tells(OwnPage, "id slug title text order state version published_at changed_at")
class OwnPageShape(ModelShape):
    """A page of the league’s own, such as its contacts."""

    html = serializers.SerializerMethodField(help_text=HTML)

    def get_html(self, page: OwnPage) -> str:
        """Return the text made safe to show."""
        return to_html(page.text)


class _WrittenIn(serializers.Serializer[Any]):
    title = serializers.CharField(max_length=LONGEST_TITLE)
    text = serializers.CharField(
        max_length=LONGEST_POST * ROOM, trim_whitespace=False, help_text=f"Markdown, {LONGEST_POST} characters at most."
    )


@example("A draft", title="Finals night", text="The finals are on **12 May** at the Anchor.", state="draft")
class PostIn(_WrittenIn):
    """A post as it is to be; a new one is a draft or published."""

    state = serializers.ChoiceField(choices=NewsState.choices, default=NewsState.DRAFT)
    pinned = serializers.BooleanField(default=False, help_text="Above the others, and on the home page.")


@example("Published", title="Finals night", text="The finals are on **12 May** at the Bell.", state="published")
class PostChangeIn(PostIn):
    """A post as it is to be."""

    rests_on = RestsOn("post", needs=("version",))
    state = serializers.ChoiceField(choices=NewsState.choices)


class PostDeleteIn(serializers.Serializer[Any]):
    """Nothing but the post that was looked at."""

    rests_on = RestsOn("post", needs=("version",))


@example("Contacts", slug="contacts", title="Contacts", text="Secretary: 01632 960123", state="published")
class OwnPageIn(_WrittenIn):
    """A page of the league’s own as it is to be; a new one is a draft or published."""

    slug = serializers.CharField(max_length=LONGEST_SLUG, help_text="Names it in its address.")
    order = serializers.IntegerField(
        min_value=0, max_value=MOST_ORDER, default=0, help_text="Pages of a lower number come first."
    )
    state = serializers.ChoiceField(choices=NewsState.choices, default=NewsState.DRAFT)


@example("Changed", slug="contacts", title="Contacts", text="Secretary: 01632 960124", state="published")
class OwnPageChangeIn(OwnPageIn):
    """A page of the league’s own as it is to be."""

    rests_on = RestsOn("page", needs=("version",))
    state = serializers.ChoiceField(choices=NewsState.choices)


class OwnPageDeleteIn(serializers.Serializer[Any]):
    """Nothing but the page that was looked at."""

    rests_on = RestsOn("page", needs=("version",))


class MatchReportShape(serializers.Serializer[Any]):
    """A captain's report of a fixture."""

    side = serializers.CharField(source="report.side", help_text="home or away.")
    author = serializers.CharField(help_text="As the asker is shown their name; blank where nobody is named any more.")
    text = serializers.CharField(source="report.text", help_text="Markdown.")
    html = serializers.SerializerMethodField(help_text=HTML)
    changed_at = serializers.DateTimeField(source="report.changed_at")
    hidden_at = serializers.DateTimeField(
        source="report.hidden_at", allow_null=True, help_text="Since then only its side and the secretary see it."
    )
    hidden_because = serializers.CharField(source="report.hidden_because", allow_blank=True)

    def get_html(self, line: ReportLine) -> str:
        """Return the text made safe to show."""
        return to_html(line.report.text)


class MatchReportsShape(serializers.Serializer[Any]):
    """The match reports of a fixture that the asker sees, the home side’s first."""

    reports = MatchReportShape(many=True)


@example("A report", text="A close night: level until the last leg, and **two** 24s.")
class MatchReportIn(serializers.Serializer[Any]):
    """A side’s match report as it is to be; without a text it is removed."""

    rests_on = RestsOn("fixture", needs=("home", "away"))
    text = serializers.CharField(
        max_length=LONGEST_REPORT * ROOM, trim_whitespace=False, allow_blank=True,
        help_text=f"Markdown, {LONGEST_REPORT} characters at most.",
    )  # fmt: skip


@example("Hidden", reason="It calls a player names.")
class MatchReportHideIn(serializers.Serializer[Any]):
    """The reason for which a match report is hidden."""

    reason = serializers.CharField(max_length=LONGEST_REASON, help_text="Its captain reads it.")


class MatchReportShowIn(serializers.Serializer[Any]):
    """Nothing but the reports that were looked at."""

    rests_on = RestsOn("fixture", needs=("home", "away"))
