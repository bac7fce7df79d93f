"""Personal data: what the league keeps of a player or of oneself, changed, taken along and erased."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from django.contrib.auth import logout
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers
from rest_framework.response import Response

from league.api.league_views import PlayerView
from league.api.operations import operation
from league.api.shapes import IdField, example, shape
from league.enums import Scope
from league.errors import Invalid
from league.models import Player, Registration, Role
from league.queries.people.namesakes import NEW_FOR, Namesake, NewPlayer, namesakes_of, new_players
from league.queries.people.personal_data import find_players, person_of
from league.rules.names import LONGEST_NAME
from league.rules.problems import LONGEST_REASON, Problem
from league.services.people import erasing, personal_data
from league.services.people.merge import merge_players
from league.services.people.personal_data import LONGEST_NOTE, LONGEST_PHONE, Details
from league.translation import N_, translated

HeldShape = shape(Role, "id kind team starts_on ends_on", "A role that somebody has in the league.", "Held")
RegisteredForShape = shape(
    Registration, "id season team starts_on ends_on", "A team that somebody is or was registered for.", "RegisteredFor"
)


class PersonalDataShape(serializers.Serializer[Any]):
    """The data that a league keeps of a person, besides what they have played."""

    player = serializers.IntegerField(
        source="player.pk", default=None, allow_null=True, help_text="Their id as a player; none: they play in no team."
    )
    name = serializers.CharField(allow_blank=True)
    email = serializers.CharField(
        source="player.email", default="", allow_blank=True, help_text="As the league has it for the player."
    )
    phone = serializers.CharField(source="player.phone", default="", allow_blank=True)
    shorten_name = serializers.BooleanField(source="player.shorten_name", default=False)
    hide_averages = serializers.BooleanField(source="player.hide_averages", default=False)
    note = serializers.CharField(
        source="player.note", default="", allow_blank=True, help_text="What the secretary tells captains on the sheet."
    )
    account = serializers.CharField(
        source="user.email", default=None, allow_null=True, help_text="The address they sign in with."
    )
    roles = HeldShape(many=True)
    registrations = RegisteredForShape(many=True, help_text="The latest season first.")


NamesakeShape = shape(
    Namesake,
    "player.id player.name",
    "A player who shares their name with another.",
    played="Teams and seasons they were registered for, the latest first.",
)


class NamesakesShape(serializers.Serializer[Any]):
    """Players of one name: several people, or one who was entered twice."""

    players = NamesakeShape(many=True)


@example("Entered anew last season", player=12, reason="The same Olive, entered twice.")
class MergeIn(serializers.Serializer[Any]):
    """The other player who is the same person."""

    player = IdField(help_text="The one that goes.")
    reason = serializers.CharField(max_length=LONGEST_REASON, help_text="How that is known.")


FoundPlayerShape = shape(
    Player, "id name", "A player who was looked for.", "FoundPlayer", email=serializers.CharField(allow_blank=True)
)
NewPlayerShape = shape(
    NewPlayer,
    "player.id player.name fixture=fixture.pk team",
    "A player whom a sheet has made, and whom nobody has registered.",
    team="The side they were written down for.",
    alike=FoundPlayerShape(many=True, help_text="Players with that name or one like it."),
)


@example("Another number", phone="01632 960123")
class MyDetailsIn(serializers.Serializer[Any]):
    """Your own details. What is left out stays as it is. The address you sign in with changes on the account pages."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    phone = serializers.CharField(
        max_length=LONGEST_PHONE, allow_blank=True, help_text="Of a player; never shown on a public page."
    )
    shorten_name = serializers.BooleanField(help_text="Of a player: “Olive B.” on public pages.")
    hide_averages = serializers.BooleanField(help_text="Of a player: no averages or totals of theirs on public pages.")


@example("A number and an address", phone="01632 960123", email="olive@league.example")
@example("Their name, shortened on public pages", name="Olive Baker", shorten_name=True)
class DetailsIn(MyDetailsIn):
    """A player’s details, with the email address. What is left out stays as it is."""

    email = serializers.CharField(
        max_length=254, allow_blank=True,
        help_text="Never shown on a public page. An invitation to it links their account.",
    )  # fmt: skip
    note = serializers.CharField(
        max_length=LONGEST_NOTE, allow_blank=True,
        help_text="Both captains read it on the sheet; nothing is judged by it. The secretary’s to write.",
    )  # fmt: skip


@example("For good", sure=True)
class SureIn(serializers.Serializer[Any]):
    """Erasing cannot be undone, by anybody: results stay, under “former player”; name, address and number go."""

    sure = serializers.BooleanField(help_text="Must be true.")

    def validate_sure(self, sure: bool) -> bool:
        if not sure:
            raise serializers.ValidationError(
                translated(N_("Say that you are sure: it cannot be undone.")), code="unsure"
            )
        return sure


EVERYTHING = OpenApiResponse(OpenApiTypes.OBJECT, "All that the league keeps of them, by kind.")
SOUGHT = OpenApiParameter("q", OpenApiTypes.STR, description="A part of the name or of the email address.")


class PersonView(PlayerView):
    def data_of(self, player: Player | None) -> object:
        """Return what the league keeps of a player; without one, of the asker."""
        user = player.user if player is not None else self.user
        return person_of(self.league, player=player, user=user, now=self.now)

    @property
    def own_player(self) -> Player | None:
        rows = Player.objects.filter(league=self.league, user=self.user)
        return rows.select_related("league", "user").first()

    def changed_details(self, player: Player) -> Details:
        """Return a player's details with what was sent of them. Raises Invalid."""
        now = asdict(Details(player.name, player.phone, player.shorten_name))

        def check(sent: dict[str, Any]) -> Iterable[Problem]:
            details = Details(**now | sent)
            return personal_data.problems_of_details(player, details, secretary=self.grants.secretary)

        return Details(**now | self.read(check))


class PersonalDataFind(PersonView):
    @operation("role.manage", name="personal_data_find", answer=FoundPlayerShape(many=True), parameters=[SOUGHT])
    def get(self) -> object:
        """Players by a part of their name or email address; none without one, and fifty at the most."""
        return list(find_players(self.league, self.request.query_params.get("q", "")))


class PersonalData(PersonView):
    @operation("person.change", answer=PersonalDataShape)
    def get(self, player: Player) -> object:
        """What the league keeps of a player, with address and number."""
        return self.data_of(player)

    @operation("person.change", body=DetailsIn(partial=True), answer=PersonalDataShape, kept=False, fresh=True)
    def patch(self, player: Player) -> object:
        """Change a player’s details."""
        details = self.changed_details(player)
        return self.data_of(personal_data.change_details(player, details, by=self.user, now=self.now))


class Namesakes(PersonView):
    @operation("player.merge", answer=NamesakesShape(many=True))
    def get(self) -> object:
        """Players who share a name: several people, or one who was entered twice."""
        return [{"players": group} for group in namesakes_of(self.league)]


class NewPlayers(PersonView):
    @operation("player.merge", name="new_players_list", answer=NewPlayerShape(many=True))
    def get(self) -> object:
        """New players: those of the last eight weeks whom a sheet has named and nobody has registered. The latest
        first.
        """
        return new_players(self.league, since=self.now - NEW_FOR)


class PlayerMerge(PersonView):
    def find_player(self, pk: int) -> Player:
        self.allow("player.merge")
        player = super().find_player(pk)
        self.allow("person.change", player)
        return player

    @operation("player.merge", body=MergeIn, answer=PersonalDataShape, fresh=True)
    def post(self, player: Player) -> object:
        """Merge two players who are one person. It cannot be undone."""
        sent = self.read()
        merged = get_object_or_404(Player, league=self.league, pk=sent["player"])
        return self.data_of(merge_players(player, merged, reason=sent["reason"], by=self.user, now=self.now))


class PersonalDataExport(PersonView):
    while_suspended = True

    @operation("person.export", answer=EVERYTHING, kept=False, fresh=True)
    def post(self, player: Player) -> Response:
        """All that the league keeps of a player. Written down in the journal."""
        return Response(personal_data.export_person(player, by=self.user, now=self.now))


class PersonalDataErase(PersonView):
    while_suspended = True

    @operation("person.erase", body=SureIn, fresh=True)
    def post(self, player: Player) -> None:
        """Erase a player’s data for good. Their results stay, under “former player”."""
        self.read()
        erasing.erase(player, by=self.user, now=self.now)


class MyDetails(PersonView):
    @operation("account.own", answer=PersonalDataShape)
    def get(self) -> object:
        """What the league keeps of you, with address and number."""
        return self.data_of(self.own_player)

    @operation("account.own", body=MyDetailsIn(partial=True), answer=PersonalDataShape, kept=False)
    def patch(self) -> object:
        """Change your details. Who plays in no team has a name only."""
        player = self.own_player
        if player is not None:
            details = self.changed_details(player)
            return self.data_of(personal_data.change_details(player, details, by=self.user, now=self.now))
        sent = self.read()
        if refused := sorted(sent.keys() - {"name"}):
            message = N_("You are in no team of this league: it keeps your name and nothing else.")
            raise Invalid([Problem("no-player", message, name) for name in refused])
        if "name" in sent:
            personal_data.change_name(self.user, sent["name"], league=self.league, by=self.user, now=self.now)
        return self.data_of(None)


class MyDataExport(PersonView):
    while_suspended = True

    @operation("account.own", scope=Scope.EXPORT, answer=EVERYTHING, kept=False, fresh=True)
    def post(self) -> Response:
        """All that the league keeps of you. Written down in the journal."""
        player = self.own_player
        if player is None:
            return Response(personal_data.export_account(self.league, by=self.user, now=self.now))
        return Response(personal_data.export_person(player, by=self.user, now=self.now))


class MyDataErase(PersonView):
    while_suspended = True

    @operation("account.own", body=SureIn, kept=False, fresh=True)
    def post(self) -> None:
        """Erase your own data for good, and sign out. Your results stay, under “former player”."""
        self.read()
        erasing.erase_account(self.league, by=self.user, now=self.now)
        logout(self.request._request)
