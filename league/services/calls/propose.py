"""Propose cases of conduct from calls, lapse those the calls no longer bear out, and tell the judges (R43)."""

import datetime as dt

from django.db.models import Q

from league import access
from league.enums import (
    NOT_SENT_YET,
    ConductState,
    FixtureState,
    JournalKind,
    NoticeKind,
    NoticeState,
    RoleKind,
)
from league.models import ConductCase, Fixture, Notice, User
from league.queries.calls.conduct import counts_in
from league.queries.visibility import seasons_shown, sides_shown
from league.rules.rulings import ErrorCount, proposals
from league.rules.sheets import place_of_game
from league.services.calls.conduct import key_of, ruleset_of, turn
from league.services.journal import record
from league.services.notices import queue_notice, secretaries
from league.services.scans import process_each
from league.translation import N_, Text


def propose_cases(
    fixture: Fixture, *, match_number: int, game_number: int, awarded_to: str = "", by: User, now: dt.datetime
) -> list[ConductCase]:
    """Make a case of everybody who reaches the threshold in a game by the rulings that stand; return the new ones.

    Call it in the transaction that stores the ruling, the fixture locked. Nobody has a second decided case in one game;
    a
    lapsed one is no hindrance. Where the ruling awards the game (`awarded_to`), its own case needs no notice.
    """
    threshold = ruleset_of(fixture, match_number).persistent_threshold
    counts = counts_in(fixture, match_number=match_number, game_number=game_number)
    made = []
    for count in proposals(counts, threshold):
        whose = {"player": count.player} if count.player is not None else {"player": None, "side": count.side}
        place = {"fixture": fixture, "match_number": match_number, "game_number": game_number}
        if ConductCase.objects.filter(**place, **whose).exclude(state=ConductState.LAPSED).exists():
            continue
        case = ConductCase.objects.create(
            **place,
            side=count.side,
            player_id=count.player,
            overcalls=count.overcalls,
            false_challenges=count.false_challenges,
            threshold=threshold,
            proposed_at=now,
        )
        at_once = awarded_to != "" and awarded_to != count.side
        _record_proposal(case, count, tell=not at_once, by=by, now=now)
        made.append(case)
    return made


def lapse_cases(fixture: Fixture, *, match_number: int, game_number: int) -> list[ConductCase]:
    """Close the undecided cases of a locked fixture's game that its rulings no longer bear out; return them.

    Their pending notices are cancelled.
    """
    threshold = ruleset_of(fixture, match_number).persistent_threshold
    counts = counts_in(fixture, match_number=match_number, game_number=game_number)
    reached = {(count.player, None if count.player else count.side) for count in proposals(counts, threshold)}
    waiting = ConductCase.objects.filter(
        fixture=fixture, match_number=match_number, game_number=game_number, state=ConductState.PROPOSED
    )
    lapsed = [case for case in waiting if (case.player_id, None if case.player_id else case.side) not in reached]
    for case in lapsed:
        turn(case, ConductState.LAPSED)
        forget_proposal(case)
    return lapsed


def forget_proposal(case: ConductCase) -> None:
    """Cancel the pending notices about a case."""
    waiting = Notice.objects.filter(kind=NoticeKind.CONDUCT_PROPOSED, key=key_of(case), state__in=NOT_SENT_YET)
    waiting.update(state=NoticeState.CANCELLED, leased_until=None)


def tell_judges(*, now: dt.datetime) -> int:
    """Queue a notice of each open case to neutral referees who have none of it yet; return how many."""
    there = seasons_shown("fixture__division__season__") & sides_shown("fixture__")
    waiting = ConductCase.objects.filter(there, state=ConductState.PROPOSED)
    waiting = waiting.exclude(fixture__state=FixtureState.CANCELLED)
    joined = waiting.select_related(
        *("fixture__division__season__league", "fixture__format", "fixture__home", "fixture__away", "player")
    )
    return process_each(joined.order_by("proposed_at", "pk"), lambda case: _tell_judges(case, now=now))


def _tell_judges(case: ConductCase, *, now: dt.datetime) -> int:
    owed = Notice.objects.filter(kind=NoticeKind.CONDUCT_PROPOSED, key=key_of(case))
    told = set(owed.exclude(state=NoticeState.CANCELLED).values_list("recipient", flat=True))
    judges = [user for user in _judges(case, now=now) if user.pk not in told]
    place = place_of_game(case.match_number, case.game_number)
    text = Text("{fixture}, {place}: conduct to be decided about.", fixture=str(case.fixture), place=place)
    queue_notice(
        case.fixture.league, judges, NoticeKind.CONDUCT_PROPOSED, key_of(case), text=text, now=now,
        fixture=case.fixture, again=True,
    )  # fmt: skip
    return len(judges)


def _record_proposal(case: ConductCase, count: ErrorCount, *, tell: bool, by: User, now: dt.datetime) -> None:
    fixture, league = case.fixture, case.fixture.league
    told = {"fixture": str(fixture), "place": count.place, "counted": _counted(count)}
    # Of neither the fixture nor the player: captains and the player read those histories, and nothing is decided.
    record(
        league,
        JournalKind.CONDUCT_PROPOSED,
        key_of(case),
        by=by,
        now=now,
        what=Text("counted {counted} in {place} of {fixture}: conduct to be decided about", **told),
        data={"case": case.pk, "threshold": case.threshold},
    )
    if not tell:
        return
    text = Text("{fixture}, {place}: {counted} on the side of {team}.", team=str(getattr(fixture, case.side)), **told)
    judges = _judges(case, now=now)
    if not judges:
        nobody = N_("No referee of the league is neutral about it: give the role to one who is.")
        text = Text.joined(" ", [text, nobody])
    people = judges or secretaries(league, now=now)
    queue_notice(league, people, NoticeKind.CONDUCT_PROPOSED, key_of(case), text=text, now=now, fixture=fixture)


def _counted(count: ErrorCount) -> Text:
    over = Text.plural("{n} overcall", "{n} overcalls", n=count.overcalls)
    false = Text.plural("{n} false challenge", "{n} false challenges", n=count.false_challenges)
    if count.overcalls and count.false_challenges:
        return Text("{overcalls} and {false_challenges}", overcalls=over, false_challenges=false)
    return over if count.overcalls else false


def _judges(case: ConductCase, *, now: dt.datetime) -> list[User]:
    league = case.fixture.league
    today = now.astimezone(league.tz).date()
    running = Q(roles__starts_on__lte=today) & (Q(roles__ends_on=None) | Q(roles__ends_on__gte=today))
    referees = User.objects.filter(running, roles__league=league, roles__kind=RoleKind.REFEREE, is_active=True)
    return [
        user
        for user in referees.distinct().order_by("pk")
        if access.may(access.grants(user, league, now=now), "conduct.decide", case)
    ]
