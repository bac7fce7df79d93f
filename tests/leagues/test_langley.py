"""Langley: six pairs a side, each pair meets each of the other side's at its table; names as they are written.

The season is played in halves, whose winners meet in a play-off.
"""

import datetime as dt
import json
import re
from collections.abc import Mapping
from decimal import Decimal

import pytest
from django.test import Client

from league.enums import Registering
from league.errors import Invalid
from league.models import Division, Entry, LotsDrawn, Player, Result
from league.queries.results.sheets import sheet_of
from league.queries.standings.halves import halves_of
from league.queries.standings.standings import division_table
from league.rules.formats import terms
from league.rules.sheet_fields import NOBODY, fields_of, parse_sheet
from league.services.results.confirm import confirm
from league.services.results.decide import give_walkover
from league.services.results.submit import submit
from league.services.standings.adjustments import adjust_points
from league.services.standings.level_teams import make_play_off
from tests.api.program import Program, json_of
from tests.factories import Town
from tests.leagues.nights import league_of, table
from tests.services.results.test_score_only import score as score_alone
from tests.web.pages import page, signed_in, words

pytestmark = pytest.mark.django_db
# A line for each home pair: who won against the first, second … away pair.
WON = ("HHHAAA", "HHHHHH", "AAHAAH", "HAHHAH", "AAAAAA", "HHAHHA")  # 19 to 17
PAIRS = range(1, 7)


def langley(written: str) -> Town:
    made = league_of(f"6ED1{written}", players=12, walkover_games=19, walkover_games_against=0)
    made.season.registration = Registering.OPEN
    made.season.save()
    return made


@pytest.fixture(params=["w", "t"])
def town(request: pytest.FixtureRequest) -> Town:
    return langley(request.param)


def chosen(town: Town) -> dict[str, str]:
    """Both line-ups, chosen from the lists: a home pair in its first match, an away pair in the first of its column."""
    return {
        f"m{(pair - 1) * 6 + 1 if side == 'home' else pair}-{side}-{seat}": str(town.squads[team][at].pk)
        for side, team in (("home", "Anchor"), ("away", "Bell"))
        for pair in PAIRS
        for seat, at in ((1, 2 * pair - 2), (2, 2 * pair - 1))
    }


def as_names(fields: Mapping[str, str]) -> dict[str, str]:
    """The same seats with new names written in them."""
    return {f"{seat}-name": f"Newcomer {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[n] * 5}" for n, seat in enumerate(fields)}


def won(town: Town) -> dict[str, str]:
    fields = {}
    for number, winner in enumerate("".join(WON), start=1):
        home = winner == "H"
        if town.division.fixture_format.endswith("w"):
            fields[f"m{number}-g1-winner"] = "home" if home else "away"
        else:
            fields |= {f"m{number}-home-games": str(int(home)), f"m{number}-away-games": str(int(not home))}
    return fields


def test_a_sheet_with_names_as_written_is_sent_confirmed_and_read_back(town: Town, now: dt.datetime) -> None:
    fixture, captain = town.fixtures[0], signed_in(town.captains["Anchor"])
    shown = captain.get(page(fixture, "sheet")).content.decode()
    # Twenty-four names are written, however many games they play.
    assert len(re.findall(r'<input[^>]* name="m[0-9]+-(?:home|away)-[12]-name"', shown)) == 24
    assert "each pair plays each pair" in shown
    sent = captain.post(page(fixture, "sheet"), as_names(chosen(town)) | won(town) | {"do": "send"})
    assert sent.status_code == 302
    found = Result.objects.get()
    assert (found.home_games, found.away_games) == (19, 17)
    confirm(fixture, 1, by=town.captains["Bell"], now=now)
    assert table(town) == {"Anchor": (19, 17, 1, 19), "Bell": (17, 19, 0, 17)}
    # Each of them has played six games, in pairs.
    newcomer = Player.objects.get(name="Newcomer AAAAA")
    assert newcomer.appearances.count() == 6
    again = sheet_of(Result.objects.get(live=True))
    assert [match.kind for match in again.matches] == ["doubles"] * 36
    assert parse_sheet(fields_of(again, terms(town.division)), terms(town.division)) == (again, [])
    # The fixture's page has a row for each home pair, and all the games folded.
    shown = signed_in(town.captains["Bell"]).get(page(fixture))
    assert "Newcomer AAAAA" in words(shown)
    assert "(new player)" not in words(shown)
    assert shown.content.decode().count('class="result-each"') == 6


def test_whoever_is_chosen_and_whoever_is_written_may_be_partners(town: Town, now: dt.datetime) -> None:
    fields = chosen(town)
    written = as_names({seat: said for seat, said in fields.items() if seat.endswith("-2")})
    fields = {seat: said for seat, said in fields.items() if seat.endswith("-1")}
    captain = signed_in(town.captains["Anchor"])
    # A seat that is empty is told once, and what is filled in stays there.
    missing = captain.post(page(town.fixtures[0], "sheet"), fields | won(town) | {"do": "send"})
    assert missing.status_code == 422
    assert missing.content.decode().count('class="field-error"') == 12
    answer = captain.post(page(town.fixtures[0], "sheet"), fields | written | won(town) | {"do": "send"})
    assert answer.status_code == 302


def test_a_pair_that_does_not_come_loses_its_six_games(town: Town, now: dt.datetime) -> None:
    fields = {seat: said for seat, said in chosen(town).items() if not seat.startswith(("m31-home", "m6-away"))}
    fields |= won(town) | {"m31-home-1": NOBODY, "m6-away-2": NOBODY}
    sheet, problems = parse_sheet(fields, terms(town.division))
    assert problems == []
    sent = submit(town.fixtures[0], sheet, by=town.captains["Anchor"], now=now)
    # Neither side has anybody for the last game, so 35 are left.
    assert (sent.home_games + sent.away_games, sent.home_awarded, sent.away_awarded) == (35, 5, 5)
    assert sheet_of(sent) == sheet


def test_somebody_in_two_pairs_and_a_pair_that_changes_are_refused(town: Town, client: Client) -> None:
    fields = chosen(town)
    captain = signed_in(town.captains["Anchor"])
    twice = captain.post(
        page(town.fixtures[0], "sheet"), fields | won(town) | {"m7-home-2": fields["m1-home-1"], "do": "send"}
    )
    assert (twice.status_code, "is on the sheet twice" in words(twice)) == (422, True)
    sheet, _ = parse_sheet(fields | won(town), terms(town.division))
    sent = sheet.to_dict()
    sent["matches"][9]["home_players"] = sent["matches"][0]["home_players"]
    client.force_login(town.captains["Anchor"])
    path = f"/api/v1/leagues/{town.league.slug}/fixtures/{town.fixtures[0].pk}/result/"
    answer = client.post(path, json.dumps(sent), content_type="application/json")
    assert answer.status_code == 422
    assert "Each plays each: these are the players of match 7, on the same side." in answer.content.decode()


def test_a_walkover_is_nineteen_to_nil(town: Town, now: dt.datetime) -> None:
    later = now + dt.timedelta(days=1)
    give_walkover(town.fixtures[0], to="home", version=0, reason="Nobody came.", by=town.secretary, now=later)
    assert table(town) == {"Anchor": (19, 0, 1, 19), "Bell": (0, 19, 0, 0)}


def test_the_rules_the_form_and_the_printed_card_say_so(town: Town, now: dt.datetime) -> None:
    rules = words(Client().get(f"/leagues/{town.league.slug}/rules/"))
    assert "A fixture is 36 doubles in which each pair plays each pair" in rules
    assert "19 games to nil" in rules
    office = signed_in(town.secretary)
    form = office.get(f"/leagues/{town.league.slug}/secretary/seasons/{town.season.slug}/formats/").content.decode()
    assert re.search(r'<option value="ED"[^>]* selected>Each pair plays each pair', form)


FIRST_HALF = (("Anchor", "Bell", "Anchor"), ("Castle", "Duke of York", "Castle"), ("Bell", "Castle", "Bell"),
              ("Duke of York", "Anchor", "Anchor"))  # fmt: skip
AFTER = dt.datetime(2026, 10, 20, 12, tzinfo=dt.UTC)


def in_halves(*scores: tuple[str, str, str]) -> Town:
    """A season in halves, weeks 1 and 2 and then week 4. Scores are of home team, away team, winner."""
    made = league_of("S1w S1w S1w", players=4)
    made.season.halves = True
    made.season.save()
    give(made, *scores)
    return made


def give(town: Town, *scores: tuple[str, str, str]) -> None:
    for home, away, winner in scores:
        fixture = town.fixture(home, away)
        to = "home" if winner == home else "away"
        later = fixture.starts_at + dt.timedelta(days=1)
        give_walkover(fixture, to=to, version=0, reason="So.", by=town.secretary, now=later)


def test_each_half_has_a_table_of_its_own(now: dt.datetime) -> None:
    in_halves(*FIRST_HALF, ("Anchor", "Castle", "Castle"))
    reader = Client()
    address = "/leagues/town/tables/2026-27/division-1/"
    halves = halves_of(Division.objects.select_related("season__league").get())
    assert [(row.team.name, row.row.points) for row in halves.first.rows] == [
        ("Anchor", 6), ("Bell", 3), ("Castle", 3), ("Duke of York", 0),
    ]  # fmt: skip
    assert next((row.team.name, row.row.points) for row in halves.second.rows) == ("Castle", 3)
    assert (halves.winners[1], halves.second.remaining) == (None, 1)
    assert "Anchor won the first half." in words(reader.get(address))
    first, second = (words(reader.get(f"{address}?half={half}")) for half in (1, 2))
    assert "No fixtures left to play." in first
    assert "1 fixture still to play." in second
    assert [reader.get(f"{address}?half={half}").status_code for half in ("3", "x")] == [404, 404]
    rules = words(reader.get("/leagues/town/rules/"))
    assert "The winners of the halves meet in a play-off; a team that wins both halves needs none." in rules


def test_a_half_is_read_by_programs(now: dt.datetime) -> None:
    town = in_halves(*FIRST_HALF, ("Anchor", "Castle", "Castle"))
    program, address = Program(None), "seasons/2026-27/divisions/division-1/standings/"
    for half, leader, left in ((1, "Anchor", 0), (2, "Castle", 1), (None, "Castle", 1)):
        read = json_of(program.get(f"{address}?half={half}" if half else address))
        assert (read["half"], read["rows"][0]["team"]["name"], read["remaining"]) == (half, leader, left)
    for query in ("half=3", "half=1&matches=singles"):
        assert program.get(f"{address}?{query}").status_code == 422
    town.season.halves = False
    town.season.save()
    assert program.get(f"{address}?half=1").status_code == 422


def test_a_score_alone_counts_in_its_half_and_its_card_is_awaited_there(now: dt.datetime) -> None:
    town = in_halves()
    town.season.score_only = True
    town.season.save()
    for (home, away), score in ((("Anchor", "Bell"), (2, 1)), (("Anchor", "Castle"), (0, 3))):
        fixture = town.fixture(home, away)
        later = fixture.starts_at + dt.timedelta(hours=3)
        submit(fixture, score_alone(*score), by=town.captains[home], now=later)
        confirm(fixture, 1, by=town.captains[away], now=later)
    halves = halves_of(Division.objects.select_related("season__league").get())
    assert [table.cards_to_come for table in halves.tables] == [1, 1]
    assert [(table.rows[0].team.name, table.rows[0].row.games_for) for table in halves.tables] == [
        ("Anchor", 2), ("Castle", 3),
    ]  # fmt: skip


def test_lots_of_the_season_decide_no_half_and_none_are_awaited_for_it(now: dt.datetime) -> None:
    """Castle and the Duke win one each in the second half; lots between them are of the season's table alone."""
    town = in_halves(*FIRST_HALF, ("Anchor", "Castle", "Castle"), ("Bell", "Duke of York", "Duke of York"))
    Division.objects.update(tie_breaks=["lots", "name"])
    lots = LotsDrawn.objects.create(division=town.division, drawn_on=dt.date(2026, 10, 10), recorded_at=AFTER)
    for place, name in enumerate(("Duke of York", "Castle"), start=1):
        lots.lots.create(team=town.teams[name], place=place)
    halves = halves_of(Division.objects.select_related("season__league").get())
    second = halves.second.rows
    assert [(row.team.name, row.row.place) for row in second[:2]] == [("Castle", "=1"), ("Duke of York", "=1")]
    assert not any("lots" in str(row.row.decided_text) for row in second)
    assert halves.winners[1] is None


def test_the_winners_of_the_halves_meet_in_a_play_off_that_the_secretary_arranges(now: dt.datetime) -> None:
    town = in_halves(*FIRST_HALF, ("Anchor", "Castle", "Castle"))
    office, address = signed_in(town.secretary), "/leagues/town/secretary/seasons/2026-27/play-offs/"
    anchor, castle = town.teams["Anchor"], town.teams["Castle"]
    made = {"starts_at": AFTER + dt.timedelta(days=14), "venue": town.fixtures[0].venue, "by": town.secretary}
    with pytest.raises(Invalid):
        make_play_off(town.division, anchor, castle, now=AFTER, **made)
    give(town, ("Bell", "Duke of York", "Duke of York"))
    # Castle and the Duke have won one each in the second half: they share its first place.
    assert "share first place of the second half" in words(office.get("/leagues/town/tables/2026-27/division-1/"))
    assert "No play-off is due" in words(office.get(address))
    adjust_points(
        Entry.objects.select_related("season__league", "division__season", "team").get(team=castle),
        Decimal(1), reason="A card that was late.", date=dt.date(2026, 10, 10), by=town.secretary, now=AFTER,
    )  # fmt: skip
    desk = words(office.get("/leagues/town/secretary/"))
    assert "Play-offs due 1 Anchor, Castle Division 1 They have won a half each" in desk
    assert "Division 1: the winners of the halves Anchor, Castle. Arrange it here." in words(office.get(address))
    fixture = make_play_off(town.division, anchor, castle, now=AFTER, **made)
    assert "Anchor and Castle meet in a play-off." in words(office.get("/leagues/town/tables/2026-27/division-1/"))
    later = fixture.starts_at + dt.timedelta(days=1)
    give_walkover(fixture, to="away", version=0, reason="So.", by=town.secretary, now=later)
    told = words(office.get("/leagues/town/tables/2026-27/division-1/"))
    assert "Castle won the play-off between the winners." in told
    assert "Counts: they have won a half each." in words(office.get(address))
    # It counts in no table.
    first = division_table(town.division).rows[0]
    assert (first.team.name, first.row.points, first.row.played) == ("Castle", 7, 3)


def test_who_wins_both_halves_needs_no_play_off(now: dt.datetime) -> None:
    town = in_halves(*FIRST_HALF, ("Bell", "Duke of York", "Bell"))
    Division.objects.update(points_per_win=1)
    give(town, ("Anchor", "Castle", "Anchor"))
    adjust_points(
        Entry.objects.select_related("season__league", "division__season", "team").get(team__name="Bell"),
        Decimal(-1), reason="A card that was late.", date=dt.date(2026, 10, 10), by=town.secretary, now=AFTER,
    )  # fmt: skip
    office = signed_in(town.secretary)
    told = words(office.get("/leagues/town/tables/2026-27/division-1/"))
    assert "Anchor won both halves: no play-off is needed." in told
    assert "Play-offs due" not in words(office.get("/leagues/town/secretary/"))
