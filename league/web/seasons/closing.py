"""The end of a season: what is open, who has won, who goes up and down; then the next season, and who enters it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from league.enums import ChargeKind, EntryAnswer
from league.errors import Changed, Invalid, LeagueError, WrongState
from league.models import Season
from league.queries.seasons import entries as entry_queries
from league.queries.seasons.closing import (
    DivisionEnd,
    SeasonEnd,
    TeamMove,
    Wishes,
    may_reopen,
    season_end,
    seasons_after,
)
from league.rules.competitions.promotion import Reason, check_numbers
from league.rules.money import CURRENCIES, read_amount
from league.rules.problems import LONGEST_REASON, Problem
from league.services.money import NewCharge, charge
from league.services.people.entering import answer_entry, ask_captains, why_closed
from league.services.seasons.closing import begin_next_season, close_season, reopen_season
from league.services.seasons.drafts import A_YEAR, take_out_team
from league.translation import N_, Text, translated
from league.web.forms import (
    DAY,
    add_problems,
    parse_points,
    problem_context,
    problems_of,
    read_choice,
    read_reason,
    read_text,
    status_of,
)
from league.web.requests import LeagueRequest, form_data, in_league, redirect_with, season_or_404
from league.web.seasons.setup_forms import NO_DAY, DayField, season_name

LEAVES = "leaves"
# Where each thing that a season still waits for is settled: a section of the desk, or a page of the season.
SECTIONS = {
    "unplayed": "overdue", "unconfirmed": "unanswered", "corrections": "corrections", "disputes": "disputes",
    "appeals": "appeals", "conduct": "conduct", "late-cards": "late-cards", "no-shows": "no-shows",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A team's line of the form: what is chosen, what was proposed, and what is wrong."""

    line: TeamMove
    field: str
    chosen: str
    errors: list[str]

    @property
    def changed(self) -> bool:
        return self.chosen != _format_division(self.line.move.to)


@dataclass(frozen=True, slots=True)
class NumberField:
    """How many teams of a division go up or down, as typed or as set; None at the end where none do."""

    field: str
    label: Text
    value: str
    errors: list[str]


@dataclass(frozen=True, slots=True)
class DivisionRows:
    division: DivisionEnd
    moves: list[MoveRow]
    numbers: list[NumberField]

    @property
    def faulty(self) -> bool:
        return any(move.errors for move in self.moves)


def _format_division(division: int | None) -> str:
    return LEAVES if division is None else str(division)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.close")
def end_of_season(request: LeagueRequest, season: str) -> HttpResponse:
    season_row = season_or_404(request, season)
    if season_row.closed_at is not None:
        return _closed_page(request, season_row)
    if request.method != "POST":
        return _end_page(request, season_row)
    end = season_end(season_row)
    try:
        close_season(
            season_row, _read_moves(request.POST, end), reason=read_reason(request.POST),
            seen=read_text(request.POST, "seen") or None, by=request.user, now=request.now,
        )  # fmt: skip
    except (Invalid, WrongState) as refused:
        return _end_page(request, season_row, refused)
    message = Text("{season} is closed. Its tables stay as they are.", season=season_row.name)
    return redirect_with(request, message, "season-end", season=season_row.slug)


def _read_moves(sent: Mapping[str, str], end: SeasonEnd) -> dict[int, int | None]:
    """Return the division of each team that has one; what is no division is 0, which is never right."""
    moves: dict[int, int | None] = {}
    for line in end.moves:
        name = f"team-{line.entry.team_id}"
        if read_text(sent, name):
            moves[line.entry.team_id] = None if sent[name] == LEAVES else read_choice(sent, name)
    return moves


def _end_page(request: LeagueRequest, season: Season, refused: LeagueError | None = None) -> HttpResponse:
    usual = season_end(season)
    wishes, problems = _read_wishes(request, usual)
    end = season_end(season, wishes) if wishes and not problems else usual
    said = problem_context(problems_of(refused) if refused else problems)
    context = {
        "season": season,
        "end": end,
        "open_items": [(item, SECTIONS.get(item.name, "")) for item in end.open_items],
        "rows": list(_build_rows(request, end, said["wrong"])),
        "choices": [(str(key), name) for key, name in end.division_names.items()],
        "most": read_text(request.GET, "most"),
        "leaving": wishes.leaving if wishes else frozenset(),
        "moving": [line for line in end.moves if line.move.reason is not Reason.STAYS],
        "any_moves": any(table.up or table.down for table in end.finals),
        "wishes_wrong": problems,
        "reason": read_reason(request.POST),
        **said,
    }
    status = status_of(refused) if refused else 422 if problems else 200
    return render(request, "league/seasons/end.html", context, status=status)


def _build_rows(request: LeagueRequest, end: SeasonEnd, wrong: Mapping[str, list[str]]) -> Iterator[DivisionRows]:
    last = len(end.divisions) - 1
    for place, division in enumerate(end.divisions):
        moves = []
        for line in division.moves:
            name = f"team-{line.entry.team_id}"
            chosen = read_text(request.POST, name) or _format_division(line.move.to)
            moves.append(MoveRow(line, name, chosen, wrong.get(name, [])))
        table, numbers = division.final, []
        for way, value, here, label in (
            ("up", table.up, place > 0, N_("Go up from {division}")),
            ("down", table.down, place < last, N_("Go down from {division}")),
        ):
            name = f"{way}-{table.key}"
            if here or name in wrong:
                typed = read_text(request.GET, name) or str(value)
                text = Text(label, division=division.table.division.name)
                numbers.append(NumberField(name, text, typed, wrong.get(name, [])))
        yield DivisionRows(division, moves, numbers)


def _read_wishes(request: LeagueRequest, end: SeasonEnd) -> tuple[Wishes | None, list[Problem]]:
    """Read who leaves and how many go up and down (?leaving=, ?up-, ?down-, ?most=); None where nothing is asked."""
    if "most" not in request.GET:
        return None, []
    if not end.divisions:
        return None, []
    teams = {str(line.entry.team_id): line.entry.team_id for line in end.moves}
    leaving = frozenset(teams[value] for value in request.GET.getlist("leaving") if value in teams)
    numbers, problems = {}, []
    for table in end.finals:
        both = []
        for way in ("up", "down"):
            value = parse_points(read_text(request.GET, f"{way}-{table.key}") or "0")
            if value is None:
                problems.append(Problem("range", N_("Write a number, such as 2."), f"{way}-{table.key}"))
            both.append(value or 0)
        numbers[table.key] = (both[0], both[1])
    most = parse_points(read_text(request.GET, "most") or "0")
    if most is None:
        problems.append(Problem("range", N_("Write a number, such as 2."), "most"))
    wishes = Wishes(leaving, numbers, most or None)
    if not problems:
        problems = check_numbers(season_end(end.season, wishes).finals, end.division_names)
    return wishes, problems


def _closed_page(request: LeagueRequest, season: Season) -> HttpResponse:
    """Show a closed season; POST reopens it."""
    problems: list[Problem] = []
    if request.method == "POST":
        try:
            reopen_season(season, reason=read_reason(request.POST), by=request.user, now=request.now)
        except Invalid as refused:
            problems = list(refused.problems)
        else:
            message = Text("{season} is open again.", season=season.name)
            return redirect_with(request, message, "season-end", season=season.slug)
    end = season_end(season)
    context = {
        "season": season,
        "end": end,
        "moved": [line for line in end.moves if line.entry.move not in ("", "stays")],
        "names": end.division_names,
        "next": next(iter(seasons_after(season)), None),
        "may_reopen": may_reopen(season),
        "reason": read_reason(request.POST),
        **problem_context(problems),
    }
    return render(request, "league/seasons/ended.html", context, status=422 if problems else 200)


class NextSeasonForm(forms.Form):
    name = forms.CharField(
        label=_("The season’s name"), max_length=60,
        error_messages={"required": _("Write the season’s name, such as 2026–27.")},
    )  # fmt: skip
    first_day = DayField(
        label=_("First evening"), widget=DAY, help_text=_("Any day of the first week."), error_messages=NO_DAY
    )
    ask = forms.BooleanField(
        label=_("Ask captains by mail to confirm their entry"), required=False, initial=True,
        help_text=_("One tap, without signing in. You see who has confirmed."),
    )  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.close")
def next_season(request: LeagueRequest, season: str) -> HttpResponse:
    last = season_or_404(request, season)
    if last.closed_at is None:
        return redirect("season-end", slug=request.league.slug, season=last.slug)
    first_day = last.first_week + A_YEAR
    initial = {"name": season_name(first_day), "first_day": first_day}
    form = NextSeasonForm(form_data(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            made = begin_next_season(
                last, data["name"], data["first_day"], ask=data["ask"], by=request.user, now=request.now
            )
        except Invalid as refused:
            add_problems(form, refused.problems)
        else:
            message = Text("{season} is a draft: every part of it can be changed.", season=made.name)
            return redirect_with(request, message, "season-entries", season=made.slug)
    context = {"season": last, "form": form, "later": seasons_after(last)}
    return render(request, "league/seasons/next.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("season.close")
def season_entries(request: LeagueRequest, season: str) -> HttpResponse:
    """Show which teams have confirmed; POST asks again, notes an answer, or charges the fee."""
    season_row = season_or_404(request, season)
    refused: LeagueError | None = None
    if request.method == "POST":
        try:
            message = _do_entries(request, season_row)
        except (Invalid, WrongState, Changed) as wrong:
            refused = wrong
        else:
            return redirect_with(request, message, "season-entries", season=season_row.slug)
    entries = entry_queries.entries_asked(season_row)
    fee = entry_queries.entry_fee(season_row)
    answers = {answer: [entry for entry in entries if entry.answer == answer] for answer in ("no", "", "yes")}
    context = {
        "season": season_row,
        "entries": entries,
        "declined": answers[EntryAnswer.NO],
        "unanswered": answers[""],
        "confirmed": answers[EntryAnswer.YES],
        "closed": why_closed(season_row),
        "to_charge": entry_queries.teams_to_charge(season_row),
        "fee": fee,
        "symbol": CURRENCIES[request.league.currency].symbol,
        "amount": read_text(request.POST, "amount") or (fee and f"{fee.amount:.2f}") or "",
        "fee_reason": read_text(request.POST, "fee_reason", LONGEST_REASON)
        or (fee.reason if fee else translated(Text("Entry fee {season}", season=season_row.name))),
        **problem_context(problems_of(refused) if refused else ()),
    }
    return render(request, "league/seasons/entries.html", context, status=status_of(refused))


def _do_entries(request: LeagueRequest, season: Season) -> Text:
    """Do what the button says and return the message; raises as the services."""
    do = read_text(request.POST, "do", 20)
    if do == "ask":
        asked = ask_captains(season, by=request.user, now=request.now)
        return Text.plural("The captains of {n} team are asked.", "The captains of {n} teams are asked.", asked)
    if do == "charge":
        return _charge_fee(request, season)
    entry = entry_queries.find_entry(request.league, read_choice(request.POST, "entry") or 0)
    if entry is None or entry.season_id != season.pk:
        raise Invalid([Problem("team", N_("Choose a team of this season."), "entry")])
    if do == "take-out":
        take_out_team(entry, by=request.user, now=request.now)
        return Text("{team} is taken out.", team=entry.team.name)
    answered = answer_entry(entry, do, by=request.user, now=request.now)
    if answered.answer == EntryAnswer.YES:
        return Text("{team} enters.", team=entry.team.name)
    return Text("{team} does not enter.", team=entry.team.name)


def _charge_fee(request: LeagueRequest, season: Season) -> Text:
    amount = read_amount(read_text(request.POST, "amount"))
    if amount is None:
        raise Invalid([Problem("amount", N_("Write the amount in digits, like 20 or 2.50."), "amount")])
    teams = entry_queries.teams_to_charge(season)
    new = NewCharge(ChargeKind.FEE, amount, read_text(request.POST, "fee_reason", LONGEST_REASON), request.today)
    made = charge(season, teams, [], new, by=request.user, now=request.now)
    return Text.plural("{n} team is charged.", "{n} teams are charged.", len(made))
