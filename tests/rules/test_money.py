"""Amounts as people type and read them, and what a charge may say."""

import datetime as dt
from decimal import Decimal

import pytest

from league.rules.languages import LANGUAGES
from league.rules.money import (
    CURRENCIES,
    Totals,
    check_amount,
    check_day,
    check_reason,
    clean_reason,
    read_amount,
    worded,
)
from league.translation import N_, speaking, translated

TODAY = dt.date(2026, 11, 3)


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("20", Decimal(20)),
        ("2.5", Decimal("2.5")),
        (" £ 2.50 ", Decimal("2.50")),
        ("€2,50", Decimal("2.50")),
        ("0", Decimal(0)),
        ("$999999.99", Decimal("999999.99")),
        ("12,50", Decimal("12.50")),
        ("12,50\u00a0€", Decimal("12.50")),
        ("1 250,00 £", Decimal("1250.00")),
        ("1\u202f000", Decimal(1000)),
        ("£1,250.00", Decimal("1250.00")),
        ("1.250,00 €", Decimal("1250.00")),
    ],
)
def test_an_amount_is_read_as_people_type_it(typed: str, amount: Decimal) -> None:
    assert read_amount(typed) == amount


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "x",
        "-1",
        "+1",
        "1.234",
        "1,000",
        "1 00",
        "12 34,5",
        "1,000.000",
        "1,00.0",
        "€€",
        "1e3",
        "NaN",
        "٣",
        "1.",
        ".5",
        "1" * 7,
    ],
)
def test_what_is_no_amount_is_none(typed: str) -> None:
    assert read_amount(typed) is None


@pytest.mark.parametrize(
    ("amount", "currency", "said"),
    [
        ("20", "GBP", "£20.00"),
        ("0.5", "EUR", "€0.50"),
        ("1250", "USD", "$1,250.00"),
        ("0", "CAD", "$0.00"),
    ],
)
def test_an_amount_is_told_with_its_symbol_and_hundredths(amount: str, currency: str, said: str) -> None:
    assert worded(Decimal(amount), currency) == said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("amount", ["0.01", "12.30", "999.00", "1250.05"])
def test_every_currency_reads_what_it_says_in_each_language(language: str, amount: str) -> None:
    for code in CURRENCIES:
        with speaking(language):
            assert read_amount(translated(worded(Decimal(amount), code))) == Decimal(amount)


@pytest.mark.parametrize(
    ("amount", "french"),
    [("20", "20,00\u00a0€"), ("1250", "1\u00a0250,00\u00a0€"), ("1234567.8", "1\u00a0234\u00a0567,80\u00a0€")],
)
def test_an_amount_is_told_as_its_reader_writes_it(amount: str, french: str) -> None:
    with speaking("fr"):
        assert translated(worded(Decimal(amount), "EUR")) == french


@pytest.mark.parametrize("amount", ["0.01", "2.50", "10000", "10000.00"])
def test_these_amounts_can_be_charged(amount: str) -> None:
    assert check_amount(Decimal(amount), "GBP") == []


@pytest.mark.parametrize("amount", ["0", "-1", "0.001", "10000.01", "NaN", "Infinity", "-Infinity", "sNaN", "1e30"])
def test_other_amounts_cannot_and_are_told_what_can(amount: str) -> None:
    [problem] = check_amount(Decimal(amount), "GBP")
    assert (problem.field, problem.message) == ("amount", "Write an amount from £0.01 to £10,000.00, like 2.50.")


def test_a_reason_is_one_printable_line() -> None:
    missing = N_("Say why.")
    assert clean_reason("  A late\r\n card\t ") == "A late card"
    assert check_reason("A late card – £5", missing=missing) == []
    assert [p.message for p in check_reason("", missing=missing)] == ["Say why."]
    assert [p.message for p in check_reason("x" * 251, missing=missing)] == ["No more than 250 characters."]
    for bad in ("\x07 bell", "a\x00b", "\u202egnirts"):
        assert [p.code for p in check_reason(bad, missing=missing)] == ["reason"], bad


@pytest.mark.parametrize(
    ("day", "right"),
    [
        (TODAY, True),
        (dt.date(2000, 1, 1), True),
        (dt.date(1999, 12, 31), False),
        (dt.date(2026, 11, 4), False),
        (dt.date.max, False),
        (dt.date.min, False),
    ],
)
def test_a_day_is_of_this_century_and_not_to_come(day: dt.date, right: bool) -> None:
    problems = check_day(day, TODAY, "paid_on")
    assert (problems == []) is right
    assert [(p.field, p.message) for p in problems] == (
        [] if right else [("paid_on", "Choose a day from 1 January 2000 to today.")]
    )


def test_what_is_owed_is_what_is_charged_and_not_paid() -> None:
    assert Totals(Decimal("22.50"), Decimal(20)).owed == Decimal("2.50")
    assert Totals().owed == 0
