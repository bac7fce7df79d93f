"""Calendars to subscribe to: the page that lists them, and the files that phones fetch again and again."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.utils.http import http_date, quote_etag
from django.views.decorators.http import require_http_methods, require_safe

from league.access import anybody
from league.errors import Invalid, NothingThere
from league.models import Division
from league.queries.dates import calendars as queries
from league.queries.people.personal_data import public_name
from league.queries.visibility import venues_for
from league.rules.problems import Problem
from league.services.people.accounts import keys
from league.translation import N_
from league.web.requests import LeagueRequest, allow, fresh_to, in_league, player_or_404, redirect_with, team_or_404

PUBLIC = "public, max-age=300"
# Once revoked, no cache on the way may still have it.
SECRET = "private, no-cache"  # noqa: S105
DONE = {
    "make": (keys.make_feed, N_("Your calendar is ready. Keep its address to yourself.")),
    "renew": (keys.renew_feed, N_("Your calendar has a new address; the old one no longer works. Subscribe again.")),
    "revoke": (keys.revoke_feed, N_("Your calendar is deleted; its address no longer works.")),
}


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
@fresh_to("make", "renew")
def calendars(request: LeagueRequest) -> HttpResponse:
    if request.method == "POST":
        return _change_own(request)
    divisions, venues = queries.calendars_of(request.league, now=request.now)
    own = queries.live_feed(request.user, request.league) if request.user.is_authenticated else None
    return render(request, "league/dates/calendars.html", {"divisions": divisions, "venues": venues, "own": own})


def _change_own(request: LeagueRequest) -> HttpResponse:
    allow(request, "calendar.own", None)
    wanted = request.POST.get("do", "")
    if wanted not in DONE:
        raise Invalid([Problem("do", N_("Press one of the buttons on the calendars page."), "do")])
    change, said = DONE[wanted]
    change(request.league, by=request.user, now=request.now)
    return redirect_with(request, said, "calendars")


@require_safe
@in_league("league.view")
def team(request: LeagueRequest, team: str) -> HttpResponse:
    # Everybody gets the same file: what lies between may keep it and hand it to others.
    team_row = team_or_404(request, team, anybody(request.league))
    # Whoever subscribed to a team that was merged into another goes on getting its fixtures.
    team_row = team_row.merged_into or team_row
    return _answer(request, queries.feed_of_team(team_row, now=request.now, base_url=base_url()), team_row.slug)


@require_safe
@in_league("league.view")
def player(request: LeagueRequest, player: int) -> HttpResponse:
    player_row = player_or_404(request, player, anybody(request.league))
    # Whoever subscribed to a row that was merged into another goes on getting that person's fixtures.
    player_row = player_row.merged_into or player_row
    name = public_name(player_row, anybody(request.league))
    feed = queries.feed_of_player(player_row, name=name, now=request.now, base_url=base_url())
    return _answer(request, feed, f"player-{player_row.pk}")


@require_safe
@in_league("league.view")
def venue(request: LeagueRequest, venue: int) -> HttpResponse:
    venue_row = get_object_or_404(
        venues_for(request.league, anybody(request.league)).select_related("league"), pk=venue
    )
    return _answer(
        request, queries.feed_of_venue(venue_row, now=request.now, base_url=base_url()), f"venue-{venue_row.pk}"
    )


@require_safe
@in_league("league.view")
def division(request: LeagueRequest, division: str) -> HttpResponse:
    try:
        feed = queries.feed_of_division(request.league, division, now=request.now, base_url=base_url())
    except Division.DoesNotExist as missing:
        raise NothingThere(N_("There is no such division in this league.")) from missing
    return _answer(request, feed, division)


@require_safe
@in_league("league.view")
def own_calendar(request: LeagueRequest, token: str) -> HttpResponse:
    """A user's own calendar. Whoever has the address may read it: a phone does not sign in."""
    owner = queries.owner_of(token, request.league)
    if owner is None:
        raise NothingThere(N_("There is no such calendar, or no longer."))
    feed = queries.feed_of_user(owner, request.league, now=request.now, base_url=base_url())
    answer = _answer(request, feed, "my-fixtures", caching=SECRET)
    answer["X-Robots-Tag"] = "noindex"
    return answer


def base_url() -> str:
    """Return the site's own address, not what the visitor typed: a fixture has one UID, however one asks for it."""
    return str(settings.BASE_URL)


def _answer(request: LeagueRequest, feed: queries.Feed, file: str, *, caching: str = PUBLIC) -> HttpResponse:
    """The calendar's file; 304 for a phone that has it already.

    Only the entity tag decides that. A date could not: a team may get another name without any fixture being moved.
    """
    etag = quote_etag(feed.version)
    answer = get_conditional_response(request, etag=etag)
    if not isinstance(answer, HttpResponse):
        answer = HttpResponse(feed.to_bytes(), content_type="text/calendar; charset=utf-8")
        answer["Content-Disposition"] = f'inline; filename="{request.league.slug}-{file}.ics"'
    answer["ETag"], answer["Cache-Control"] = etag, caching
    if feed.changed_at is not None:
        answer["Last-Modified"] = http_date(feed.changed_at.timestamp())
    return answer
