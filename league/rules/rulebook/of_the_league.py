"""A division's own rules in words: its fixtures, who may play, and who stands above whom (R50–R54)."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

from league.rules.match_terms import KIND_NAMES, Ends, Kind, MatchTerms, Terms, plays_alone
from league.rules.rulebook.game import Section, anchor, games
from league.rules.scheme import PARTS, PointsScheme, Walkover
from league.rules.settings import LeagueSettings, SeasonSettings, Settings, sentences
from league.rules.tie_breaks import DEFAULT_TIE_BREAKS, TIE_BREAKS
from league.rules.wording import number, plain, spelt
from scoring.text import N_, Text


def league_rules(
    terms: Terms,
    *,
    scheme: PointsScheme | None = None,
    tie_breaks: Sequence[str] = DEFAULT_TIE_BREAKS,
    settings: Collection[Settings] = (SeasonSettings(), LeagueSettings()),
    prefix: str = "",
) -> tuple[Section, ...]:
    """Return a division's chapters; `prefix` begins their anchors, `scheme` is one point a game by default."""
    scheme = scheme or PointsScheme()
    chapters = {
        N_("Fixtures"): format_in_words(terms),
        N_("Who may play"): _who_may_play(),
        N_("Postponed fixtures"): (),
        N_("Results"): (),
        N_("Points"): _points(scheme),
        N_("Teams level on points"): _level(tie_breaks),
        N_("Promotion and relegation"): (),
        N_("Awarded games"): _awards(terms, scheme.walkover),
        N_("Fixtures that are not played out"): _not_played_out(),
        N_("Teams that withdraw"): _withdrawn(),
        N_("Mistakes in writing"): _writing(),
        N_("Disputes"): _disputes(),
        N_("Deadlines"): (),
    }
    said = {title: (*rules, *sentences(settings, title), *_AFTER.get(title, ())) for title, rules in chapters.items()}
    return tuple(Section(title, anchor(prefix, title), rules) for title, rules in said.items() if rules)


# What ends a chapter after all that the settings say in it.
_AFTER: Final[Mapping[str, tuple[Text, ...]]] = {"Who may play": (N_("All this is judged by the day of the fixture."),)}


def format_in_words(terms: Terms) -> Iterable[Text]:
    matches = len(terms.matches)
    if not terms.matches:
        return
    parts = [_run(list(run)) for _, run in groupby(terms.matches, _of_one_run)]
    if len(parts) == 1:
        yield Text("A fixture is {matches}.", matches=parts[0])
    else:
        yield Text.plural(
            "A fixture is {number} match, in this order: {matches}.",
            "A fixture is {number} matches, in this order: {matches}.",
            n=matches,
            number=number(matches),
            matches=Text.joined(", ", parts),
        )
    if len(set(map(_ending, terms.matches))) == 1:
        yield _games_of_each(terms)
    else:
        yield from _games_of_some(terms)
    yield from _targets(terms)
    yield from _ruleset_sentences(terms)
    winners = [n for n, match in enumerate(terms.matches, start=1) if match.written == "winners"]
    if len(winners) == matches:
        yield N_("Of each game no more is written down than who won it.")
    elif winners:
        yield Text.plural(
            "Of the games of match {matches} no more is written down than who won them.",
            "Of the games of matches {matches} no more is written down than who won them.",
            n=len(winners),
            matches=", ".join(map(str, winners)),
        )
    yield from _counted(terms)
    yield from _once(terms)


def _of_one_run(match: MatchTerms) -> tuple[Kind, int, int]:
    """What matches told together have in common: their kind, and how many a side."""
    return match.kind, match.players, match.pairing.size if match.pairing else 0


def _ending(match: MatchTerms) -> tuple[int, Ends]:
    """Number of games and ending; a single game ends with that, however it is written."""
    return match.games, "all" if match.most == 1 else match.ends


def _run(matches: Sequence[MatchTerms]) -> Text:
    """Matches of one kind in a row: ``two singles``, ``three team matches of six a side``."""
    if matches[0].kind == "team":
        return Text.plural(
            "{number} team match of {players} a side",
            "{number} team matches of {players} a side",
            n=len(matches),
            number=number(len(matches)),
            players=number(matches[0].players),
        )
    params = {"number": number(len(matches)), "kind": KIND_NAMES[matches[0].kind]}
    if matches[0].pairing is not None and matches[0].players > 1:
        return Text("{number} {kind} in which each pair plays each pair of the other side", **params)
    if matches[0].pairing is not None:
        return Text("{number} {kind} in which each plays each of the other side", **params)
    return Text("{number} {kind}", **params)


def _counted(terms: Terms) -> Iterable[Text]:
    """Matches of which only games, or points in all of them, are written down."""
    counted, pegged = (
        [n for n, match in enumerate(terms.matches, start=1) if match.written == written]
        for written in ("totals", "pegged")
    )
    if len(counted) == len(terms.matches):
        yield N_("Of each match no more is written down than how many games each side won.")
    elif counted:
        yield Text.plural(
            "Of match {matches} no more is written down than how many games each side won.",
            "Of matches {matches} no more is written down than how many games each side won.",
            n=len(counted),
            matches=", ".join(map(str, counted)),
        )
    if len(pegged) == len(terms.matches):
        yield N_(
            "Of each match it is written down how many games each side won, and the points it pegged in all of them."
        )
    elif pegged:
        yield Text.plural(
            "Of match {matches} it is written down how many games each side won, and the points it pegged in all of "
            "them.",
            "Of matches {matches} it is written down how many games each side won, and the points it pegged in all of "
            "them.",
            n=len(pegged),
            matches=", ".join(map(str, pegged)),
        )


def _games_of_each(terms: Terms) -> Text:
    match = terms.matches[0]
    whole = games(terms.games)
    if match.most == 1:
        return Text("Each match is one game, which makes {games}.", games=whole)
    if match.ends == "best":
        return Text(
            "Each match is the best of {number} games; whoever has won {lead} has won it.",
            number=number(match.games),
            lead=number(match.needed),
        )
    if match.ends == "first":
        return Text("Each match is played until one side has won {number} of its games.", number=number(match.games))
    if match.games == 2:
        return Text("Each match is two games, and both are played; that makes {games}.", games=whole)
    return Text(
        "Each match is {number} games, and all of them are played, even at {lead}–0; that makes {games}.",
        number=number(match.games),
        lead=match.games // 2 + 1,
        games=whole,
    )


def _games_of_some(terms: Terms) -> Iterable[Text]:
    """A sentence for each number of games and ending."""
    for like in dict.fromkeys(map(_ending, terms.matches)):
        which = [n for n, match in enumerate(terms.matches, start=1) if _ending(match) == like]
        yield _describe_matches(*like, which)
    yield Text("Whoever wins every match without losing a game has won {games}.", games=games(terms.games))


def _describe_matches(games_each: int, ends: Ends, which: Sequence[int]) -> Text:
    params: dict[str, Any] = {"n": len(which), "matches": ", ".join(map(str, which)), "number": number(games_each)}
    if ends == "best":
        return Text.plural(
            "Match {matches} is the best of {number} games.",
            "Matches {matches} are the best of {number} games.",
            **params,
        )
    if ends == "first":
        return Text.plural(
            "Match {matches} is played until one side has won {number} of its games.",
            "Matches {matches} are played until one side has won {number} of their games.",
            **params,
        )
    if games_each == 1:
        return Text.plural("Match {matches} is one game.", "Matches {matches} are one game each.", **params)
    return Text.plural(
        "Match {matches} is {number} games, and all of them are played.",
        "Matches {matches} are {number} games each, and all of them are played.",
        **params,
    )


def _targets(terms: Terms) -> Iterable[Text]:
    usual = [match for match in terms.matches if not match.ruleset]
    targets = {plays_alone(match.kind): match.target for match in usual}
    if not usual:
        return
    if len(set(targets.values())) == 1:
        yield Text("Games are played to {target}.", target=next(iter(targets.values())))
    elif plays_alone(usual[0].kind):
        yield Text(
            "Games are played to {singles} in singles and to {doubles} in doubles.",
            singles=targets[True],
            doubles=targets[False],
        )
    else:
        yield Text(
            "Games are played to {doubles} in doubles and to {singles} in singles.",
            singles=targets[True],
            doubles=targets[False],
        )


def _ruleset_sentences(terms: Terms) -> Iterable[Text]:
    for word in terms.named_rulesets:
        which = [n for n, match in enumerate(terms.matches, start=1) if match.ruleset == word]
        rules = terms.match(which[0]).rules
        if rules is None:
            continue
        yield Text.plural(
            "Match {matches} is played by another ruleset, to {target}: {ruleset}.",
            "Matches {matches} are played by another ruleset, to {target}: {ruleset}.",
            n=len(which),
            matches=", ".join(map(str, which)),
            ruleset=rules.called,
            target=rules.target,
        )


def _once(terms: Terms) -> Iterable[Text]:
    limits = terms.limits
    if any(match.pairing is not None for match in terms.matches):
        yield N_("Where each plays each, a side names its players once for all those matches, and they count as one.")
    if limits.matches == 1:
        # "They count as one" has said it where there is nothing else.
        if any(match.pairing is None for match in terms.matches):
            yield N_("A player plays in one match of a fixture.")
    else:
        yield Text.plural(
            "A player plays in {number} match of a fixture at most.",
            "A player plays in {number} matches of a fixture at most.",
            n=limits.matches,
            number=number(limits.matches),
        )
        for kind, most in limits.kinds:
            yield Text.plural(
                "Of one kind, {kind}, a player plays {number} match at most.",
                "Of one kind, {kind}, a player plays {number} matches at most.",
                n=most,
                kind=KIND_NAMES[kind],
                number=number(most),
            )
    if not limits.partners_again:
        yield N_("Two players are partners in one match of a fixture only.")


def _who_may_play() -> Iterable[Text]:
    yield N_("A player is registered for one team at a time, and plays for it from their first day to their last.")


def amount(points: Fraction) -> Text:
    """Points in prose: ``one point``, ``half a point``, ``2.5 points``."""
    if points == Fraction(1, 2):
        return N_("half a point")
    if points in (0, 1):
        return N_("one point") if points else N_("no points")
    if points.denominator == 1 and points >= 0:
        return Text.plural("{number} point", "{number} points", n=int(points), number=number(int(points)))
    figure = plain(points)
    # Half points have no number that a language counts by; in English they are several.
    return Text.plural("{number} point", "{number} points", n=1 if abs(points) == 1 else 2, number=figure)


def _points(scheme: PointsScheme) -> Iterable[Text]:
    close = games(scheme.close_by)
    for name, points in scheme.nonzero_parts.items():
        yield Text(PARTS[name].sentence, points=amount(points).capitalised(), games=close)
    yield N_("A result counts once it is confirmed.")


def _level(tie_breaks: Sequence[str]) -> Iterable[Text]:
    ranking = [key for key in tie_breaks if key != "name"]
    if not ranking:
        yield N_("Teams that are level on points share the place and are listed by name.")
        return
    order = TIE_BREAKS[ranking[0]].label
    for key in ranking[1:]:
        order = Text("{order}, then {tie_break}", order=order, tie_break=TIE_BREAKS[key].label)
    yield Text("Teams level on points are placed by {order}.", order=order)
    for key in ranking:
        label = TIE_BREAKS[key].label.capitalised()
        yield Text("{tie_break}: {what}", tie_break=label, what=TIE_BREAKS[key].what)
    if "lots" not in ranking:
        yield N_("Teams that are still level share the place and are listed by name.")


def _awards(terms: Terms, walkover: Walkover) -> Iterable[Text]:
    alike = {match.needed for match in terms.matches}
    due = alike.pop() if len(alike) == 1 else 0
    if due == 0:
        yield N_(
            "A team that is short of players leaves a match empty, and the games that win it are awarded to the other "
            "team."
        )
    elif due == 1:
        yield N_(
            "A team that is short of players leaves a match empty, and the game of it is awarded to the other team."
        )
    elif due == 2:
        yield N_(
            "A team that is short of players leaves a match empty, and both games of it are awarded to the other team."
        )
    else:
        yield Text(
            "A team that is short of players leaves a match empty, and all {number} games of it are awarded to the "
            "other team.",
            number=number(due),
        )
    if terms.short.sentence is not None:
        yield terms.short.sentence
    yield from _walkover(terms, walkover)
    yield N_("Only a referee's ruling awards a single game.")
    yield N_("Awarded games count in the table and are marked there; no score is invented for them.")


def _walkover(terms: Terms, walkover: Walkover) -> Iterable[Text]:
    won, lost = walkover.games_of(terms)
    if lost:
        yield Text(
            "A fixture that was not played, or conceded, may be given as a walkover: {games} to {others}.",
            games=games(won),
            others=number(lost),
        )
    else:
        yield Text(
            "A fixture that was not played, or conceded, may be given as a walkover: {games} to nil.", games=games(won)
        )
    if walkover.points is not None:
        yield Text("The side that a walkover is given to has {points} for it.", points=amount(walkover.points))
    if walkover.absent is None:
        return
    if walkover.absent < 0:
        yield Text("The other side loses {points}.", points=amount(-walkover.absent))
    else:
        yield Text("The other side has {points}.", points=amount(walkover.absent))


def _not_played_out() -> Iterable[Text]:
    yield N_("If a fixture is abandoned, its finished games count, and nobody has won it, or the rest are awarded.")
    yield N_("If neither side comes, both have lost the fixture and neither has points.")
    yield N_("A result that is void counts for nothing, as if the fixture had not been played.")
    yield N_("Points that the league gives or takes are listed under the table, with the reason and the date.")


def _withdrawn() -> Iterable[Text]:
    yield N_("The fixtures that a team has still to play when it withdraws are cancelled.")


def _writing() -> Iterable[Text]:
    yield N_("A result sheet says what was played: a mistake in writing is corrected, whoever made it.")


def _disputes() -> Iterable[Text]:
    yield N_("Against a ruling there is one appeal, and the ruling stands until that is decided.")


Kept = tuple[Terms, int, dt.date, dt.date]


def earlier_chapter(since: dt.date, kept: Sequence[Kept]) -> Section:
    """The chapter on a division's earlier formats, kept by fixtures with a result; `since` is the last change."""
    title = N_("Earlier formats")
    return Section(title, anchor(title), tuple(_sentences(since, kept)))


def rulesets_in_words(terms: Terms) -> Iterable[Text]:
    if terms.rulesets:
        played = [
            Text("{title} (version {version})", title=ruleset.called, version=ruleset.version)
            for ruleset in terms.rulesets
        ]
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
