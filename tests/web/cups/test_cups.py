"""The pages of cups: for everybody, for captains, and for the secretary who runs them."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from django.test import Client

from league.models import Division, Draw, KnockOut, Tie
from league.services.cups.draws import announce_draw, draw_ties
from league.services.cups.entrants import enter_sides
from league.services.cups.knock_outs import CupPlan, RoundPlan, change_rounds, make_cup
from tests.factories import Town
from tests.services.cups.worlds import SAID, cup, drawn, leg_of, more_teams, play, ties

pytestmark = pytest.mark.django_db
BASE = "/leagues/town"


def text_of(client: Client, path: str, status: int = 200) -> str:
    answer = client.get(f"{BASE}/{path}")
    assert answer.status_code == status
    return answer.content.decode()


def send(client: Client, path: str, **fields: Any) -> tuple[int, str]:
    answer = client.post(f"{BASE}/{path}", fields, follow=True)
    return answer.status_code, answer.content.decode()


@pytest.fixture
def secretary_client(client: Client, town: Town) -> Client:
    client.force_login(town.secretary)
    return client


def test_a_secretary_makes_a_cup_enters_teams_and_draws_it(secretary_client: Client, town: Town) -> None:
    client = secretary_client
    form = {"name": "Town Cup", "entrant_kind": "team", "drawn": "once", "legs": "1", "decided_by": "total",
            "if_level": "replay"}  # fmt: skip
    status, page = send(client, "secretary/seasons/2026-27/cups/new/", **form)
    assert (status, "Town Cup is made. Now add who plays." in page) == (200, True)
    made = KnockOut.objects.get()
    numbers = [str(team.pk) for team in town.teams.values()]
    status, page = send(client, f"secretary/cups/{made.pk}/entrants/", do="add", team=numbers)
    assert "4 entrants" in page
    assert "Draw the cup" in text_of(client, "cups/town-cup/")
    status, page = send(client, f"secretary/cups/{made.pk}/draw/", do="announce")
    assert Draw.objects.get().commitment in page
    status, page = send(client, f"secretary/cups/{made.pk}/draw/", do="draw", said=" ")
    assert (status, "Write what was said in public" in page) == (422, True)
    status, page = send(client, f"secretary/cups/{made.pk}/draw/", do="live", said=SAID)
    assert "The first ball is about to be drawn." in page
    for seen in range(4):
        status, page = send(client, "cups/town-cup/2026-27/draw/", seen=str(seen))
        assert status == 200
    assert "Made again now from what is told here: the same." in page
    assert Draw.objects.get().seed in page


def test_a_press_upon_an_old_page_of_the_draw_is_told(secretary_client: Client, town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    announce_draw(made, by=town.secretary, now=now)
    draw_ties(made, said=SAID, live=True, by=town.secretary, now=now)
    status, page = send(secretary_client, "cups/town-cup/2026-27/draw/", seen="3")
    assert (status, "Another ball was drawn since" in page) == (409, True)


def test_nobody_reads_a_side_before_its_ball_is_out(client: Client, town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    announce_draw(made, by=town.secretary, now=now)
    draw_ties(made, said=SAID, live=True, by=town.secretary, now=now)
    for path in ("cups/town-cup/", "cups/town-cup/2026-27/draw/"):
        page = text_of(client, path)
        assert Draw.objects.get().seed not in page
        assert page.count("To be drawn") >= 4
    assert client.post(f"{BASE}/cups/town-cup/2026-27/draw/", {"seen": "0"}).status_code in (302, 403)


def test_everybody_follows_a_cup_to_its_champion(client: Client, town: Town, now: dt.datetime) -> None:
    assert "No cups yet" in text_of(client, "cups/")
    made = cup(town, now=now)
    assert "4 have entered; not drawn yet." in text_of(client, "cups/town-cup/")
    first, second, _ = drawn(made, town, now=now)
    assert "Winner of tie 1" in text_of(client, "cups/town-cup/2026-27/")
    play(first, first.top, town, now=now)
    play(second, second.top, town, now=now)
    final = ties(made)[2]
    play(final, final.top, town, now=now)
    page = text_of(client, "cups/town-cup/")
    assert f"<b>{final.top}</b> have won the cup." in page
    assert "Town Cup" in text_of(client, "cups/")
    fixture = made.competition.fixtures.order_by("-pk").first()
    assert fixture is not None
    assert "Cup tie" in text_of(client, f"fixtures/{fixture.pk}/")


def test_a_cup_page_asks_the_same_queries_whatever_its_size(
    client: Client, town: Town, now: dt.datetime, django_assert_max_num_queries: Any
) -> None:
    drawn(cup(town, now=now), town, now=now)
    drawn(cup(town, now=now, name="Large", teams=[*town.teams.values(), *more_teams(town, 9)]), town, now=now)
    for slug in ("town-cup", "large"):
        client.get(f"{BASE}/cups/{slug}/")
        with django_assert_max_num_queries(12):
            client.get(f"{BASE}/cups/{slug}/")


PAGES = (
    "secretary/seasons/2026-27/cups/new/", "secretary/cups/{cup}/", "secretary/cups/{cup}/entrants/",
    "secretary/cups/{cup}/rounds/", "secretary/cups/{cup}/draw/", "secretary/ties/{tie}/",
)  # fmt: skip


def test_only_the_secretary_runs_a_cup(client: Client, town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    drawn(made, town, now=now)
    paths = [page.format(cup=made.pk, tie=Tie.objects.first().pk) for page in PAGES]  # type: ignore[union-attr]
    for user, read in ((town.captains["Bell"], 403), (town.referee, 403), (town.secretary, 200)):
        client.force_login(user)
        for path in paths:
            assert client.get(f"{BASE}/{path}").status_code == read, path
            if user != town.secretary:
                assert client.post(f"{BASE}/{path}").status_code == 403, path
    client.logout()
    for path in paths:
        assert client.get(f"{BASE}/{path}").status_code == 302, path


def test_another_league_s_numbers_are_not_there(secretary_client: Client, town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    drawn(made, town, now=now)
    other = type(town.league).objects.create(name="Other", slug="other")
    made.competition.season.league = other
    made.competition.season.save()
    for path in (f"secretary/cups/{made.pk}/", f"secretary/ties/{Tie.objects.first().pk}/", "cups/town-cup/"):  # type: ignore[union-attr]
        assert secretary_client.get(f"{BASE}/{path}").status_code == 404
    for path in ("secretary/cups/99999/", "secretary/ties/99999/", "cups/none/", "cups/town-cup/1900/"):
        assert secretary_client.get(f"{BASE}/{path}").status_code == 404


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"do": "add"}, "Choose who plays."),
        ({"do": "add", "team": ["99999999999999999", "x"]}, "Choose who plays."),
        ({"do": "save", "seed": "x"}, "Write a whole number."),
        ({"do": "save", "seed": "²"}, "Write a whole number."),
        ({"do": "save", "enters": "9"}, "may enter in rounds 1 to 6"),
    ],
)
def test_a_list_of_entrants_that_cannot_be_is_told(
    fields: dict[str, Any], told: str, secretary_client: Client, town: Town, now: dt.datetime
) -> None:
    made = cup(town, now=now)
    row = made.competition.entrants.all()[0]
    sent = {f"{name}-{row.pk}" if name in ("seed", "enters") else name: value for name, value in fields.items()}
    status, page = send(secretary_client, f"secretary/cups/{made.pk}/entrants/", **sent)
    assert (status, told in page) == (422, True)


def test_rounds_are_saved_and_refused_at_their_fields(secretary_client: Client, town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    path = f"secretary/cups/{made.pk}/rounds/"
    wrong = {"round-1-play_by": "2026-12-01", "round-2-play_by": "2026-11-20", "round-2-day": "soon"}
    status, page = send(secretary_client, path, **wrong)
    assert (status, "Give a date and a time such as 20:00." in page) == (422, True)
    # Whatever is wrong in any round is told at once.
    status, page = send(secretary_client, path, **{**wrong, "round-1-play_by": "soon", "round-1-venue": "999999"})
    told = ("Write a day like 2026-10-06.", "Choose a venue of this league.", "Give a date and a time such as 20:00.")
    assert [text for text in told if text not in page] == []
    good = {"round-1-play_by": "2026-11-20", "round-2-play_by": "2026-12-01", "round-2-day": "2026-12-01",
            "round-2-time": "20:00", "round-2-name": "Finals night"}  # fmt: skip
    status, page = send(secretary_client, path, **good)
    assert (status, "The rounds are saved." in page) == (200, True)


def test_a_tie_is_decided_and_a_side_withdrawn(secretary_client: Client, town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    first, second, _ = drawn(made, town, now=now)
    status, page = send(secretary_client, f"secretary/ties/{first.pk}/", do="decide", winner="", reason="x")
    assert (status, "Choose who goes on." in page) == (422, True)
    assert first.top is not None
    assert second.top is not None
    status, page = send(
        secretary_client, f"secretary/ties/{first.pk}/", do="concede", winner=first.top.pk, reason="Ill."
    )
    assert (status, f"{first.top} go on." in page) == (200, True)
    status, page = send(
        secretary_client, f"secretary/ties/{second.pk}/", do="withdraw", gone=second.top.pk, reason="Away."
    )
    assert (status, f"{second.top} has withdrawn." in page) == (200, True)


def test_a_captain_sets_the_date_of_their_tie(client: Client, town: Town, now: dt.datetime, today: None) -> None:
    made = cup(town, now=now)
    first, *_ = drawn(made, town, now=now)
    fixture = leg_of(first)
    client.force_login(town.captains[fixture.home.name])
    assert "Set the date" in text_of(client, f"fixtures/{fixture.pk}/")
    assert send(client, f"fixtures/{fixture.pk}/tie-date/", date="soon", time="20:00")[0] == 422
    evening = fixture.starts_at - dt.timedelta(days=1)
    status, page = send(client, f"fixtures/{fixture.pk}/tie-date/", date=f"{evening:%Y-%m-%d}", time="20:00")
    assert (status, "The date is set. The other side is told." in page) == (200, True)
    others = [name for name in town.captains if name not in (fixture.home.name, fixture.away.name)]
    client.force_login(town.captains[others[0]])
    assert client.get(f"{BASE}/fixtures/{fixture.pk}/tie-date/").status_code == 403


def test_a_captain_reads_by_when_their_ties_are_played_without_a_further_query(
    client: Client, town: Town, now: dt.datetime, django_assert_num_queries: Any
) -> None:
    client.force_login(town.captains["Anchor"])
    for number in (1, 3):
        for name in range(number):
            pair = [town.teams["Anchor"], town.teams["Bell"]]
            made = cup(town, now=now, name=f"Cup {number} {name}", teams=pair)
            change_rounds(made, {1: RoundPlan(play_by=dt.date(2027, 3, 12))}, by=town.secretary, now=now)
            (final,) = drawn(made, town, now=now)
        with django_assert_num_queries(13):
            page = text_of(client, "my/")
    assert page.count("Play by Friday 12 March") == 4
    fixture = leg_of(final)
    assert "Play by Friday 12 March" in text_of(client, f"fixtures/{fixture.pk}/")
    play(final, final.top, town, now=now)
    assert "Play by" not in text_of(client, f"fixtures/{fixture.pk}/")
    assert text_of(client, "my/").count("Play by Friday 12 March") == 3


def test_a_cup_that_was_never_drawn_can_be_changed_and_deleted(
    secretary_client: Client, town: Town, now: dt.datetime
) -> None:
    made = cup(town, now=now)
    form = {"name": "Grand Cup", "entrant_kind": "team", "drawn": "each-round", "legs": "2", "decided_by": "wins",
            "if_level": "replay"}  # fmt: skip
    status, page = send(secretary_client, f"secretary/cups/{made.pk}/", **form)
    assert (status, "can end level: choose an odd one" in page) == (422, True)
    assert send(secretary_client, f"secretary/cups/{made.pk}/", **{**form, "legs": "3"})[0] == 200
    assert Division.competitions.get().name == "Grand Cup"
    assert send(secretary_client, f"secretary/cups/{made.pk}/", do="delete")[0] == 200
    assert Division.competitions.count() == 0


def test_a_pairs_sheet_opens_with_both_pairs_in_their_seats(
    secretary_client: Client, town: Town, now: dt.datetime
) -> None:
    made = make_cup(town.season, CupPlan("Pairs", entrant_kind="pair"), by=town.secretary, now=now)
    pairs = town.squads["Anchor"][:2], town.squads["Bell"][:2]
    enter_sides(made, pairs, by=town.secretary, now=now)
    (final,) = drawn(made, town, now=now)
    fixture = leg_of(final)
    with time_machine.travel(fixture.starts_at, tick=False):
        page = text_of(secretary_client, f"fixtures/{fixture.pk}/sheet/")
    for player in (*pairs[0], *pairs[1]):
        assert f'<option value="{player.pk}" selected>' in page
    assert "As last time" not in page
