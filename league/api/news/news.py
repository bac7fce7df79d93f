"""Posts and pages of a league's own: told to everybody once published, written by the secretary."""

from rest_framework.request import Request
from rest_framework.response import Response

from league.access import may
from league.api.base.operations import operation
from league.api.base.scope import LeagueView
from league.api.news.news_shapes import (
    OwnPageChangeIn,
    OwnPageDeleteIn,
    OwnPageIn,
    OwnPageLine,
    OwnPageShape,
    PostChangeIn,
    PostDeleteIn,
    PostIn,
    PostLine,
    PostShape,
)
from league.errors import NothingThere
from league.models import OwnPage, Post
from league.queries.news import news as queries
from league.services.news import posts as services
from league.services.news.posts import NewPage, NewPost
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

    @operation(
        "Write a post, as a draft or for everybody", name="post_write", action="news.write", body=PostIn,
        answer=PostShape, status=201,
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        self.allow("news.write")
        made = services.write_post(self.league, NewPost(**self.read(PostIn)), by=self.user, now=self.now)
        return Response(PostShape(made).data, status=201)


class OnePost(LeagueView):
    @operation("A post of the news", action="league.view", answer=PostShape, etag=True)
    def get(self, request: Request, post: int) -> Response:
        return self.told(self.found(post))

    @operation(
        "Change a post, publish it, withdraw it", name="post_change", action="news.write", body=PostChangeIn,
        answer=PostShape, etag=True,
    )  # fmt: skip
    def put(self, request: Request, post: int) -> Response:
        self.allow("news.write")
        found, sent = self.found(post), self.read(PostChangeIn)
        seen = sent.pop("version")
        return self.told(services.change_post(found, NewPost(**sent), seen=seen, by=self.user, now=self.now))

    @operation(
        "Delete a post that is a draft or withdrawn", name="post_delete", action="news.write", body=PostDeleteIn,
        answer=None, status=204,
    )  # fmt: skip
    def delete(self, request: Request, post: int) -> Response:
        self.allow("news.write")
        found, sent = self.found(post), self.read(PostDeleteIn)
        services.delete(found, seen=sent["version"], by=self.user, now=self.now)
        return Response(status=204)

    def found(self, pk: int) -> Post:
        """The post that the address names, if the asker may see it.

        Raises:
            Http404: there is none.
        """
        try:
            return queries.find_post(self.league, pk, self.grants)
        except Post.DoesNotExist as missing:
            raise NothingThere(N_("There is no such post.")) from missing

    def told(self, post: Post) -> Response:
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

    @operation(
        "Write a page of the league’s own, as a draft or for everybody", name="own_page_write", action="news.write",
        body=OwnPageIn, answer=OwnPageShape, status=201,
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        self.allow("news.write")
        made = services.write_page(self.league, NewPage(**self.read(OwnPageIn)), by=self.user, now=self.now)
        return Response(OwnPageShape(made).data, status=201)


class OneOwnPage(LeagueView):
    @operation("A page of the league’s own", action="league.view", answer=OwnPageShape, etag=True)
    def get(self, request: Request, page: str) -> Response:
        return self.told(self.found(page))

    @operation(
        "Change a page of the league’s own, publish it, withdraw it", name="own_page_change", action="news.write",
        body=OwnPageChangeIn, answer=OwnPageShape, etag=True,
    )  # fmt: skip
    def put(self, request: Request, page: str) -> Response:
        self.allow("news.write")
        found, sent = self.found(page), self.read(OwnPageChangeIn)
        seen = sent.pop("version")
        kept = services.change_page(found, NewPage(**sent), seen=seen, by=self.user, now=self.now)
        return self.told(kept)

    @operation(
        "Delete a page of the league’s own that is a draft or withdrawn", name="own_page_delete", action="news.write",
        body=OwnPageDeleteIn, answer=None, status=204,
    )  # fmt: skip
    def delete(self, request: Request, page: str) -> Response:
        self.allow("news.write")
        found, sent = self.found(page), self.read(OwnPageDeleteIn)
        services.delete(found, seen=sent["version"], by=self.user, now=self.now)
        return Response(status=204)

    def found(self, slug: str) -> OwnPage:
        """The page that the address names, if the asker may see it.

        Raises:
            Http404: there is none.
        """
        try:
            return queries.find_page(self.league, slug, self.grants)
        except OwnPage.DoesNotExist as missing:
            raise NothingThere(N_("There is no such page.")) from missing

    def told(self, page: OwnPage) -> Response:
        return self.tagged(OwnPageShape(page).data, "page", version=page.version)
