"""Formats that a division has played by before, in words: fixtures with a result keep the one they were played by."""

import datetime as dt
from collections.abc import Iterable, Sequence

from league.rules.match_terms import Terms
from league.rules.rulebook.of_the_league import format_in_words
from league.rules.rulebook.sections import Section, anchor
from league.rules.wording import spelt
from scoring.text import N_, Text

Kept = tuple[Terms, int, dt.date, dt.date]


def earlier_chapter(since: dt.date, kept: Sequence[Kept]) -> Section:
    """Return the chapter on the formats that a division played by before.

    Args:
        since: the day of the last change.
        kept: each earlier format with the number of fixtures that keep it, and the days of their first and last.
    """
    title = N_("Earlier formats")
    return Section(title, anchor(title), tuple(_sentences(since, kept)))


def rulesets_in_words(terms: Terms) -> Iterable[Text]:
    """Yield the sentence that says by which rulesets the games of an earlier format were played."""
    if terms.rulesets:
        played = [Text("{title} (version {version})", title=one.called, version=one.version) for one in terms.rulesets]
        yield Text("Its games were played by: {rulesets}.", rulesets=Text.joined(", ", played))


def _sentences(since: dt.date, kept: Sequence[Kept]) -> Iterable[Text]:
    yield Text(
        "This is how fixtures are played since {day}; those with a result keep what they were played by.",
        day=spelt(since),
    )
    for terms, fixtures, first, last in kept:
        yield Text.plural(
            "{n} fixture, of {first}, was played by an earlier format:",
            "{n} fixtures, of {first} to {last}, were played by an earlier format:",
            n=fixtures,
            first=spelt(first),
            last=spelt(last),
        )
        yield from format_in_words(terms)
        yield from rulesets_in_words(terms)
