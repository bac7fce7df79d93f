"""Money as a league keeps it: currencies, amounts as people type and read them, and what a charge may say.

Nothing is paid here. A charge says what a team or a player owes the league, and whether somebody has paid it.
"""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from league.rules.problems import Problem
from league.rules.reasons import LONGEST_REASON
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


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency that a league can have. Each has a hundredth part.

    Attributes:
        label: how the settings name it.
        symbol: what stands before an amount.
    """

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
    """The sums of some charges. Those that are cancelled count for nothing.

    Attributes:
        charged: everything charged.
        paid: what of it is paid.
    """

    charged: Decimal = Decimal(0)
    paid: Decimal = Decimal(0)

    @property
    def owed(self) -> Decimal:
        """Return what is not paid yet."""
        return self.charged - self.paid


def worded(amount: Decimal, currency: str) -> Text:
    """Return an amount as people read it: "£1,250.00"; in French "1 250,00 £"."""
    whole, _point, part = f"{amount:.2f}".partition(".")
    return Text("{symbol}{whole}.{part}", symbol=CURRENCIES[currency].symbol, whole=_grouped(int(whole)), part=part)


def _grouped(number: int) -> str:
    """Return a number that is not negative with a mark between its thousands: "12,500"."""
    if number < 1000:
        return str(number)
    return Text("{thousands},{rest}", thousands=_grouped(number // 1000), rest=f"{number % 1000:03}")


def read_amount(text: str) -> Decimal | None:
    """Return the amount that somebody typed, such as "20", "£2.50", "2,50 €" or "1,250.00"; None where it is none.

    Point and comma are read alike in every language. Either of them alone before three digits could be meant both
    ways, and is none.
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
    """Return a reason on one line."""
    return " ".join(reason.split())


def check_amount(amount: Decimal, currency: str) -> list[Problem]:
    """Return what is wrong with the amount of a charge."""
    if not amount.is_finite() or not LEAST <= amount <= MOST or amount != amount.quantize(LEAST):
        least, most = worded(LEAST, currency), worded(MOST, currency)
        message = Text("Write an amount from {least} to {most}, like 2.50.", least=least, most=most)
        return [Problem("amount", message, "amount")]
    return []


def check_reason(reason: str, *, missing: Text) -> list[Problem]:
    """Return what is wrong with a reason that is on one line.

    Args:
        missing: what to say where there is none.
    """
    if not reason:
        return [Problem("no-reason", missing, "reason")]
    if len(reason) > LONGEST_REASON:
        return [Problem("reason", Text("No more than {most} characters.", most=LONGEST_REASON), "reason")]
    if not reason.isprintable():
        return [Problem("reason", N_("Leave out what cannot be printed; write letters, digits and signs."), "reason")]
    return []


def check_day(day: dt.date, today: dt.date, field: str) -> list[Problem]:
    """Return what is wrong with the day of a charge or of a payment."""
    if not FIRST_DAY <= day <= today:
        message = Text("Choose a day from {first} to today.", first=f"{FIRST_DAY.day} January {FIRST_DAY.year}")
        return [Problem("date", message, field)]
    return []
