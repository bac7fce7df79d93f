"""Individual leagues: the page of one, its players' form for a game they played, and the secretary's pages."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.access import may
from league.errors import Invalid, NothingThere, WrongState
from league.models import Entrant, Fixture, IndividualLeague, Player, Venue
from league.queries.competitions import individual as queries
from league.queries.dates.postponements import venues_of
from league.queries.results.dashboards import draft_of
from league.queries.results.versions import live_result
from league.rules.competitions.individual import MOST_MEETINGS
from league.rules.formats import fixture_terms
from league.rules.problems import Problem
from league.services.competitions import individual as services
from league.services.competitions.individual import IndividualPlan
from league.services.people.sides import read_sides
from league.services.results import submit
from league.translation import N_, Text, read_day, translated
from league.web import cards
from league.web.forms import (
    DAY,
    LONGEST_DAY,
    add_problems,
    clip_text,
    problem_context,
    problems_of,
    read_choice,
    read_moment,
    read_reason,
)
from league.web.requests import (
    LeagueRequest,
    allow,
    fixture_or_404,
    form_data,
    in_league,
    redirect_with,
    season_or_404,
)

LATEST = 20


def _get_individual_or_404(request: LeagueRequest, slug: str) -> IndividualLeague:
    """The edition of ?season=slug, or the latest. Raises NothingThere."""
    wanted = request.GET.get("season", "")
    editions = queries.list_editions(request.league, slug, drafts=request.grants.secretary)
    found = next((one for one in editions if wanted in ("", one.competition.season.slug)), None)
    if found is None:
        raise NothingThere(N_("There is no such individual league."))
    return found


@require_safe
@in_league("league.view")
def list_individuals(request: LeagueRequest) -> HttpResponse:
    rows = queries.list_individuals(request.league, drafts=request.grants.secretary)
    return render(request, "league/competitions/individuals.html", {"individuals": rows})


@require_safe
@in_league("league.view")
def show_individual(request: LeagueRequest, competition: str) -> HttpResponse:
    individual = _get_individual_or_404(request, competition)
    view = queries.build_individual_view(individual, request.grants)
    entrants = [*(line.entrant for line in view.standings), *view.withdrawn]
    listed = cards.fixture_cards(view.games, request.league, now=request.now)
    closed = individual.competition.season.closed_at is not None
    is_open = not closed and request.today <= individual.closes_on
    mine = view.mine.team_id if view.mine else 0
    context: dict[str, Any] = {
        "view": view,
        "individual": individual,
        "season": individual.competition.season,
        "names": queries.name_players(entrants, request.grants),
        "waiting": [
            card for card in listed if not closed
            if card.line.result is None and card.line.fixture.starts_at <= request.now
            and mine in (card.line.fixture.home_id, card.line.fixture.away_id)
        ],
        "arranged": [
            card for card in reversed(listed) if not closed
            if card.line.result is None and card.line.fixture.starts_at > request.now
        ],
        "games": [card for card in listed if card.line.result is not None],
        "latest": LATEST,
        "open": is_open,
        "records": is_open and (view.mine is not None or request.grants.secretary) and len(view.standings) > 1,
        "manages": not closed and may(request.grants, "individual.manage"),
    }  # fmt: skip
    return render(request, "league/competitions/individual.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def record_game(request: LeagueRequest, competition: str) -> HttpResponse:
    """Say whom one meets, when and where: the sheet of a game that was played comes next."""
    individual = _get_individual_or_404(request, competition)
    everybody = queries.list_entrants(individual)
    entrants = [one for one in everybody if one.withdrawn_at is None]
    mine = next((one for one in entrants if one.team_id in request.grants.captain_of), None)
    if mine is None and not request.grants.secretary:
        allow(request, "individual.play", None)
    context: dict[str, Any] = {"individual": individual, "mine": mine, "entrants": entrants}
    context |= {"names": queries.name_players(entrants, request.grants), "venues": venues_of(request.league)}
    context["opponent"] = read_choice(request.POST or request.GET, "opponent")
    context["player"] = read_choice(request.POST, "player")
    context["venue"] = read_choice(request.POST, "venue") or individual.venue_id
    context["day"] = clip_text(request.POST.get("day", request.today.isoformat()), LONGEST_DAY)
    context["time"] = clip_text(request.POST.get("time", f"{services.EVENING:%H:%M}"), LONGEST_DAY)
    if request.method != "POST":
        return render(request, "league/competitions/record_game.html", context)
    try:
        own = mine or _find_entrant(entrants, context["player"])
        if own is None:
            raise Invalid([Problem("player", N_("Choose the player."), "player")])
        venue = next((one for one in context["venues"] if one.pk == context["venue"]), None)
        if venue is None:
            raise Invalid([Problem("venue", N_("Choose a venue of this league."), "venue")])
        opponent = _find_entrant(everybody, context["opponent"])
        send: dict[str, Any] = {"venue": venue, "by": request.user, "now": request.now}
        if request.POST.get("do") == "arrange":
            starts_at = read_moment(context["day"], context["time"], request.league.tz)
            game = services.arrange_game(individual, own, opponent, starts_at=starts_at, **send)
            return redirect_with(
                request, N_("The game is arranged. Your opponent is told."), "fixture", fixture=game.pk
            )
        game = services.record_game(individual, own, opponent, day=read_day(context["day"]), **send)
    except (Invalid, WrongState) as refused:
        context |= problem_context(problems_of(refused))
        return render(request, "league/competitions/record_game.html", context, status=422)
    return _open_sheet(request, game, entrants)


def _open_sheet(request: LeagueRequest, game: Fixture, entrants: Iterable[Entrant]) -> HttpResponse:
    """The sheet of a game with both players on it, or the page of the result that there is."""
    if (result := live_result(game)) is not None:
        page = "confirm" if may(request.grants, "result.answer", result) else "fixture"
        messages.info(request, translated(N_("This game has been recorded already.")))
        return redirect(page, slug=request.league.slug, fixture=game.pk)
    if draft_of(game, request.user) is None:
        submit.save_draft(game, _make_line_up(game, entrants), by=request.user, now=request.now)
    return redirect("sheet", slug=request.league.slug, fixture=game.pk)


def _make_line_up(fixture: Fixture, entrants: Iterable[Entrant]) -> dict[str, str]:
    """The fields of a sheet that are known: each side is one player."""
    people = {one.team_id: people[0].pk for one in entrants if (people := queries.list_people(one.team))}
    sides = {"home": people.get(fixture.home_id), "away": people.get(fixture.away_id)}
    numbers = range(1, len(fixture_terms(fixture).matches) + 1)
    return {f"m{n}-{side}-1": str(pk) for n in numbers for side, pk in sides.items() if pk}


def _find_entrant(entrants: Iterable[Entrant], pk: int | None) -> Entrant | None:
    return next((one for one in entrants if one.pk == pk), None)


@require_POST
@in_league("league.view")
def call_off(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    services.call_off_game(fixture_row, by=request.user, now=request.now)
    slug = fixture_row.division.slug
    return redirect_with(request, N_("The game is called off."), "individual", competition=slug)


class IndividualForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=60, help_text=_("Such as Summer singles. The same every year."))
    opens_on = forms.DateField(label=_("First day"), widget=DAY)
    closes_on = forms.DateField(label=_("Last day"), widget=DAY)
    meetings = forms.IntegerField(
        label=_("How often two players may meet"), min_value=1, max_value=MOST_MEETINGS, initial=1
    )
    fixture_format = forms.CharField(
        label=_("A game consists of"), max_length=60, initial="S",
        help_text=_("S: three games of singles. S5: five. Sb3: the best of three."),
    )  # fmt: skip
    venue = forms.ModelChoiceField(
        label=_("Venue"), queryset=Venue.objects.none(), empty_label="–",
        help_text=_("Where games are listed. Players may play wherever they like."),
    )  # fmt: skip

    def __init__(self, request: LeagueRequest, individual: IndividualLeague | None = None) -> None:
        initial = services.read_plan(individual) if individual is not None else None
        sent = form_data(request) if request.POST.get("do", "save") == "save" else None
        names = IndividualPlan.__dataclass_fields__
        super().__init__(sent, initial={name: getattr(initial, name) for name in names} if initial else None)
        self.fields["venue"].queryset = Venue.objects.filter(league=request.league, hidden_at=None)  # type: ignore[attr-defined]

    def plan(self) -> IndividualPlan:
        return IndividualPlan(**self.cleaned_data)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("individual.manage")
def create_individual(request: LeagueRequest, season: str) -> HttpResponse:
    season_row, form = season_or_404(request, season), IndividualForm(request)
    if request.method == "POST" and form.is_valid():
        try:
            made = services.make_individual(season_row, form.plan(), by=request.user, now=request.now)
        except (Invalid, WrongState) as refused:
            add_problems(form, problems_of(refused))
        else:
            message = Text("Made: {name}. Now add its players.", name=made.competition.name)
            return redirect_with(request, message, "individual-edit", individual=made.pk)
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "season": season_row}
    return render(request, "league/competitions/individual_new.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("individual.manage")
def edit_individual(request: LeagueRequest, individual: int) -> HttpResponse:
    """Enter players, withdraw one, or change how it is played."""
    rows = IndividualLeague.objects.select_related(*queries.JOINED)
    row = get_object_or_404(rows, pk=individual, competition__season__league=request.league)
    form, context = IndividualForm(request, row), dict[str, Any]()
    if request.method == "POST":
        try:
            if (message := _apply_edit(request, row, form)) is not None:
                return redirect_with(request, message, "individual-edit", individual=row.pk)
        except (Invalid, WrongState) as refused:
            add_problems(form, problems_of(refused)) if form.is_bound else None
            context = {} if form.is_bound else problem_context(problems_of(refused))
    entrants = queries.list_entrants(row)
    present = {player.pk for one in entrants if one.withdrawn_at is None for player in queries.list_people(one.team)}
    context |= {"individual": row, "form": form, "entrants": entrants, "season": row.competition.season}
    context["names"] = queries.name_players(entrants, request.grants)
    context["candidates"] = queries.list_candidates(row, present)
    context["typed"] = clip_text(request.POST.get("names", ""), 20_000) if request.POST.get("do") == "enter" else ""
    context["reason"] = read_reason(request.POST)
    context["withdrawing"] = read_choice(request.POST, "entrant")
    return render(
        request, "league/competitions/individual_edit.html", context, status=422 if request.method == "POST" else 200
    )


def _apply_edit(request: LeagueRequest, row: IndividualLeague, form: IndividualForm) -> Text | None:
    """Do what was asked; return what to say of it, None where the form is wrong."""
    do = request.POST.get("do", "save")
    if do == "enter":
        players = _read_players(request)
        made = services.enter_players(row, players, by=request.user, now=request.now)
        return Text.plural("{n} player entered.", "{n} players entered.", n=len(made))
    if do == "withdraw":
        entrant = get_object_or_404(
            row.competition.entrants.select_related("team"), pk=read_choice(request.POST, "entrant") or 0
        )
        entrant.competition = row.competition
        services.withdraw_player(entrant, reason=read_reason(request.POST), by=request.user, now=request.now)
        return Text(N_("Withdrawn."))
    if not form.is_valid():
        return None
    services.change_individual(row, form.plan(), by=request.user, now=request.now)
    return Text(N_("Saved."))


def _read_players(request: LeagueRequest) -> list[Player]:
    """Players ticked and typed. Raises Invalid with every name that is nobody's, or several people's."""
    ticked = [int(text) for text in request.POST.getlist("player") if text.isascii() and text.isdigit()]
    people = list(Player.objects.filter(league=request.league, pk__in=[pk for pk in ticked if pk < 2**63]))
    typed = clip_text(request.POST.get("names", ""), 20_000)
    if not typed:
        return people
    return people + [player for side in read_sides(request.league, typed, 1) for player in side]
