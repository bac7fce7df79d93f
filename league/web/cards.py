"""The values that page components show: fixtures with addresses and badges, and lists of them by day and week."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from django.urls import get_script_prefix, reverse
from django.utils import timezone
from django.utils.translation import get_language

from league.access import Grants, anybody, may
from league.enums import CompetitionKind, DisputeState, FixtureState, ResultKind, ResultState, Settlement
from league.models import Fixture, League, Player, Result
from league.queries.availability import open_for_answers
from league.queries.cups import sets_own_date
from league.queries.dates.postponements import by_committee
from league.queries.fixtures import FixtureLine, FixtureSheet, MatchLine, WeekLines
from league.queries.people.personal_data import public_names
from league.queries.results.dashboards import CaptainsList
from league.queries.results.eligibility import names_of_players
from league.queries.results.versions import no_score_only, not_enterable
from league.rules.formats import players_a_side
from league.rules.match_terms import KIND_NAMES, Kind, Terms
from league.rules.sheet_fields import Difference
from league.rules.sheets import GameScore, ScoreOnly, Totals
from league.translation import N_, Text, join_names


def url_of(name: str, league: League, **params: Any) -> str:
    numbers = tuple((key, isinstance(value, int)) for key, value in params.items())
    return _pattern(get_script_prefix(), get_language(), name, numbers).format(slug=league.slug, **params)


@lru_cache(1000)
def _pattern(prefix: str, language: str | None, name: str, params: tuple[tuple[str, bool], ...]) -> str:
    """Return an address with gaps; a page with a hundred addresses of a kind is not to look for each anew."""
    gaps = {key: f"{8_000_000_000 + place}" for place, (key, _) in enumerate((*params, ("slug", False)))}
    address = reverse(name, kwargs={key: int(gap) if (key, True) in params else gap for key, gap in gaps.items()})
    for key, gap in gaps.items():
        address = address.replace(gap, f"{{{key}}}")
    return address


@dataclass(frozen=True, slots=True)
class Badge:
    text: str
    tone: str


@dataclass(frozen=True, slots=True)
class FixtureCard:
    line: FixtureLine
    badge: Badge | None
    url: str

    @property
    def winner(self) -> str:
        """Return the side that has won it; "" where neither has, or it was not played."""
        result = self.line.result
        if result is None or not result.scored:
            return ""
        outcome = result.ended(self.line.fixture.division.won_by, at_home=True)
        return {"W": "home", "L": "away"}.get(outcome, "")


def fixture_cards(lines: Iterable[FixtureLine], league: League, *, now: dt.datetime) -> list[FixtureCard]:
    return [fixture_card(line, league, now=now) for line in lines]


def fixture_card(line: FixtureLine, league: League, *, now: dt.datetime) -> FixtureCard:
    return FixtureCard(line, fixture_badge(line, now=now), url_of("fixture", league, fixture=line.fixture.pk))


def fixture_badge(line: FixtureLine, *, now: dt.datetime) -> Badge | None:
    """Return the badge of a fixture; None for one that is still to be played, or has an ordinary confirmed result."""
    fixture, result = line.fixture, line.result
    if fixture.state == FixtureState.CANCELLED:
        return Badge(N_("Cancelled") if result is None else N_("Void"), "")
    if result is not None:
        return result_badge(result, fixture)
    if fixture.division.season.closed_at is not None:
        return Badge(N_("Not played"), "")
    if fixture.state == FixtureState.POSTPONED:
        return Badge(N_("Postponed, no date yet"), "warn")
    return Badge(N_("Result due"), "warn") if fixture.starts_at <= now else None


def result_badge(result: Result, fixture: Fixture) -> Badge | None:
    """Return the badge of a live result; None for an ordinary confirmed one."""
    if result.state == ResultState.SUBMITTED:
        return Badge(N_("Not confirmed yet"), "warn")
    if result.state == ResultState.DISPUTED:
        return Badge(N_("Disputed"), "bad")
    if result.settlement == Settlement.DEADLINE:
        return Badge(N_("Confirmed by the deadline"), "")
    if result.kind == ResultKind.WALKOVER:
        return Badge(Text("Walkover to {team}", team=fixture.team_name(result.walkover_to)), "")
    return None if result.kind == ResultKind.PLAYED else Badge(result.get_kind_display(), "")


@dataclass(frozen=True, slots=True)
class PlayerLink:
    """A player's name and page; whether they were a guest, and whether this sheet is the first with them."""

    name: str
    url: str
    guest: bool = False
    new: bool = False


@dataclass(frozen=True, slots=True)
class MatchView:
    line: MatchLine
    kind: Text
    home_players: list[PlayerLink]
    away_players: list[PlayerLink]
    ruleset: Text | None = None


def match_view(line: MatchLine, league: League, terms: Terms, grants: Grants | None = None) -> MatchView:
    """Name a match's players as the holder of `grants` may read them, by default as everybody."""
    names = public_names([*line.home_players, *line.away_players], grants or anybody(league))

    def links(players: Iterable[Player]) -> list[PlayerLink]:
        return [
            PlayerLink(names[p.pk], url_of("player", league, player=p.pk), p.pk in line.guests, p.pk in line.newcomers)
            for p in players
        ]

    kind = cast(Kind, line.match.kind)
    seats = players_a_side(line.match)
    home, away = (_with_dummies(links(players), seats) for players in (line.home_players, line.away_players))
    return MatchView(line, KIND_NAMES[kind], home, away, terms.match(line.match.number).own_ruleset_title)


def _with_dummies(players: list[PlayerLink], seats: int) -> list[PlayerLink]:
    """Whoever plays without a partner has a dummy for one (`ShortSide.dummy`)."""
    return [*players, *[PlayerLink(N_("dummy"), "")] * (seats - len(players))] if players else []


@dataclass(frozen=True, slots=True)
class Action:
    label: str
    url: str
    primary: bool = False


def actions(sheet: FixtureSheet, grants: Grants, league: League, *, now: dt.datetime) -> list[Action]:
    """Return the buttons for what this visitor may do about a fixture as it stands, the likeliest first."""
    fixture, result = sheet.fixture, sheet.result
    if fixture.state == FixtureState.CANCELLED or fixture.division.season.closed_at is not None:
        return list(_date_actions(sheet, grants, league, now=now))
    here = {"fixture": fixture.pk}
    buttons = []
    if result is None and not not_enterable(fixture, now=now) and may(grants, "result.submit", fixture):
        dated = fixture.state == FixtureState.SCHEDULED
        buttons.append(Action(N_("Enter the result"), url_of(entry_page(fixture), league, **here), primary=dated))
    buttons.extend(_date_actions(sheet, grants, league, now=now))
    if result is not None and result.state == ResultState.SUBMITTED and may(grants, "result.answer", result):
        buttons.append(Action(N_("Confirm or dispute"), url_of("confirm", league, **here), primary=True))
    if result is not None and result.state == ResultState.SUBMITTED and may(grants, "card.photograph", fixture):
        buttons.append(Action(N_("Photograph the card"), url_of("card-photographs", league, **here)))
    if sheet.takes_code:
        label = N_("Answer with a printed code") if sheet.proposed else N_("Confirm with a printed code")
        buttons.append(Action(label, url_of("confirm-code", league, **here)))
    if result is not None and result.state == ResultState.SUBMITTED and may(grants, "result.uphold", result):
        buttons.append(Action(N_("Confirm for the other side"), url_of("uphold", league, **here)))
    buttons += [
        Action(label, url_of(page, league, **here), first) for label, page, first in result_steps(sheet, grants)
    ]
    dispute = sheet.dispute if sheet.dispute and sheet.dispute.state == DisputeState.OPEN else None
    if dispute is not None and dispute.counter_result_id and may(grants, "dispute.accept", dispute):
        buttons.append(Action(N_("See the other sheet"), url_of("accept", league, **here), primary=True))
    if dispute is None and may(grants, "result.decide", fixture) and (result is not None or fixture.starts_at <= now):
        buttons.append(Action(N_("Decide about the result"), url_of("decide-result", league, **here)))
    if may(grants, "call.rule", fixture) and fixture.starts_at <= now:
        buttons.append(Action(N_("Rule on a call"), f"{url_of('rule', league)}?fixture={fixture.pk}", result is None))
    return buttons


def availability_action(fixture: Fixture, grants: Grants, league: League, *, now: dt.datetime) -> Action | None:
    """Return the way to who can play, for the players and captains of a coming fixture, and the secretary."""
    inside = grants.secretary or {fixture.home_id, fixture.away_id} & (grants.captain_of | grants.teams)
    alone = fixture.division.kind == CompetitionKind.INDIVIDUAL
    if alone or not inside or not open_for_answers(fixture, now=now):
        return None
    return Action(N_("Who can play?"), url_of("availability", league, fixture=fixture.pk), primary=True)


def _date_actions(sheet: FixtureSheet, grants: Grants, league: League, *, now: dt.datetime) -> list[Action]:
    fixture, asked = sheet.fixture, sheet.open_postponement
    if sheet.result is not None or fixture.division.season.closed_at is not None:
        return []
    buttons = []
    here = {"fixture": fixture.pk}
    if may(grants, "postponement.ask", fixture):
        if asked is not None:
            answers = asked.to_answer is not None and may(grants, "postponement.answer", asked.to_answer)
            label = N_("Answer the postponement") if answers else N_("See the postponement")
            buttons.append(Action(label, url_of("answer", league, **here), primary=answers))
        elif fixture.state == FixtureState.SCHEDULED and fixture.starts_at > now and not fixture.play_off:
            buttons.append(Action(N_("Postpone"), url_of("postpone", league, **here)))
        elif fixture.state == FixtureState.SCHEDULED and sets_own_date(fixture):
            buttons.append(Action(N_("Set the date"), url_of("tie-date", league, **here)))
    if may(grants, "fixture.move", fixture):
        asks = asked is not None and by_committee(fixture)
        label = N_("Set the date") if asks else N_("Move or cancel")
        buttons.append(Action(label, url_of("move", league, **here), primary=asks))
    return buttons


@dataclass(frozen=True, slots=True)
class DifferenceView:
    where: str
    mine: str
    theirs: str


SOMEBODY, NOBODY = N_("somebody else"), N_("nobody")


def difference_views(
    differences: Iterable[Difference], squads: tuple[Sequence[Player], Sequence[Player]], grants: Grants | None = None
) -> list[DifferenceView]:
    """Describe differences with the players' names.

    Args:
        grants: given on public pages, where names are shortened; the squads then hold everybody in the differences.
    """
    differences = list(differences)
    chosen = {pk for d in differences for value in (d.mine, d.theirs) if isinstance(value, tuple) for pk in value if pk}
    if grants is not None:
        names = public_names([player for squad in squads for player in squad], grants)
    else:
        names = {player.pk: player.name for squad in squads for player in squad}
        names |= names_of_players(chosen - names.keys())

    def format_score(value: GameScore | Totals | ScoreOnly | tuple[int | None, ...]) -> Text:
        if not isinstance(value, tuple):
            return value.text
        return join_names([names.get(pk, SOMEBODY) if pk else NOBODY for pk in value] or [NOBODY])

    return [DifferenceView(d.where.capitalised(), format_score(d.mine), format_score(d.theirs)) for d in differences]


ENTER, CONFIRM = N_("Enter the result"), N_("Confirm or dispute")


@dataclass(frozen=True, slots=True)
class ToDo:
    """What a captain has to do about a fixture; `label` names the fixture, `button` stands beside it."""

    card: FixtureCard
    button: str
    url: str

    @property
    def label(self) -> Text:
        fixture, result = self.card.line.fixture, self.card.line.result
        sides = {"home": fixture.home.name, "away": fixture.away.name}
        if result is None and self.button == ENTER:
            return Text("Enter result: {home} v {away}", **sides)
        if result is not None and result.scored and self.button == CONFIRM:
            return Text("Confirm {score}: {home} v {away}", score=result.score_text, **sides)
        return Text("{what}: {home} v {away}", what=self.button, **sides)


@dataclass(frozen=True, slots=True)
class Section:
    """Fixtures of a captain under a heading; `name` makes the heading's id."""

    name: str
    title: str
    cards: list[FixtureCard]


@dataclass(frozen=True, slots=True)
class CaptainsView:
    to_do: list[ToDo]
    sections: list[Section]


def captains_view(fixture_list: CaptainsList, league: League, *, now: dt.datetime) -> CaptainsView:
    today = timezone.localtime(now).date()
    due = sorted(fixture_list.due, key=lambda line: timezone.localtime(line.fixture.starts_at).date() != today)
    to_do = (
        (fixture_list.confirm, CONFIRM, "confirm"),
        (due, ENTER, ""),
        (fixture_list.corrected, N_("Answer the correction"), "correction"),
        (fixture_list.asked, N_("Answer the postponement"), "answer"),
        (fixture_list.cards, N_("Add names and games"), "sheet"),
        (fixture_list.disputed, N_("See the dispute"), "fixture"),
    )
    to_know = (
        (fixture_list.asking, N_("Postponement: awaiting reply"), "asking"),
        (fixture_list.waiting, N_("Result: awaiting reply"), "waiting"),
        (fixture_list.postponed, N_("Postponed, without a date"), "postponed"),
        (fixture_list.coming, N_("To come"), "coming"),
        (fixture_list.cancelled, N_("Will not be played"), "cancelled"),
        (fixture_list.done, N_("Played"), "done"),
    )
    return CaptainsView(
        [
            ToDo(
                fixture_card(line, league, now=now),
                button,
                url_of(page or entry_page(line.fixture), league, fixture=line.fixture.pk),
            )
            for lines, button, page in to_do
            for line in lines
        ],
        [Section(name, title, fixture_cards(lines, league, now=now)) for lines, title, name in to_know if lines],
    )


def entry_page(fixture: Fixture) -> str:
    """The page on which a fixture's result is entered: two numbers where that is enough."""
    return "sheet" if no_score_only(fixture) else "score"


# A button's words, its page's name, and whether it is the likeliest.
Step = tuple[str, str, bool]


def result_steps(sheet: FixtureSheet, grants: Grants) -> Iterator[Step]:
    result, proposed = sheet.result, sheet.proposed
    if result is None:
        return
    if result.state == ResultState.SUBMITTED and may(grants, "result.hand_over", result):
        yield N_("Confirm on this phone"), "confirm-here", True
    changes = result.state == ResultState.SUBMITTED and may(grants, "result.change", result)
    counts = result.state == ResultState.CONFIRMED and may(grants, "result.submit", sheet.fixture)
    if result.score_only and proposed is None and (changes or counts):
        yield N_("Add names and games"), "sheet", True
    if changes:
        yield N_("Change your sheet"), "correct", False
    if proposed is not None and may(grants, "result.correct", sheet.fixture):
        answers = may(grants, "correction.answer", proposed)
        yield N_("Answer the correction") if answers else N_("See the correction"), "correction", answers
    waits = proposed is not None and bool(grants.side_of(sheet.fixture))
    if result.state == ResultState.CONFIRMED and not waits and may(grants, "result.correct", sheet.fixture):
        yield N_("Correct the result"), "correct", False


@dataclass(frozen=True, slots=True)
class DayView:
    date: dt.date | None  # None for fixtures that have no date, or will not be played; `title` says which
    title: str
    cards: list[FixtureCard]
    entered: int  # how many have a result
    open: bool = True


def day_views(lines: Iterable[FixtureLine], league: League, *, now: dt.datetime) -> list[DayView]:
    """Return fixtures under the days on which they are played, in order; then those without a date; then the others."""
    days: dict[tuple[int, dt.date | None], list[FixtureLine]] = {}
    for line in lines:
        days.setdefault(_key(line), []).append(line)
    titles = {0: "", 1: N_("No date yet"), 2: N_("Not played")}
    return [
        DayView(
            date,
            titles[kind],
            fixture_cards(day_lines, league, now=now),
            sum(line.result is not None for line in day_lines),
        )
        for (kind, date), day_lines in sorted(days.items(), key=lambda item: (item[0][0], item[0][1] or dt.date.min))
    ]


def _key(line: FixtureLine) -> tuple[int, dt.date | None]:
    state = line.fixture.state
    if state == FixtureState.SCHEDULED:
        return 0, timezone.localtime(line.fixture.starts_at).date()
    return (1, None) if state == FixtureState.POSTPONED else (2, None)


def folded_days(lines: Sequence[FixtureLine], league: League, *, now: dt.datetime) -> list[DayView]:
    """Return a week's fixtures by day. Open is the next day with fixtures, today's among them, or else the last one."""
    days = day_views(lines, league, now=now)
    today = timezone.localtime(now).date()
    dated = [view.date for view in days if view.date is not None]
    looked_for = next((date for date in dated if date >= today), dated[-1] if dated else None)
    return [DayView(each.date, each.title, each.cards, each.entered, each.date == looked_for) for each in days]


@dataclass(frozen=True, slots=True)
class WeekView:
    lines: WeekLines
    days: list[DayView]


@dataclass(frozen=True, slots=True)
class Calendar:
    """The fixture list's weeks: `earlier` are those folded away before the first open one."""

    earlier: list[WeekView]
    weeks: list[WeekView]

    @property
    def earlier_count(self) -> int:
        return sum(view.lines.count for view in self.earlier)


def calendar_view(weeks: Sequence[WeekLines], league: League, *, now: dt.datetime) -> Calendar:
    views = [WeekView(week, day_views(week.lines, league, now=now)) for week in weeks]
    first = next((number for number, view in enumerate(views) if view.lines.open), 0)
    return Calendar(views[:first], views[first:])
