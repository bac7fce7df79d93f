import datetime as dt
from collections.abc import Iterable, Sequence

from league.rules.match_terms import Terms
from league.rules.rulebook.of_the_league import format_in_words
from league.rules.rulebook.sections import Section, anchor
from league.rules.wording import spelt
from scoring.text import N_, Text

Kept = tuple[Terms, int, dt.date, dt.date]


def earlier_chapter(since: dt.date, kept: Sequence[Kept]) -> Section:
    """The chapter on a division's earlier formats, kept by fixtures with a result; `since` is the last change."""
    title = N_("Earlier formats")
    return Section(title, anchor(title), tuple(_sentences(since, kept)))


def rulesets_in_words(terms: Terms) -> Iterable[Text]:
    """Yield the rulesets of an earlier format."""
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
