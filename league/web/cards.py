"""The values that the components of pages are given: the rows that the queries found, with addresses and badges."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from django.urls import get_script_prefix, reverse
from django.utils.translation import get_language

from league.access import Grants, anybody, may
from league.enums import DisputeState, FixtureState, ResultKind, ResultState, Settlement
from league.models import Fixture, League, Player, Result
from league.queries.dates.postponements import by_committee
from league.queries.fixtures import FixtureLine, FixtureSheet, MatchLine
from league.queries.people.personal_data import public_names
from league.queries.results.dashboards import CaptainsList
from league.queries.results.eligibility import names_of_players
from league.queries.results.versions import not_enterable
from league.rules.formats import players_a_side
from league.rules.match_terms import KIND_NAMES, Kind, Terms
from league.rules.sheet_fields import Difference
from league.rules.sheets import GameScore, Totals
from league.translation import N_, Text, join_names


def url_of(name: str, league: League, **which: Any) -> str:
    numbers = tuple((key, isinstance(value, int)) for key, value in which.items())
    return _pattern(get_script_prefix(), get_language(), name, numbers).format(slug=league.slug, **which)


@lru_cache(1000)
def _pattern(prefix: str, language: str | None, name: str, which: tuple[tuple[str, bool], ...]) -> str:
    """Return an address with gaps; a page with a hundred addresses of a kind is not to look for each anew."""
    gaps = {key: f"{8_000_000_000 + place}" for place, (key, _) in enumerate((*which, ("slug", False)))}
    address = reverse(name, kwargs={key: int(gap) if (key, True) in which else gap for key, gap in gaps.items()})
    for key, gap in gaps.items():
        address = address.replace(gap, f"{{{key}}}")
    return address


@dataclass(frozen=True, slots=True)
class Badge:
    """A word about the state of something, and its tone as `components/badge.html` has them."""

    text: str
    tone: str


@dataclass(frozen=True, slots=True)
class FixtureCard:
    """A fixture of `components/fixture_card.html`."""

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
    """A match of `components/score_sheet.html`."""

    line: MatchLine
    kind: Text
    home_players: list[PlayerLink]
    away_players: list[PlayerLink]
    ruleset: Text | None = None


def match_view(line: MatchLine, league: League, terms: Terms, grants: Grants | None = None) -> MatchView:
    """A match with the names of its players, as this visitor is shown them, and their addresses.

    Args:
        terms: those that its sheet was played on.
        grants: the visitor's; None: as everybody is shown them.
    """
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
    if fixture.state == FixtureState.CANCELLED:
        return list(_date_actions(sheet, grants, league, now=now))
    here = {"fixture": fixture.pk}
    found = []
    if result is None and not not_enterable(fixture, now=now) and may(grants, "result.submit", fixture):
        dated = fixture.state == FixtureState.SCHEDULED
        found.append(Action(N_("Enter the result"), url_of("sheet", league, **here), primary=dated))
    found.extend(_date_actions(sheet, grants, league, now=now))
    if result is not None and result.state == ResultState.SUBMITTED and may(grants, "result.answer", result):
        found.append(Action(N_("Confirm or dispute"), url_of("confirm", league, **here), primary=True))
    if sheet.takes_code:
        label = N_("Answer with a printed code") if sheet.proposed else N_("Confirm with a printed code")
        found.append(Action(label, url_of("confirm-code", league, **here)))
    if result is not None and result.state == ResultState.SUBMITTED and may(grants, "result.uphold", result):
        found.append(Action(N_("Confirm in the other side’s place"), url_of("uphold", league, **here)))
    found += [Action(label, url_of(page, league, **here), first) for label, page, first in result_steps(sheet, grants)]
    dispute = sheet.dispute if sheet.dispute and sheet.dispute.state == DisputeState.OPEN else None
    if dispute is not None and dispute.counter_result_id and may(grants, "dispute.accept", dispute):
        found.append(Action(N_("See the other sheet"), url_of("accept", league, **here), primary=True))
    if dispute is None and may(grants, "result.decide", fixture) and (result is not None or fixture.starts_at <= now):
        found.append(Action(N_("Decide about the result"), url_of("decide-result", league, **here)))
    if may(grants, "call.rule", fixture) and fixture.starts_at <= now:
        found.append(Action(N_("Rule on a call"), f"{url_of('rule', league)}?fixture={fixture.pk}"))
    return found


def _date_actions(sheet: FixtureSheet, grants: Grants, league: League, *, now: dt.datetime) -> list[Action]:
    """What this visitor may do about the date of a fixture that is not played yet."""
    fixture, asked = sheet.fixture, sheet.open_postponement
    if sheet.result is not None:
        return []
    found = []
    here = {"fixture": fixture.pk}
    if may(grants, "postponement.ask", fixture):
        if asked is not None:
            answers = asked.to_answer is not None and may(grants, "postponement.answer", asked.to_answer)
            label = N_("Answer the postponement") if answers else N_("See the postponement")
            found.append(Action(label, url_of("answer", league, **here), primary=answers))
        elif fixture.state == FixtureState.SCHEDULED and fixture.starts_at > now and not fixture.play_off:
            found.append(Action(N_("Postpone"), url_of("postpone", league, **here)))
    if may(grants, "fixture.move", fixture):
        asks = asked is not None and by_committee(fixture)
        label = N_("Set the date") if asks else N_("Move or cancel")
        found.append(Action(label, url_of("move", league, **here), primary=asks))
    return found


@dataclass(frozen=True, slots=True)
class DifferenceView:
    """A place in which two sheets differ, in words."""

    where: str
    mine: str
    theirs: str


SOMEBODY, NOBODY = N_("somebody else"), N_("nobody")


def difference_views(
    found: Iterable[Difference], squads: tuple[Sequence[Player], Sequence[Player]], grants: Grants | None = None
) -> list[DifferenceView]:
    """Differences with the names of the players in them: of those of the squads, and of guests.

    Args:
        grants: the visitor's, on a page that is not for captains, referees and the secretary only: they are shown
            the names as everywhere else. The squads are then everybody who can be in the differences.
    """
    found = list(found)
    chosen = {pk for d in found for value in (d.mine, d.theirs) if isinstance(value, tuple) for pk in value if pk}
    if grants is not None:
        names = public_names([player for squad in squads for player in squad], grants)
    else:
        names = {player.pk: player.name for squad in squads for player in squad}
        names |= names_of_players(chosen - names.keys())

    def format_score(value: GameScore | Totals | tuple[int | None, ...]) -> Text:
        if not isinstance(value, tuple):
            return value.text
        return join_names([names.get(pk, SOMEBODY) if pk else NOBODY for pk in value] or [NOBODY])

    return [DifferenceView(d.where.capitalised(), format_score(d.mine), format_score(d.theirs)) for d in found]


@dataclass(frozen=True, slots=True)
class ToDo:
    """A fixture that waits for a captain, and the button that leads on."""

    card: FixtureCard
    button: str
    url: str


@dataclass(frozen=True, slots=True)
class Section:
    """Fixtures of a captain under a heading; `name` makes the heading's id."""

    name: str
    title: str
    cards: list[FixtureCard]


@dataclass(frozen=True, slots=True)
class CaptainsView:
    """`my_fixtures.html`: what is to be done, then what only wants to be known."""

    to_do: list[ToDo]
    sections: list[Section]


def captains_view(found: CaptainsList, league: League, *, now: dt.datetime) -> CaptainsView:
    to_do = (
        (found.asked, N_("Answer the postponement"), "answer"),
        (found.confirm, N_("Confirm or dispute"), "confirm"),
        (found.corrected, N_("Answer the correction"), "correction"),
        (found.due, N_("Enter the result"), "sheet"),
        (found.disputed, N_("See the dispute"), "fixture"),
    )
    to_know = (
        (found.asking, N_("Postponement: awaiting reply"), "asking"),
        (found.waiting, N_("Result: awaiting reply"), "waiting"),
        (found.postponed, N_("Postponed, without a date"), "postponed"),
        (found.coming, N_("To come"), "coming"),
        (found.cancelled, N_("Will not be played"), "cancelled"),
        (found.done, N_("Played"), "done"),
    )
    return CaptainsView(
        [
            ToDo(fixture_card(line, league, now=now), button, url_of(page, league, fixture=line.fixture.pk))
            for lines, button, page in to_do
            for line in lines
        ],
        [Section(name, title, fixture_cards(lines, league, now=now)) for lines, title, name in to_know if lines],
    )


# A button's words, its page's name, and whether it is the likeliest.
Step = tuple[str, str, bool]


def result_steps(sheet: FixtureSheet, grants: Grants) -> Iterator[Step]:
    result, proposed = sheet.result, sheet.proposed
    if result is None:
        return
    if result.state == ResultState.SUBMITTED and may(grants, "result.hand_over", result):
        yield N_("Confirm on this phone"), "confirm-here", False
    if result.state == ResultState.SUBMITTED and may(grants, "result.change", result):
        yield N_("Change your sheet"), "correct", False
    if proposed is not None and may(grants, "result.correct", sheet.fixture):
        answers = may(grants, "correction.answer", proposed)
        yield N_("Answer the correction") if answers else N_("See the correction"), "correction", answers
    waits = proposed is not None and bool(grants.side_of(sheet.fixture))
    if result.state == ResultState.CONFIRMED and not waits and may(grants, "result.correct", sheet.fixture):
        yield N_("Correct the result"), "correct", False
