"""A result and a table as plain text, for a team's chat: a button copies it, and an address shows it to be selected."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse

from league.enums import FixtureState, ResultState
from league.models import Fixture, Result
from league.queries.results.versions import describe_outcome
from league.queries.standings.standings import DivisionTable
from league.rules.wording import clock, points_told, weekday_of_year
from league.translation import N_, Text, translated
from league.web.cards import MatchView, PlayerLink

AS_TEXT = "text"


def wants_text(request: HttpRequest) -> bool:
    return request.GET.get("as") == AS_TEXT


def text_answer(text: str) -> HttpResponse:
    return HttpResponse(f"{text}\n", content_type="text/plain; charset=utf-8", headers={"X-Robots-Tag": "noindex"})


def result_text(fixture: Fixture, result: Result | None, matches: Sequence[MatchView]) -> str:
    lines = [describe_outcome(fixture, result), _time_and_place(fixture, result)]
    lines += [_match_text(view) for view in matches]
    if result is not None and result.state != ResultState.CONFIRMED:
        lines.append(translated(result.get_state_display()))
    return "\n".join(lines)


def _time_and_place(fixture: Fixture, result: Result | None) -> str:
    if fixture.state != FixtureState.SCHEDULED:
        return translated(fixture.get_state_display())
    local = fixture.starts_at.astimezone(fixture.league.tz)
    day, time = weekday_of_year(local.date()), clock(local.time())
    if result is not None and result.not_played:
        return translated(Text("Not played; it was set for {day}.", day=day))
    return translated(Text("{day}, {time}, {venue}", day=day, time=time, venue=fixture.venue.name))


def _match_text(view: MatchView) -> str:
    match = view.line.match
    home, away = _names(view.home_players), _names(view.away_players)
    return f"{match.number}. {home} {match.home_games}–{match.away_games} {away}"


def _names(players: Sequence[PlayerLink]) -> str:
    return " & ".join(translated(player.name) for player in players) or translated(N_("nobody"))


def table_text(table: DivisionTable) -> str:
    lines = [f"{table.division.name}, {table.division.season.name}"]
    for row in table.rows:
        standing = row.row
        points = Text.plural(
            "{points} point from {played} played", "{points} points from {played} played",
            n=2 if standing.points != 1 else 1, points=points_told(standing.points), played=standing.played,
        )  # fmt: skip
        lines.append(f"{standing.place}. {row.team.name}: {translated(points)}")
    if table.waiting:
        waiting = Text.plural(
            "{n} result is awaiting confirmation and does not count yet.",
            "{n} results are awaiting confirmation and do not count yet.",
            n=table.waiting,
        )
        lines.append(translated(waiting))
    return "\n".join(lines)
