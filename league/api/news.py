"""Posts, pages of the league's own, and captains' match reports."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.access import may
from league.api.operations import operation
from league.api.shapes import ModelShape, shape, tells
from league.api.views import LeagueView
from league.errors import NothingThere
from league.models import Fixture, OwnPage, Post
from league.queries import news as queries
from league.queries.news import ReportLine, reports_of, versions_of
from league.rules.news import to_html
from league.translation import N_

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


class Posts(LeagueView):
    @operation(
        "The posts of the news, pinned ones first, then the newest; for the secretary drafts and withdrawn ones too",
        action="league.view", answer=PostLine(many=True),
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        every = may(self.grants, "news.write")
        found = queries.every_post(self.league) if every else queries.posts_of(self.league)
        return self.paged(found.defer("text"), PostLine)


class OnePost(LeagueView):
    @operation("A post of the news", action="league.view", answer=PostShape, etag=True)
    def get(self, request: Request, post: int) -> Response:
        return self.respond(self.found(post))

    def found(self, pk: int) -> Post:
        """The post that the address names, if the asker may see it.

        Raises:
            Http404: there is none.
        """
        try:
            return queries.find_post(self.league, pk, self.grants)
        except Post.DoesNotExist as missing:
            raise NothingThere(N_("There is no such post.")) from missing

    def respond(self, post: Post) -> Response:
        return self.tagged(PostShape(post).data, "post", version=post.version)


class OwnPages(LeagueView):
    @operation(
        "The pages of the league’s own, in their order; for the secretary drafts and withdrawn ones too",
        action="league.view", answer=OwnPageLine(many=True),
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        every = may(self.grants, "news.write")
        found = queries.every_page(self.league) if every else queries.pages_of(self.league)
        return self.paged(found.defer("text"), OwnPageLine)


class OneOwnPage(LeagueView):
    @operation("A page of the league’s own", action="league.view", answer=OwnPageShape, etag=True)
    def get(self, request: Request, page: str) -> Response:
        return self.respond(self.found(page))

    def found(self, slug: str) -> OwnPage:
        """The page that the address names, if the asker may see it.

        Raises:
            Http404: there is none.
        """
        try:
            return queries.find_page(self.league, slug, self.grants)
        except OwnPage.DoesNotExist as missing:
            raise NothingThere(N_("There is no such page.")) from missing

    def respond(self, page: OwnPage) -> Response:
        return self.tagged(OwnPageShape(page).data, "page", version=page.version)


class _OfReports(LeagueView):
    """An address about the match reports of a fixture."""

    def respond(self, fixture: Fixture) -> Response:
        answer = MatchReportsShape({"reports": reports_of(fixture, self.grants)}).data
        return self.tagged(answer, "fixture", **versions_of(fixture))


class MatchReports(_OfReports):
    @operation(
        "What the captains wrote about a fixture; one that is hidden to its side’s captains and the secretary alone",
        name="match_reports_read", action="league.view", answer=MatchReportsShape, etag=True,
    )  # fmt: skip
    def get(self, request: Request, fixture: int) -> Response:
        return self.respond(self.fixture(fixture))
