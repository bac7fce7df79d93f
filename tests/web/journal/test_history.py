"""Histories and the journal: what they say, to whom, and how they go on."""

import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.enums import JournalKind
from league.models import Player, User
from league.queries.journal import A_PAGE
from league.services.calls import rule
from league.services.journal import record
from league.services.results import confirm, submit
from league.services.seasons import withdrawals
from tests import factories
from tests.factories import Town, result_sheet
from tests.journals import unguarded
from tests.web.pages import signed_in, words

pytestmark = pytest.mark.usefixtures("today")

HAND = {"match_number": 1, "game_number": 1, "counter": "home", "cards": "5S 6C 7D 8H", "starter": "KD",
        "crib": False, "declared": 12, "claimed": None, "takes": True}  # fmt: skip


@pytest.fixture
def decided(town: Town, now: dt.datetime) -> Town:
    """A fixture entered and confirmed, a hand ruled on in it, and a team withdrawn."""
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, 1, by=town.captains["Bell"], now=now + dt.timedelta(minutes=1))
    counter = town.squads["Anchor"][1].pk
    rule.rule(
        fixture, reason="Counted aloud.", by=town.referee, now=now + dt.timedelta(minutes=2),
        counter_player_id=counter, **HAND,
    )  # type: ignore[arg-type] # fmt: skip
    entry = town.teams["Castle"].entries.get()
    withdrawals.withdraw_team(entry, reason="The pub has shut.", by=town.secretary, now=now + dt.timedelta(minutes=3))
    return town


def page_of(who: User, address: str, **query: Any) -> Any:
    return signed_in(who).get(f"/leagues/town/{address}", query)


def test_a_fixtures_history_says_when_who_what_and_why(decided: Town) -> None:
    fixture = decided.fixture("Anchor", "Bell")
    answer = page_of(decided.captains["Bell"], f"fixtures/{fixture.pk}/history/")
    text = words(answer)
    assert (
        "Tue 3 November 2026, 12.02 pm Reg Referee ruled on a call by Anchor in match 1, game 1 of Anchor v Bell"
        in text
    )
    assert "Reason: “Counted aloud.”" in text
    assert text.index("Reg Referee") < text.index("Bell 1 confirmed Anchor v Bell: 6–3")
    assert text.index("Bell 1 confirmed") < text.index("Tue 3 November 2026, 12 noon Anchor 1 entered Anchor v Bell")
    assert "Castle" not in text


def test_a_teams_history_has_its_fixtures_and_what_became_of_it(decided: Town) -> None:
    text = words(page_of(decided.secretary, "teams/castle/history/"))
    assert (
        "Sally Secretary withdrew Castle from Division 1: 3 fixtures are cancelled Reason: “The pub has shut.”" in text
    )
    assert "Anchor v Bell" not in text
    text = words(page_of(decided.captains["Bell"], "teams/bell/history/"))
    assert "Bell 1 confirmed Anchor v Bell: 6–3" in text
    assert "withdrew" not in text


def test_a_players_history_is_about_them_alone(decided: Town) -> None:
    ruled, other = decided.squads["Anchor"][1], decided.squads["Anchor"][2]
    text = words(page_of(decided.referee, f"players/{ruled.pk}/history/"))
    assert text.count("Reason:") == 1
    assert "ruled on a call by Anchor in match 1, game 1 of Anchor v Bell" in text
    assert "Nothing has been decided here." in words(page_of(decided.referee, f"players/{other.pk}/history/"))


def test_names_are_those_of_today(town: Town, now: dt.datetime) -> None:
    player = town.squads["Anchor"][0]
    for key, by in (("1", town.secretary), ("2", None)):
        record(
            town.league, JournalKind.PLAYER_REGISTERED, key, by=by, now=now, player=player, team=town.teams["Anchor"],
            what="registered {player} for Anchor",
        )  # fmt: skip
    Player.objects.filter(pk=player.pk).update(name="former player")
    User.objects.filter(pk=town.secretary.pk).update(name="Sally Married")
    text = words(page_of(town.secretary, "teams/anchor/history/"))
    assert "Sally Married registered former player for Anchor" in text
    assert "Muggins registered former player for Anchor" in text


def test_who_decided_on_another_server_is_not_taken_for_the_installation(town: Town, now: dt.datetime) -> None:
    record(town.league, JournalKind.INVITED, "1", by=town.referee, now=now, what="invited somebody")
    with unguarded():
        town.league.journal.update(by=None, imported=True)
    assert "Somebody on the server it came from invited somebody" in words(
        page_of(town.secretary, "secretary/journal/")
    )


def test_conduct_is_kept_from_captains(town: Town, now: dt.datetime) -> None:
    fixture, player = town.fixture("Anchor", "Bell"), town.squads["Anchor"][0]
    record(
        town.league, JournalKind.CONDUCT_PROPOSED, "1", by=None, now=now, fixture=fixture, player=player,
        what="counted three overcalls of {player}",
    )  # fmt: skip
    for address in (f"fixtures/{fixture.pk}/history/", "teams/bell/history/"):
        assert "overcalls" not in words(page_of(town.captains["Bell"], address))
        assert "counted three overcalls of Anchor 1" in words(page_of(town.referee, address))
    # Players read their own.
    assert "overcalls of Anchor 1" in words(page_of(town.captains["Anchor"], f"players/{player.pk}/history/"))


def test_the_journal_has_everything_and_can_be_sifted(decided: Town) -> None:
    text = words(page_of(decided.secretary, "secretary/journal/"))
    for said in ("withdrew Castle", "ruled on a call", "confirmed Anchor v Bell", "entered Anchor v Bell"):
        assert said in text
    text = words(page_of(decided.secretary, "secretary/journal/", kind="result-confirmed"))
    assert "confirmed Anchor v Bell" in text
    assert "entered Anchor v Bell" not in text
    for days, shown in ((("2026-11-03", "2026-11-03"), True), (("2026-11-04", ""), False), (("", "2026-11-02"), False)):
        text = words(page_of(decided.secretary, "secretary/journal/", since=days[0], until=days[1]))
        assert ("confirmed Anchor v Bell" in text) is shown
        assert ("Nothing found" in text) is not shown


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"since": "yesterday"}, "Enter a valid date."),
        ({"until": "2026-02-31"}, "Enter a valid date."),
        ({"since": "0001-01-01"}, "Write a day of this century."),
        ({"until": "9999-12-31"}, "Write a day of this century."),
        ({"kind": "nonsense"}, "nonsense is not one of the available choices."),
    ],
)
def test_what_cannot_be_sought_is_said_at_its_field(town: Town, query: dict[str, str], said: str) -> None:
    answer = page_of(town.secretary, "secretary/journal/", **query)
    assert answer.status_code == 422
    assert said in words(answer)
    assert next(iter(query.values())) in answer.content.decode()


@pytest.mark.parametrize("before", ["x", "-1", "²", "1" * 19, "1.0"])
def test_what_is_no_number_of_an_entry_is_not_found(town: Town, before: str) -> None:
    pk = town.fixtures[0].pk
    for address in ("secretary/journal/", f"fixtures/{pk}/history/", "teams/anchor/history/"):
        assert page_of(town.secretary, address, before=before).status_code == 404


def test_a_long_history_goes_on_where_the_page_before_ended(town: Town, now: dt.datetime) -> None:
    fixture = town.fixtures[0]
    for number in range(2 * A_PAGE + 1):
        record(
            town.league, JournalKind.FIXTURE_MOVED, str(number), by=None, now=now, fixture=fixture,
            what=f"did thing <{number}>",
        )  # fmt: skip
    for address in (
        "secretary/journal/?kind=fixture-moved&",
        f"fixtures/{fixture.pk}/history/?",
        "teams/anchor/history/?",
    ):
        client, pages, link = signed_in(town.secretary), [], f"/leagues/town/{address}"
        while link:
            answer = client.get(link)
            pages.append(words(answer).count("did thing"))
            older = answer.context["page"].older
            link = f"/leagues/town/{address}before={older}" if older else ""
            assert (f"before={older}" in answer.content.decode()) is bool(older)
        assert pages == [A_PAGE, A_PAGE, 1]


def test_the_queries_do_not_grow(town: Town, now: dt.datetime) -> None:
    fixture, player = town.fixtures[0], town.squads["Anchor"][0]
    client = signed_in(town.secretary)
    counts = {
        "secretary/journal/": 6, f"fixtures/{fixture.pk}/history/": 7, "teams/anchor/history/": 7,
        f"players/{player.pk}/history/": 7,
    }  # fmt: skip
    for go in range(3):
        record(
            town.league, JournalKind.FIXTURE_MOVED, str(go), by=town.captains["Anchor"], now=now, fixture=fixture,
            player=player, team=town.teams["Bell"], what="did a thing to {player}",
        )  # fmt: skip
        if go == 1:
            continue
        for address, count in counts.items():
            with CaptureQueriesContext(connection) as seen:
                assert client.get(f"/leagues/town/{address}").status_code == 200
            assert len(seen) == count, address


def test_those_who_may_are_led_there(town: Town, client: Client) -> None:
    pk, player = town.fixtures[0].pk, town.squads["Anchor"][0].pk
    pages = [f"fixtures/{pk}/", "teams/anchor/", f"players/{player}/"]
    for page in pages:
        link = f'href="/leagues/town/{page}history/"'
        assert link in page_of(town.captains["Anchor"], page).content.decode()
        assert link not in page_of(town.captains["Duke of York"], page).content.decode()
        assert link not in client.get(f"/leagues/town/{page}").content.decode()


def test_nothing_of_another_league_is_told(decided: Town) -> None:
    other = factories.town("Other League", "other")
    client = signed_in(other.secretary)
    assert "Nothing has been decided yet." in words(client.get("/leagues/other/secretary/journal/"))
    fixture = decided.fixture("Anchor", "Bell").pk
    assert client.get(f"/leagues/other/fixtures/{fixture}/history/").status_code == 404
    assert "Nothing has been decided here." in words(client.get("/leagues/other/teams/anchor/history/"))
