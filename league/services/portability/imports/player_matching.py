"""Match each row of players.csv with somebody the league knows, or with somebody new.

A person is known by their name in the team this season, by their address where their name agrees, and by their name in
the same team in any earlier season. Whoever else has that name or that address may be the same person or another, as
in a family that shares an address: that is asked, never guessed. Two rows are never one person.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from league.models import PRESENT, Player, Registration
from league.queries.people.namesakes import folded
from league.services.portability.imports.values import PlayerValue
from league.services.portability.imports.writer import NEW, Candidate, Question, Writer
from league.translation import Text


def match_players(w: Writer, by_place: Mapping[tuple[str, str], Player]) -> list[tuple[PlayerValue, Player | None]]:
    """Return each row with the player it means, None for somebody new. What is wrong or unclear is in the log.

    Args:
        by_place: this season's players by team and name.
    """
    league = Player.objects.filter(PRESENT, league=w.league)
    by_email = {player.email.lower(): player for player in league.exclude(email="")}
    found = [(value, _of_row(w, value, by_email, by_place)) for value in w.plan.players]
    _hold_apart(w, found)
    unknown = [value for value, player in found if player is None]
    if not unknown:
        return found
    history = _History(w, [player for _, player in found if player is not None], by_email)
    by_row = {id(value): history.player_of(value) for value in unknown}
    return [(value, by_row[id(value)] if player is None else player) for value, player in found]


def _of_row(
    w: Writer, value: PlayerValue, by_email: Mapping[str, Player], by_place: Mapping[tuple[str, str], Player]
) -> Player | None:
    """Return whoever has the row's name in its team this season, else whoever has its address and its name."""
    of_name = by_place.get((value.team, value.name))
    of_email = by_email.get(value.email) if value.email else None
    if of_name is not None and of_email is not None and of_name != of_email:
        message = Text(
            "is {owner}'s already, and {team} has another {name}", owner=of_email.name, team=value.team, name=value.name
        )
        w.log.problem(value.row, "email", message)
    if of_name is None and of_email is not None and folded(of_email.name) == folded(value.name):
        return of_email
    return of_name


def _hold_apart(w: Writer, found: Iterable[tuple[PlayerValue, Player | None]]) -> None:
    first: dict[int, PlayerValue] = {}
    for value, player in found:
        if player is not None and (other := first.setdefault(player.pk, value)) is not value:
            message = Text(
                "is {player} (number {number}) as in line {line}: leave one of the two out",
                player=player.name,
                number=player.pk,
                line=value.row.line_of(other.row),
            )
            w.log.problem(value.row, "player", message)


class _History:
    """Everybody the league has known whom no row of the files means yet, by name (two queries)."""

    def __init__(self, w: Writer, claimed: Iterable[Player], by_email: Mapping[str, Player]) -> None:
        self.w = w
        self.by_email = by_email
        self.claimed = {player.pk for player in claimed}
        everybody = Player.objects.filter(PRESENT, league=w.league).order_by("pk")
        self.by_number = {player.pk: player for player in everybody}
        self.by_name: dict[str, list[Player]] = defaultdict(list)
        for one in self.by_number.values():
            self.by_name[folded(one.name)].append(one)
        self.played: dict[int, list[tuple[str, str]]] = defaultdict(list)
        registered = Registration.objects.filter(season__league=w.league).order_by("-season__first_week", "-pk")
        for player, team, season in registered.values_list("player_id", "team__name", "season__name"):
            self.played[player].append((team, season))

    def player_of(self, value: PlayerValue) -> Player | None:
        """Return whom a row means, None for somebody new; a problem is logged where that is unclear."""
        given, problem = self._named_player(value)
        if problem is not None:
            self.w.log.problem(value.row, "person", problem, quote=False)
            return None
        if value.email in self.by_email:
            return self._of_address(value, self.by_email[value.email], given)
        if given is not None:
            return self._claim(value, given)
        if self._is_new(value):
            return None
        candidates = [one for one in self.by_name[folded(value.name)] if one.pk not in self.claimed]
        of_team = [one for one in candidates if value.team in {team for team, _ in self.played[one.pk]}]
        if len(of_team) == 1 and not (value.email and of_team[0].email):
            return self._claim(value, of_team[0])
        if candidates:
            self._ask_of_name(value, of_team or candidates)
        return None

    def _of_address(self, value: PlayerValue, owner: Player, given: Player | None) -> Player | None:
        """Return the owner of a row's address, who has another name, if that is who was said to be meant."""
        if given == owner:
            return self._claim(value, owner)
        if given is not None or owner.pk in self.claimed or self._is_new(value):
            message = Text("is that of {owner}; an address belongs to one player: leave it out here", owner=owner.name)
            self.w.log.problem(value.row, "email", message)
            return None
        one = self._candidate(owner)
        message = Text(
            "is that of {owner} ({known}). If that is who is meant, write that number in a column "
            '"person"; if not, leave the address out',
            owner=owner.name,
            known=one.told,
        )
        self._ask(value, "email", message, one, by_address=True)
        return None

    def _is_new(self, value: PlayerValue) -> bool:
        place = (value.team, value.name)
        return value.person == NEW or (place in self.w.people and self.w.people[place] is None)

    def _named_player(self, value: PlayerValue) -> tuple[Player | None, Text | None]:
        """The player whose number was given, by the file or by whoever loads it; and what is wrong with that."""
        number = self.w.people.get((value.team, value.name))
        if number is None and value.person.isdigit():
            number = int(value.person)
        if number is None:
            return None, None
        player = self.by_number.get(number)
        if player is None:
            return None, Text(
                "{name}: there is no player number {number} in this league", name=value.name, number=number
            )
        if player.pk in self.claimed:
            return None, Text(
                "{name}: player number {number} is somebody else's in these files", name=value.name, number=number
            )
        return player, None

    def _claim(self, value: PlayerValue, player: Player) -> Player:
        self.claimed.add(player.pk)
        return player

    def _candidate(self, one: Player) -> Candidate:
        return Candidate(one, tuple(f"{team} {season}" for team, season in self.played[one.pk]))

    def _ask_of_name(self, value: PlayerValue, among: list[Player]) -> None:
        candidates = [self._candidate(one) for one in among]
        message = Text.plural(
            'the league knows somebody of this name ({known}). Write that number or "{new}" in a column "person"',
            'the league knows {n} people of this name ({known}). Write that number or "{new}" in a column "person"',
            n=len(among),
            known=Text.joined("; ", [one.told for one in candidates]),
            new=NEW,
        )
        self._ask(value, "player", message, *candidates)

    def _ask(
        self, value: PlayerValue, heading: str, message: Text, *candidates: Candidate, by_address: bool = False
    ) -> None:
        self.w.log.problem(value.row, heading, message)
        where = f"{value.row.file}:{value.row.line}"
        self.w.questions.append(Question(value.team, value.name, where, candidates, by_address))
