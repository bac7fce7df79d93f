"""Players of coming fixtures asked whether they can play, and line-ups chosen."""

from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers

from league.access import may, refusal
from league.api.league_views import LeagueView
from league.api.operations import operation
from league.api.shapes import TextIn, example
from league.api.views import SAFE
from league.enums import CanPlay, Scope, Side
from league.errors import NothingThere
from league.models import Fixture, Player
from league.queries.availability import Candidate, TeamAvailability, availability_of
from league.services.availability import answer, choose
from league.translation import N_, translated


class CandidateShape(serializers.Serializer[Any]):
    """A player, and whether they can play."""

    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    answer = serializers.ChoiceField(CanPlay.choices, allow_blank=True, help_text="Blank: no answer yet.")
    by_captain = serializers.BooleanField(help_text="Somebody else answered for them.")
    reserve = serializers.BooleanField(help_text="Asked only where the team is short of players.")
    guest = serializers.BooleanField(help_text="Not of the squad.")
    places = serializers.ListField(
        child=serializers.CharField(), help_text="Their seats in the line-up, as the sheet names them: m1-home-2."
    )


class TeamAvailabilityShape(serializers.Serializer[Any]):
    """A side of a fixture, and who of it can play."""

    side = serializers.ChoiceField(Side.choices)
    team = serializers.CharField(source="team.slug")
    starts_at = serializers.DateTimeField(source="fixture.starts_at", help_text="The start that the answers are for.")
    needed = serializers.IntegerField(help_text="The fewest players who can fill every match.")
    yes = serializers.IntegerField()
    no = serializers.IntegerField()
    maybe = serializers.IntegerField()
    silent = serializers.IntegerField(help_text="Of those who are asked first.")
    players = CandidateShape(many=True, help_text="Everybody to the captain and the secretary; to a player themselves.")


@example("A player can come", player=12, answer="yes")
class CanPlayIn(serializers.Serializer[Any]):
    """A player's answer: can they play?"""

    player = serializers.IntegerField(min_value=1)
    answer = serializers.ChoiceField(CanPlay.choices, allow_blank=True, help_text="Blank takes an answer back.")


@example("A player becomes a reserve", player=12, reserve=True)
class ReserveIn(serializers.Serializer[Any]):
    """A player's place among the reserves."""

    player = serializers.IntegerField(min_value=1)
    reserve = serializers.BooleanField()


@example("A guest for the home side", side="home", player=31)
class GuestIn(serializers.Serializer[Any]):
    """A guest whom a captain wants."""

    side = serializers.ChoiceField(Side.choices)
    player = serializers.IntegerField(min_value=1)


@example("Two seats, and the players are told", side="home", places={"m1-home-1": 12, "m1-home-2": 15}, tell=True)
class LineUpIn(serializers.Serializer[Any]):
    """A line-up, in place of the one there was."""

    side = serializers.ChoiceField(Side.choices)
    places = serializers.DictField(
        child=serializers.IntegerField(min_value=1),
        help_text="Players by their seats, as the sheet names them: m1-home-2. A seat may be left out.",
    )
    tell = serializers.BooleanField(default=False, help_text="Tell the players whose seats change.")


@example("Yes, from the mail", answer="yes", start="2026-09-15T19:00+00:00")
class LinkAnswerIn(serializers.Serializer[Any]):
    """The answer of whoever was sent a link."""

    answer = serializers.ChoiceField(CanPlay.choices)
    start = TextIn(help_text="The start that was shown: `start` of the link.")


class LinkQuestionShape(serializers.Serializer[Any]):
    """The question that a link in a mail asks."""

    fixture = serializers.IntegerField(source="fixture.pk")
    start = serializers.CharField(help_text="The start that it is about; an answer says it again.")
    name = serializers.CharField(help_text="Whose answer it is; blank where the link is over.")
    answer = serializers.CharField(allow_blank=True, help_text="What was answered so far.")
    refused = serializers.CharField(allow_blank=True, help_text="Why it can no longer be answered; blank where it can.")


managing = partial(operation, "availability.manage", answer=TeamAvailabilityShape(many=True), also=(409,))


def side_payload(team: TeamAvailability, players: tuple[Candidate, ...]) -> dict[str, Any]:
    """Return a side as its shape wants it, with these of its players."""
    names = ("side", "team", "fixture", "needed", "yes", "no", "maybe", "silent")
    return {**{name: getattr(team, name) for name in names}, "players": players}


class AvailabilityView(LeagueView):
    def find_fixture(self, pk: int) -> Fixture:
        """Return a fixture of which the asker looks after a side. Raises Http404 and NotAllowed."""
        fixture = self.seen_fixture(pk)
        if not self.looks_after(fixture):
            raise refusal(self.grants, "availability.manage", None)
        return fixture

    def looks_after(self, fixture: Fixture) -> bool:
        return any(may(self.grants, "availability.manage", team) for team in (fixture.home, fixture.away))

    def sides(self, fixture: Fixture) -> list[dict[str, Any]]:
        """Return the sides that the reader may see: of their own team everybody, of a player their own answer.

        Raises:
            NotAllowed: they are in neither squad and look after neither team.
        """
        sides = []
        for team in availability_of(fixture).values():
            own = tuple(one for one in team.candidates if one.player.pk in self.grants.players)
            if may(self.grants, "availability.manage", team.team):
                sides.append(side_payload(team, team.candidates))
            elif own:
                sides.append(side_payload(team, own))
        if not sides:
            raise refusal(self.grants, "availability.answer", None)
        return sides

    def player_sent(self, sent: dict[str, Any]) -> Player:
        return get_object_or_404(Player, league=self.league, pk=sent["player"])


class FixtureAvailability(AvailabilityView):
    def find_fixture(self, pk: int) -> Fixture:
        """Return a fixture that the asker may answer for: they look after a side, or play. What is read, `sides` asks.

        Raises Http404 and NotAllowed.
        """
        fixture = self.seen_fixture(pk)
        if self.request.method in SAFE or self.looks_after(fixture):
            return fixture
        teams = availability_of(fixture).values()
        if not any(team.find(player) for team in teams for player in self.grants.players):
            raise refusal(self.grants, "availability.answer", None)
        return fixture

    @operation(
        "availability.answer",
        name="availability_list",
        or_action="availability.manage",
        scope=Scope.READ,
        answer=TeamAvailabilityShape(many=True),
    )
    def get(self, fixture: Fixture) -> object:
        """Who can play in a fixture, by the sides that are yours."""
        return self.sides(fixture)

    @operation(
        "availability.answer",
        name="availability_answer",
        or_action="availability.manage",
        body=CanPlayIn,
        answer=TeamAvailabilityShape(many=True),
        also=(409,),
    )
    def post(self, fixture: Fixture) -> object:
        """Say whether you can play, or whether a player of your team can."""
        sent = self.read()
        answer.answer(fixture, self.player_sent(sent), sent["answer"], by=self.user, now=self.now)
        return self.sides(fixture)


class FixtureReserves(AvailabilityView):
    @managing(name="availability_reserve", body=ReserveIn)
    def post(self, fixture: Fixture) -> object:
        """Make a player a reserve, who is asked only where the team is short, or ask them first again."""
        sent = self.read()
        answer.set_reserve(fixture, self.player_sent(sent), reserve=sent["reserve"], by=self.user, now=self.now)
        return self.sides(fixture)


class FixtureGuests(AvailabilityView):
    @managing(name="availability_guest", body=GuestIn)
    def post(self, fixture: Fixture) -> object:
        """Ask a guest whether they can play."""
        sent = self.read()
        choose.want_guest(fixture, Side(sent["side"]), self.player_sent(sent), by=self.user, now=self.now)
        return self.sides(fixture)


class FixtureLineUp(AvailabilityView):
    @managing(name="line_up_choose", body=LineUpIn)
    def put(self, fixture: Fixture) -> object:
        """Choose the line-up of your side, and tell its players if you want."""
        sent = self.read()
        choose.choose_line_up(
            fixture, Side(sent["side"]), sent["places"], tell=sent["tell"], by=self.user, now=self.now
        )
        return self.sides(fixture)


class AvailabilityLink(LeagueView):
    """The link in a mail is its own proof; it answers only for the person it was sent to."""

    def question(self, token: str) -> dict[str, Any]:
        """Return what a link asks, as things are now. Raises Http404 where it is no link of this league."""
        link = answer.open_link(self.league, token, now=self.now)
        if link is None:
            raise NothingThere(N_("This link does not work: it may have been cut short, or your address has changed."))
        return {
            "fixture": link.fixture,
            "start": answer.format_start(link.fixture),
            "name": link.mine.player.name if link.mine else "",
            "answer": link.mine.answer if link.mine else "",
            "refused": translated(link.refused),
        }

    @operation(
        "league.view",
        name="availability_link_read",
        answer=LinkQuestionShape,
        description="The token is the last part of the link in the mail, and its own proof. Scope of a token: `read`.",
    )
    def get(self, token: str) -> object:
        """The question that a mail asks. Reading answers nothing."""
        return self.question(token)

    @operation(
        "league.view",
        name="availability_link_answer",
        scope=Scope.RESULTS,
        body=LinkAnswerIn,
        answer=LinkQuestionShape,
        also=(409,),
        description="Scope of a token: `results`; none is needed.",
    )
    def post(self, token: str) -> object:
        """Answer it as the person whom the mail was sent to."""
        self.question(token)
        sent = self.read()
        answer.answer_by_link(self.league, token, said=sent["answer"], start=sent["start"], now=self.now)
        return self.question(token)
