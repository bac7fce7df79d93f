"""A league's daily hand: voted on, then told by percentages and by the engine; and the table of those who wish it."""

import datetime as dt
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cardroom.queries import stands_in_table, table_of, vote_of, votes_on
from cardroom.rules.learn.answers import Answer
from cardroom.rules.learn.daily import DAYS_BACK, daily_hand, percentages_told, shares
from cardroom.services.daily_hand import join_table, leave_table, vote
from cardroom.web.answering import read_answer
from league.access import may
from league.errors import Invalid, NothingThere, WrongState
from league.queries.domains import host_league
from league.queries.leagues import leagues_of
from league.rules.problems import Problem
from league.translation import N_, translated
from league.web.forms import read_text
from league.web.requests import LeagueRequest, in_league


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """The daily hand of each league; straight to it where there is only one."""
    leagues_row = leagues_of(host_league(request))
    if len(leagues_row) == 1:
        return redirect("daily", slug=leagues_row[0].slug)
    return render(request, "cardroom/learn/leagues.html", {"leagues": leagues_row})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("daily.see")
def daily(request: LeagueRequest) -> HttpResponse:
    """Today's hand, or an earlier one (?day=2026-11-24). POST votes (do=vote), or enters or leaves the table.

    How others voted is told to whoever has voted; to somebody who is nobody in the league, when they ask (?show).
    """
    today = request.today
    day = _requested_day(request, today)
    if request.method == "POST" and request.POST.get("do") in ("join", "leave"):
        return _table(request)
    problem, status = None, 200
    if request.method == "POST":
        try:
            vote(request.league, _read_day(request), read_answer(request.POST), by=request.user, now=request.now)
        except Invalid as refused:
            problem, status = refused.problems[0], 422
        except WrongState as late:
            problem, status = Problem(late.code, late.message), 409
        else:
            return redirect(f"{reverse('daily', kwargs={'slug': request.league.slug})}#judged")
    return render(request, "cardroom/learn/daily.html", _context(request, day, today, problem), status=status)


def _context(request: LeagueRequest, day: dt.date, today: dt.date, problem: Problem | None) -> dict[str, Any]:
    hand, votes_here = daily_hand(request.league.slug, day), may(request.grants, "daily.vote")
    own = vote_of(request.league, day, request.user) if votes_here else ""
    told = bool(own) or day != today or (not votes_here and "show" in request.GET)
    context: dict[str, Any] = {
        "day": day,
        "today": day == today,
        "earliest": today - dt.timedelta(days=DAYS_BACK),
        "previous_day": day - dt.timedelta(days=1) if today - day < dt.timedelta(days=DAYS_BACK) else None,
        "next_day": day + dt.timedelta(days=1) if day < today else None,
        "question": hand,
        "votes_here": votes_here,
        "shows_votes": told,
        "problem": problem,
        "given": read_answer(request.POST),
        "table": table_of(request.league, today),
        "stands": votes_here and stands_in_table(request.league, request.user),
    }
    if told:
        votes = votes_on(request.league, day)
        answer = hand.judge(own) if own else None
        context |= {
            "own_vote": own,
            "answer": answer if isinstance(answer, Answer) else None,
            "shares": shares(hand.ranked, votes),
            "votes": sum(votes.values()),
            "percentages": percentages_told(votes),
        }
    return context


def _table(request: LeagueRequest) -> HttpResponse:
    if request.POST.get("do") == "join":
        join_table(request.league, by=request.user, now=request.now)
        messages.success(request, translated(N_("You are in the table, by your short name.")))
    else:
        leave_table(request.league, by=request.user, now=request.now)
        messages.success(request, translated(N_("You are not in the table any more.")))
    return redirect("daily", slug=request.league.slug)


def _requested_day(request: LeagueRequest, today: dt.date) -> dt.date:
    """Read ?day=, today by default. Raises Http404 where there is no hand of that day."""
    wanted = request.GET.get("day", "")
    try:
        day = dt.date.fromisoformat(wanted) if wanted else today
    except ValueError:
        day = dt.date.max
    if not dt.timedelta(0) <= today - day <= dt.timedelta(days=DAYS_BACK):
        raise NothingThere(N_("There is no daily hand of that day here."))
    return day


def _read_day(request: LeagueRequest) -> dt.date:
    """Return the day whose hand the form showed; a day long ago where it says none."""
    try:
        return dt.date.fromisoformat(read_text(request.POST, "day"))
    except ValueError:
        return dt.date.min
