"""Langley: six pairs a side, each pair meets each of the other side's at its table; names as they are written."""

import datetime as dt
import json
import re
from collections.abc import Mapping

import pytest
from django.test import Client

from league.enums import Registering
from league.models import Player, Result
from league.queries.results.sheets import sheet_of
from league.rules.formats import terms
from league.rules.sheet_fields import NOBODY, fields_of, parse_sheet
from league.services.results.confirm import confirm
from league.services.results.decide import give_walkover
from league.services.results.submit import submit
from tests.factories import Town
from tests.leagues.nights import league_of, table
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
    assert "Newcomer AAAAA" in words(signed_in(town.captains["Bell"]).get(page(fixture)))


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
    assert "A fixture is 36 matches, in this order: 36 doubles in which each pair plays each pair" in rules
    assert "19 games to nil" in rules
    office = signed_in(town.secretary)
    form = office.get(f"/leagues/{town.league.slug}/secretary/seasons/{town.season.slug}/formats/").content.decode()
    assert re.search(r'<option value="ED"[^>]* selected>Each pair plays each pair', form)
