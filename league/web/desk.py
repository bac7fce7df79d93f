"""The secretary's desk: what is to do, by what comes next, and the buttons of an ordinary evening."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from league.access import may
from league.errors import Invalid, NothingThere
from league.models import Appeal, Season
from league.queries import leagues
from league.queries.calls.conduct import open_cases
from league.queries.desk import evening, oversight
from league.queries.desk.oversight import Oversight, oversight_of
from league.queries.disputes.disputes import open_appeals
from league.queries.quotas import near_quota
from league.queries.results.card_photographs import cards_to_type
from league.queries.results.versions import cards_to_come
from league.queries.rows import Rows
from league.queries.seasons.closing import is_ending, seasons_after
from league.queries.seasons.drafts import drafts_of
from league.queries.standings.decisions import open_late_cards
from league.rules.problems import Problem
from league.services import desk as approve
from league.services import desk as remind
from league.translation import N_, Text, translated
from league.web.forms import problem_context, read_reason
from league.web.requests import LeagueRequest, in_league, redirect_with

SECTION_PAGE = 50
CHOSEN = re.compile(r"([0-9]{1,15}):([0-9]{1,5})")
UNANSWERED = N_("The other side did not answer in time.")
NO_RESULT = Problem("no-result", N_("Choose the results from the list: one of them is not in it."), "results")


@require_safe
@in_league("league.oversee")
def overview(request: LeagueRequest) -> HttpResponse:
    season = leagues.current_season(request.league, now=request.now)
    seen = oversight_of(request.league, season, now=request.now)
    waiting = oversight.waiting_among(seen.not_confirmed.first, request.grants, now=request.now)
    # Of a long list it is not worked out who would be written to: the page of the button tells.
    overdue = [] if seen.not_entered.more else seen.not_entered.first
    chases = oversight.chases_about(request.league, overdue, by=request.user, now=request.now) if overdue else []
    tonight = evening.tonight_of(request.league, now=request.now)
    requests = evening.requests_to_answer(request.league)
    people = evening.people_of(request.league, season, now=request.now)
    photographed = cards_to_type(request.league)
    numbers = _count_groups(seen, len(tonight), len(requests), people.count, len(photographed))
    context: dict[str, Any] = {
        "season": season,
        "oversight": seen,
        "tonight": tonight,
        "requests": requests,
        "photographed": photographed,
        "people": people,
        "numbers": numbers,
        "near_quota": near_quota(request.league, now=request.now),
        "opened": next((group for group, number in numbers.items() if number), ""),
        "waiting": waiting,
        "confirmable": [one for one in waiting if one.clear],
        "chases": [chase for chase in chases if chase.asked],
        "captains": _captains(chases),
        "cards": evening.cards_after(request.league, None, now=request.now),
        "incomplete": cards_to_come(Q(fixture__division__season=season)) if season else 0,
        "quiet": not (sum(numbers.values()) - len(tonight) or seen.faults),
        "upheld_here": _upheld_here(request, seen.not_confirmed.first),
        "decided_here": _decided_here(request, seen.appeals.first),
        "now": request.now,
        "ending": season is not None and is_ending(season, now=request.now),
        "followed": season is not None and season.closed_at is not None and bool(seasons_after(season)),
    }
    if season is None:
        context["drafts"] = drafts_of(request.league)
    return render(request, "league/desk/secretary.html", context)


# The lists of the desk by their addresses: how each is titled and found, and its template where the address is not it.
SECTIONS: dict[str, tuple[str, Callable[[LeagueRequest, Season | None], Rows[Any]], str]] = {
    "photographed": (N_("Cards photographed"), lambda r, _: cards_to_type(r.league), ""),
    "overdue": (N_("Results overdue"), lambda r, _: oversight.not_entered(r.league, now=r.now), ""),
    "unanswered": (
        N_("Results awaiting confirmation"), lambda r, _: oversight.unanswered(r.league, now=r.now)[0], "",
    ),
    "late-cards": (N_("Late cards to decide"), lambda r, _: open_late_cards(r.league), ""),
    "no-shows": (N_("No-shows to decide"), lambda r, s: _oversight(r, s).no_shows, ""),
    "disputes": (N_("Disputed"), lambda r, s: _oversight(r, s).disputes, ""),
    "appeals": (N_("Appeals to decide"), lambda r, _: open_appeals(r.league), ""),
    "conduct": (N_("Conduct to be decided"), lambda r, _: open_cases(r.league), ""),
    "corrections": (
        N_("Corrections to answer"), lambda r, _: oversight.unanswered(r.league, now=r.now)[1], "",
    ),
    "requests": (N_("Requests awaiting an answer"), lambda r, _: evening.requests_to_answer(r.league), ""),
    "undated": (N_("Postponed without a date"), lambda r, s: _oversight(r, s).owed, ""),
    "crowded": (N_("More fixtures than boards"), lambda r, s: _oversight(r, s).crowded, ""),
    "play-offs": (N_("Play-offs due"), lambda r, s: _oversight(r, s).play_offs, ""),
    "tonight": (N_("Tonight"), lambda r, _: evening.tonight_of(r.league, now=r.now), ""),
    "captains": (
        N_("Teams without a captain"), lambda r, s: evening.people_of(r.league, s, now=r.now).without_captain, "teams",
    ),
    "invited": (
        N_("Captain invited, not yet answered"),
        lambda r, s: evening.people_of(r.league, s, now=r.now).captain_invited, "teams",
    ),
}  # fmt: skip


def _oversight(request: LeagueRequest, season: Season | None) -> Oversight:
    return oversight_of(request.league, season, now=request.now)


@require_safe
@in_league("league.oversee")
def list_section(request: LeagueRequest, section: str) -> HttpResponse:
    """All of a list of which the desk shows the first."""
    if section not in SECTIONS:
        raise NothingThere(N_("There is no such list."))
    title, find, template = SECTIONS[section]
    season = leagues.current_season(request.league, now=request.now)
    page = Paginator(find(request, season), SECTION_PAGE).get_page(request.GET.get("page"))
    context = {
        "title": title,
        "season": season,
        "page": page,
        "rows_template": f"league/desk/rows/{template or section}.html",
        "upheld_here": _upheld_here(request, page) if section == "unanswered" else set(),
        "decided_here": _decided_here(request, page) if section == "appeals" else set(),
        "now": request.now,
    }
    return render(request, "league/desk/section.html", context)


def _upheld_here(request: LeagueRequest, unanswered: Iterable[oversight.Late]) -> set[int]:
    return {late.fixture.pk for late in unanswered if may(request.grants, "result.uphold", late.result)}


def _decided_here(request: LeagueRequest, appeals: Iterable[Appeal]) -> set[int]:
    return {appeal.pk for appeal in appeals if may(request.grants, "appeal.decide", appeal)}


def _count_groups(seen: Oversight, tonight: int, requests: int, people: int, photographed: int) -> dict[str, int]:
    """How much there is to do by group, the most urgent first: the first that has anything stands open."""
    return {
        "photographed": photographed,
        "overdue": len(seen.not_entered) + len(seen.not_confirmed) + len(seen.late_cards) + len(seen.no_shows),
        "disagreements": len(seen.disputes) + len(seen.appeals) + len(seen.cases) + len(seen.corrections),
        "postponements": requests + len(seen.owed) + len(seen.crowded) + len(seen.play_offs),
        "tonight": tonight,
        "people": people,
    }


def _captains(chases: Sequence[oversight.Chase]) -> int:
    return len({one.user.pk for chase in chases for one in chase.asked})


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.oversee")
def remind_all(request: LeagueRequest) -> HttpResponse:
    if request.method != "POST":
        chases = oversight.chases_of(request.league, by=request.user, now=request.now)
        return render(request, "league/desk/remind.html", {"chases": chases, "captains": _captains(chases)})
    done = remind.remind_overdue(request.league, by=request.user, now=request.now)
    if done.people:
        messages.success(
            request,
            translated(
                Text.plural(
                    "{n} captain is asked for the result.", "{n} captains are asked for results.", n=done.people
                )
            ),
        )
    else:
        messages.info(
            request,
            translated(N_("Nobody was written to: every captain who can be asked was asked within the last two days.")),
        )
    return redirect("secretary", slug=request.league.slug)


@require_safe
@in_league("league.oversee")
def next_card(request: LeagueRequest) -> HttpResponse:
    after = request.GET.get("after", "")
    skipped = oversight.fixtures_among(request.league, [int(after)]) if re.fullmatch(r"[0-9]{1,15}", after) else {}
    next_card_row = evening.cards_after(request.league, next(iter(skipped.values()), None), now=request.now)
    if next_card_row.fixture is None:
        return redirect_with(request, N_("No other fixture is without its result."), "secretary")
    sheet = reverse("sheet", kwargs={"slug": request.league.slug, "fixture": next_card_row.fixture.pk})
    return redirect(f"{sheet}?cards=1")


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.oversee")
def confirm_clear(request: LeagueRequest) -> HttpResponse:
    if request.method != "POST":
        return _confirm_page(request, reason=translated(UNANSWERED))
    reason = read_reason(request.POST)
    try:
        chosen = _chosen_results(request)
        done = approve.approve_clear(request.league, chosen, reason=reason, by=request.user, now=request.now)
    except Invalid as refused:
        return _confirm_page(request, refused.problems, reason=reason, status=422)
    if done.confirmed:
        messages.success(
            request,
            translated(
                Text.plural(
                    "{n} result is confirmed and counts. Both captains have been told.",
                    "{n} results are confirmed and count. Both captains of each have been told.",
                    n=len(done.confirmed),
                )
            ),
        )
    if done.refused:
        return _confirm_page(request, reason=reason, refused=done.refused)
    return redirect("secretary", slug=request.league.slug)


def _chosen_results(request: LeagueRequest) -> list[approve.ChosenResult]:
    """Read the selected results. Raises Invalid where there are too many, or one is not of this league."""
    sent = request.POST.getlist("results")
    if len(sent) > approve.MOST:
        raise Invalid([approve.TOO_MANY])
    pairs = [(int(match[1]), int(match[2])) for text in sent if (match := CHOSEN.fullmatch(text))]
    fixtures = oversight.fixtures_among(request.league, [pk for pk, _ in pairs])
    chosen = [approve.ChosenResult(fixtures[pk], version) for pk, version in pairs if pk in fixtures]
    if len(chosen) != len(sent):
        raise Invalid([NO_RESULT])
    return chosen


def _confirm_page(
    request: LeagueRequest,
    problems: Sequence[Problem] = (),
    *,
    reason: str,
    refused: Sequence[approve.NotConfirmed] = (),
    status: int = 200,
) -> HttpResponse:
    waiting = oversight.waiting_of(request.league, request.grants, now=request.now)
    sent = request.POST.getlist("results")
    ready = [one for one in waiting if one.clear]
    context: dict[str, Any] = {
        "ready": [(one, request.method != "POST" or one.value in sent) for one in ready[: approve.MOST]],
        "beyond": max(0, len(ready) - approve.MOST),
        "unclear": [one for one in waiting if not one.clear],
        "refused": refused,
        "reason": reason,
        **problem_context(problems),
    }
    return render(request, "league/desk/confirm.html", context, status=status)
