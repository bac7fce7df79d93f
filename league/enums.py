"""The words that a row can be in, and for those that move, the one table of allowed moves."""

from collections.abc import Mapping

from django.db.models import IntegerChoices, TextChoices

from league.rules.disputes import panels
from league.rules.settings import LeagueSettings, SeasonSettings, option
from league.rules.wording import WEEKDAYS
from league.translation import N_


class Side(TextChoices):
    HOME = "home", N_("Home")
    AWAY = "away", N_("Away")

    @property
    def other(self) -> "Side":
        return Side.AWAY if self is Side.HOME else Side.HOME


class MatchKind(TextChoices):
    SINGLES = "singles", N_("Singles")
    DOUBLES = "doubles", N_("Doubles")
    TREBLES = "trebles", N_("Trebles")
    TEAM = "team", N_("Team match")


class MatchEnds(TextChoices):
    """The ways in which a match ends; `rules.formats` has the same words."""

    ALL = "all", N_("All its games are played")
    BEST = "best", N_("Best of so many")
    FIRST = "first", N_("First to win so many")


class GamesWritten(TextChoices):
    """The part of each game, or of all of a match, that is written down; `rules.formats` has the same words."""

    SCORES = "scores", N_("The loser’s score")
    WINNERS = "winners", N_("Who won it")
    TOTALS = "totals", N_("How many each side won")
    PEGGED = "pegged", N_("How many each side won, and the points pegged")


# The games of such a match have no rows.
COUNTED_GAMES = (GamesWritten.TOTALS, GamesWritten.PEGGED)


class RulesetName(TextChoices):
    """The named rulesets of the scoring engine; a test holds the two lists together."""

    LEAGUE = "league", N_("League")
    HOYLE = "hoyle", N_("Hoyle")
    HOYLE_61 = "hoyle-61", N_("Hoyle, once around")
    SIX_CARD = "six-card", N_("Six-card")
    SIX_CARD_61 = "six-card-61", N_("Six-card, 61 up")
    FIVE_CARD = "five-card", N_("Five-card")
    FIVE_CARD_STARTER_FIRST = "five-card-starter-first", N_("Five-card, starter first")
    SEVEN_CARD = "seven-card", N_("Seven-card")
    THREE_HANDED = "three-handed", N_("Three-handed")
    HOME_COMPUTER = "home-computer", N_("Home computer")
    HOME_COMPUTER_61 = "home-computer-61", N_("Home computer, once around")
    ACC = "acc", N_("American Cribbage Congress")


class RoleKind(TextChoices):
    SECRETARY = "secretary", N_("Secretary")
    REFEREE = "referee", N_("Referee")
    CHAIR = "chair", N_("Chair of the committee")
    COMMITTEE = "committee", N_("Committee member")
    JUDGE = "judge", N_("Judge")
    CAPTAIN = "captain", N_("Captain")
    VICE_CAPTAIN = "vice-captain", N_("Vice-captain")
    PLAYER = "player", N_("Player")


class SecondFactor(TextChoices):
    """The people of a league who must have a second factor before a role of theirs counts (`access.grants`)."""

    NOBODY = option(LeagueSettings, "second_factor", "nobody")
    SECRETARIES = option(LeagueSettings, "second_factor", "secretaries")
    OFFICIALS = option(LeagueSettings, "second_factor", "officials")


class ChargeKind(TextChoices):
    """The kinds of what a league charges."""

    FEE = "fee", N_("Fee")
    FINE = "fine", N_("Fine")
    PENNIES = "pennies", N_("Pennies")


class WeekKind(TextChoices):
    PLAY = "play", N_("Play")
    CATCH_UP = "catch-up", N_("Catch-up")
    NO_PLAY = "no-play", N_("No play")


class Night(IntegerChoices):
    """Days of the week as `date.weekday()` counts them."""

    MONDAY = 0, WEEKDAYS[0]
    TUESDAY = 1, WEEKDAYS[1]
    WEDNESDAY = 2, WEEKDAYS[2]
    THURSDAY = 3, WEEKDAYS[3]
    FRIDAY = 4, WEEKDAYS[4]
    SATURDAY = 5, WEEKDAYS[5]
    SUNDAY = 6, WEEKDAYS[6]


class TeamColour(TextChoices):
    """The colours that a team can have; tokens.css has what each looks like (`--team-red`)."""

    RED = "red", N_("Red")
    ORANGE = "orange", N_("Orange")
    YELLOW = "yellow", N_("Yellow")
    GREEN = "green", N_("Green")
    TEAL = "teal", N_("Teal")
    BLUE = "blue", N_("Blue")
    PURPLE = "purple", N_("Purple")
    PINK = "pink", N_("Pink")
    BROWN = "brown", N_("Brown")
    GREY = "grey", N_("Grey")


class FixtureState(TextChoices):
    """The states of a fixture's date. Its live result tells if it has been played."""

    SCHEDULED = "scheduled", N_("Scheduled")
    POSTPONED = "postponed", N_("Postponed")  # it has no date
    CANCELLED = "cancelled", N_("Cancelled")  # it will not be played: a team has withdrawn, or both sides get nothing


class SecondHalf(TextChoices):
    """The ways to make the rounds after the first from it."""

    MIRRORED = option(SeasonSettings, "second_half", "mirrored")
    FRENCH = option(SeasonSettings, "second_half", "french")


class WithdrawalPolicy(TextChoices):
    """The policies on the results of a team that withdraws."""

    VOID = option(SeasonSettings, "withdrawal_policy", "void")
    VOID_BEFORE_HALF = option(SeasonSettings, "withdrawal_policy", "void-before-half")
    STAND = option(SeasonSettings, "withdrawal_policy", "stand")


class UnplayedPolicy(TextChoices):
    """The policies on a fixture that is unplayed after the catch-up week of its round (R54)."""

    SECRETARY = option(SeasonSettings, "unplayed_policy", "secretary")
    NIL = option(SeasonSettings, "unplayed_policy", "nil")
    AWARDED = option(SeasonSettings, "unplayed_policy", "awarded")


class TimetableState(TextChoices):
    WAITING = "waiting", N_("Waiting")
    SOLVING = "solving", N_("Being made")
    READY = "ready", N_("Ready to view")
    FAILED = "failed", N_("Could not be made")
    PUBLISHED = "published", N_("Published")
    DISCARDED = "discarded", N_("Discarded")


TIMETABLE_MOVES: Mapping[TimetableState, frozenset[TimetableState]] = {
    TimetableState.WAITING: frozenset({TimetableState.SOLVING, TimetableState.DISCARDED}),
    TimetableState.SOLVING: frozenset({TimetableState.READY, TimetableState.FAILED, TimetableState.DISCARDED}),
    TimetableState.READY: frozenset({TimetableState.PUBLISHED, TimetableState.DISCARDED}),
    TimetableState.FAILED: frozenset({TimetableState.DISCARDED}),
    # Only for another one, and only before play begins.
    TimetableState.PUBLISHED: frozenset({TimetableState.DISCARDED}),
    TimetableState.DISCARDED: frozenset(),
}


class ResultKind(TextChoices):
    """The kinds of result. Each is a state with its own points, never an invented score."""

    PLAYED = "played", N_("Played")
    WALKOVER = "walkover", N_("Walkover")
    ABANDONED = "abandoned", N_("Abandoned")  # the games played by then count, the others were not played
    NOBODY = "nobody", N_("Neither side came")  # no side has a point
    VOID = "void", N_("Void")  # it counts for nothing, as if it had not been played


class ResultState(TextChoices):
    SUBMITTED = "submitted", N_("Awaiting confirmation")
    CONFIRMED = "confirmed", N_("Confirmed")
    DISPUTED = "disputed", N_("Disputed")
    COUNTER = "counter", N_("The other side's sheet")
    PROPOSED = "proposed", N_("A correction to be confirmed")
    REJECTED = "rejected", N_("A correction that was not accepted")
    SUPERSEDED = "superseded", N_("Superseded")


# A live result is the one the fixture rests on; there is at most one.
LIVE_STATES = (ResultState.SUBMITTED, ResultState.CONFIRMED, ResultState.DISPUTED)

RESULT_MOVES: Mapping[ResultState, frozenset[ResultState]] = {
    ResultState.SUBMITTED: frozenset({ResultState.CONFIRMED, ResultState.DISPUTED, ResultState.SUPERSEDED}),
    ResultState.DISPUTED: frozenset({ResultState.CONFIRMED, ResultState.SUPERSEDED}),
    ResultState.COUNTER: frozenset({ResultState.CONFIRMED, ResultState.SUPERSEDED}),
    # The confirmed sheet stays live, and counts, until the correction of it is confirmed.
    ResultState.PROPOSED: frozenset({ResultState.CONFIRMED, ResultState.REJECTED}),
    ResultState.CONFIRMED: frozenset({ResultState.SUPERSEDED}),
    ResultState.REJECTED: frozenset(),
    ResultState.SUPERSEDED: frozenset(),
}


class Settlement(TextChoices):
    """The ways in which a result can come to be confirmed."""

    OTHER_SIDE = "other-side", N_("Confirmed by the other side")
    CODE = "code", N_("Confirmed with a printed code of the other side")
    ACCEPTED = "accepted", N_("The other side's sheet was accepted")
    RULING = "ruling", N_("By a ruling")
    SECRETARY = "secretary", N_("Entered by the secretary")
    IMPORTED = "imported", N_("Loaded from the secretary's spreadsheet")
    POLICY = "policy", N_("By the league's rule about unplayed fixtures")
    AGREED = "agreed", N_("Both captains sent the same sheet")
    DEADLINE = "deadline", N_("By the deadline: the other side said nothing")
    UPHELD = "upheld", N_("Confirmed by the secretary: the other side did not answer")
    APPEAL = "appeal", N_("By an appeal")


class DisputeSubject(TextChoices):
    SHEET = "sheet", N_("The sheet")
    GAME = "game", N_("A game")
    CALL = "call", N_("A called hand")


class DisputeState(TextChoices):
    OPEN = "open", N_("Open")
    SETTLED = "settled", N_("Settled")
    WITHDRAWN = "withdrawn", N_("Withdrawn")
    LAPSED = "lapsed", N_("Closed: the fixture is cancelled")


DISPUTE_MOVES: Mapping[DisputeState, frozenset[DisputeState]] = {
    DisputeState.OPEN: frozenset({DisputeState.SETTLED, DisputeState.WITHDRAWN, DisputeState.LAPSED}),
    # A ruling that an appeal revokes leaves nothing settled.
    DisputeState.SETTLED: frozenset({DisputeState.OPEN}),
    DisputeState.WITHDRAWN: frozenset(),
    # A withdrawal that is reversed makes its fixtures count again, and what was disputed about them is open.
    DisputeState.LAPSED: frozenset({DisputeState.OPEN}),
}


class EvidenceKind(TextChoices):
    TEXT = "text", N_("A statement")
    HAND = "hand", N_("A hand")
    RECORD = "record", N_("A written game")
    PHOTO = "photo", N_("A photograph")


class Outcome(TextChoices):
    """The outcomes of a ruling on a dispute."""

    STANDS = "stands", N_("The score sheet stands")
    SHEET = "sheet", N_("One of the two sheets counts")
    SCORE = "score", N_("The game's score is corrected")
    AWARDED = "awarded", N_("The game is awarded")
    VOID = "void", N_("The result is void")


class AppealState(TextChoices):
    OPEN = "open", N_("Awaiting a decision")
    DISMISSED = "dismissed", N_("Dismissed: the ruling stands")
    ALLOWED = "allowed", N_("Allowed: the ruling is revoked")


APPEAL_MOVES: Mapping[AppealState, frozenset[AppealState]] = {
    AppealState.OPEN: frozenset({AppealState.DISMISSED, AppealState.ALLOWED}),
    AppealState.DISMISSED: frozenset(),
    AppealState.ALLOWED: frozenset(),
}


class AppealsBy(TextChoices):
    """The bodies that can decide a league's appeals."""

    SECRETARY = option(LeagueSettings, "appeals_by", "secretary")
    COMMITTEE = option(LeagueSettings, "appeals_by", "committee")
    JUDGES = option(LeagueSettings, "appeals_by", "judges")


class AppealBody(TextChoices):
    """The bodies that decide an appeal, or are to as things stand (`rules.disputes.panels`)."""

    SECRETARY = panels.SECRETARY, N_("A secretary")
    COMMITTEE = panels.COMMITTEE, N_("The committee")
    CHAIR = panels.CHAIR, N_("The chair of the committee")
    LONGEST = panels.LONGEST, N_("The longest-serving member of the committee")
    JUDGES = panels.JUDGES, N_("The judges")


class ConductState(TextChoices):
    """The states of a case of too many overcalls or false challenges in a game (R43): a referee decides it."""

    PROPOSED = "proposed", N_("To be decided")
    AWARDED = "awarded", N_("The game is awarded to the other side")
    DISMISSED = "dismissed", N_("Not persistent")
    LAPSED = "lapsed", N_("Closed: a ruling it rested on was revoked")


CONDUCT_MOVES: Mapping[ConductState, frozenset[ConductState]] = {
    ConductState.PROPOSED: frozenset({ConductState.AWARDED, ConductState.DISMISSED, ConductState.LAPSED}),
    # A successful appeal revokes the award; a referee who revokes their ruling leaves no case at all.
    ConductState.AWARDED: frozenset({ConductState.DISMISSED, ConductState.LAPSED}),
    ConductState.DISMISSED: frozenset(),
    # Another one can come of the same game.
    ConductState.LAPSED: frozenset(),
}


class Enforcement(TextChoices):
    """The effects that a breach of eligibility can have on a sheet."""

    BLOCK = option(SeasonSettings, "eligibility", "block")
    WARN = option(SeasonSettings, "eligibility", "warn")


class LastRound(TextChoices):
    """The lengths of the last of several rounds: whole, or half of one."""

    WHOLE = option(SeasonSettings, "last_round", "whole")
    HALF = option(SeasonSettings, "last_round", "half")


class Evening(TextChoices):
    """The evenings of a season's fixtures: each home team's own, or one for everybody."""

    OWN = option(SeasonSettings, "evening", "own")
    MONDAY = option(SeasonSettings, "evening", "monday")
    TUESDAY = option(SeasonSettings, "evening", "tuesday")
    WEDNESDAY = option(SeasonSettings, "evening", "wednesday")
    THURSDAY = option(SeasonSettings, "evening", "thursday")
    FRIDAY = option(SeasonSettings, "evening", "friday")
    SATURDAY = option(SeasonSettings, "evening", "saturday")
    SUNDAY = option(SeasonSettings, "evening", "sunday")


class NewDates(TextChoices):
    """Those who set the new date of a postponed fixture: its captains, or the secretary for the committee."""

    AGREED = option(SeasonSettings, "new_dates", "agreed")
    COMMITTEE = option(SeasonSettings, "new_dates", "committee")


class Registering(TextChoices):
    """The ways of registering: before a player plays, or by the sheet that first names them."""

    REQUIRED = option(SeasonSettings, "registration", "required")
    OPEN = option(SeasonSettings, "registration", "open")


class GuestPolicy(TextChoices):
    """The policies on guests: players who are not registered for the team they play for."""

    NONE = option(SeasonSettings, "guests", "none")
    OTHER_TEAMS = option(SeasonSettings, "guests", "other-teams")
    FREE_AGENTS = option(SeasonSettings, "guests", "free-agents")
    ANYBODY = option(SeasonSettings, "guests", "anybody")


class PostponementState(TextChoices):
    """The states of a postponement. The fixture keeps its date until there is another, or none."""

    REQUESTED = "requested", N_("Awaiting reply")
    OWED = "owed", N_("No date yet")
    AGREED = "agreed", N_("New date")
    PLACED = "placed", N_("Placed in the catch-up week")
    REFUSED = "refused", N_("Refused")
    WITHDRAWN = "withdrawn", N_("Withdrawn")
    PLAYED = "played", N_("Played meanwhile")
    LAPSED = "lapsed", N_("Not played in time")


# An open postponement still wants something done; there is at most one of a fixture.
OPEN_POSTPONEMENTS = (PostponementState.REQUESTED, PostponementState.OWED)

# An answer with other dates leaves it REQUESTED: the other side answers next.
POSTPONEMENT_MOVES: Mapping[PostponementState, frozenset[PostponementState]] = {
    PostponementState.REQUESTED: frozenset(
        {
            PostponementState.AGREED,
            PostponementState.OWED,
            PostponementState.PLACED,
            PostponementState.REFUSED,
            PostponementState.WITHDRAWN,
            PostponementState.PLAYED,
            PostponementState.LAPSED,
        }
    ),
    PostponementState.OWED: frozenset(
        {PostponementState.AGREED, PostponementState.PLACED, PostponementState.PLAYED, PostponementState.LAPSED}
    ),
    PostponementState.AGREED: frozenset({PostponementState.LAPSED}),
    PostponementState.PLACED: frozenset({PostponementState.LAPSED}),
    PostponementState.REFUSED: frozenset(),
    PostponementState.WITHDRAWN: frozenset(),
    PostponementState.PLAYED: frozenset(),
    PostponementState.LAPSED: frozenset(),
}


class CanPlay(TextChoices):
    """The answers to the question if somebody can play in a fixture."""

    YES = "yes", N_("Yes")
    NO = "no", N_("No")
    MAYBE = "maybe", N_("Maybe")


class NewsState(TextChoices):
    """The states of a post or a page of the league's own. Only a published one is seen by everybody."""

    DRAFT = "draft", N_("Draft")
    PUBLISHED = "published", N_("Published")
    WITHDRAWN = "withdrawn", N_("Withdrawn")


# What has been published is no draft again.
NEWS_MOVES: Mapping[NewsState, frozenset[NewsState]] = {
    NewsState.DRAFT: frozenset({NewsState.PUBLISHED}),
    NewsState.PUBLISHED: frozenset({NewsState.WITHDRAWN}),
    NewsState.WITHDRAWN: frozenset({NewsState.PUBLISHED}),
}


class NoticeKind(TextChoices):
    RESULT_TO_CONFIRM = "result-to-confirm", N_("A result to confirm")
    RESULT_UNANSWERABLE = "result-unanswerable", N_("A sheet that only the secretary can confirm")
    DEADLINE_MOVED = "deadline-moved", N_("More time to answer")
    RESULT_CONFIRMED = "result-confirmed", N_("Result confirmed")
    RESULT_DISPUTED = "result-disputed", N_("Result disputed")
    DISPUTE_SETTLED = "dispute-settled", N_("Dispute settled")
    RULING_MADE = "ruling-made", N_("A ruling on your fixture")
    CAPTAIN_INFORMED = "captain-informed", N_("The captain is informed")
    FIXTURE_REMINDER = "fixture-reminder", N_("A fixture is coming")
    CAN_YOU_PLAY = "can-you-play", N_("Can you play?")
    PLAYERS_SHORT = "players-short", N_("Too few players for a fixture")
    LINE_UP_TOLD = "line-up-told", N_("You are in the line-up, or no longer")
    RESULT_DUE = "result-due", N_("A result is due")
    RESULT_OVERDUE = "result-overdue", N_("A result is overdue")
    RESULT_CHASED = "result-chased", N_("The secretary asks for an overdue result")
    POSTPONEMENT_ASKED = "postponement-asked", N_("A postponement is requested")
    POSTPONEMENT_AGREED = "postponement-agreed", N_("A new date is agreed")
    POSTPONEMENT_PLACED = "postponement-placed", N_("A fixture was placed in the catch-up week")
    POSTPONEMENT_REFUSED = "postponement-refused", N_("A postponement is refused or withdrawn")
    POSTPONEMENT_OWED = "postponement-owed", N_("A fixture has no date")
    DATE_TO_SET = "date-to-set", N_("A date for you to set")
    TIME_RUNNING_OUT = "time-running-out", N_("Little time is left to find a date")
    FIXTURE_MOVED = "fixture-moved", N_("A fixture was moved")
    FIXTURE_CANCELLED = "fixture-cancelled", N_("A fixture will not be played")
    PLAY_OFF_ARRANGED = "play-off-arranged", N_("A play-off is arranged")
    TIMETABLE_PUBLISHED = "timetable-published", N_("The timetable is published")
    CORRECTION_TO_CONFIRM = "correction-to-confirm", N_("A correction to confirm")
    CORRECTION_ANSWERED = "correction-answered", N_("A correction was answered")
    RESULT_DECIDED = "result-decided", N_("The secretary decided about a result")
    POINTS_ADJUSTED = "points-adjusted", N_("Points were given or taken")
    LATE_CARD_PROPOSED = "late-card-proposed", N_("A late card to decide")
    LATE_CARD_DISMISSED = "late-card-dismissed", N_("A late card was dismissed")
    LOTS_RECORDED = "lots-recorded", N_("Lots were drawn, or withdrawn")
    REPORT_HIDDEN = "report-hidden", N_("A match report was hidden, or shown again")
    RULES_CHANGED = "rules-changed", N_("Settings changed during the season")
    CHARGED = "charged", N_("A charge")
    CHARGE_CHANGED = "charge-changed", N_("A charge was paid or cancelled")
    DISPUTE_OPENED = "dispute-opened", N_("A dispute was opened")
    DISPUTE_ASSIGNED = "dispute-assigned", N_("A dispute for you to rule on")
    APPEAL_OPENED = "appeal-opened", N_("An appeal was made")
    APPEAL_DECIDED = "appeal-decided", N_("An appeal was decided")
    APPEAL_TO_DECIDE = "appeal-to-decide", N_("An appeal for you to decide")
    CONDUCT_PROPOSED = "conduct-proposed", N_("Conduct to decide about")
    INVITATION = "invitation", N_("An invitation")
    JOURNAL_HEAD = "journal-head", N_("The last entry of the journal, once a day")


class NoticeState(TextChoices):
    """The states of a notice as mail. The notice stands on the pages whatever its state."""

    WAITING = "waiting", N_("Waiting")
    SENT = "sent", N_("Sent")
    FAILED = "failed", N_("Could not be delivered")
    CANCELLED = "cancelled", N_("No longer needed")
    KEPT_BACK = "kept-back", N_("Kept back while hidden")
    NOT_WANTED = "not-wanted", N_("Not wanted as mail")


NOT_SENT_YET = (NoticeState.WAITING, NoticeState.KEPT_BACK)


class Delivery(TextChoices):
    """The ways in which a person can have notices of a kind mailed."""

    MAIL = "mail", N_("At once")
    DIGEST = "digest", N_("Once a day, together")
    NONE = "none", N_("Not by mail")


class JournalKind(TextChoices):
    SEASON_IMPORTED = "season-imported", N_("Season imported")
    RESULT_SUBMITTED = "result-submitted", N_("Result submitted")
    RESULT_CONFIRMED = "result-confirmed", N_("Result confirmed")
    RESULT_DISPUTED = "result-disputed", N_("Result disputed")
    DEADLINE_MOVED = "deadline-moved", N_("More time to answer")
    CAPTAINS_REMINDED = "captains-reminded", N_("Captains reminded of overdue results")
    GUESTS_JUDGED = "guests-judged", N_("Guests judged again")
    DISPUTE_SETTLED = "dispute-settled", N_("Dispute settled")
    WALKOVER_GIVEN = "walkover-given", N_("Walkover given")
    FIXTURE_POSTPONED = "fixture-postponed", N_("Fixture postponed")
    POSTPONEMENT_REQUESTED = "postponement-requested", N_("Postponement requested")
    POSTPONEMENT_ANSWERED = "postponement-answered", N_("Postponement answered with other dates")
    POSTPONEMENT_AGREED = "postponement-agreed", N_("New date agreed")
    POSTPONEMENT_REFUSED = "postponement-refused", N_("Postponement refused")
    POSTPONEMENT_WITHDRAWN = "postponement-withdrawn", N_("Postponement withdrawn")
    POSTPONEMENT_PLACED = "postponement-placed", N_("Placed in the catch-up week")
    POSTPONEMENT_LAPSED = "postponement-lapsed", N_("Not played in time")
    FIXTURE_MOVED = "fixture-moved", N_("Fixture moved")
    FIXTURE_CANCELLED = "fixture-cancelled", N_("Fixture cancelled")
    SEASON_MADE = "season-made", N_("Season made")
    SEASON_CHANGED = "season-changed", N_("Season’s settings changed")
    RULESET_MADE = "ruleset-made", N_("Ruleset made")
    TIMETABLE_PUBLISHED = "timetable-published", N_("Timetable published")
    TEAM_ADDED = "team-added", N_("Team added")
    TEAM_WITHDRAWN = "team-withdrawn", N_("Team withdrawn")
    TEAM_RETURNED = "team-returned", N_("Withdrawal reversed")
    TEAM_CHANGED = "team-changed", N_("Team changed")
    VENUE_CHANGED = "venue-changed", N_("Venue changed")
    LEAGUE_MADE = "league-made", N_("League made")
    HIDDEN = "hidden", N_("Hidden")
    RESTORED = "restored", N_("Shown again")
    DELETED = "deleted", N_("Deleted")
    CALL_RULED = "call-ruled", N_("Call ruled on")
    RULING_REVOKED = "ruling-revoked", N_("Ruling revoked by its referee")
    GAME_AWARDED = "game-awarded", N_("Game awarded")
    CORRECTION_PROPOSED = "correction-proposed", N_("Correction proposed")
    CORRECTION_ANSWERED = "correction-answered", N_("Correction answered")
    RESULT_CORRECTED = "result-corrected", N_("Result corrected")
    RESULT_DECIDED = "result-decided", N_("Result decided by the secretary")
    POINTS_ADJUSTED = "points-adjusted", N_("Points adjusted")
    LATE_CARD_DISMISSED = "late-card-dismissed", N_("Late card dismissed")
    PLAY_OFF_MADE = "play-off-made", N_("Play-off arranged")
    LOTS_RECORDED = "lots-recorded", N_("Lots recorded")
    LOTS_WITHDRAWN = "lots-withdrawn", N_("Lots withdrawn")
    CHARGED = "charged", N_("Charged")
    CHARGE_PAID = "charge-paid", N_("Payment of a charge")
    CHARGE_CANCELLED = "charge-cancelled", N_("Charge cancelled")
    HIGH_HAND_RECORDED = "high-hand-recorded", N_("High hand recorded")
    HIGH_HAND_REMOVED = "high-hand-removed", N_("High hand removed")
    NEWS_WRITTEN = "news-written", N_("Post or page written")
    NEWS_CHANGED = "news-changed", N_("Post or page changed")
    NEWS_PUBLISHED = "news-published", N_("Post or page published")
    NEWS_WITHDRAWN = "news-withdrawn", N_("Post or page withdrawn")
    NEWS_DELETED = "news-deleted", N_("Post or page deleted")
    REPORT_WRITTEN = "report-written", N_("Match report written or changed")
    REPORT_HIDDEN = "report-hidden", N_("Match report hidden")
    REPORT_SHOWN = "report-shown", N_("Match report shown again")
    LIVE_BEGUN = "live-begun", N_("Live score begun")
    LIVE_TAKEN_OVER = "live-taken-over", N_("Live score taken over")
    LIVE_BECAME_RESULT = "live-became-result", N_("Live score became a result")
    DISPUTE_OPENED = "dispute-opened", N_("Dispute opened")
    DISPUTE_ASSIGNED = "dispute-assigned", N_("Dispute assigned")
    DISPUTE_WITHDRAWN = "dispute-withdrawn", N_("Dispute withdrawn")
    EVIDENCE_ADDED = "evidence-added", N_("Evidence added")
    APPEAL_OPENED = "appeal-opened", N_("Appeal made")
    APPEAL_VOTED = "appeal-voted", N_("Vote on an appeal")
    APPEAL_DECIDED = "appeal-decided", N_("Appeal decided")
    CONDUCT_PROPOSED = "conduct-proposed", N_("Conduct to decide about")
    CONDUCT_DECIDED = "conduct-decided", N_("Conduct decided")
    PLAYER_NAMED = "player-named", N_("New player written on a sheet")
    PLAYER_REGISTERED = "player-registered", N_("Player registered")
    PLAYER_TRANSFERRED = "player-transferred", N_("Player transferred")
    PLAYER_RELEASED = "player-released", N_("Registration ended")
    ROLE_GIVEN = "role-given", N_("Role given")
    ROLE_ENDED = "role-ended", N_("Role ended")
    INVITED = "invited", N_("Invited")
    CODES_MADE = "codes-made", N_("Codes for a team made")
    CODES_REVOKED = "codes-revoked", N_("Codes of a team revoked")
    SETTINGS_CHANGED = "settings-changed", N_("Settings changed")
    PERSON_CHANGED = "person-changed", N_("Personal details changed")
    PERSON_EXPORTED = "person-exported", N_("A person's data exported")
    PERSON_ERASED = "person-erased", N_("A person erased")
    PLAYERS_MERGED = "players-merged", N_("Two players merged into one")
    FACTORS_RESET = "factors-reset", N_("Second factors removed")
    LEAGUE_EXPORTED = "league-exported", N_("League exported")
    LEAGUE_IMPORTED = "league-imported", N_("League imported")


class Scope(TextChoices):
    """The scopes of a token: what it may be used for. None allows more than the token's user may do."""

    READ = "read", N_("Read what you may read")
    RESULTS = "results", N_("Send, confirm and correct results")
    POSTPONEMENTS = "postponements", N_("Ask for other dates and answer")
    DISPUTES = "disputes", N_("Open disputes, add evidence, appeal")
    RULINGS = "rulings", N_("Rule on calls and disputes")
    SEASON = "season", N_("Run the league: seasons, teams, people, settings")
    EXPORT = "export", N_("Export a league or a person’s data")
    ACCOUNT = "account", N_("Change what is your own: details, messages, mail, calendar; have it erased")


class SecurityKind(TextChoices):
    """An event on one of the ways into an account, as its owner reads it."""

    SIGNED_UP = "signed-up", N_("Account made")
    SIGNED_IN = "signed-in", N_("Signed in")
    SIGNED_OUT = "signed-out", N_("Signed out")
    SIGN_IN_FAILED = "sign-in-failed", N_("Sign-in failed")
    CODE_REFUSED = "code-refused", N_("Wrong code")
    PASSWORD_CHANGED = "password-changed", N_("Password changed")
    PASSWORD_RESET = "password-reset", N_("Password reset by mail")
    ADDRESS_ADDED = "address-added", N_("Mail address added")
    ADDRESS_CONFIRMED = "address-confirmed", N_("Mail address confirmed")
    ADDRESS_CHANGED = "address-changed", N_("Mail address changed")
    ADDRESS_REMOVED = "address-removed", N_("Mail address removed")
    OLDER_DISCARDED = "older-discarded", N_("Everything older made useless")
    TOKEN_MADE = "token-made", N_("API token made")
    TOKEN_REVOKED = "token-revoked", N_("API token revoked")
    CALENDAR_MADE = "calendar-made", N_("Calendar link made")
    CALENDAR_REVOKED = "calendar-revoked", N_("Calendar link revoked")
    FACTOR_ADDED = "factor-added", N_("Second factor added")
    FACTOR_REMOVED = "factor-removed", N_("Second factor removed")
    FACTOR_RENEWED = "factor-renewed", N_("Recovery codes renewed")
    FACTOR_REFUSED = "factor-refused", N_("Second factor refused")
    SESSIONS_ENDED = "sessions-ended", N_("Signed out elsewhere")
    ROLE_GIVEN = "role-given", N_("Role given")
    ROLE_ENDED = "role-ended", N_("Role ended")
    DATA_EXPORTED = "data-exported", N_("Data downloaded")
    ADMIN_CHANGED = "admin-changed", N_("Changed by an administrator")


class OutageKind(TextChoices):
    """The reason for which the work that recurs was silent."""

    GAP = "gap", N_("Outage")
    JUMP = "jump", N_("Jump of the clock")
