"""Posts and pages of a league's own: told to everybody once published, written by the secretary."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.access import may
from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.news.news_shapes import (
    OwnPageLine,
    OwnPageShape,
    PostLine,
    PostShape,
)
from league.errors import NothingThere
from league.models import OwnPage, Post
from league.queries.news import news as queries
from league.translation import N_


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
