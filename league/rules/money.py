"""Money: currencies, amounts as typed and read, and checks of charges."""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from league.rules.problems import LONGEST_REASON, Problem
from scoring.text import N_, Text

LEAST, MOST = Decimal("0.01"), Decimal(10000)
# Nobody keeps a league's money of before that, and a calendar cannot count around the ends of time.
FIRST_DAY = dt.date(2000, 1, 1)
# Between thousands some languages have a space, which may be narrow or not to be broken at.
_TYPED = re.compile(
    r"(?:[0-9]{1,6}|[0-9]{1,3}[ \u00a0\u202f][0-9]{3})(?:[.,][0-9]{1,2})?"
    r"|[0-9]{1,3},[0-9]{3}\.[0-9]{1,2}|[0-9]{1,3}\.[0-9]{3},[0-9]{1,2}"
)
_HUNDREDTHS = re.compile(r"[.,]([0-9]{1,2})$")


class Currency(NamedTuple):
    """A currency, with a hundredth part."""

    label: Text
    symbol: str


CURRENCIES: Mapping[str, Currency] = {
    "GBP": Currency(N_("Pounds (£)"), "£"),
    "EUR": Currency(N_("Euros (€)"), "€"),
    "USD": Currency(N_("US dollars ($)"), "$"),
    "CAD": Currency(N_("Canadian dollars ($)"), "$"),
    "AUD": Currency(N_("Australian dollars ($)"), "$"),
    "NZD": Currency(N_("New Zealand dollars ($)"), "$"),
}


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums of charges that are not cancelled."""

    charged: Decimal = Decimal(0)
    paid: Decimal = Decimal(0)

    @property
    def owed(self) -> Decimal:
        return self.charged - self.paid


def worded(amount: Decimal, currency: str) -> Text:
    """Format an amount: "£1,250.00"; in French "1 250,00 £"."""
    whole, _point, part = f"{amount:.2f}".partition(".")
    return Text("{symbol}{whole}.{part}", symbol=CURRENCIES[currency].symbol, whole=_grouped(int(whole)), part=part)


def _grouped(number: int) -> str:
    """Group thousands: "12,500"."""
    if number < 1000:
        return str(number)
    return Text("{thousands},{rest}", thousands=_grouped(number // 1000), rest=f"{number % 1000:03}")


def read_amount(text: str) -> Decimal | None:
    """Parse "20", "£2.50", "2,50 €" or "1,250.00"; None if it is none.

    Point and comma are read alike in every language; one alone before three digits is ambiguous, and refused.
    """
    plain = text.strip()
    for currency in CURRENCIES.values():
        plain = plain.removeprefix(currency.symbol).removesuffix(currency.symbol).strip()
    if not _TYPED.fullmatch(plain):
        return None
    part = _HUNDREDTHS.search(plain)
    whole = "".join(letter for letter in plain[: part.start() if part else None] if letter.isdigit())
    return Decimal(f"{whole}.{part[1]}" if part else whole)


def clean_reason(reason: str) -> str:
    return " ".join(reason.split())


def check_amount(amount: Decimal, currency: str) -> list[Problem]:
    if not amount.is_finite() or not LEAST <= amount <= MOST or amount != amount.quantize(LEAST):
        least, most = worded(LEAST, currency), worded(MOST, currency)
        message = Text("Write an amount from {least} to {most}, like 2.50.", least=least, most=most)
        return [Problem("amount", message, "amount")]
    return []


def check_reason(reason: str, *, missing: Text) -> list[Problem]:
    """Problems of a one-line reason; `missing` is said where there is none."""
    if not reason:
        return [Problem("no-reason", missing, "reason")]
    if len(reason) > LONGEST_REASON:
        return [Problem("reason", Text("No more than {most} characters.", most=LONGEST_REASON), "reason")]
    if not reason.isprintable():
        return [Problem("reason", N_("Leave out what cannot be printed; write letters, digits and signs."), "reason")]
    return []


def check_day(day: dt.date, today: dt.date, field: str) -> list[Problem]:
    if not FIRST_DAY <= day <= today:
        message = Text("Choose a day from {first} to today.", first=f"{FIRST_DAY.day} January {FIRST_DAY.year}")
        return [Problem("date", message, field)]
    return []
