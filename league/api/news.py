"""Posts, pages of the league's own, and captains' match reports."""

from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from league.access import may
from league.api.league_views import LeagueView, find_or_404
from league.api.operations import operation
from league.api.shapes import ModelShape, shape, tells
from league.models import Fixture, OwnPage, Post
from league.queries import news as queries
from league.queries.news import ReportLine, reports_of, versions_of
from league.rules.news import to_html
from league.translation import N_

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


class Posts(LeagueView):
    @operation("league.view", answer=PostLine(many=True))
    def get(self) -> object:
        """The posts of the news, pinned ones first, then the newest; for the secretary drafts and withdrawn
        ones too.
        """
        every = may(self.grants, "news.write")
        rows = queries.every_post(self.league) if every else queries.posts_of(self.league)
        return rows.defer("text")


class OnePost(LeagueView):
    @operation("league.view", answer=PostShape, etag=True)
    def get(self, post: int) -> Response:
        """A post of the news."""
        row = find_or_404(N_("There is no such post."), queries.find_post, self.league, post, self.grants)
        return self.tagged(row, "post", version=row.version)


class OwnPages(LeagueView):
    @operation("league.view", answer=OwnPageLine(many=True))
    def get(self) -> object:
        """The pages of the league’s own, in their order; for the secretary drafts and withdrawn ones too."""
        every = may(self.grants, "news.write")
        rows = queries.every_page(self.league) if every else queries.pages_of(self.league)
        return rows.defer("text")


class OneOwnPage(LeagueView):
    @operation("league.view", answer=OwnPageShape, etag=True)
    def get(self, page: str) -> Response:
        """A page of the league’s own."""
        row = find_or_404(N_("There is no such page."), queries.find_page, self.league, page, self.grants)
        return self.tagged(row, "page", version=row.version)


class MatchReports(LeagueView):
    @operation("league.view", name="match_reports_read", answer=MatchReportsShape, etag=True)
    def get(self, fixture: Fixture) -> Response:
        """What the captains wrote about a fixture; one that is hidden to its side’s captains and the
        secretary alone.
        """
        return self.tagged({"reports": reports_of(fixture, self.grants)}, "fixture", **versions_of(fixture))
