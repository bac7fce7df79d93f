"""For operators of the server: its leagues, each suspended, let go on, or given a quota or an address for its mail."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.request import Request

from league.access import NO_OPERATOR, is_operator
from league.api.operations import operation
from league.api.shapes import LARGEST, example, shape
from league.api.views import ApiView
from league.errors import NotAllowed
from league.models import League, LeagueSender, User
from league.queries.overseeing import Concern, OverseenLeague, overseen
from league.queries.quotas import Usage
from league.services.domains import LONGEST as LONGEST_HOST
from league.services.domains import set_domain
from league.services.mail.senders import LONGEST_NAME, sender_of, set_sender
from league.services.quotas import change_quota
from league.services.seasons.suspension import LONGEST, resume, suspend

UsageShape = shape(
    Usage, "name used limit", "What a league uses of one thing.",
    limit="Its own, or the server’s; 0 is none.",
)  # fmt: skip
ConcernShape = shape(Concern, "text tone", "Something that the operator should know.", tone="`bad`, `wait` or `quiet`.")
SecretaryShape = shape(User, "name email", "A secretary of today.", "OverseenSecretary")
OverseenLeagueShape = shape(
    OverseenLeague,
    "slug=league.slug name=league.name state suspended_at=league.suspended_at "
    "suspended_because=league.suspended_because teams players fixtures results entries last_at waiting failed "
    "photographs photograph_bytes domain usage",
    "A league as the operator of its server oversees it.",
    state="`open`, `suspended` or `hidden`.",
    entries="Of its journal.",
    last_at="When the last of them was written.",
    waiting="Messages still to be sent.",
    failed="Messages given up within 30 days.",
    domain="Its own; blank without one.",
    results="Fixtures with a confirmed result.",
    secretaries=SecretaryShape(many=True),
    concerns="What is wrong or unusual, the worst first; the list of leagues goes by it.",
)  # fmt: skip


@example("Suspend a league", reason="The operator asks its secretary to write: people are mailed who never played.")
class SuspensionIn(serializers.Serializer[Any]):
    """Why a league is suspended."""

    reason = serializers.CharField(max_length=LONGEST, help_text="Everybody reads it on the league’s pages.")


def _limit(about: str) -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=0, max_value=LARGEST, required=False, allow_null=True,
        help_text=f"{about} 0: no limit; null: the server’s.",
    )  # fmt: skip


@example("Allow twenty teams, and as many messages as all may send", teams=20, mails_a_day=None)
class QuotaIn(serializers.Serializer[Any]):
    """A league’s own limits; what is left out stays."""

    photograph_megabytes = _limit("Of all its photographs.")
    teams = _limit("That are not hidden.")
    mails_a_day = _limit("In UTC; what presses is sent beyond it.")


@example("Give it a domain", host="crib.example.org")
class DomainIn(serializers.Serializer[Any]):
    """A league’s own domain."""

    host = serializers.CharField(max_length=LONGEST_HOST, allow_blank=True, help_text="Blank: none of its own.")


SenderShape = shape(
    LeagueSender, "address name as_from", "The address of a league’s own for its mail.", address="Blank: it has none.",
)  # fmt: skip


@example("Let replies go to the league", address="results@marlbury.example", name="Marlbury Cribbage", as_from=False)
class SenderIn(serializers.Serializer[Any]):
    """An address for a league’s mail; it is taken without a confirmation."""

    address = serializers.CharField(max_length=254)
    name = serializers.CharField(
        max_length=LONGEST_NAME, required=False, default="", allow_blank=True, help_text="Blank: the league’s name."
    )
    as_from = serializers.BooleanField(
        required=False, default=False,
        help_text="Mail comes from it: only where SPF and DKIM of its domain let this server send. "
        "Otherwise replies go to it.",
    )  # fmt: skip


class OperatorView(ApiView):
    """An address for administrators of the server; `league` is the one that it names, a hidden one too."""

    league: League

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method not in self.allowed_methods:
            raise MethodNotAllowed(request.method or "")
        if not is_operator(request.user):
            raise NotAllowed(NO_OPERATOR)
        if "league" in kwargs:
            self.league = get_object_or_404(League, slug=kwargs["league"])

    def oversee(self) -> OverseenLeague:
        (one,) = overseen(now=self.now, leagues=[League.objects.get(pk=self.league.pk)])
        return one


class OverseenLeagues(OperatorView):
    @operation("league.operate", answer=OverseenLeagueShape(many=True))
    def get(self) -> object:
        """The leagues of this server, whatever needs its operator first."""
        return overseen(now=self.now)


class OneOverseenLeague(OperatorView):
    @operation("league.operate", answer=OverseenLeagueShape)
    def get(self) -> object:
        """A league as the operator oversees it."""
        return self.oversee()


class OverseenLeagueSuspend(OperatorView):
    @operation("league.operate", body=SuspensionIn, answer=OverseenLeagueShape, fresh=True)
    def post(self) -> object:
        """Suspend a league: it is read, and nothing changes, is sent or is decided in it."""
        suspend(self.league, **self.read(), by=self.user, now=self.now)
        return self.oversee()


class OverseenLeagueResume(OperatorView):
    @operation("league.operate", answer=OverseenLeagueShape, fresh=True)
    def post(self) -> object:
        """Let a suspended league go on; deadlines are extended, as after an outage."""
        resume(self.league, by=self.user, now=self.now)
        return self.oversee()


class OverseenLeagueQuota(OperatorView):
    @operation("league.operate", body=QuotaIn(partial=True), answer=OverseenLeagueShape, fresh=True)
    def patch(self) -> object:
        """Change what a league may use. What is there beyond a limit stays."""
        change_quota(self.league, self.read(), by=self.user, now=self.now)
        return self.oversee()


class OverseenLeagueDomain(OperatorView):
    @operation("league.operate", body=DomainIn, answer=OverseenLeagueShape, fresh=True)
    def patch(self) -> object:
        """Give a league a domain of its own, or take it away. Its name must lead to this server."""
        set_domain(self.league, **self.read(), by=self.user, now=self.now)
        return self.oversee()


class OverseenLeagueSender(OperatorView):
    @operation("league.operate", answer=SenderShape)
    def get(self) -> object:
        """The address that a league’s mail comes from, or is answered to."""
        return sender_of(self.league) or LeagueSender(league=self.league)

    @operation("league.operate", name="overseen_league_sender_set", body=SenderIn, answer=SenderShape, fresh=True)
    def put(self) -> object:
        """Set the address of a league’s own."""
        return set_sender(self.league, **self.read(), by=self.user, now=self.now)

    @operation("league.operate", name="overseen_league_sender_remove", fresh=True)
    def delete(self) -> None:
        """Let a league’s mail come from the server’s address again, and be answered to its secretaries."""
        set_sender(self.league, address="", by=self.user, now=self.now)
