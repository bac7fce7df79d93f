"""The card of a fixture to print, and a blank one of a division, for a night on which nobody's phone has a signal."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.timezone import localtime
from django.views.decorators.http import require_safe

from league.access import Grants
from league.enums import FixtureState
from league.models import Division, Fixture
from league.queries.domains import base_url_of
from league.queries.people.people import squads
from league.queries.people.personal_data import public_names
from league.queries.visibility import public
from league.rules.format_forms import PaperMatch, paper_card
from league.rules.formats import fixture_terms, terms
from league.rules.match_terms import Terms
from league.rules.wording import clock
from league.translation import N_, Text, dated
from league.web.portability.paper.typesetting import answer, qr
from league.web.requests import LeagueRequest, fixture_or_404, in_league

LABELS = {
    "players": N_("Players"),
    "won": N_("Won"),
    "pegged": N_("Pegged"),
    "v": Text("v"),
    "together": N_("Together"),
    "games": N_("Games"),
    "matches": N_("Matches"),
    "signature": N_("Captain’s signature"),
    "squad": N_("Squad"),
    "date": N_("Date:"),
    "venue": N_("Venue:"),
    "scan": N_("Scan to enter the result"),
    "enter": N_("Enter it as soon as you have a signal:"),
}
HEAD = 5  # lines of a match that are no player's
WORDS = (N_("Home"), N_("Away"))


@require_safe
@in_league("league.view")
def card(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Send the card of a fixture, by the format that it is played by."""
    found = fixture_or_404(request, fixture)
    return answer("card", fixture_card(found, request.grants), f"card-{found.pk}")


@require_safe
@in_league("league.view")
def blank(request: LeagueRequest, season: str, division: str) -> HttpResponse:
    """Send a card of a division's format without teams, date and form."""
    found = get_object_or_404(
        Division.objects.select_related("season__league"),
        public("season__"),
        season__league=request.league,
        season__slug=season,
        slug=division,
    )
    return answer("card", blank_card(found), f"card-{found.slug}")


def fixture_card(fixture: Fixture, grants: Grants) -> dict[str, Any]:
    """Return a fixture's card as its template takes it, with the names as whoever reads it may see them."""
    where = {"slug": fixture.league.slug, "fixture": fixture.pk}
    address = base_url_of(fixture.league) + reverse("sheet", kwargs=where)
    names = [list(public_names(squad, grants).values()) for squad in squads(fixture)]
    teams = (fixture.home.name, fixture.away.name)
    sides = [_side(word, name, squad) for word, name, squad in zip(WORDS, teams, names, strict=True)]
    return {
        **_card(fixture.division, fixture_terms(fixture), sides),
        "title": Text("{home} v {away}", home=teams[0], away=teams[1]),
        "when": _time_and_place(fixture),
        "address": address,
        "qr": qr(address),
    }


def blank_card(division: Division) -> dict[str, Any]:
    """Return a card of a division without teams, as its template takes it."""
    return {
        **_card(division, terms(division), [_side(word, "", ()) for word in WORDS]),
        "title": Text("Blank card of {division}", division=division.name),
        "when": "",
        "address": "",
        "qr": "",
    }


def _card(division: Division, played: Terms, sides: list[dict[str, Any]]) -> dict[str, Any]:
    found = paper_card(played)
    season = division.season
    return {
        "league": season.league.name,
        "season": season.name,
        "division": division.name,
        "foot": Text("{league}, {season}", league=season.league.name, season=season.name),
        "labels": LABELS,
        "sides": sides,
        "matches": [_match(match) for match in found.matches],
        "half": _half(found.matches),
        "legend": found.legend,
    }


def _half(matches: Sequence[PaperMatch]) -> int:
    """Return how many matches stand in the left of two columns: as few as make it no shorter than the right one."""
    heights = [2 * len(match.seats) + HEAD for match in matches]
    return next((n for n in range(len(heights)) if 2 * sum(heights[:n]) >= sum(heights) - HEAD), len(heights))


def _side(word: Text, name: str, squad: Iterable[str]) -> dict[str, Any]:
    return {"word": word, "name": name, "short": name or word, "squad": list(squad)}


def _match(match: PaperMatch) -> dict[str, Any]:
    return {
        "title": match.title,
        "how": match.how,
        "grid": match.grid,
        "pegged": match.pegged,
        "seats": list(match.seats),
        "games": list(match.games),
        "rows": [{"place": place, "numbers": list(numbers)} for place, numbers in match.rows],
    }


def _time_and_place(fixture: Fixture) -> str | Text:
    if fixture.state != FixtureState.SCHEDULED:
        return ""
    begins = localtime(fixture.starts_at, fixture.league.tz)
    day = dated(begins, "l j F Y")
    return Text("{day}, {time}, {venue}", day=day, time=clock(begins.time()), venue=fixture.venue.name)
