"""The secretary's pages of cups: making one, its entrants, its rounds, its draw, and a tie that wants a decision."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from league.enums import DecidedByChoice, DrawnWhen, IfLevelChoice, TeamKind, TieEnding
from league.errors import Changed, Invalid, NothingThere, WrongState
from league.models import Draw, Entrant, Entry, Fixture, KnockOut, Season, Team, Tie, Venue
from league.queries import cups as queries
from league.queries.dates.postponements import venues_of
from league.queries.fixtures import last_day_of
from league.queries.visibility import closed_season_message
from league.rules.competitions.ties import MOST_LEGS
from league.rules.problems import LONGEST_REASON, Problem
from league.services.cups import draws as draw_services
from league.services.cups import entrants
from league.services.cups import knock_outs as services
from league.services.cups.dates import move_tie
from league.services.cups.entrants import EntrantPlan
from league.services.cups.knock_outs import CupPlan, RoundPlan
from league.services.cups.ties import decide_tie, open_leg, withdraw_entrant
from league.services.people.sides import SIZES, read_sides
from league.services.slugs import LONGEST_COMPETITION
from league.translation import N_, Text, choices_of, read_day
from league.web.forms import (
    DAY,
    LONGEST_DAY,
    add_problems,
    problem_context,
    problems_of,
    read_choice,
    read_moment,
    read_reason,
    read_text,
    status_of,
)
from league.web.requests import LeagueRequest, allow, fixture_or_404, form_data, in_league, redirect_with, season_or_404

GET_AND_POST = ["GET", "HEAD", "POST"]
# A list of as many pairs as a knock-out takes.
LONGEST_LIST = 60000
REFUSED = (Changed, Invalid, WrongState)


class CupForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_COMPETITION,
        help_text=_("Such as Team Cup. Next season’s edition keeps it."),
        error_messages={"required": _("Give the cup a name.")},
    )  # fmt: skip
    entrant_kind = forms.ChoiceField(label=_("Who plays"), choices=choices_of(TeamKind), widget=forms.RadioSelect)
    fixture_format = forms.CharField(
        label=_("Matches of a tie"), max_length=400, required=False,
        help_text=_("Such as S S S D. Empty: as the first division plays; for players and pairs one match."),
    )  # fmt: skip
    drawn = forms.ChoiceField(label=_("Drawn"), choices=choices_of(DrawnWhen), widget=forms.RadioSelect)
    venue = forms.ModelChoiceField(
        Venue.objects.none(), label=_("Neutral venue"), required=False, empty_label=_("None: first drawn is at home")
    )
    keep_apart = forms.BooleanField(label=_("Keep entrants of one venue apart as long as possible"), required=False)
    third_place = forms.BooleanField(label=_("A tie for third place"), required=False)
    legs = forms.IntegerField(label=_("Legs of a tie"), min_value=1, max_value=MOST_LEGS)
    decided_by = forms.ChoiceField(label=_("Won on"), choices=choices_of(DecidedByChoice))
    if_level = forms.ChoiceField(label=_("If it ends level"), choices=choices_of(IfLevelChoice))
    plate_of = forms.ModelChoiceField(
        KnockOut.objects.none(), label=_("Plate of"), required=False, empty_label=_("None"),
        help_text=_("Losers of a first tie of that cup play in this one."),
    )  # fmt: skip
    entries_close = forms.DateField(label=_("Entries close"), required=False, widget=DAY)
    places = forms.IntegerField(
        label=_("Expected entrants"), required=False, min_value=2, max_value=512,
        help_text=_("Shows an empty bracket until the draw."),
    )  # fmt: skip

    def __init__(self, season: Season, plan: CupPlan, sent: Any = None, of: KnockOut | None = None) -> None:
        initial = {name: getattr(plan, name) for name in CupPlan.__dataclass_fields__}
        super().__init__(sent, initial=initial)
        self.fields["venue"].queryset = Venue.objects.filter(league=season.league_id, hidden_at=None)  # type: ignore[attr-defined]
        cups = KnockOut.objects.filter(competition__season=season).select_related("competition")
        self.fields["plate_of"].queryset = cups.exclude(pk__in=[of.pk] if of else [])  # type: ignore[attr-defined]

    main = ("name", "entrant_kind", "drawn", "venue")

    @property
    def usual(self) -> list[forms.BoundField]:
        return [self[name] for name in self.main]

    @property
    def more(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in self.main]

    def plan(self) -> CupPlan:
        return CupPlan(**self.cleaned_data)


@require_http_methods(GET_AND_POST)
@in_league("cup.manage")
def make_cup(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    form = CupForm(season_row, CupPlan(""), form_data(request))
    if form.is_bound and form.is_valid():
        try:
            made = services.make_cup(season_row, form.plan(), by=request.user, now=request.now)
        except Invalid as refused:
            add_problems(form, refused.problems)
        else:
            message = Text("{cup} is made. Now add who plays.", cup=str(made))
            return redirect_with(request, message, "cup-entrants", cup=made.pk)
    status = 422 if form.errors else 200
    return render(request, "league/cups/cup_form.html", {"form": form, "season": season_row}, status=status)


def _cup_or_404(request: LeagueRequest, pk: int) -> KnockOut:
    rows = KnockOut.objects.select_related("competition__season__league", "venue", "plate_of__competition")
    return get_object_or_404(rows, pk=pk, competition__season__league=request.league)


def _redirect_to_cup(request: LeagueRequest, knock_out: KnockOut, message: str = "") -> HttpResponse:
    cup = knock_out.competition
    if message:
        return redirect_with(request, message, "cup", cup=cup.slug, season=cup.season.slug)
    return redirect("cup", slug=request.league.slug, cup=cup.slug, season=cup.season.slug)


@require_http_methods(GET_AND_POST)
@in_league("cup.manage")
def edit_cup(request: LeagueRequest, cup: int) -> HttpResponse:
    knock_out = _cup_or_404(request, cup)
    season = knock_out.competition.season
    form = CupForm(season, services.plan_of(knock_out), form_data(request), knock_out)
    if request.POST.get("do") == "delete":
        try:
            services.delete_cup(knock_out, by=request.user, now=request.now)
        except WrongState as refused:
            add_problems(form, problems_of(refused))
        else:
            return redirect_with(request, N_("The cup is deleted."), "cups")
    elif form.is_bound and form.is_valid():
        try:
            services.change_cup(knock_out, form.plan(), by=request.user, now=request.now)
        except (Invalid, WrongState) as refused:
            add_problems(form, problems_of(refused))
        else:
            return _redirect_to_cup(request, knock_out, N_("The cup is changed."))
    context = {"form": form, "season": season, "knock_out": knock_out}
    return render(request, "league/cups/cup_form.html", context, status=422 if form.errors else 200)


@require_http_methods(GET_AND_POST)
@in_league("cup.manage")
def edit_entrants(request: LeagueRequest, cup: int) -> HttpResponse:
    knock_out = _cup_or_404(request, cup)
    problems: Any = ()
    if request.method == "POST":
        try:
            _save_entrants(request, knock_out)
        except (Invalid, WrongState) as refused:
            problems = problems_of(refused)
        else:
            return redirect_with(request, N_("The list of entrants is saved."), "cup-entrants", cup=knock_out.pk)
    rows = list(knock_out.competition.entrants.select_related("team", "venue"))
    context = {
        "knock_out": knock_out,
        "cup": knock_out.competition,
        "entrants": [(row, _typed_entrant(request, row)) for row in rows],
        "venues": venues_of(request.league),
        "drawn": Tie.objects.filter(knock_out=knock_out).exists(),
        "choices": _teams_to_enter(knock_out, rows),
        "picked": request.POST.getlist("team") if problems else [],
        "names": read_text(request.POST, "names", LONGEST_LIST) if problems else "",
        "rounds": range(1, 7),
        **problem_context(problems),
    }
    return render(request, "league/cups/entrants.html", context, status=422 if problems else 200)


def _typed_entrant(request: LeagueRequest, row: Entrant) -> dict[str, str]:
    """An entrant's fields as they were sent, or as they are."""
    kept = {
        "seed": str(row.seed or ""), "enters": str(row.enters), "handicap": str(row.handicap or ""),
        "venue": str(row.venue_id or ""),
    }  # fmt: skip
    return {name: read_text(request.POST, f"{name}-{row.pk}", 20) if request.POST.get("do") == "save" else value
            for name, value in kept.items()}  # fmt: skip


def _teams_to_enter(knock_out: KnockOut, entrants: list[Entrant]) -> list[dict[str, str]]:
    """The teams that may still enter, by division. Players are typed."""
    if knock_out.entrant_kind != TeamKind.TEAM:
        return []
    season, inside = knock_out.competition.season, [row.team_id for row in entrants]
    entries = Entry.objects.filter(season=season, withdrawn_on=None, team__hidden_at=None).exclude(team__in=inside)
    rows = entries.select_related("team", "division").order_by("division__order", "team__name")
    return [{"number": str(row.team_id), "name": row.team.name, "division": row.division.name} for row in rows]


def _save_entrants(request: LeagueRequest, knock_out: KnockOut) -> None:
    """Raises what the services raise, and Invalid for numbers that cannot be read."""
    sent = request.POST
    if sent.get("do") == "losers":
        entrants.enter_losers(knock_out, by=request.user, now=request.now)
        return
    if sent.get("do") == "add":
        _add_entrants(request, knock_out)
        return
    plans, problems = {}, []
    venues = {venue.pk: venue for venue in venues_of(request.league)}
    gone = [int(pk) for pk in sent.getlist("gone") if pk.isdecimal() and len(pk) < 16]
    for row in knock_out.competition.entrants.all():
        typed = {name: read_text(sent, f"{name}-{row.pk}", 20) for name in ("seed", "enters", "handicap")}
        for name, text in typed.items():
            if text and not text.removeprefix("-").isdecimal():
                problems.append(Problem(name, N_("Write a whole number."), f"{name}-{row.pk}"))
        if problems:
            continue
        plans[row.pk] = EntrantPlan(
            int(typed["seed"]) if typed["seed"] else None, int(typed["enters"] or 1), int(typed["handicap"] or 0),
            venues.get(read_choice(sent, f"venue-{row.pk}") or 0),
        )  # fmt: skip
    if problems:
        raise Invalid(problems)
    entrants.change_entrants(knock_out, plans, gone=gone, by=request.user, now=request.now)


def _add_entrants(request: LeagueRequest, knock_out: KnockOut) -> None:
    if knock_out.entrant_kind == TeamKind.TEAM:
        chosen = [int(pk) for pk in request.POST.getlist("team") if pk.isdecimal() and len(pk) < 16]
        if not chosen:
            raise Invalid([Problem("none", N_("Choose who plays."), "entrants")])
        teams = list(Team.objects.filter(league=request.league, pk__in=chosen).order_by("name"))
        entrants.enter_teams(knock_out, teams, by=request.user, now=request.now)
        return
    size = SIZES[TeamKind(knock_out.entrant_kind)]
    sides = read_sides(request.league, read_text(request.POST, "names", LONGEST_LIST), size)
    entrants.enter_sides(knock_out, sides, by=request.user, now=request.now)


@require_http_methods(GET_AND_POST)
@in_league("cup.manage")
def edit_rounds(request: LeagueRequest, cup: int) -> HttpResponse:
    knock_out = _cup_or_404(request, cup)
    view = queries.cup_view(knock_out)
    numbers = range(1, (view.bracket.rounds if view.bracket is not None else max(view.next_round, 6)) + 1)
    problems: Any = ()
    if request.method == "POST":
        try:
            services.change_rounds(knock_out, _read_rounds(request, numbers), by=request.user, now=request.now)
        except (Invalid, WrongState) as refused:
            problems = problems_of(refused)
        else:
            return _redirect_to_cup(request, knock_out, N_("The rounds are saved."))
    context = {
        "knock_out": knock_out,
        "cup": knock_out.competition,
        "rounds": _round_fields(request, view, numbers),
        "venues": venues_of(request.league),
        **problem_context(problems),
    }
    return render(request, "league/cups/rounds.html", context, status=422 if problems else 200)


def _read_rounds(request: LeagueRequest, numbers: Iterable[int]) -> dict[int, RoundPlan]:
    """Raises Invalid with everything that cannot be read, in any round."""
    sent, plans, problems = request.POST, dict[int, RoundPlan](), list[Problem]()
    venues: dict[int | None, Venue | None] = {None: None, **{venue.pk: venue for venue in venues_of(request.league)}}
    for number in numbers:
        where = f"round-{number}"
        day, evening, time = (read_text(sent, f"{where}-{name}", LONGEST_DAY) for name in ("play_by", "day", "time"))
        last = read_day(day) if day else None
        starts_at = read_moment(evening, time or "19:30", request.league.tz) if evening else None
        venue = read_choice(sent, f"{where}-venue")
        if day and last is None:
            problems.append(Problem("play_by", N_("Write a day like 2026-10-06."), f"{where}-play_by"))
        if evening and starts_at is None:
            problems.append(Problem("starts_at", N_("Give a date and a time such as 20:00."), f"{where}-starts_at"))
        if venue not in venues:
            problems.append(Problem("venue", N_("Choose a venue of this league."), f"{where}-venue"))
        plans[number] = RoundPlan(read_text(sent, f"{where}-name", 200), last, starts_at, venues.get(venue))
    if problems:
        raise Invalid(problems)
    return plans


def _round_fields(request: LeagueRequest, view: queries.CupView, numbers: range) -> list[dict[str, Any]]:
    rows = {row.number: row for row in view.knock_out.rounds.all()}
    labels = {round_.number: round_.label for round_ in view.rounds}
    tz, found = request.league.tz, []
    for number in numbers:
        row = rows.get(number)
        at = row.starts_at.astimezone(tz) if row is not None and row.starts_at is not None else None
        kept = {
            "name": row.name if row else "",
            "play_by": row.play_by.isoformat() if row and row.play_by else "",
            "day": at.date().isoformat() if at else "",
            "time": f"{at:%H:%M}" if at else "",
            "venue": str(row.venue_id or "") if row else "",
        }
        if request.method == "POST":
            kept = {name: read_text(request.POST, f"round-{number}-{name}", 200) for name in kept}
        label = labels.get(number) or (
            queries.label_round(view.bracket, number)
            if view.bracket is not None
            else Text("Round {number}", number=number)
        )
        found.append({"number": number, "label": label, **kept})
    return found


@require_http_methods(GET_AND_POST)
@in_league("cup.manage")
def draw_cup(request: LeagueRequest, cup: int) -> HttpResponse:
    knock_out = _cup_or_404(request, cup)
    problems: Any = ()
    status = 200
    if request.method == "POST":
        try:
            return _do_draw(request, knock_out)
        except REFUSED as refused:
            problems, status = problems_of(refused), status_of(refused)
    view = queries.cup_view(knock_out)
    context = {
        "view": view,
        "knock_out": knock_out,
        "cup": knock_out.competition,
        "said": read_text(request.POST, "said", draw_services.LONGEST_SAID),
        "reason": read_text(request.POST, "reason", LONGEST_REASON),
        **problem_context(problems),
    }
    return render(request, "league/cups/draw_form.html", context, status=status)


def _do_draw(request: LeagueRequest, knock_out: KnockOut) -> HttpResponse:
    cup, do = knock_out.competition, request.POST.get("do", "")
    if do == "announce":
        draw_services.announce_draw(knock_out, by=request.user, now=request.now)
        message = N_("The draw is announced: its hash is public. Say something in public, then draw.")
        return redirect_with(request, message, "cup-draw", cup=knock_out.pk)
    if do == "void":
        draw = get_object_or_404(Draw, knock_out=knock_out, pk=read_choice(request.POST, "draw") or 0)
        draw.knock_out = knock_out
        draw_services.void_draw(draw, reason=read_reason(request.POST), by=request.user, now=request.now)
        return redirect_with(request, N_("The draw is void. Announce another one."), "cup-draw", cup=knock_out.pk)
    said = read_text(request.POST, "said", 2 * draw_services.LONGEST_SAID)
    live = do == "live"
    draw_services.draw_ties(knock_out, said=said, live=live, by=request.user, now=request.now)
    if live:
        return redirect("cup-drawn", slug=request.league.slug, cup=cup.slug, season=cup.season.slug)
    return _redirect_to_cup(request, knock_out, Text("{cup} is drawn. Everybody who plays is told.", cup=cup.name))


@require_http_methods(GET_AND_POST)
@in_league("cup.manage")
def edit_tie(request: LeagueRequest, tie: int) -> HttpResponse:
    """Say who goes on from a tie, or withdraw one of its sides."""
    rows = Tie.objects.select_related(
        "knock_out__competition__season__league", "top__team", "bottom__team", "winner__team"
    )
    row = get_object_or_404(rows, pk=tie, knock_out__competition__season__league=request.league)
    problems: Any = ()
    status = 200
    if request.method == "POST":
        try:
            return _decide(request, row)
        except REFUSED as refused:
            problems, status = problems_of(refused), status_of(refused)
    losers = row.knock_out.competition.entrants.filter(withdrawn_at=None).exclude(pk__in=[row.top_id, row.bottom_id])
    context = {
        "tie": row,
        "cup": row.knock_out.competition,
        "knock_out": row.knock_out,
        "fixture": open_leg(row),
        "disputes_before": queries.disputes_before(Fixture(tie=row)),
        "losers": losers.select_related("team"),
        "closed": closed_season_message(row.knock_out.competition.season),
        "sent": {
            name: read_text(request.POST, name, LONGEST_REASON) for name in ("winner", "gone", "instead", "reason")
        },
        **problem_context(problems),
    }
    return render(request, "league/cups/tie.html", context, status=status)


def _decide(request: LeagueRequest, tie: Tie) -> HttpResponse:
    sides = {side.pk: side for side in (tie.top, tie.bottom) if side is not None}
    reason = read_reason(request.POST)
    if request.POST.get("do") == "withdraw":
        gone = sides.get(read_choice(request.POST, "gone") or 0)
        if gone is None:
            raise Invalid([Problem("gone", N_("Choose who withdraws."), "gone")])
        gone.competition = tie.knock_out.competition
        wanted = read_choice(request.POST, "instead")
        instead = tie.knock_out.competition.entrants.filter(pk=wanted).first() if wanted else None
        withdraw_entrant(gone, instead=instead, reason=reason, by=request.user, now=request.now)
        return _redirect_to_cup(request, tie.knock_out, Text("{name} has withdrawn.", name=gone.team.name))
    winner = sides.get(read_choice(request.POST, "winner") or 0)
    if winner is None:
        raise Invalid([Problem("winner", N_("Choose who goes on."), "winner")])
    ending = TieEnding.CONCEDED if request.POST.get("do") == "concede" else TieEnding.DECISION
    decide_tie(tie, winner, ending=ending, reason=reason, by=request.user, now=request.now)
    return _redirect_to_cup(request, tie.knock_out, Text("{name} go on.", name=winner.team.name))


@require_http_methods(GET_AND_POST)
@in_league("account.own")
def set_tie_date(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Set when and where both sides have agreed to play a tie, or a game of an individual league."""
    row: Fixture = fixture_or_404(request, fixture)
    if not queries.sets_own_date(row):
        raise NothingThere(N_("This fixture is no tie of a cup."))
    allow(request, "tie.move", row)
    problems: Any = ()
    status = 200
    if request.method == "POST":
        try:
            return _set_date(request, row)
        except (Invalid, WrongState) as refused:
            problems, status = problems_of(refused), status_of(refused)
    at = row.starts_at.astimezone(request.league.tz)
    sent = request.method == "POST"
    context = {
        "fixture": row,
        "play_by": last_day_of(row) if row.tie_id else row.division.individual.closes_on,
        "date": read_text(request.POST, "date", 10) if sent else at.date().isoformat(),
        "time": read_text(request.POST, "time", 5) if sent else f"{at:%H:%M}",
        "venues": venues_of(request.league),
        "venue": read_choice(request.POST, "venue") or row.venue_id,
        **problem_context(problems),
    }
    return render(request, "league/cups/tie_date.html", context, status=status)


def _set_date(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    day, time = read_text(request.POST, "date", LONGEST_DAY), read_text(request.POST, "time", LONGEST_DAY)
    starts_at: dt.datetime | None = read_moment(day, time, request.league.tz)
    if starts_at is None:
        raise Invalid([Problem("date", N_("Give a date and a time such as 20:00."), "starts_at")])
    wanted = read_choice(request.POST, "venue")
    venue = next((one for one in venues_of(request.league) if one.pk == wanted), None)
    if wanted and venue is None:
        raise Invalid([Problem("venue", N_("Choose a venue of this league."), "venue")])
    move_tie(fixture, starts_at, venue=venue, by=request.user, now=request.now)
    return redirect_with(request, N_("The date is set. The other side is told."), "fixture", fixture=fixture.pk)
