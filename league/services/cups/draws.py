"""Draw knock-outs: announce a draw by a hash, draw it in public, show it ball by ball, and declare it void.

Two secretaries who draw at once make one draw: the knock-out's row is locked, and a round has one draw that counts.
"""

import datetime as dt
import secrets
from typing import Any

from django.db import transaction

from league.enums import DrawnWhen, JournalKind
from league.errors import Changed, Invalid, WrongState
from league.models import Draw, Entrant, Fixture, KnockOut, Result, Tie, User
from league.queries.cups import drawn_entrants, make_draw_again, places_in_order
from league.rules.competitions import draws as rules
from league.rules.competitions.brackets import Side, Source
from league.rules.problems import TOO_LONG, Problem, check_reason
from league.rules.verifiable_shuffle import commitment
from league.services.cups.ties import cancel_legs, make_due_leg, require_cup_secretary, ties_of
from league.services.journal import record
from league.translation import N_, Text

LONGEST_SAID = 200


@transaction.atomic
def announce_draw(knock_out: KnockOut, *, seed: str = "", by: User, now: dt.datetime) -> Draw:
    """Publish the hash of the next draw's seed, a new one if none is given. Idempotent until it is drawn."""
    knock_out = require_cup_secretary(knock_out, by=by, now=now)
    number = _next_round(knock_out)
    draw = Draw.objects.filter(knock_out=knock_out, round=number, void_because="").first()
    if draw is not None:
        return draw
    seed = seed or secrets.token_hex(32)
    draw = Draw.objects.create(
        knock_out=knock_out, round=number, seed=seed, commitment=commitment(seed), committed_at=now
    )
    what = Text("announced the draw of {cup} by its hash {hash}", cup=str(knock_out), hash=draw.commitment)
    league = knock_out.competition.season.league
    record(league, JournalKind.CUP_DRAWN, f"{draw.pk}:announced", by=by, now=now, what=what)
    return draw


def _next_round(knock_out: KnockOut) -> int:
    """The round to be drawn; raise WrongState where nothing is left to draw."""
    ties = ties_of(knock_out)
    if not ties:
        return 1
    if knock_out.drawn == DrawnWhen.ONCE:
        raise WrongState(N_("This cup is drawn already. Declare its draw void first, with the reason."))
    if any(tie.winner is None for tie in ties.values()):
        raise WrongState(N_("A tie of this round is still to be won: draw the next one then."))
    last = max(tie.round for tie in ties.values())
    if len(_still_in(knock_out, last + 1)) < 2:
        raise WrongState(N_("The cup is won: nothing is left to draw."))
    return last + 1


def _still_in(knock_out: KnockOut, number: int) -> list[Entrant]:
    """Who plays in a round that is drawn anew: nobody who has lost, withdrawn, or enters later."""
    out = {
        side.pk
        for tie in ties_of(knock_out).values()
        for side in (tie.top, tie.bottom)
        if side is not None and tie.winner is not None and side != tie.winner
    }
    rows = knock_out.competition.entrants.filter(withdrawn_at=None, enters__lte=number).select_related("team")
    return [row for row in rows.order_by("pk") if row.pk not in out]


@transaction.atomic
def draw_ties(knock_out: KnockOut, *, said: str, live: bool = False, by: User, now: dt.datetime) -> Draw:
    """Draw the bracket, or the next round; make its ties and the fixtures of those whose sides are known.

    Args:
        said: what was said in public at the draw, such as a lottery's numbers; it enters the shuffle.
        live: show it ball by ball; `reveal_balls` goes on.

    Raises:
        WrongState: not announced, drawn already, or nothing to draw.
        Invalid: everything wrong with the entrants and with what was said.
    """
    knock_out = require_cup_secretary(knock_out, by=by, now=now)
    number = _next_round(knock_out)
    draw = Draw.objects.filter(knock_out=knock_out, round=number, void_because="").first()
    if draw is None:
        raise WrongState(N_("Announce the draw first: its hash has to be public before anybody says anything."))
    anew = knock_out.drawn == DrawnWhen.EACH_ROUND
    entrants = _still_in(knock_out, number) if anew else _still_in(knock_out, rules.LATEST_ROUND)
    problems = _check_draw(knock_out, entrants, said, anew=anew)
    if problems:
        raise Invalid(problems)
    result = make_draw_again(knock_out, drawn_entrants(knock_out, entrants), draw.seed, said)
    names = {one.team_id: one for one in entrants}
    draw.entrants = [
        [one.key, one.seed, one.group, one.enters, names[one.key].team.name]
        for one in drawn_entrants(knock_out, entrants)
    ]
    draw.said, draw.drawn_at, draw.drawn_by, draw.revealed = said.strip(), now, by, 0 if live else None
    draw.save(update_fields=["entrants", "said", "drawn_at", "drawn_by", "revealed"])
    ties = _make_ties(knock_out, result, names, number, anew=anew)
    what = Text("drew {cup}; said at the draw: {said}", cup=str(knock_out), said=draw.said)
    league = knock_out.competition.season.league
    if not live:
        _make_first_legs(ties, by=by, now=now)
    data = {"seed": draw.seed, "said": draw.said, "order": list(result.entrants)}
    record(league, JournalKind.CUP_DRAWN, f"{draw.pk}", by=by, now=now, what=what, data=data)
    return draw


def _check_draw(knock_out: KnockOut, entrants: list[Entrant], said: str, *, anew: bool) -> list[Problem]:
    names = {one.team_id: one.team.name for one in entrants}
    listed = drawn_entrants(knock_out, entrants)
    # Seeds and later rounds are of a bracket: a round that is drawn anew needs two entrants, and no more of them.
    problems = [] if anew and len(listed) > 1 else rules.check_entrants(listed, names)
    if not said.strip():
        message = N_("Write what was said in public, such as tonight’s lottery numbers.")
        problems.append(Problem("said", message, "said"))
    elif len(said.strip()) > LONGEST_SAID:
        problems.append(Problem("said", Text(TOO_LONG, most=LONGEST_SAID), "said"))
    homeless = [one.team.name for one in entrants if one.venue_id is None]
    if homeless and knock_out.venue_id is None:
        message = Text("Give the cup a venue, or {name} one: a tie is played somewhere.", name=homeless[0])
        problems.append(Problem("venue", message, "venue"))
    return problems


def _make_ties(
    knock_out: KnockOut, result: rules.Draw, names: dict[int, Entrant], number: int, *, anew: bool
) -> list[Tie]:
    """Store the ties of a draw; of a round drawn anew only its own, with numbers that go on."""
    before = Tie.objects.filter(knock_out=knock_out).count()
    bracket = result.bracket
    wanted = [tie for tie in bracket.ties if not anew or (tie.round == 1 and not tie.third_place)]
    places = 2 * before
    rows = []
    for offset, tie in enumerate(wanted, start=1):
        sides: dict[str, Any] = {}
        for name, side in (("top", tie.top), ("bottom", tie.bottom)):
            known = side.source is Source.PLACE
            places += 1
            sides[name] = names[result.entrants[side.number - 1]] if known else None
            sides[f"{name}_from"] = str(Side(Source.PLACE, places) if anew else side)
        rows.append(
            Tie(
                knock_out=knock_out, number=before + offset, round=number if anew else tie.round,
                third_place=tie.third_place, bottom_at_home=tie.number in result.reversed_ties, **sides,
            )
        )  # fmt: skip
    made = Tie.objects.bulk_create(rows)
    if not anew:
        for place, key in enumerate(result.entrants, start=1):
            Entrant.objects.filter(pk=names[key].pk).update(place=place)
    return [tie for tie in ties_of(knock_out).values() if tie.pk in {row.pk for row in made}]


def _make_first_legs(ties: list[Tie], *, by: User, now: dt.datetime) -> None:
    for tie in ties:
        make_due_leg(tie, by=by, now=now)


@transaction.atomic
def reveal_balls(draw: Draw, *, seen: int, by: User, now: dt.datetime) -> Draw:
    """Show the next ball of a live draw; after the last one its ties are set, and everybody is told.

    Raises:
        Changed: another ball was drawn since the page was opened (`seen` balls).
    """
    knock_out = require_cup_secretary(draw.knock_out, by=by, now=now)
    draw = Draw.objects.get(pk=draw.pk)
    if draw.revealed is None:
        raise WrongState(N_("Every ball is out."))
    if draw.revealed != seen:
        raise Changed(N_("Another ball was drawn since. This page shows it now."))
    ties = [tie for tie in ties_of(knock_out).values() if tie.round >= draw.round]
    draw.revealed = seen + 1 if seen + 1 < len(places_in_order(ties)) else None
    draw.save(update_fields=["revealed"])
    if draw.revealed is None:
        # Nobody is told by a mail before the ball is out.
        _make_first_legs(ties, by=by, now=now)
    return draw


@transaction.atomic
def void_draw(draw: Draw, *, reason: str, by: User, now: dt.datetime) -> Draw:
    """Declare a draw void before the first result of its ties; they and their fixtures go.

    Raises:
        WrongState: a tie of it has a result or was decided.
        Invalid: no reason.
    """
    knock_out = require_cup_secretary(draw.knock_out, by=by, now=now)
    draw = Draw.objects.get(pk=draw.pk)
    ties = [tie for tie in ties_of(knock_out).values() if tie.round >= draw.round]
    numbers = [tie.pk for tie in ties]
    if Result.objects.filter(fixture__tie__in=numbers).exists() or any(tie.winner for tie in ties):
        raise WrongState(N_("A tie of this draw has a result: it stands. Somebody who withdraws leaves their place."))
    problems = check_reason(reason, N_("Give the reason; it is public."))
    if problems:
        raise Invalid(problems)
    legs = list(Fixture.objects.filter(tie__in=numbers).order_by("pk").values_list("pk", flat=True))
    for tie in ties:
        cancel_legs(tie, by=by, now=now)
    Fixture.objects.filter(pk__in=legs).update(tie=None, leg=None)
    Tie.objects.filter(pk__in=numbers).delete()
    knock_out.competition.entrants.update(place=None)
    draw.void_because = reason.strip()
    draw.save(update_fields=["void_because"])
    what = Text("declared the draw of {cup} void", cup=str(knock_out))
    league = knock_out.competition.season.league
    record(league, JournalKind.CUP_DRAW_VOID, str(draw.pk), by=by, now=now, what=what, why=draw.void_because)
    return draw
