"""A sheet as it is typed: fields by their places, to and from the values of the rules.

A field is named by its place: ``m3-home-1`` (a player's id), ``m3-g2-winner`` (home or away), ``m3-g2-loser`` (the
loser's score), ``m3-g2-winner-score`` (only when the winner went past the target), ``m3-home-games`` (how many games
that side won, where games are only counted), ``m3-home-pegged`` (the points it pegged in all of them) and ``m3-short``
(the side that had nobody to play, or both). A name that is typed in place of a chosen player is ``m3-home-1-name``, and
who is meant by it, once that was asked, ``m3-home-1-is``: the player's id, or 0 for somebody new, and the name that was
asked about. Drafts keep these fields as they were typed, so that nothing is lost that the rules cannot read yet.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from league.rules.match_terms import MOST_GAMES, WITH_PARTNERS, MatchTerms, Terms
from league.rules.names import LONGEST_NAME, folded
from league.rules.problems import Problem
from league.rules.sheets import (
    AWAY,
    BOTH,
    HOME,
    SIDES,
    UNSAID,
    GameScore,
    MatchSheet,
    Pegged,
    ResultSheet,
    ScoreOnly,
    Short,
    Side,
    Totals,
    TypedName,
    other_side,
    place_of_game,
    place_of_match,
    place_of_seat,
    scores_apart,
    seat_name,
)
from scoring.text import N_, Text

Fields = dict[str, str]
# In the line-up where each plays each: the side had nobody there. Beside a partner: a dummy.
NOBODY = "0"
PLACE = re.compile(
    r"m[0-9]{1,2}-"
    r"(?:(?:home|away)-[1-8](?:-name|-is)?|(?:home|away)-(?:games|pegged)|g[1-9]-(?:winner|loser|winner-score)|short)"
)
SEAT = re.compile(r"m[0-9]{1,2}-(?:home|away)-[1-8]")
# Only the ten digits of a phone's number pad: int() would take other scripts' digits and underscores too.
NAMED = re.compile(r"m[0-9]{1,2}-(?:home|away)-[1-8]-(?:name|is)")
# Whoever plays: a choice, a typed name, or who is meant by it.
SEATED = re.compile(r"m[0-9]{1,2}-(?:home|away)-[1-8](?:-name|-is)?")
DIGITS = re.compile(r"[0-9]{1,9}")
LONGEST = 12
# Of a typed name, with the number of who is meant before it. What is longer than a name is refused, not cut.
LONGEST_TYPED = LONGEST_NAME + 20


def fields_of(sheet: ResultSheet, terms: Terms) -> Fields:
    fields: Fields = {}
    for match in sheet.matches:
        at = f"m{match.number}"
        if short := BOTH if match.nobody else match.short:
            fields |= _short_fields(match.number, short, terms)
        for side in SIDES:
            if terms.typed_in(match.number, side) != match.number:
                continue
            for seat, player in enumerate(match.players(side), start=1):
                if player is not None or (side, seat) in match.dummies:
                    fields[f"{at}-{side}-{seat}"] = NOBODY if player is None else str(player)
        if match.totals:
            fields.update(_total_fields(at, match))
            continue
        for number, game in enumerate(match.games, start=1):
            fields.update(_game_fields(f"{at}-g{number}", game, terms.match(match.number)))
    return fields


def _short_fields(number: int, short: Short, terms: Terms) -> Fields:
    if terms.match(number).pairing is None:
        return {f"m{number}-short": short}
    return {f"m{terms.typed_in(number, side)}-{side}-1": NOBODY for side in SIDES if short in (side, BOTH)}


def _total_fields(at: str, match: MatchSheet) -> Fields:
    played = match.counted
    if not (played.home or played.away):
        return {}
    pegged = {
        f"{at}-{side}-pegged": str(points)
        for side, points in zip(SIDES, played.pegged, strict=True)
        if points is not None
    }
    return {f"{at}-home-games": str(played.home), f"{at}-away-games": str(played.away)} | pegged


def _game_fields(at: str, game: GameScore, due: MatchTerms) -> Fields:
    if game.won and not game.awarded and due.written == "winners":
        return {f"{at}-winner": str(game.won)}
    if game.awarded or game.winner is None or game.home is None or game.away is None:
        return {}
    fields = {f"{at}-winner": str(game.winner), f"{at}-loser": str(min(game.home, game.away))}
    if max(game.home, game.away) != due.target:
        fields[f"{at}-winner-score"] = str(max(game.home, game.away))
    return fields


def longest_at(place: str) -> int:
    return LONGEST_TYPED if NAMED.fullmatch(place) else LONGEST


def places_on(terms: Terms) -> frozenset[str]:
    return frozenset(place for number in range(1, len(terms.matches) + 1) for place in _places(number, terms))


def _places(number: int, terms: Terms) -> Iterator[str]:
    at, due = f"m{number}", terms.match(number)
    if due.pairing is None:
        yield f"{at}-short"
    for side in SIDES:
        if terms.typed_in(number, side) == number:
            for seat in range(1, due.players + 1):
                yield from (f"{at}-{side}-{seat}{end}" for end in ("", "-name", "-is"))
        if due.counted:
            yield f"{at}-{side}-games"
        if due.pegged:
            yield f"{at}-{side}-pegged"
    if not due.counted:
        ends = ("winner",) if due.written == "winners" else ("winner", "loser", "winner-score")
        yield from (f"{at}-g{game}-{end}" for game in range(1, due.most + 1) for end in ends)


def laid_over(theirs: Fields, mine: Fields) -> Fields:
    """Their sheet, overlaid with what one has filled in oneself; a game is taken whole."""
    taken = {_spot(name) for name in mine}
    played = {name.partition("-")[0] + "-short" for name in mine}
    return {name: value for name, value in theirs.items() if _spot(name) not in taken and name not in played} | mine


def _spot(name: str) -> str:
    """The game of a game's field, the match of its totals; a seat by itself."""
    return re.sub(r"(-g[0-9])-.*|-(?:home|away)-(?:games|pegged)", r"\1", name)


def without_line_up(fields: Mapping[str, str]) -> Fields:
    """Fields without players; scores and absent sides stay."""
    return {name: value for name, value in fields.items() if not SEATED.fullmatch(name)}


def seats_of(fields: Mapping[str, str], player: int, name: str) -> list[str]:
    """Seats, ``m3-home-1``, in which somebody is chosen by number or written by whole name."""
    return [at for at in _seats(fields) if fields.get(at) == str(player) or _is_named(fields, at, player, name)]


def without_name(fields: Mapping[str, str], player: int, name: str) -> Fields:
    """Fields without the names typed for somebody, and the answers about them."""
    named = [at for at in _seats(fields) if _is_named(fields, at, player, name)]
    gone = {f"{at}{end}" for at in named for end in ("-name", "-is")}
    return {field: said for field, said in fields.items() if field not in gone}


def _seats(fields: Mapping[str, str]) -> list[str]:
    found = (field.removesuffix("-name").removesuffix("-is") for field in fields)
    return list(dict.fromkeys(at for at in found if SEAT.fullmatch(at)))


def _is_named(fields: Mapping[str, str], at: str, player: int, name: str) -> bool:
    """Whether a seat's typed name is theirs: answered so, or it reads so and is nobody else's."""
    typed = folded(fields.get(f"{at}-name", ""))
    said, _, about = fields.get(f"{at}-is", "").partition(" ")
    if typed and DIGITS.fullmatch(said) and int(said) and folded(about) == typed:
        return int(said) == player
    return bool(typed) and typed == folded(name)


def parse_sheet(fields: Mapping[str, str], terms: Terms) -> tuple[ResultSheet, list[Problem]]:
    """Parse fields into a sheet, and what cannot be read. What is missing, other rules tell."""
    problems: list[Problem] = []
    matches = tuple(_match(fields, number, terms, problems) for number in range(1, len(terms.matches) + 1))
    typed = (_typed(fields, match, side, terms, problems) for match in matches for side in SIDES)
    return ResultSheet(matches, tuple(name for names in typed for name in names)), problems


def _typed(
    fields: Mapping[str, str], match: MatchSheet, side: Side, terms: Terms, problems: list[Problem]
) -> Iterator[TypedName]:
    """Yield names typed for a side, unless it is said to have had nobody."""
    if _short(fields, match.number, terms) in (side, BOTH):
        return
    place = terms.typed_in(match.number, side)
    elsewhere = 0 if place == match.number else place
    for seat, chosen in enumerate(match.players(side), start=1):
        at = f"m{place}-{side}-{seat}"
        name = " ".join(fields.get(f"{at}-name", "").split())
        if not name:
            continue
        if chosen is not None and elsewhere:
            continue
        if chosen is not None or (side, seat) in match.dummies:
            which = seat_name(len(match.players(side)), side, seat)
            message = Text("Choose the {seat} from the list, or write a name; not both.", seat=which)
            problems.append(Problem("both", message, at, place_of_seat(match.number, which)))
            continue
        # An answer is about the name that was asked about; of another name nobody has said anything.
        said, _, about = fields.get(f"{at}-is", "").partition(" ")
        answered = DIGITS.fullmatch(said) and folded(about) == folded(name)
        yield TypedName(match.number, side, seat, name, int(said) if answered else None, elsewhere)


def _match(fields: Mapping[str, str], number: int, terms: Terms, problems: list[Problem]) -> MatchSheet:
    due = terms.match(number)
    short = _short(fields, number, terms)
    seats: dict[Side, tuple[int | None, ...]] = {}
    for side in SIDES:
        places, typed = range(1, due.players + 1), terms.typed_in(number, side)
        told = problems if typed == number else []
        seats[side] = tuple(
            None if short in (side, BOTH) else _seat(fields, f"m{typed}", due.players, side, n, told) for n in places
        )
        if due.pairing is not None and _is_left_out(fields, number, side, terms):
            seats[side] = (None,) * due.players
    dummies = _dummies(seats) if due.kind in WITH_PARTNERS else ()
    for side, seat in dummies:
        seats[side] = (*seats[side][: seat - 1], None, *seats[side][seat:])
    pegged = UNSAID
    if short == BOTH:
        games = (GameScore(),) * due.most
    elif short:
        games = (GameScore(awarded=other_side(short)),) * due.needed + (GameScore(),) * (due.most - due.needed)
    elif due.counted:
        games = _totals(fields, number, problems)
        pegged = _pegged(fields, number, problems) if due.pegged else UNSAID
    else:
        games = tuple(_game(fields, number, game, due, problems) for game in range(1, due.most + 1))
    sides = seats[HOME], seats[AWAY]
    return MatchSheet(number, due.kind, *sides, games, due.counted, dummies, nobody=short == BOTH, pegged=pegged)


def _dummies(seats: Mapping[Side, tuple[int | None, ...]]) -> tuple[tuple[Side, int], ...]:
    nobody = int(NOBODY)
    return tuple((side, seat) for side in SIDES for seat, chosen in enumerate(seats[side], start=1) if chosen == nobody)


def _short(fields: Mapping[str, str], number: int, terms: Terms) -> Short | None:
    """The side that had nobody for a match, or both."""
    if terms.match(number).pairing is None:
        said = fields.get(f"m{number}-short", "")
        return BOTH if said == BOTH else _side(said)
    absent = [side for side in SIDES if _is_left_out(fields, number, side, terms)]
    return BOTH if len(absent) == len(SIDES) else next(iter(absent), None)


def _is_left_out(fields: Mapping[str, str], number: int, side: Side, terms: Terms) -> bool:
    """Whether a place of the line-up is said to have nobody; with somebody beside it, it is a dummy's."""
    seats = [f"m{terms.typed_in(number, side)}-{side}-{seat}" for seat in range(1, terms.match(number).players + 1)]
    said = [fields.get(seat) or fields.get(f"{seat}-name", "").strip() for seat in seats]
    return NOBODY in said and not any(said_there not in ("", NOBODY) for said_there in said)


def _totals(fields: Mapping[str, str], match: int, problems: list[Problem]) -> tuple[GameScore, ...]:
    """Counted games of a match; half an entry is a problem."""
    at, place = f"m{match}-games", place_of_match(match)
    typed: dict[Side, int] = {}
    wrong = len(problems)
    for side in SIDES:
        number = _score(fields, f"m{match}-{side}-games", at, place, problems)
        if number is not None and number > MOST_GAMES:
            message = Text("“{text}”: a match has {most} games at most.", text=number, most=MOST_GAMES)
            problems.append(Problem("number", message, at, place))
        elif number is not None:
            typed[side] = number
    if len(typed) == 1 and len(problems) == wrong:
        home, away = N_("Enter how many games the home side won."), N_("Enter how many games the away side won.")
        problems.append(Problem("half-total", away if HOME in typed else home, at, place))
    return Totals(typed[HOME], typed[AWAY]).games if len(typed) == 2 else ()


def _pegged(fields: Mapping[str, str], match: int, problems: list[Problem]) -> Pegged:
    """Each side's points in all games of a match."""
    names = (f"m{match}-{side}-pegged" for side in SIDES)
    home, away = (_score(fields, name, name, place_of_match(match), problems) for name in names)
    return home, away


def _seat(
    fields: Mapping[str, str], at: str, players: int, side: Side, seat: int, problems: list[Problem]
) -> int | None:
    name = f"{at}-{side}-{seat}"
    text = fields.get(name, "")
    if not text or DIGITS.fullmatch(text):
        return int(text) if text else None
    which = seat_name(players, side, seat)
    message = Text("Choose the {seat} from the list.", seat=which)
    problems.append(Problem("player", message, name, place_of_seat(int(at[1:]), which)))
    return None


def _game(fields: Mapping[str, str], match: int, number: int, due: MatchTerms, problems: list[Problem]) -> GameScore:
    at, place = f"m{match}-g{number}", place_of_game(match, number)
    winner = _side(fields.get(f"{at}-winner", ""))
    if due.written == "winners":
        return GameScore(won=winner)
    loser = _score(fields, f"{at}-loser", at, place, problems)
    most = _score(fields, f"{at}-winner-score", at, place, problems)
    if winner is None:
        if loser is not None or most is not None:
            problems.append(Problem("no-winner", N_("Say who won this game."), at, place))
        return GameScore()
    best = due.target if most is None else most
    if most is not None and loser is not None and most < loser:
        problems.append(Problem("winner-below", N_("The winner’s score is below the loser’s."), at, place))
    return GameScore(best, loser) if winner == HOME else GameScore(loser, best)


def _side(text: str) -> Side | None:
    return HOME if text == HOME else AWAY if text == AWAY else None


def _score(fields: Mapping[str, str], name: str, field: str, where: Text, problems: list[Problem]) -> int | None:
    text = fields.get(name, "")
    if not text:
        return None
    if DIGITS.fullmatch(text):
        return int(text)
    message = Text("“{text}” is not a number; write digits, like 98.", text=text)
    problems.append(Problem("number", message, field, where))
    return None


@dataclass(frozen=True, slots=True)
class Difference:
    """A place in which two sheets differ.

    Attributes:
        field: ``m3-g2``, ``m3-home``, ``m3-away``; ``m3-games`` where games are only counted.
        mine, theirs: a `GameScore`, a match's `Totals`, a `ScoreOnly`, or the ids of the players.
    """

    field: str
    where: Text
    mine: GameScore | Totals | ScoreOnly | tuple[int | None, ...]
    theirs: GameScore | Totals | ScoreOnly | tuple[int | None, ...]


def differences(mine: ResultSheet, theirs: ResultSheet) -> tuple[Difference, ...]:
    """Differences of two sheets, in order; swapped partners are none, and a missing match counts as blank.

    Of a score alone only the score is compared.
    """
    if mine.score is not None or theirs.score is not None:
        one, other = mine.summary, theirs.summary
        if one.agrees(other):
            return ()
        return (Difference("score", N_("the score"), *scores_apart(one, other)),)
    ours, others = ({match.number: match for match in sheet.matches} for sheet in (mine, theirs))
    return tuple(
        difference
        for number in sorted(ours.keys() | others.keys())
        for difference in _match_differences(ours.get(number), others.get(number))
    )


def places_apart(found: Sequence[Difference], *, most: int = 2) -> Text:
    """Format differing games with both scores: "match 3, game 3 (121–117 against 117–121)".

    Players are named by their seats alone; beyond `most`: "and 4 more".
    """
    told = [_describe_difference(each) for each in found[:most]]
    if len(found) > most:
        told.append(Text("and {n} more", n=len(found) - most))
    return Text.joined("; ", told)


def _describe_difference(difference: Difference) -> Text:
    if not isinstance(difference.mine, tuple) and not isinstance(difference.theirs, tuple):
        mine, theirs = difference.mine.text, difference.theirs.text
        return Text("{where} ({mine} against {theirs})", where=difference.where, mine=mine, theirs=theirs)
    return difference.where


def _match_differences(mine: MatchSheet | None, theirs: MatchSheet | None) -> Iterator[Difference]:
    present = [match for match in (mine, theirs) if match is not None]
    number = present[0].number
    for side in SIDES:
        ours, others = (match.players(side) if match else () for match in (mine, theirs))
        if _chosen_players(ours) != _chosen_players(others):
            whole = N_("home players") if side == HOME else N_("away players")
            yield Difference(f"m{number}-{side}", place_of_seat(number, whole), ours, others)
    if any(match.totals for match in present):
        total, its_total = (match.counted if match else Totals() for match in (mine, theirs))
        if total != its_total:
            yield Difference(f"m{number}-games", place_of_match(number), total, its_total)
        return
    pairs = zip_longest(*(match.games if match else () for match in (mine, theirs)), fillvalue=GameScore())
    for game_number, (game, its) in enumerate(pairs, start=1):
        if game != its:
            yield Difference(f"m{number}-g{game_number}", place_of_game(number, game_number), game, its)


def _chosen_players(players: tuple[int | None, ...]) -> list[int]:
    return sorted(player for player in players if player is not None)
