"""Posts, pages of the league's own and match reports, as they are told and written."""

from typing import Any

from rest_framework import serializers

from league.api.shapes import ModelShape, shape, tells
from league.models import OwnPage, Post
from league.queries.news.reports import ReportLine
from league.rules.markdown import to_html

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
