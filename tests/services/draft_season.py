"""The spreadsheets of a season that is to be made: two divisions of four and three, one pub with two teams."""

from collections.abc import Mapping

from league.enums import RoleKind, TimetableState
from league.models import League, Season, Team, Timetable, User
from league.queries.seasons.timetables import TimetableRequest, brief_of, usual
from league.services.seasons.seasons import make_season
from league.services.seasons.timetables import ask_timetable, make_waiting
from tests import factories
from tests.services.spreadsheets import NOW
from timetable import plain
from timetable.make import make_timetable

DRAFT: Mapping[str, str] = {
    "venues.csv": "venue,address,fixtures at once,closed on\n"
    "The Inn,1 High St,2,2027-10-12\nOld Mill,2 Mill Lane,1,\nForge,3 Forge Rd,1,\nSwan,4 Pond St,1,\n"
    "Vine,5 Hill St,1,\nPlough,6 Field Ln,1,\n",
    "season.csv": "season,first week,rounds,blank week,weeks with no play,format,points per game,second half\n"
    "2027-28,2027-09-13,2,penultimate of each round,2027-10-25,D S,1,mirrored\n",
    "teams.csv": "team,division,home venue,home night,start,cannot play on\n"
    "Ash,One,The Inn,Tuesday,20:00,\nBeech,One,The Inn,Tuesday,20:00,\n"
    "Cedar,One,Old Mill,Tuesday,19:30,2027-09-21\nDogwood,One,Forge,Wednesday,20:00,\n"
    "Elm,Two,Swan,Tuesday,20:00,\nFir,Two,Vine,Tuesday,20:00,\nGorse,Two,Plough,Thursday,20:00,\n",
    "players.csv": "player,team,role,email\n"
    + "".join(
        f"{team} {number},{team},{role},{team.lower()}{number}@town.example\n"
        for team in ("Ash", "Beech", "Cedar", "Dogwood", "Elm", "Fir", "Gorse")
        for number, role in ((1, "captain"), (2, ""))
    ),
}


def files(**changed: str) -> dict[str, bytes]:
    """The draft's files as they would be uploaded; `venues="…"` puts another text in place of one."""
    return {name: changed.get(name.partition(".")[0], text).encode() for name, text in DRAFT.items()}


def draft(league: League, by: User) -> Season:
    """The season, made of the files and nothing more."""
    return make_season(league, files(), by=by, now=NOW)[0]


def ready(season: Season, by: User, **asked: object) -> Timetable:
    """A timetable of a season, made and ready to look at."""
    wanted = TimetableRequest(**{**_fields(usual(season)), **asked})  # type: ignore[arg-type]
    row = ask_timetable(season, wanted, by=by, now=NOW)
    make_waiting(now=NOW)
    row.refresh_from_db()
    assert row.state == TimetableState.READY, row.progress
    return row


def timetable_of(season: Season) -> Timetable:
    """A timetable of a season's teams that is ready, made by the circle; of no service."""
    asked = TimetableRequest(rounds=1)
    brief = brief_of(season, asked)
    made = plain.timetable_to_dict(make_timetable(brief, solver=False))
    stored = {"brief": plain.brief_to_dict(brief), "timetable": made, "edits": [], "fewest": 0}
    return Timetable.objects.create(
        season=season, state=TimetableState.READY, brief=asked.to_plain(), made=stored, asked_at=NOW
    )


def _fields(asked: TimetableRequest) -> dict[str, object]:
    return {name: getattr(asked, name) for name in TimetableRequest.__slots__}


def take_up_captaincies(season: Season) -> None:
    """Let the invited captain of each team have the role: files only invite them."""
    for team in Team.objects.filter(entries__season=season):
        captain = User.objects.get(email=f"{team.name.lower()}1@town.example")
        factories.role(captain, season.league, RoleKind.CAPTAIN, team)
