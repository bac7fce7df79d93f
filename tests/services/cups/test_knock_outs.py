"""A knock-out from its entries to its trophy."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from league.enums import FixtureState, Side, TieEnding, WeekKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Division, Draw, Fixture, JournalEntry, KnockOutRound, Notice, Role, Team, Tie, Week
from league.queries.cups import cup_view
from league.queries.leagues import current_season, divisions_listed
from league.queries.standings.standings import division_table
from league.rules.competitions.draws import Entrant as DrawnEntrant
from league.rules.competitions.draws import draw
from league.rules.sheets import GameScore, MatchSheet, ResultSheet
from league.rules.verifiable_shuffle import commitment
from league.services.cups import draws, entrants, knock_outs
from league.services.cups.dates import move_tie
from league.services.cups.entrants import EntrantPlan
from league.services.cups.knock_outs import CupPlan, RoundPlan, change_rounds, make_cup
from league.services.cups.ties import decide_tie, withdraw_entrant
from league.services.people.sides import read_sides
from league.services.results import confirm, correct, decide, submit
from tests.factories import Town
from tests.services.cups.worlds import SAID, cup, drawn, leg_of, more_teams, play, sheet, ties

pytestmark = pytest.mark.django_db


def test_a_cup_of_four_goes_from_entry_to_its_champion(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now, third_place=True)
    first, second, third, final = drawn(made, town, now=now)
    assert [(tie.round, tie.third_place) for tie in (first, second, third, final)] == [
        (1, False), (1, False), (2, True), (2, False),
    ]  # fmt: skip
    assert {first.top, first.bottom, second.top, second.bottom} == set(made.competition.entrants.all())
    assert (final.top, final.bottom, third.top) == (None, None, None)
    play(first, first.top, town, now=now)
    play(second, second.bottom, town, now=now)
    first, second, third, final = ties(made)
    assert (first.winner, first.ending) == (first.top, TieEnding.PLAYED)
    assert (final.top, final.bottom) == (first.top, second.bottom)
    assert (third.top, third.bottom) == (first.bottom, second.top)
    play(third, third.top, town, now=now)
    play(final, final.bottom, town, now=now)
    view = cup_view(made)
    assert view.champion == second.bottom
    assert [str(round_.label) for round_ in view.rounds] == ["Semi-finals", "Final"]


def test_two_captains_are_told_of_their_tie_and_a_journal_entry_stands(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now, teams=[town.teams["Anchor"], town.teams["Bell"]])
    (final,) = drawn(made, town, now=now)
    fixture = leg_of(final)
    told = Notice.objects.filter(kind="tie-set", fixture=fixture)
    assert {notice.recipient for notice in told} == {town.captains["Anchor"], town.captains["Bell"]}
    assert told[0].text.startswith(f"{fixture}: Final of Town Cup is on ")
    assert JournalEntry.objects.filter(kind="tie-set", fixture=fixture).count() == 1


def test_anybody_can_make_a_draw_again_from_what_was_published(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now, teams=[*town.teams.values(), *more_teams(town, 3)])
    before = draws.announce_draw(made, by=town.secretary, now=now)
    assert draws.announce_draw(made, by=town.secretary, now=now) == before
    row = draws.draw_ties(made, said=SAID, by=town.secretary, now=now)
    assert (row.commitment, commitment(row.seed)) == (before.commitment, before.commitment)
    again = draw([DrawnEntrant(*one[:4]) for one in row.entrants], seed=row.seed, said=row.said)
    assert list(again.entrants) == list(made.competition.entrants.order_by("place").values_list("team_id", flat=True))


def test_a_correction_takes_back_what_had_followed_until_the_next_tie_is_played(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    first, second, _ = drawn(made, town, now=now)
    fixture = play(first, first.top, town, now=now)
    play(second, second.top, town, now=now)
    final = ties(made)[2]
    was = leg_of(final)
    assert final.top == first.top
    other = sheet(fixture, town, home_wins=fixture.home_id != first.top.team_id)  # type: ignore[union-attr]
    correct.propose(fixture, 1, other, reason="Sides mixed up.", by=town.secretary, now=fixture.starts_at)
    first, second, final = ties(made)
    assert (first.winner, final.top) == (first.bottom, first.bottom)
    was.refresh_from_db()
    assert was.state == FixtureState.CANCELLED
    assert leg_of(final).leg == 2
    assert first.bottom.team in leg_of(final).sides  # type: ignore[union-attr]


def test_a_walkover_is_a_conceded_tie(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    first, *_ = drawn(made, town, now=now)
    fixture = leg_of(first)
    decide.give_walkover(
        fixture, to=Side.HOME, version=0, reason="Nobody came.", by=town.secretary, now=fixture.starts_at
    )
    first = ties(made)[0]
    assert first.ending == TieEnding.CONCEDED
    assert first.winner is not None
    assert first.winner.team_id == fixture.home_id


def test_two_legs_change_ends_and_are_added_up(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now, teams=[town.teams["Anchor"], town.teams["Bell"]], legs=2)
    (final,) = drawn(made, town, now=now)
    one = play(final, final.top, town, now=now)
    assert ties(made)[0].winner is None
    two = leg_of(final)
    assert (two.home, two.away, two.leg) == (one.away, one.home, 2)
    play(final, final.bottom, town, now=now)
    replay = leg_of(final)
    assert (ties(made)[0].winner, replay.leg) == (None, 3)
    play(final, final.bottom, town, now=now)
    assert ties(made)[0].winner == final.bottom


def test_a_level_tie_is_the_secretarys_to_decide_where_the_cup_says_so(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now, teams=[town.teams["Anchor"], town.teams["Bell"]], legs=2, if_level="decision")
    (final,) = drawn(made, town, now=now)
    play(final, final.top, town, now=now)
    play(final, final.bottom, town, now=now)
    told = Notice.objects.get(kind="tie-decided", recipient=town.secretary)
    assert told.text.endswith("ended level: say on the cup’s page who goes on.")
    with pytest.raises(Invalid) as refused:
        decide_tie(final, final.top, ending=TieEnding.DECISION, reason=" ", by=town.secretary, now=now)
    assert [problem.field for problem in refused.value.problems] == ["reason"]
    decide_tie(final, final.top, ending=TieEnding.DECISION, reason="A ninth game.", by=town.secretary, now=now)  # type: ignore[arg-type]
    assert (ties(made)[0].winner, ties(made)[0].why) == (final.top, "A ninth game.")


def test_nobody_wins_a_tie_that_waits_for_others(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    *_, final = drawn(made, town, now=now)
    someone = made.competition.entrants.all()[0]
    with pytest.raises(WrongState, match="waits for the ones before it"):
        decide_tie(final, someone, ending=TieEnding.DECISION, reason="x", by=town.secretary, now=now)


def test_a_tie_is_not_decided_again_once_the_next_one_has_a_result(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    first, second, _ = drawn(made, town, now=now)
    play(first, first.top, town, now=now)
    play(second, second.top, town, now=now)
    final = ties(made)[2]
    play(final, final.top, town, now=now)
    with pytest.raises(WrongState, match="has a result: void that first"):
        decide_tie(first, first.bottom, ending=TieEnding.DECISION, reason="x", by=town.secretary, now=now)  # type: ignore[arg-type]


def test_who_withdraws_leaves_the_tie_to_the_opponent(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    first, *_ = drawn(made, town, now=now)
    fixture = leg_of(first)
    withdraw_entrant(first.top, reason="Not enough players.", by=town.secretary, now=now)  # type: ignore[arg-type]
    first = ties(made)[0]
    assert (first.winner, first.ending) == (first.bottom, TieEnding.WITHDRAWN)
    fixture.refresh_from_db()
    assert fixture.state == FixtureState.CANCELLED
    with pytest.raises(WrongState, match="has withdrawn already"):
        withdraw_entrant(first.top, reason="Again.", by=town.secretary, now=now)  # type: ignore[arg-type]


def test_a_lucky_loser_takes_the_place_of_who_withdraws(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    first, second, _ = drawn(made, town, now=now)
    play(first, first.top, town, now=now)
    loser, gone = first.bottom, second.top
    assert loser is not None
    assert gone is not None
    with pytest.raises(Invalid, match="lost a tie"):
        withdraw_entrant(gone, instead=second.bottom, reason="Ill.", by=town.secretary, now=now)
    withdraw_entrant(gone, instead=loser, reason="Ill.", by=town.secretary, now=now)
    second = ties(made)[1]
    assert {second.top, second.bottom} == {loser, ties(made)[1].bottom}
    assert loser.team in leg_of(second).sides


def test_a_void_draw_is_drawn_again_with_another_seed(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    drawn(made, town, now=now)
    row = Draw.objects.get()
    fixtures = list(Fixture.objects.exclude(tie=None))
    draws.void_draw(row, reason="The Swan was left out.", by=town.secretary, now=now)
    assert Tie.objects.count() == 0
    assert {fixture.state for fixture in Fixture.objects.filter(pk__in=[one.pk for one in fixtures])} == {"cancelled"}
    drawn(made, town, now=now)
    assert [one.void_because for one in Draw.objects.order_by("pk")] == ["The Swan was left out.", ""]
    first = ties(made)[0]
    play(first, first.top, town, now=now)
    with pytest.raises(WrongState, match="has a result: it stands"):
        draws.void_draw(Draw.objects.get(void_because=""), reason="x", by=town.secretary, now=now)


def test_a_draw_wants_its_hash_told_something_said_and_two_entrants(town: Town, now: dt.datetime) -> None:
    made = make_cup(town.season, CupPlan("Cup"), by=town.secretary, now=now)
    with pytest.raises(WrongState, match="Announce the draw first"):
        draws.draw_ties(made, said=SAID, by=town.secretary, now=now)
    draws.announce_draw(made, by=town.secretary, now=now)
    with pytest.raises(Invalid) as refused:
        draws.draw_ties(made, said=" ", by=town.secretary, now=now)
    assert [(one.code, one.field) for one in refused.value.problems] == [("too-few", "entrants"), ("said", "said")]
    with pytest.raises(Invalid) as refused:
        draws.draw_ties(made, said="x" * 201, by=town.secretary, now=now)
    assert [(one.code, one.field) for one in refused.value.problems] == [("too-few", "entrants"), ("said", "said")]
    with pytest.raises(NotAllowed):
        draws.draw_ties(made, said=SAID, by=town.captains["Bell"], now=now)


@pytest.mark.parametrize(("play_by", "later"), [(None, 7), (dt.date(2026, 11, 29), -7)])
def test_a_tie_is_not_set_in_a_week_without_play(
    town: Town, now: dt.datetime, play_by: dt.date | None, later: int
) -> None:
    plans = {1: RoundPlan(play_by=play_by)}
    one, other = cup(town, now=now), cup(town, now=now, name="Other Cup")
    for made in (one, other):
        change_rounds(made, plans, by=town.secretary, now=now)
    usual = leg_of(drawn(one, town, now=now)[0]).starts_at
    monday = usual.date() - dt.timedelta(days=usual.weekday())
    Week.objects.filter(season=town.season, starts_on=monday).delete()
    Week.objects.create(season=town.season, round=town.weeks[0].round, starts_on=monday, kind=WeekKind.NO_PLAY)
    first = leg_of(drawn(other, town, now=now)[0]).starts_at
    assert first.date() - dt.timedelta(days=first.weekday()) == monday + dt.timedelta(days=later)


def test_each_round_is_drawn_anew_where_the_cup_says_so(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now, drawn="each-round", teams=[*town.teams.values(), *more_teams(town, 1)])
    (preliminary,) = drawn(made, town, now=now)
    assert {row.pk for row in cup_view(made).rounds[0].byes} == {row.pk for row in made.competition.entrants.all()} - {
        preliminary.top_id,
        preliminary.bottom_id,
    }
    with pytest.raises(WrongState, match="still to be won"):
        draws.announce_draw(made, by=town.secretary, now=now)
    play(preliminary, preliminary.top, town, now=now)
    drawn(made, town, now=now)
    _, one, two = ties(made)
    assert (one.round, two.round, one.number, two.number) == (2, 2, 2, 3)
    assert preliminary.bottom not in (one.top, one.bottom, two.top, two.bottom)
    play(one, one.top, town, now=now)
    play(two, two.top, town, now=now)
    drawn(made, town, now=now)
    final = ties(made)[3]
    play(final, final.top, town, now=now)
    view = cup_view(made)
    assert view.champion == final.top
    assert [str(round_.label) for round_ in view.rounds] == ["Quarter-finals", "Semi-finals", "Final"]
    with pytest.raises(WrongState, match="The cup is won"):
        draws.announce_draw(made, by=town.secretary, now=now)


def test_a_live_draw_is_told_ball_by_ball(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    draws.announce_draw(made, by=town.secretary, now=now)
    row = draws.draw_ties(made, said=SAID, live=True, by=town.secretary, now=now)

    def named() -> list[str]:
        return [str(side.name) for tie in cup_view(made).rounds[0].ties for side in tie.sides]

    assert named() == ["To be drawn"] * 4
    for seen in range(4):
        row = draws.reveal_balls(row, seen=seen, by=town.secretary, now=now)
        assert [name == "To be drawn" for name in named()] == [place > seen for place in range(4)]
    assert row.revealed is None
    with pytest.raises(WrongState, match="Every ball is out"):
        draws.reveal_balls(row, seen=4, by=town.secretary, now=now)


def test_pairs_are_sides_whose_captains_their_players_are(town: Town, now: dt.datetime) -> None:
    made = make_cup(town.season, CupPlan("Pairs", entrant_kind="pair"), by=town.secretary, now=now)
    anchor, bell = town.squads["Anchor"], town.squads["Bell"]
    for player, user in ((anchor[0], town.captains["Anchor"]), (bell[0], town.captains["Bell"])):
        player.user = user
        player.save()
    with pytest.raises(Invalid) as refused:
        entrants.enter_sides(made, [(anchor[0], anchor[0]), (bell[0],)], by=town.secretary, now=now)
    assert [one.code for one in refused.value.problems] == ["twice", "size"]
    pairs = entrants.enter_sides(made, [anchor[:2], bell[:2]], by=town.secretary, now=now)
    assert [pair.team.kind for pair in pairs] == ["pair", "pair"]
    assert {pair.team.pk for pair in pairs}.isdisjoint(Team.objects.values_list("pk", flat=True))
    assert Role.objects.filter(team=pairs[0].team, user=town.captains["Anchor"]).count() == 1
    (final,) = drawn(made, town, now=now)
    for pair, players, captain in ((pairs[0], anchor, "Anchor"), (pairs[1], bell, "Bell")):
        town.squads[pair.team.name], town.captains[pair.team.name] = players, town.captains[captain]
    fixture = leg_of(final)

    seats = [tuple(player.pk for player in town.squads[side.name][:2]) for side in fixture.sides]
    games = (GameScore(121, 100),) * 3
    card = ResultSheet((MatchSheet(1, "doubles", seats[0], seats[1], games),))
    now = fixture.starts_at
    submit.submit(fixture, card, by=town.captains[fixture.home.name], now=now)
    confirm.confirm(fixture, 1, by=town.captains[fixture.away.name], now=now)
    assert ties(made)[0].winner is not None


def test_a_strange_player_does_not_play_for_a_pair(town: Town, now: dt.datetime) -> None:
    made = make_cup(town.season, CupPlan("Singles", entrant_kind="player"), by=town.secretary, now=now)
    anchor, bell = town.squads["Anchor"], town.squads["Bell"]
    entrants.enter_sides(made, [anchor[:1], bell[:1]], by=town.secretary, now=now)
    (final,) = drawn(made, town, now=now)
    fixture = leg_of(final)
    for side in fixture.sides:
        town.squads[side.name] = anchor[1:2] if side.name == anchor[0].name else bell[1:2]
    with pytest.raises(Invalid) as refused:
        submit.submit(fixture, sheet(fixture, town, home_wins=True), by=town.secretary, now=fixture.starts_at)
    assert {one.field for one in refused.value.problems} == {"m1-home-1", "m1-away-1"}


def test_seeds_and_later_rounds_are_told_at_their_fields(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    one, two, *_ = made.competition.entrants.order_by("pk")
    home = one.venue
    plans = {one.pk: EntrantPlan(seed=2, handicap=61), two.pk: EntrantPlan(seed=2, enters=7)}
    with pytest.raises(Invalid) as refused:
        entrants.change_entrants(made, plans, by=town.secretary, now=now)
    assert {problem.field for problem in refused.value.problems} == {"seed", "enters", "handicap"}
    entrants.change_entrants(
        made,
        {one.pk: EntrantPlan(seed=2, venue=home), two.pk: EntrantPlan(seed=1, venue=home)},
        by=town.secretary,
        now=now,
    )
    entrants.change_entrants(
        made,
        {one.pk: EntrantPlan(seed=1, venue=home), two.pk: EntrantPlan(seed=2, venue=home)},
        by=town.secretary,
        now=now,
    )
    first, second, _ = drawn(made, town, now=now)
    assert {first.top, second.top} | {first.bottom, second.bottom} >= {one, two}


def test_a_round_has_its_evening_its_venue_and_its_last_day(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now, teams=[town.teams["Anchor"], town.teams["Bell"]])
    evening = now + dt.timedelta(days=20)
    plan = RoundPlan("Finals night", evening.date(), evening, town.venues["Castle"])
    early = RoundPlan(play_by=evening.date() - dt.timedelta(days=1), starts_at=evening)
    with pytest.raises(Invalid) as refused:
        knock_outs.change_rounds(made, {1: early}, by=town.secretary, now=now)
    assert [problem.field for problem in refused.value.problems] == ["round-1-starts_at"]
    knock_outs.change_rounds(made, {1: plan}, by=town.secretary, now=now)
    (final,) = drawn(made, town, now=now)
    fixture = leg_of(final)
    assert (fixture.starts_at, fixture.venue) == (evening, town.venues["Castle"])
    assert cup_view(made).rounds[0].label == "Finals night"
    assert KnockOutRound.objects.get().play_by == evening.date()
    late = evening + dt.timedelta(days=7)
    with pytest.raises(Invalid, match="This round is played by"):
        move_tie(fixture, late, by=town.captains["Anchor"], now=now)
    sooner = evening - dt.timedelta(days=3)
    move_tie(fixture, sooner, by=town.captains["Anchor"], now=now)
    fixture.refresh_from_db()
    assert fixture.starts_at == sooner
    with pytest.raises(NotAllowed):
        move_tie(fixture, evening, by=town.captains["Castle"], now=now)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": " "}, "name"), ({"name": "x" * 61}, "name"), ({"name": "Town Cup"}, "name"),
        ({"fixture_format": "Q"}, "fixture_format"), ({"legs": 10}, "legs"),
        ({"legs": 2, "decided_by": "wins"}, "legs"), ({"places": 1}, "places"),
    ],
)  # fmt: skip
def test_a_plan_is_refused_at_its_field(fields: dict[str, Any], field: str, town: Town, now: dt.datetime) -> None:
    cup(town, now=now)
    plan = CupPlan(**{"name": "Another", **fields})
    with pytest.raises(Invalid) as refused:
        make_cup(town.season, plan, by=town.secretary, now=now)
    assert {problem.field for problem in refused.value.problems} == {field}


def test_a_drawn_cup_keeps_what_its_ties_rest_on(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    drawn(made, town, now=now)
    made.refresh_from_db()
    plan = knock_outs.plan_of(made)

    with pytest.raises(WrongState, match="The cup is drawn"):
        knock_outs.change_cup(made, replace(plan, legs=3), by=town.secretary, now=now)
    knock_outs.change_cup(made, replace(plan, name="Grand Cup"), by=town.secretary, now=now)
    assert Division.competitions.get().name == "Grand Cup"
    with pytest.raises(WrongState, match="The cup is drawn"):
        knock_outs.delete_cup(made, by=town.secretary, now=now)


def test_a_cup_that_was_never_drawn_is_deleted(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    knock_outs.delete_cup(made, by=town.secretary, now=now)
    assert Division.competitions.count() == 0
    assert JournalEntry.objects.filter(kind="cup-changed").count() == 1


def test_a_plate_is_played_by_the_losers_of_first_ties(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now, teams=[*town.teams.values(), *more_teams(town, 2)])
    plate = make_cup(town.season, CupPlan("Plate", plate_of=made), by=town.secretary, now=now)
    drawn(made, town, now=now)
    with pytest.raises(WrongState, match="still to be won"):
        entrants.enter_losers(plate, by=town.secretary, now=now)
    for round_ in (1, 2):
        for tie in ties(made):
            if tie.round == round_:
                play(tie, tie.top if round_ == 1 else tie.bottom, town, now=now)
    entered = entrants.enter_losers(plate, by=town.secretary, now=now)
    first = [tie.bottom.team_id for tie in ties(made) if tie.round == 1 and tie.bottom]
    assert {row.team_id for row in entered} >= set(first)
    assert len(entered) == 4
    assert entrants.enter_losers(plate, by=town.secretary, now=now) == []


def test_typed_players_are_found_or_told_line_by_line(town: Town) -> None:
    sides = read_sides(town.league, "anchor 1 & Bell 2\n\nBELL 1/Anchor 3", 2)
    assert [[one.name for one in side] for side in sides] == [["Anchor 1", "Bell 2"], ["Bell 1", "Anchor 3"]]
    with pytest.raises(Invalid) as refused:
        read_sides(town.league, "Ankor 1 & Bell 2\nZebedee & Bell 1\nAnchor 2\nBell 3 & Bell 1", 2)
    told = [str(problem.message) for problem in refused.value.problems]
    assert told[0].startswith("Line 1: Ankor 1 is no player of this league. Did you mean Anchor 1")
    assert told[1:] == [
        "Line 2: Zebedee is no player of this league.",
        "Line 3: a pair is two players, with “&” between them.",
        "Line 4: Bell 1 stands in line 2 already.",
    ]


def test_a_player_who_shortens_their_name_is_a_side_so_called(town: Town, now: dt.datetime) -> None:
    player = town.squads["Anchor"][0]
    player.name, player.shorten_name = "Zebedee Smith", True
    player.save()
    made = make_cup(town.season, CupPlan("Singles", entrant_kind="player"), by=town.secretary, now=now)
    (entrant,) = entrants.enter_sides(made, [[player]], by=town.secretary, now=now)
    assert entrant.team.name == "Zebedee S."


def test_a_cup_changes_nothing_of_the_league(town: Town, now: dt.datetime) -> None:
    before = (current_season(town.league, now=now), [row.row for row in division_table(town.division).rows])
    made = cup(town, now=now)
    first, *_ = drawn(made, town, now=now)
    play(first, first.top, town, now=now)
    assert (current_season(town.league, now=now), [row.row for row in division_table(town.division).rows]) == before
    assert list(divisions_listed(town.season)) == [town.division]
    assert list(town.season.divisions.all()) == [town.division]
