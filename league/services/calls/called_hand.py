"""A called hand as whoever writes it down hands it to the services."""

from typing import NotRequired, TypedDict, cast

from league.enums import Side
from league.errors import WrongState
from league.models import Call, Fixture, Ruling
from league.queries.calls.calls import dispute_of_hand, ruling_on_hand
from league.queries.calls.conduct import decided_with
from league.queries.people.people import may_be_named, only_players
from league.rules.formats import fixture_terms
from league.rules.problems import Problem
from league.rules.wording import clock, day_of_year
from league.translation import N_, Text

CALL_FIELDS = (
    "match_number",
    "game_number",
    "counter",
    "counter_player_id",
    "challenger_player_id",
    "cards",
    "starter",
    "crib",
    "declared",
    "claimed",
    "takes",
)


class CalledHand(TypedDict):
    """A call as a referee writes it down.

    `counter` is the side that counted; `cards` and `starter` are text; `declared` is the score announced and `claimed`
    the total by the challenger, None for no challenge. Players may be left out.
    """

    match_number: int
    game_number: int
    counter: str
    counter_player_id: NotRequired[int | None]
    challenger_player_id: NotRequired[int | None]
    cards: str
    starter: str
    crib: bool
    declared: int | None
    claimed: int | None
    takes: bool


def fill_in_players(fixture: Fixture, called: CalledHand) -> CalledHand:
    """Fill in the players who are the only possible ones: in singles those on the sheet."""
    terms = fixture_terms(fixture)
    number, counter = called["match_number"], called["counter"]
    singles = 1 <= number <= len(terms.matches) and terms.match(number).kind == "singles"
    roles = {"counter_player_id": counter}
    if called["claimed"] is not None:
        roles["challenger_player_id"] = "away" if counter == "home" else "home"
    missing = [field for field in roles if called.get(field) is None]
    if not singles or not missing:
        return called
    players = only_players(fixture, number)
    filled = {field: players[roles[field]].pk for field in missing if roles[field] in players}
    return cast(CalledHand, {**called, **filled})


def find_same_ruling(call: Call, ruling: Ruling) -> Ruling | None:
    """Return the ruling stored on this hand, if its referee sends the very same again; the fixture is locked.

    Raise WrongState if it was ruled on otherwise (``ruled``) or is disputed (``disputed``).
    """
    if dispute_of_hand(call) is not None:
        raise WrongState(N_("This hand is disputed: rule on the dispute instead."), code="disputed")
    before = ruling_on_hand(call)
    if before is None:
        return None
    if _is_same_ruling(before, ruling, call):
        return before
    local = before.decided_at.astimezone(call.fixture.league.tz)
    sentence = N_(
        "This hand was ruled on on {day}, {time}, and one call is one ruling. Its referee can revoke it for an hour; "
        "after that it can be appealed against."
    )
    if before.referee:
        sentence = N_(
            "This hand was ruled on by {referee} on {day}, {time}, and one call is one ruling. Its referee can revoke "
            "it for an hour; after that it can be appealed against."
        )
    params = {"day": day_of_year(local.date()), "time": clock(local.time()), "referee": str(before.referee or "")}
    raise WrongState(Text(sentence, **params), code="ruled")


def require_not_ruled_on(call: Call) -> None:
    """Raise WrongState (``ruled`` or ``disputed``) if the hand may not be disputed; its fixture is locked."""
    if dispute_of_hand(call) is not None:
        message = N_("This hand is disputed already; add what you have to say to that dispute.")
        raise WrongState(message, code="disputed")
    if ruling_on_hand(call) is not None:
        raise WrongState(N_("This hand was ruled on; against a ruling there is one appeal."), code="ruled")


def _is_same_ruling(before: Ruling, ruling: Ruling, call: Call) -> bool:
    """Whether a stored ruling says the same. Its award may rest on the case that it decided."""
    if before.call is None or before.referee_id != ruling.referee_id or before.reason != ruling.reason:
        return False
    decided = decided_with(before)
    if ruling.awarded_to != (decided.awarded_to if decided is not None else before.awarded_to):
        return False
    fields = [field for field in CALL_FIELDS if field != "cards"]
    return all(getattr(before.call, field) == getattr(call, field) for field in fields)


LONGEST_TOKEN = 60


def match_problems(fixture: Fixture, number: int) -> list[Problem]:
    count = len(fixture_terms(fixture).matches)
    if 1 <= number <= count:
        return []
    if not number:
        return [Problem("no-match", N_("Choose the match."), "match_number")]
    message = Text("There is no match {number}: choose 1 to {count}.", number=number, count=count)
    return [Problem("no-match", message, "match_number")]


def place_problems(fixture: Fixture, called: CalledHand) -> list[Problem]:
    terms, match, game = fixture_terms(fixture), called["match_number"], called["game_number"]
    problems = match_problems(fixture, match)
    games = terms.most if problems else terms.match(match).most
    if not game:
        problems.append(Problem("no-game", N_("Choose the game."), "game_number"))
    elif not 1 <= game <= games:
        message = Text("There is no game {number}: choose 1 to {count}.", number=game, count=games)
        problems.append(Problem("no-game", message, "game_number"))
    if called["counter"] not in Side.values:
        problems.append(Problem("no-side", N_("Choose the team that called the hand."), "counter"))
    return problems


NOT_OURS = N_("Choose a player from the side that counted.")
NOT_THEIRS = N_("Choose a player from the side that challenged.")


def player_problems(fixture: Fixture, called: CalledHand) -> list[Problem]:
    """Return what is wrong with the players whom a call names (two queries at most)."""
    counter = called.get("counter_player_id")
    challenger = called.get("challenger_player_id")
    if called["counter"] not in Side.values or (counter is None and challenger is None):
        return []
    home, away = may_be_named(fixture, match_number=called["match_number"])
    ours, theirs = (home, away) if called["counter"] == Side.HOME else (away, home)
    problems = []
    for field, player, squad, message in (
        ("counter_player_id", counter, ours, NOT_OURS),
        ("challenger_player_id", challenger, theirs, NOT_THEIRS),
    ):
        if player is not None and player not in {p.pk for p in squad}:
            problems.append(Problem("wrong-player", message, field))
    return problems


def decision_problems(reason: str, award_to: str, token: str) -> list[Problem]:
    problems = []
    if award_to and award_to not in Side.values:
        problems.append(Problem("no-side", N_("Choose one of the two teams, or nobody."), "award_to"))
    if award_to and not reason.strip():
        problems.append(Problem("no-reason", N_("Give the reason why the game is awarded."), "reason"))
    if len(token) > LONGEST_TOKEN or "\0" in token:
        problems.append(Problem("wrong-form", N_("This form is damaged; open a new one."), "token"))
    return problems
