"""Names in results.csv that nobody is registered by, in a season in which no player need be registered.

A name that somebody of the team has is that player, however it is written; any other is a new one, and where it is like
another a warning says so: files cannot be asked.
"""

from collections.abc import Iterable, Iterator

from league.enums import Registering
from league.models import Player
from league.queries.players import have_played
from league.rules.names import folded, near
from league.rules.sheets import HOME, SIDES
from league.services.portability.imports.readers import Row
from league.services.portability.imports.sheets import NamedSheet
from league.services.portability.imports.writer import Writer
from league.translation import N_, Text


def add_newcomers(w: Writer, named: Iterable[NamedSheet]) -> None:
    """Make a player of each name that nobody of the team has (two queries; none where players are registered)."""
    if w.season.registration != Registering.OPEN:
        return
    wanted = {place: (row, heading) for place, row, heading in _places(named) if place not in w.players}
    if not wanted:
        return
    for team, people in have_played(w.league).items():
        for name, pk in people.items():
            w.players.setdefault((team, name), pk)
    new = {place: at for place, at in wanted.items() if place not in w.players}
    for (team, name), (row, heading) in new.items():
        alike = sorted(
            other
            for side, other in {*w.players, *new}
            if side == team and other != name and near(folded(name), folded(other))
        )
        if alike:
            told = Text(
                "{name} is a new player, and very like {other}; if they are one person, merge them",
                name=name,
                other=alike[0],
            )
            w.log.warning(row, heading, told, quote=False)
    made = Player.objects.bulk_create([Player(league=w.league, name=name) for _, name in new])
    w.created(N_("players"), made)
    w.players.update({place: player.pk for place, player in zip(new, made, strict=True)})


def _places(named: Iterable[NamedSheet]) -> Iterator[tuple[tuple[str, str], Row, str]]:
    for sheet in named:
        for match in sheet.matches:
            for side in SIDES:
                team = sheet.first.home if side == HOME else sheet.first.away
                # A blank is a dummy, who is nobody.
                for name in filter(None, match.players[side]):
                    yield (team, name), match.row, f"{side} players"
