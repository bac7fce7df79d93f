"""Who may play on the evening of a fixture, and what is said where somebody may not (LEAGUES: registration)."""

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.eligibility import (
    Breach,
    EligibilityRules,
    Evening,
    Person,
    Registered,
    TransferRules,
    breaches,
    check_transfer,
    transfers_in,
)
from league.rules.match_terms import uniform
from league.rules.rulebook import league_rules
from league.rules.scheme import PointsScheme
from league.rules.settings import SeasonSettings
from league.rules.sheets import AWAY, HOME, ResultSheet
from tests.rules.sheetmaker import LEGAL, legal_sheets, with_seat

ANCHOR, BELL, CASTLE = 1, 2, 3
FIRST = dt.date(2026, 9, 14)
EVENING = dt.date(2026, 11, 3)
TONIGHT = Evening(EVENING, {HOME: ANCHOR, AWAY: BELL}, {ANCHOR: "Anchor", BELL: "Bell", CASTLE: "Castle"})
STRICT = EligibilityRules(opens_on=FIRST)
OPEN = EligibilityRules(guests="other-teams", guest_limit=4, opens_on=FIRST)
OLIVE = 99


def registered(team: int, starts_on: dt.date = FIRST, ends_on: dt.date | None = None) -> Registered:
    return Registered(team, starts_on, ends_on)


def squads() -> dict[int, Person]:
    """Everybody of the two squads, registered since the season began."""
    home = {player: Person((registered(ANCHOR),)) for player in range(1, 6)}
    return home | {player: Person((registered(BELL),)) for player in range(11, 16)}


def olive(*registrations: Registered, guest_fixtures: int = 0, rules: EligibilityRules = STRICT) -> list[Breach]:
    """Return the reasons why Olive may not play for Anchor in match 3."""
    sheet = with_seat(LEGAL, 3, "home", 1, OLIVE)
    return breaches(sheet, TONIGHT, {**squads(), OLIVE: Person(registrations, guest_fixtures)}, rules)


def messages(found: list[Breach]) -> list[tuple[str, str]]:
    return [(breach.code, breach.problem("Olive").message) for breach in found]


@given(legal_sheets())
def test_everybody_registered_since_the_season_began_may_play(sheet: ResultSheet) -> None:
    everything = EligibilityRules(registration_days=30, registration_until=FIRST, guest_limit=0, opens_on=FIRST)
    assert breaches(sheet, TONIGHT, squads(), everything) == []


def test_a_breach_is_told_at_its_seat_and_without_a_name() -> None:
    sheet = with_seat(LEGAL, 2, "home", 2, OLIVE)
    found = breaches(sheet, TONIGHT, {**squads(), OLIVE: Person()}, STRICT)
    message = "{player} is not registered for Anchor on 3 November 2026."
    assert found == [Breach("not-registered", OLIVE, message, "m2-home-2", "match 2, second home player")]
    assert found[0].problem("Olive Bell").message == "Olive Bell is not registered for Anchor on 3 November 2026."
    assert Breach.from_dict(found[0].to_dict()) == found[0]


@pytest.mark.parametrize(
    ("registrations", "code", "message"),
    [
        ((), "not-registered", "Olive is not registered for Anchor on 3 November 2026."),
        (
            (registered(ANCHOR, dt.date(2026, 11, 4)),),
            "not-registered",
            "Olive is not registered for Anchor on 3 November 2026: their registration begins on 4 November 2026.",
        ),
        (
            (registered(ANCHOR, FIRST, dt.date(2026, 11, 2)),),
            "not-registered",
            "Olive is not registered for Anchor on 3 November 2026: their registration ended on 2 November 2026.",
        ),
        (
            (registered(CASTLE),),
            "other-team",
            "Olive is registered for Castle; this season a player plays for their own team only.",
        ),
        ((registered(BELL),), "other-side", "Olive plays for Bell, the other side."),
        (
            (registered(ANCHOR), registered(CASTLE)),
            "two-teams",
            "Olive is registered for two teams on 3 November 2026, Anchor and Castle; a player has one.",
        ),
    ],
)
def test_whoever_is_not_registered_for_the_team_that_day(
    registrations: tuple[Registered, ...], code: str, message: str
) -> None:
    assert messages(olive(*registrations)) == [(code, message)]


def test_a_free_agent_is_a_guest_and_whoever_has_a_team_is_none() -> None:
    free = replace(STRICT, guests="free-agents", guest_limit=4)
    assert olive(rules=free) == []
    assert olive(registered(CASTLE, FIRST, dt.date(2026, 11, 2)), rules=free) == []
    assert messages(olive(registered(CASTLE), rules=free)) == [
        ("other-team", "Olive is registered for Castle; a guest is a player without a team.")
    ]


def test_the_first_and_the_last_day_of_a_registration_are_days_of_it() -> None:
    assert olive(registered(ANCHOR, EVENING, EVENING)) == []


def test_a_player_is_registered_for_some_days_before_they_play() -> None:
    week = replace(STRICT, registration_days=7)
    assert messages(olive(registered(ANCHOR, dt.date(2026, 10, 28)), rules=week)) == [
        (
            "too-new",
            (
                "Olive has been registered since 28 October 2026 and may play from 4 November 2026: "
                "7 days of registration come before play."
            ),
        )
    ]
    assert olive(registered(ANCHOR, dt.date(2026, 10, 27)), rules=week) == []
    # The season itself may have begun a day ago.
    assert olive(registered(ANCHOR, dt.date(2026, 11, 2)), rules=replace(week, opens_on=dt.date(2026, 11, 2))) == []


def test_new_registrations_end_on_a_day_but_a_transfer_is_none() -> None:
    closed = replace(STRICT, registration_until=dt.date(2026, 10, 31))
    new = registered(ANCHOR, dt.date(2026, 11, 1))
    message = "Olive was registered on 1 November 2026; the last day of new registrations was 31 October 2026."
    assert messages(olive(new, rules=closed)) == [("too-late", message)]
    assert olive(registered(CASTLE, FIRST, dt.date(2026, 10, 31)), new, rules=closed) == []
    assert olive(registered(ANCHOR, dt.date(2026, 10, 31)), rules=closed) == []


def test_a_guest_comes_from_another_team_and_only_so_often() -> None:
    assert olive(registered(CASTLE), guest_fixtures=3, rules=OPEN) == []
    assert messages(olive(registered(CASTLE), guest_fixtures=4, rules=OPEN)) == [
        ("guest-limit", "Olive has been a guest in 4 fixtures of the season already; 4 are allowed.")
    ]
    assert messages(olive(registered(CASTLE), rules=replace(OPEN, guest_limit=0))) == [
        ("guest-limit", "Olive would be a guest, and the season allows none.")
    ]
    assert olive(registered(CASTLE), guest_fixtures=99, rules=replace(OPEN, guest_limit=None)) == []
    assert messages(olive(rules=OPEN)) == [
        ("not-registered", "Olive is registered for no team on 3 November 2026; a guest is one of another team.")
    ]
    assert olive(rules=replace(OPEN, guests="anybody")) == []
    # Nobody helps those who play against their own team.
    assert [code for code, _ in messages(olive(registered(BELL), rules=replace(OPEN, guests="anybody")))] == [
        "other-side"
    ]


def test_somebody_who_is_nobody_of_the_league_is_told_by_the_seat() -> None:
    found = breaches(with_seat(LEGAL, 1, "away", 1, 12345), TONIGHT, squads(), replace(OPEN, guests="anybody"))
    message = "The away player is not a player of this league: choose one from the list."
    assert found == [Breach("wrong-player", 12345, message, "m1-away-1", "match 1, away player")]


days_of_autumn = st.dates(dt.date(2026, 9, 1), dt.date(2026, 12, 31))
registrations = st.builds(
    lambda team, day, length: Registered(team, day, None if length is None else day + dt.timedelta(days=length)),
    st.sampled_from([ANCHOR, BELL, CASTLE]),
    days_of_autumn,
    st.none() | st.integers(0, 60),
)
people = st.builds(Person, st.lists(registrations, max_size=4).map(tuple), st.integers(0, 6))
seasons = st.builds(
    EligibilityRules,
    registration_days=st.integers(0, 30),
    registration_until=st.none() | days_of_autumn,
    guests=st.sampled_from(["none", "other-teams", "free-agents", "anybody"]),
    guest_limit=st.none() | st.integers(0, 5),
    opens_on=st.just(FIRST),
)


def may_play(person: Person, day: dt.date, rules: EligibilityRules) -> bool:
    """The league's rule once more, written the other way round: what must hold for somebody to play for Anchor."""
    here = [r for r in person.registrations if r.starts_on <= day and (r.ends_on or day) >= day]
    if any(r.team == ANCHOR for r in here):
        mine = next(r for r in here if r.team == ANCHOR)
        first = min(r.starts_on for r in person.registrations) == mine.starts_on
        in_time = rules.registration_until is None or mine.starts_on <= rules.registration_until or not first
        waited = mine.starts_on <= rules.opens_on or mine.starts_on + dt.timedelta(days=rules.registration_days) <= day
        return {r.team for r in here} == {ANCHOR} and in_time and waited
    if any(r.team == BELL for r in here):
        return False
    free = rules.guest_limit is None or person.guest_fixtures < rules.guest_limit
    welcome = {"other-teams": bool(here), "free-agents": not here, "anybody": True}
    return free and welcome.get(rules.guests, False)


@given(people, days_of_autumn, seasons)
def test_a_sheet_has_a_breach_just_where_the_rule_says_so(
    person: Person, day: dt.date, rules: EligibilityRules
) -> None:
    sheet = with_seat(LEGAL, 3, "home", 1, OLIVE)
    found = breaches(sheet, replace(TONIGHT, day=day), {**squads(), OLIVE: person}, rules)
    hers = [breach for breach in found if breach.player == OLIVE]
    assert (hers == []) == may_play(person, day, rules)
    assert all((b.field, b.where) == ("m3-home-1", "match 3, home player") for b in hers)
    assert all("{player}" in b.message for b in hers)


def test_transfers_are_changes_of_team() -> None:
    october = dt.date(2026, 10, 1)
    assert transfers_in(()) == 0
    assert transfers_in((registered(ANCHOR, FIRST, october), registered(ANCHOR, EVENING))) == 0
    assert transfers_in((registered(BELL, EVENING), registered(ANCHOR, FIRST, october))) == 1


def test_a_transfer_beyond_the_limit_or_after_the_last_day_is_told_of_both() -> None:
    moved = Person((registered(ANCHOR, FIRST, dt.date(2026, 10, 1)), registered(BELL, dt.date(2026, 10, 2))))
    found = check_transfer(moved, EVENING, TransferRules(1, dt.date(2026, 10, 31)))
    assert [(p.code, p.field, p.message) for p in found] == [
        ("transfer-limit", "team", "A player has 1 transfer in a season, and there has been 1."),
        (
            "transfer-late",
            "starts_on",
            "The last day of transfers is 31 October 2026; this one would begin on 3 November 2026.",
        ),
    ]
    assert check_transfer(moved, EVENING, TransferRules(2, EVENING)) == []
    assert check_transfer(moved, EVENING, TransferRules()) == []
    none = check_transfer(Person((registered(ANCHOR),)), EVENING, TransferRules(0))
    assert [p.message for p in none] == ["A player has no transfer in a season, and this would be one."]


def who_may_play(settings: SeasonSettings) -> list[str]:
    sections = league_rules(uniform(("singles",)), settings=[settings])
    return list(next(section.rules for section in sections if section.title == "Who may play"))


def test_the_rules_are_told_in_words_as_they_are_set() -> None:
    everything = SeasonSettings(
        registration_days=7, registration_until=dt.date(2027, 1, 31), guests="other-teams", guest_limit=4,
        transfer_limit=1, transfer_until=dt.date(2027, 2, 28), eligibility="warn",
    )  # fmt: skip
    assert who_may_play(everything) == [
        "A player is registered for one team at a time, and plays for it from their first day to their last.",
        "A player is registered before they play.",
        "They are registered for 7 days before they first play; those registered when the season begins play at once.",
        "Nobody new is registered after 31 January 2027.",
        "The secretary transfers a player to another team: once in a season, and not after 28 February 2027.",
        "A player of another team may help out as a guest in 4 fixtures a season at most, but not against their own.",
        "A sheet on which somebody plays who may not is taken, and says so; the secretary sees it.",
        "All this is judged by the day of the fixture.",
    ]
    assert who_may_play(SeasonSettings(transfer_limit=0))[2:5] == [
        "Nobody changes team during the season.",
        "Nobody plays for a team that they are not registered for.",
        "A sheet on which somebody plays who may not is refused.",
    ]


def two_guests(rules: EligibilityRules, *registrations: Registered) -> list[tuple[str, int, str]]:
    """Return the breaches where Olive and Fay help Anchor out, in matches 2 and 3."""
    sheet = with_seat(with_seat(LEGAL, 2, "home", 1, OLIVE), 3, "home", 1, 98)
    people = {**squads(), OLIVE: Person(registrations), 98: Person(registrations)}
    return [(breach.code, breach.player, breach.field) for breach in breaches(sheet, TONIGHT, people, rules)]


def test_a_team_has_so_many_guests_in_a_fixture() -> None:
    one = replace(OPEN, guests_at_once=1)
    assert two_guests(one, registered(CASTLE)) == [("guests-at-once", 98, "m3-home-1")]
    assert two_guests(replace(one, guests_at_once=2), registered(CASTLE)) == []
    assert two_guests(OPEN, registered(CASTLE)) == []
    # Each side has its own; and whoever is registered for the team is no guest of it.
    assert two_guests(one, registered(ANCHOR)) == []
    free = replace(one, guests="free-agents")
    assert two_guests(free) == [("guests-at-once", 98, "m3-home-1")]
    # Nobody need be registered: a new name is nobody's guest.
    assert two_guests(replace(free, registration="open")) == []
    # Where there are no guests at all, each of them is told that.
    none = replace(one, guests="none")
    assert [code for code, *_ in two_guests(none, registered(CASTLE))] == ["other-team", "other-team"]


def test_a_guest_in_two_matches_is_one_guest() -> None:
    sheet = with_seat(with_seat(LEGAL, 2, "home", 1, OLIVE), 3, "home", 1, OLIVE)
    people = {**squads(), OLIVE: Person((registered(CASTLE),))}
    assert breaches(sheet, TONIGHT, people, replace(OPEN, guests_at_once=1)) == []


def test_one_guest_too_many_is_told_with_what_would_be_right() -> None:
    sheet = with_seat(with_seat(LEGAL, 2, "home", 1, 98), 3, "home", 1, OLIVE)
    people = {**squads(), OLIVE: Person((registered(CASTLE),)), 98: Person((registered(CASTLE),))}
    assert messages(breaches(sheet, TONIGHT, people, replace(OPEN, guests_at_once=1))) == [
        ("guests-at-once", "Olive is one guest too many: a team has 1 guest in a fixture at most.")
    ]
    rules = league_rules(
        uniform(("singles",)), scheme=PointsScheme(), tie_breaks=(),
        settings=(SeasonSettings(guests="other-teams", guests_at_once=2),),
    )  # fmt: skip
    sentences = [str(rule) for chapter in rules for rule in chapter.rules]
    assert "A team has 2 guests in a fixture at most." in sentences
