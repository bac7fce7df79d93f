"""The players of a draft's teams, as the secretary pastes them: read like a spreadsheet, checked, then registered."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from league import access
from league.errors import Invalid
from league.models import PRESENT, Player, Registration, Season, User
from league.queries.seasons.drafts import entries_of
from league.queries.teams import have_played
from league.rules.names import folded, near
from league.rules.problems import Problem
from league.rules.squad_lines import SquadLine, read_squads
from league.services.portability.imports import People, Unclear, import_season
from league.services.portability.imports.columns import Row
from league.services.portability.imports.row_writer import Candidate, Question
from league.services.portability.imports.spreadsheets import PlayerRow
from league.services.seasons.drafts import require_draft
from league.translation import Text

Squads = dict[str, list[str]]


def enter_squads(
    season: Season, text: str, *, team: str = "", people: People | None = None, check_only: bool = False, by: User,
    now: dt.datetime,
) -> Squads:  # fmt: skip
    """Register the players of a list for the teams of a draft; those who are registered already stay so.

    Args:
        text: as `rules.squad_lines` reads it.
        team: the team of names that stand below none.
        people: answers to an earlier try's questions: by team and name the player who is meant, None for somebody new.
        check_only: find every problem and question, and write nothing.

    Returns:
        The names by team, as they are registered.

    Raises:
        NotAllowed: not the league's secretary.
        WrongState: the season is no draft.
        Invalid: every problem with its line; then nothing is written.
        Unclear: an `Invalid` of names that may be those of players whom the league knows already.
    """
    league, people = season.league, people or {}
    access.require(by, "season.make", league, now=now)
    require_draft(season)
    lines, problems = read_squads(text, teams=[entry.team.name for entry in entries_of(season)], team=team)
    questions = _Questions(season, people)
    lines, people = questions.answered(lines)
    rows = [_row(n, line) for n, line in enumerate(lines, start=1)]
    check_only = check_only or bool(problems or questions.open)
    try:
        if rows:
            import_season({}, league, season=season, players=rows, people=people, check_only=check_only, by=by, now=now)
    except Unclear as unclear:
        questions.open += [replace(one, where=_where(one.where, lines)) for one in unclear.questions]
    except Invalid as refused:
        problems += [_at_its_line(problem, lines) for problem in refused.problems]
    if problems:
        raise Invalid(problems)
    if questions.open:
        message = Text.plural("Say who {n} player is.", "Say who {n} players are.", n=len(questions.open))
        raise Unclear([Problem("which-player", message, "players")], questions.open)
    squads: Squads = {}
    for line in lines:
        squads.setdefault(line.team, []).append(line.name)
    return squads


def _row(number: int, line: SquadLine) -> Row:
    cells = {"player": line.name, "team": line.team, "email": line.email, "phone": line.phone}
    return Row(PlayerRow.file, number, {heading: text for heading, text in cells.items() if text})


def _where(place: str, lines: Sequence[SquadLine]) -> Text | str:
    """Return the line of the list that a place of the import is; "" for none."""
    number = place.rpartition(":")[2]
    return Text("line {number}", number=lines[int(number) - 1].line) if number.isdigit() else ""


def _at_its_line(problem: Problem, lines: Sequence[SquadLine]) -> Problem:
    return replace(problem, field="players", where=_where(problem.where, lines))


class _Questions:
    """Whether a new name is that of a player of the team written otherwise; the import asks about equal names."""

    def __init__(self, season: Season, people: People) -> None:
        self.people, self.open = people, list[Question]()
        players = Player.objects.filter(PRESENT, league=season.league_id).in_bulk()
        self.known: Mapping[str, dict[int, Player]] = defaultdict(dict)
        for team, played in have_played(season.league).items():
            self.known[team] = {pk: players[pk] for pk in played.values() if pk in players}
        registered = Registration.objects.filter(season__league=season.league_id, player__in=players)
        for team, pk in registered.values_list("team__name", "player_id"):
            self.known[team][pk] = players[pk]

    def answered(self, lines: Sequence[SquadLine]) -> tuple[list[SquadLine], People]:
        """Return the lines with the names that the answers say, and the answers by these names."""
        written = {(line.team, folded(line.name)) for line in lines}
        people = dict(self.people)
        return [self._answer(line, written, people) for line in lines], people

    def _answer(
        self, line: SquadLine, written: set[tuple[str, str]], people: dict[tuple[str, str], int | None]
    ) -> SquadLine:
        known, name = self.known[line.team], folded(line.name)
        place = (line.team, line.name)
        if place in people:
            meant = known.get(people[place] or 0)
            if meant is None or folded(meant.name) == name:
                return line
            people[line.team, meant.name] = people.pop(place)
            return replace(line, name=meant.name)
        names = {pk: folded(player.name) for pk, player in known.items()}
        if name in names.values():
            return line
        # Nobody is asked about who stands in the list by their own name.
        alike = [known[pk] for pk, other in names.items() if near(other, name) and (line.team, other) not in written]
        if alike:
            candidates = tuple(Candidate(player, (line.team,)) for player in alike)
            self.open.append(Question(line.team, line.name, Text("line {number}", number=line.line), candidates))
        return line
