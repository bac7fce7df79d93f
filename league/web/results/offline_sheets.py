"""A sheet, or a score alone, from a device's outbox: filled in without a connection and sent once when there is one.

The device asks first whose session there is, and for a token; then it sends the fields of the form, with a key that it
made when the button was pressed and with the state of the fixture that its page rested on (`basis_of`). Where that is
another by now, nothing is sent until the writer has seen how: what differs comes back, with what they can do.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.access import may
from league.enums import FixtureState, ResultState
from league.errors import Invalid, WrongState
from league.models import Fixture, Result, Team
from league.queries.people.people import squads
from league.queries.results import versions
from league.queries.results.dashboards import CaptainsList
from league.queries.results.sheets import sheet_of
from league.rules.problems import Problem
from league.rules.sheet_fields import differences
from league.rules.sheets import ResultSheet
from league.services import idempotency
from league.services.results import submit
from league.translation import N_, Text, translated
from league.web import cards
from league.web.forms import read_text
from league.web.navigation import reader_of
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league
from league.web.results import score_only
from league.web.results import sheet_pages as pages
from league.web.results.sheet_form import Filled, fields_from
from league.web.results.sheet_pages import basis_of

# A device asks for each of them once in ten minutes at most, one after the other.
MOST_SHEETS = 4
AHEAD = dt.timedelta(days=7)


def offline_bundle(request: LeagueRequest, fixture_list: CaptainsList, teams: Iterable[Team]) -> list[str]:
    """Return the addresses of a match night: sheets due and of the coming week, squads, rules, hand checker."""
    coming = [line.fixture for line in fixture_list.coming if opens_ahead(line.fixture, now=request.now)]
    due = [line.fixture for line in fixture_list.due]
    playing = [*due, *coming][:MOST_SHEETS]
    slugs = dict.fromkeys([*(team.slug for team in teams), *(t.slug for f in playing for t in (f.home, f.away))])
    of = {"slug": request.league.slug}
    sheets = [
        reverse("sheet", kwargs={**of, "fixture": fixture.pk}) + ("" if fixture in due else "?ahead=yes")
        for fixture in playing
    ]
    scores = [reverse("score", kwargs={**of, "fixture": one.pk}) for one in due if not versions.no_score_only(one)]
    squads = [reverse("team", kwargs={**of, "team": slug}) for slug in slugs]
    return [*sheets, *scores[:MOST_SHEETS], *squads, *everybodys(request), reverse("league", kwargs=of)]


def everybodys(request: LeagueRequest) -> list[str]:
    return [reverse(name, kwargs={"slug": request.league.slug}) for name in ("league-hand", "rules")]


def opens_ahead(fixture: Fixture, *, now: dt.datetime) -> bool:
    """Return True if a fixture's sheet may be taken along before it begins."""
    return fixture.state == FixtureState.SCHEDULED and now < fixture.starts_at <= now + AHEAD


LONGEST_BASIS = 60
Answer = tuple[int, dict[str, Any]]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def delivery(request: LeagueRequest, fixture: int) -> HttpResponse:
    """Say whose session it is and give it a token; take in a sheet that waited in the outbox of a device."""
    if not request.user.is_authenticated:
        return JsonResponse({"state": "signed-out"}, status=401)
    fixture_row = fixture_or_404(request, fixture)
    allow(request, "result.submit", fixture_row)
    if request.method != "POST":
        return JsonResponse({"reader": reader_of(request.user), "token": get_token(request)})
    filled = Filled(fixture_row, fields_from(request.POST))
    score = {name: value for name, value in score_only.read_fields(request).items() if value}
    fields = {**filled.fields, **score}
    said = hashlib.blake2b(json.dumps(fields, sort_keys=True).encode(), digest_size=16).hexdigest()

    def answer() -> tuple[int, bytes]:
        status, told = _deliver(request, filled, score)
        return status, json.dumps(told).encode()

    key = request.headers.get("Idempotency-Key", "")
    owner = idempotency.owner_of(request.user)
    try:
        status, body = idempotency.replay_or_answer(owner, key, f"{fixture_row.pk} {said}", answer, now=request.now)
    except Invalid as refused:
        return JsonResponse(_refused(refused.problems), status=422)
    except WrongState as busy:
        # The same sheet is on its way at this moment: it waits for the next time.
        return JsonResponse({"state": "waiting", "message": translated(busy.message)}, status=409)
    return HttpResponse(body, status=status, content_type="application/json")


def _deliver(request: LeagueRequest, filled: Filled, score: Mapping[str, str]) -> Answer:
    fixture, page = filled.fixture, "score" if score else "sheet"
    try:
        sheet = score_only.read_score(fixture, score) if score else pages.read_sheet(filled)
        live, now_basis = versions.live_result(fixture), basis_of(fixture)
        changed = list(_changed(fixture, read_text(request.POST, "basis", LONGEST_BASIS), now_basis, live))
        if changed and (live is None or differences(_as_sent(filled, score), sheet_of(live))):
            return _conflict(request, filled, score, changed, now_basis)
        if not score and (doubts := pages.doubts_to_ask(request, fixture, sheet)):
            _keep(request, filled)
            return 422, _doubt_context(doubts) | {"ways": [_way(request, fixture, page)]}
        result = submit.submit(fixture, sheet, by=request.user, now=request.now)
    except Invalid as refused:
        _keep(request, filled)
        return 422, _refused(refused.problems) | {"ways": [_way(request, fixture, page)]}
    except WrongState as late:
        return _conflict(request, filled, score, [late.message], "")
    text = translated(pages.sent_message(result))
    return 200, {"state": "sent", "message": text, "ways": [_way(request, fixture, "fixture")]}


def _as_sent(filled: Filled, score: Mapping[str, str]) -> ResultSheet:
    """Return what was sent, whatever is wrong with it; a score must be right."""
    fixture = filled.fixture
    return score_only.read_score(fixture, score) if score else submit.sheet_from(fixture, filled.fields)


def _changed(fixture: Fixture, then: str, now: str, live: Result | None) -> Iterator[Text | str]:
    """Return a sentence for each thing that is another since the sheet's page was opened."""
    if then == now:
        return
    version, when, terms = (*then.split("."), "", "", "")[:3]
    version_now, when_now, terms_now = now.split(".")
    if version != version_now:
        if live is None:
            yield N_("The result that this sheet was to answer is gone.")
        else:
            yield Text("A result was entered meanwhile: {score}.", score=versions.score_of(live))
    if when != when_now:
        yield N_("The fixture was moved, postponed or cancelled since you opened its sheet.")
    if terms != terms_now:
        yield N_("The sheet of this division has another form by now. Open it and check what you filled in.")


def _conflict(request: LeagueRequest, filled: Filled, score: Mapping[str, str], said: list[Any], basis: str) -> Answer:
    """Return what stands against sending it as it is. With a basis it may be sent all the same."""
    fixture = filled.fixture
    live = versions.live_result(fixture)
    _keep(request, filled)
    payload: dict[str, Any] = {"state": "conflict", "message": " ".join(translated(row) for row in said)}
    page = "score" if score else "sheet"
    if live is not None:
        views = cards.difference_views(differences(_as_sent(filled, score), sheet_of(live)), squads(fixture))
        payload["differences"] = [
            {"where": translated(view.where), "mine": translated(view.mine), "theirs": translated(view.theirs)}
            for view in views
        ]
        answers = live.state == ResultState.SUBMITTED and may(request.grants, "result.answer", live)
        page = "confirm" if answers else "fixture"
        # A score alone answers no result: it is changed or disputed on its page.
        if not answers or score:
            basis = ""
    elif versions.not_enterable(fixture, now=request.now):
        page, basis = "fixture", ""
    payload["ways"] = [_way(request, fixture, page)]
    # On other terms the fields say other things.
    same_form = basis.rpartition(".")[2] == request.POST.get("basis", "").rpartition(".")[2]
    return 409, payload | ({"basis": basis} if basis and same_form else {})


def _keep(request: LeagueRequest, filled: Filled) -> None:
    """Keep the fields as the draft of this fixture, so that its page opens with them; not over what is newer."""
    if not filled.fields:
        return
    try:
        submit.save_draft(
            filled.fixture, filled.fields, seen=request.POST.get("seen", ""), by=request.user, now=request.now
        )
    except WrongState:
        return


def _refused(problems: Any) -> dict[str, Any]:
    return {"state": "refused", "problems": [_spelled(problem) for problem in problems]}


def _spelled(problem: Problem) -> str:
    where = f"{translated(problem.where)}: " if problem.where else ""
    text = f"{where}{translated(problem.message)}"
    return text[:1].upper() + text[1:]


def _doubt_context(asked: Any) -> dict[str, Any]:
    message = [
        Text("Match {match}, game {game}: the loser has {score}.", match=d.match, game=d.game, score=d.score)
        for d in asked
    ]
    return {
        "state": "asked",
        "message": translated(N_("Really so low?")),
        "problems": [translated(one) for one in message],
        "sure": " ".join(doubt.key for doubt in asked),
    }


LABELS = {
    "sheet": N_("Open the sheet"),
    "score": N_("Change the score"),
    "confirm": N_("View their sheet"),
    "fixture": N_("Open the fixture"),
}


def _way(request: LeagueRequest, fixture: Fixture, page: str) -> dict[str, str]:
    url = reverse(page, kwargs={"slug": request.league.slug, "fixture": fixture.pk})
    return {"label": translated(LABELS[page]), "url": url}
