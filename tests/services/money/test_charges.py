"""Teams and players are charged: one or many at once, each once, and those it concerns are told."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal

import pytest

from league.enums import JournalKind, NoticeKind, RoleKind
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Charge, IdempotencyKey, JournalEntry, Notice, Player, Registration
from league.services import idempotency
from league.services.mail.letters import letter_of
from league.services.money import MOST_AT_ONCE, NewCharge, charge
from tests import factories
from tests.factories import Town

DAY = dt.date(2026, 11, 2)
FEE = NewCharge("fee", Decimal("20.00"), " Entry  fee ", DAY)


def test_every_team_is_charged_its_entry_fee_in_one_go(town: Town, now: dt.datetime) -> None:
    teams = list(town.teams.values())
    made = charge(town.season, teams, [], FEE, by=town.secretary, now=now)
    assert [(one.team, one.player, one.through, one.amount, one.reason, one.date, one.made_by) for one in made] == [
        (team, None, None, Decimal("20.00"), "Entry fee", DAY, town.secretary) for team in teams
    ]
    assert [one.standing for one in made] == ["owed"] * len(teams)
    entries = JournalEntry.objects.filter(kind=JournalKind.CHARGED).order_by("number")
    assert [(one.key, one.what, one.why, one.team, one.data) for one in entries] == [
        (
            str(row.pk), f"charged {row.who} £20.00 (fee)", "Entry fee", row.team,
            {"amount": "20.00", "kind": "fee", "date": "2026-11-02"},
        )
        for row in made
    ]  # fmt: skip
    notices = Notice.objects.filter(kind=NoticeKind.CHARGED).order_by("pk")
    assert [(one.recipient, one.key, one.text) for one in notices] == [
        (town.captains[row.who], str(row.pk), f"{row.who} is charged £20.00 (fee). Entry fee") for row in made
    ]
    letter = letter_of(notices[0])
    assert letter.subject == "A charge in Town League"
    assert letter.paragraphs == (
        notices[0].text,
        "Pay your league as usual; you can’t pay through this site.",
    )
    assert letter.url.endswith("/leagues/town/my/charges/")


def test_a_player_is_told_and_their_captain_sees_it(town: Town, now: dt.datetime) -> None:
    player, other = town.squads["Anchor"][2:4]
    player.user = factories.user("olive@town.example")
    player.save()
    new = NewCharge("pennies", Decimal("0.50"), "A nineteen hand", DAY)
    made = charge(town.season, [], [player, other], new, by=town.secretary, now=now)
    assert [(one.team, one.player, one.through) for one in made] == [
        (None, player, town.teams["Anchor"]),
        (None, other, town.teams["Anchor"]),
    ]
    entry = JournalEntry.objects.get(key=str(made[0].pk), kind=JournalKind.CHARGED)
    assert (entry.what, entry.player, entry.team) == (
        "charged {player} £0.50 (pennies)", player, town.teams["Anchor"],
    )  # fmt: skip
    notice = Notice.objects.get(kind=NoticeKind.CHARGED)
    assert (notice.recipient, notice.text) == (player.user, "You are charged £0.50 (pennies). A nineteen hand")


def test_a_charge_goes_through_the_team_of_its_day(town: Town, now: dt.datetime) -> None:
    player = town.squads["Anchor"][2]
    Registration.objects.filter(player=player).update(ends_on=dt.date(2026, 10, 31))
    Registration.objects.create(
        season=town.season, team=town.teams["Bell"], player=player, starts_on=dt.date(2026, 11, 1)
    )
    nobody = Player.objects.create(league=town.league, name="Gus Guest")
    through = {}
    for day in (dt.date(2026, 10, 31), dt.date(2026, 11, 1), dt.date(2026, 8, 1)):
        first, guest = charge(town.season, [], [player, nobody], replace(FEE, date=day), by=town.secretary, now=now)
        through[day.isoformat()] = (str(first.through), guest.through)
    assert through == {"2026-10-31": ("Anchor", None), "2026-11-01": ("Bell", None), "2026-08-01": ("Bell", None)}


def test_all_that_is_wrong_is_told_at_once_and_nothing_is_written(town: Town, now: dt.datetime) -> None:
    wrong = NewCharge("loan", Decimal("0.001"), " \n ", dt.date(2026, 11, 4))
    with pytest.raises(Invalid) as refused:
        charge(town.season, [], [], wrong, by=town.secretary, now=now)
    assert [(one.field, one.message) for one in refused.value.problems] == [
        ("teams", "Choose who is charged."),
        ("kind", "Choose one of these: Fee, Fine, Pennies."),
        ("amount", "Write an amount from £0.01 to £10,000.00, like 2.50."),
        ("reason", "Say what it is for; whoever is charged reads it."),
        ("date", "Choose a day from 1 January 2000 to today."),
    ]
    assert (Charge.objects.count(), JournalEntry.objects.count(), Notice.objects.count()) == (0, 0, 0)


def test_today_is_the_leagues_own_day(town: Town) -> None:
    late = dt.datetime(2026, 7, 1, 23, 30, tzinfo=dt.UTC)
    tomorrow = replace(FEE, date=dt.date(2026, 7, 2))
    assert len(charge(town.season, [town.teams["Bell"]], [], tomorrow, by=town.secretary, now=late)) == 1


def test_only_teams_and_players_of_the_season_are_charged_each_once(town: Town, now: dt.datetime) -> None:
    elsewhere = factories.town("Abroad League", "abroad")
    bell, theirs = town.teams["Bell"], elsewhere.squads["Bell"][0]
    gone = Player.objects.create(league=town.league, name="former player", erased_at=now)
    with pytest.raises(Invalid) as refused:
        charge(town.season, [bell, elsewhere.teams["Castle"]], [theirs, gone], FEE, by=town.secretary, now=now)
    assert [(one.code, one.field) for one in refused.value.problems] == [
        ("not-entered", "teams"), ("no-player", "players"), ("no-player", "players"),
    ]  # fmt: skip
    with pytest.raises(Invalid, match="Name each team and player once"):
        charge(town.season, [bell, bell], [], FEE, by=town.secretary, now=now)
    assert Charge.objects.count() == 0


def test_only_the_secretary_charges(town: Town, now: dt.datetime) -> None:
    elsewhere = factories.town("Abroad League", "abroad")
    for by in (town.captains["Anchor"], town.referee, elsewhere.secretary):
        with pytest.raises(NotAllowed, match=r"Only the league's secretary charges"):
            charge(town.season, [town.teams["Anchor"]], [], FEE, by=by, now=now)


def test_nothing_is_charged_in_what_is_hidden(town: Town, now: dt.datetime) -> None:
    anchor = town.teams["Anchor"]
    anchor.hidden_at = now
    anchor.save()
    with pytest.raises(WrongState, match="Anchor is hidden"):
        charge(town.season, [anchor], [], FEE, by=town.secretary, now=now)
    town.season.hidden_at = now
    town.season.save()
    with pytest.raises(WrongState, match="2026-27 is hidden"):
        charge(town.season, [town.teams["Bell"]], [], FEE, by=town.secretary, now=now)


def test_a_draft_seasons_teams_can_be_charged(town: Town, now: dt.datetime) -> None:
    town.season.published_at = None
    town.season.save()
    assert len(charge(town.season, [town.teams["Bell"]], [], FEE, by=town.secretary, now=now)) == 1


def test_the_amount_is_told_in_the_leagues_currency(town: Town, now: dt.datetime) -> None:
    town.league.currency = "EUR"
    town.league.save()
    town.season.refresh_from_db()
    charge(town.season, [town.teams["Bell"]], [], FEE, by=town.secretary, now=now)
    assert JournalEntry.objects.get().what == "charged Bell €20.00 (fee)"


def test_a_vice_captain_is_told_too_and_nobody_twice(town: Town, now: dt.datetime) -> None:
    anchor, vice = town.teams["Anchor"], factories.user("vice@town.example")
    factories.role(vice, town.league, RoleKind.VICE_CAPTAIN, anchor)
    factories.role(town.captains["Anchor"], town.league, RoleKind.VICE_CAPTAIN, anchor)
    charge(town.season, [anchor], [], FEE, by=town.secretary, now=now)
    told = Notice.objects.order_by("recipient").values_list("recipient", flat=True)
    assert list(told) == sorted([town.captains["Anchor"].pk, vice.pk])


def test_a_form_sent_twice_is_done_once(town: Town, now: dt.datetime) -> None:
    owner = idempotency.owner_of(town.secretary)

    def write() -> object:
        return charge(town.season, [town.teams["Bell"]], [], FEE, by=town.secretary, now=now)

    assert [idempotency.submit_once(owner, "form-1", write, now=now) for _ in range(2)] == [True, False]
    assert Charge.objects.count() == 1
    assert idempotency.submit_once(owner, "form-2", write, now=now)
    assert Charge.objects.count() == 2


def test_a_form_that_is_refused_may_be_sent_again(town: Town, now: dt.datetime) -> None:
    owner = idempotency.owner_of(town.secretary)
    with pytest.raises(Invalid):
        idempotency.submit_once(
            owner, "form-1", lambda: charge(town.season, [], [], FEE, by=town.secretary, now=now), now=now
        )
    assert IdempotencyKey.objects.count() == 0
    idempotency.reserve_key(owner, "form-1", "", now=now)
    assert not idempotency.submit_once(owner, "form-1", lambda: pytest.fail("it is being done"), now=now)


def test_so_many_are_charged_at_once_and_no_more(town: Town, now: dt.datetime) -> None:
    many = [*town.teams.values()] * (MOST_AT_ONCE // len(town.teams) + 1)
    with pytest.raises(Invalid) as refused:
        charge(town.season, many, [], FEE, by=town.secretary, now=now)
    assert [(problem.code, problem.field) for problem in refused.value.problems] == [("too-many", "teams")]
    assert not Charge.objects.exists()
