"""Every code of an error: the statuses it comes with, what it means and what to do. A problem's `type` leads here.

The page at /api/v1/docs/ shows it. English alone, as the description beside it: these are words for programmers.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ErrorKind:
    """A kind of error: its statuses, what was wrong, and what a program does about it."""

    code: str
    statuses: tuple[int, ...]
    meaning: str
    remedy: str


def _kinds(rows: str, *statuses: int) -> tuple[ErrorKind, ...]:
    """Read lines of `code: meaning | remedy`; a code may name its own statuses, as in `code 409 422: …`."""
    kinds = []
    for line in rows.strip().splitlines():
        head, _, told = line.strip().partition(": ")
        code, *own = head.split()
        meaning, _, remedy = told.partition(" | ")
        kinds.append(ErrorKind(code, tuple(map(int, own)) or statuses, meaning, remedy))
    return tuple(kinds)


REQUEST = _kinds("""
    bad-request 400: The request cannot be read. | Send it as the description says.
    parse-error 400: The body is not JSON. | Send JSON in UTF-8.
    not-authenticated 401: Nobody is signed in. | Send a token, or sign in.
    token 401: The token is unknown, revoked or expired, or its account is closed. | Make a new token.
    not-allowed 403: This account may not do this. | The message says who may.
    csrf 403: A session’s write came without its CSRF token. | Send “X-CSRFToken”, or use a token.
    scope 403: The token was not made for this. | Make one with the scope that the message names.
    second-factor 403: The league asks for a second factor. | Set one up for the account.
    fresh-sign-in 403: The session signed in too long ago. | Sign in again, at the address in the message.
    not-found 404: There is no such thing, or not for this account. | Read the list that it would stand in.
    method-not-allowed 405: The address has no such method. | “Allow” names those it has.
    not-acceptable 406: Another language than JSON was asked for. | Send “Accept: application/json”.
    in-progress 409: The same request is being answered at this moment. | Try again in a second.
    length-required 411: The body does not say how long it is. | Send “Content-Length”.
    stale 412: What the request rests on has changed since it was read. | Read it again, and decide again.
    too-large 413: The body is larger than is taken. | Send less at once.
    unsupported-media-type 415: The body is of another type than JSON. | Send “Content-Type: application/json”.
    precondition-required 428: The request does not say what it rests on. | Send its ETag as “If-Match”.
    throttled 429: Too many requests. | Wait as long as “Retry-After” says.
    server-error 500: A fault of ours; it is noted. | Try again later; nothing was written.
    unavailable 503: The database is away or the disk is full. | Wait as long as “Retry-After” says.
    error 422: What no other code says. | The message says what was wrong.
    invalid 422: A value of the wrong kind; of a whole answer: several kinds of problems. | Look at each problem.
    unknown-field 422: A key of the body that nothing reads. | Use the name that the message suggests, or leave it out.
    unknown-parameter 422: A query parameter that nothing reads. | Use a name of the description.
    filter 422: A parameter has a value that it cannot have, or names nothing there. | The message says what is allowed.
    limit 422: A page has no so many lines. | Ask for 1 to 200.
    cursor 422: There is no such page. | Use “next” or “previous” as they came.
    if-match 422: The body says itself what it rests on. | Leave it out; send the ETag as “If-Match”.
    idempotency-key 422: No key can read so. | Send a UUID.
    idempotency-key-reused 422: The key was used for another request, which was done. | Use a new key.
""")
STATE = _kinds(
    """
    wrong-state: Not as things stand now: somebody was quicker, or it is settled. | Read it again.
    changed: It is no longer as it was read. | Read it again, and decide again.
    appealed: There was an appeal against this ruling. | There is only one.
    decided: The appeal is decided. | Read the decision.
    disputed: It is disputed already. | Add to that dispute, or rule on it.
    ruled: It was ruled on. | Appeal against the ruling, if there is still time.
    revoked: The ruling was revoked. | Read the fixture again.
    no-sheet 409 422: There is no sheet, or none was chosen. | Send or choose one.
    no-codes: The team has no unused codes. | Ask the secretary.
    not-now: Not at this moment, or not for this judge. | The message says why.
    too-late: A deadline is over. | The message says which.
    use-answer: The sheet awaits this captain’s answer. | Dispute it with “result/dispute/”.
    panel: The appeal goes to several judges. | Each votes.
    overtaken: Another device writes this score. | Take it over, or follow it.
    anyway 422: It is possible, but against a rule. | Send “anyway” with a reason.
    """,
    409,
)
SHAPE = _kinds(
    """
    required: Something is missing. | Send it.
    null: It cannot be null. | Send a value, or leave it out.
    blank: It cannot be blank. | Send a text.
    empty: It cannot be empty. | Send at least one.
    not-a-list: A list is wanted. | Send a list.
    not-a-dict: An object is wanted. | Send an object.
    invalid-choice: Not one of the words there are. | Use one of the description’s.
    max-length: Too long. | Shorten it.
    min-length: Too short, or too few. | Send more.
    max-value: Too large a number. | Send a smaller one.
    min-value: Too small a number. | Send a larger one.
    max-digits: Too many digits. | Round it.
    max-decimal-places: Too many decimal places. | Two at the most.
    max-whole-digits: Too many digits before the point. | Send a smaller number.
    max-string-length: Far too many digits. | Send a number.
    null-characters-not-allowed: A text with a null character. | Leave it out.
    invalid-unicode: A text with half a character. | Send UTF-8.
    surrogate-characters-not-allowed: A text with half a character. | Send UTF-8.
    datetime: A moment is wanted, with a time. | Send it as in 2026-09-21T19:30:00+01:00.
    century: A day or moment far from this century. | Send one between 2000 and 2100.
    make-aware: A moment that the clocks leave out. | Send it with its offset.
    overflow: A moment that no calendar reaches. | Send one of this century.
    unsure: It cannot be undone. | Send “{"sure": true}”.
    base64: Bytes are wanted in base64. | Encode them so.
    unknown: It names something that is not there. | Read the list of what there is.
    unique: There is one already. | Choose another.
    """,
    422,
)
SHEETS = _kinds(
    """
    again: The score was recorded already. | Send “again” if it was reached twice.
    awarded: More is awarded than there is to award, or to nobody. | Correct what is awarded.
    awarded-score: An awarded game has a score. | Send it without.
    both: Both sides won the game. | Say one winner.
    both-won: Both sides reached the end. | Correct one of the scores.
    column: A column or a number of one that there is not. | Use one of the known.
    dummy: A dummy sits where none may. | Leave it out.
    empty-match: A match has no games. | Send its games, or that both sides had nobody.
    equal: A game cannot be drawn. | Correct a score.
    games: The match has another number of games. | Send as many as the format has.
    half-game: One score of a game is missing. | Send both.
    half-total: One side’s total is missing. | Send both.
    kind: A match or a thing of another kind. | Use the kind that the format or the message names.
    line-up: The line-up breaks a rule. | The message says which.
    matches: The sheet has another number of matches. | Send as many as the format has.
    negative: A score is below 0. | Correct it.
    no-game: There is no such game, or it is missing. | Send or choose one.
    no-player: A seat has nobody. | Choose a player, or award the games.
    no-score: A score is missing. | Send it.
    no-total: A total is missing. | Send it.
    no-winner: Nobody is said to have won the game. | Say who.
    nobody: A match that nobody came to has players or games, or nobody is chosen. | Send one or the other.
    nobody-won: Neither side reached the end. | Correct a score.
    nothing-played: The sheet has no match that was played. | Ask the secretary to decide it.
    number: A number was wanted, or the matches are numbered otherwise. | Number them as the format does.
    other-side: The player is of the other side. | Choose one of this side.
    other-team: The player is another team’s. | Choose one of this team.
    over: A game more than there can be. | Leave it out.
    partners: The same two cannot be partners there. | Choose others.
    pegged: Totals of points do not go with these games. | Send them with the numbers of games won.
    place: A sheet has no such place. | Name it as in “m1-home-1”, “m1-g2-winner”.
    players: A match has another number of players. | Send as many as its kind has.
    points: These points cannot be. | Send what the message says.
    same: Nothing would change. | Change what is wrong, or leave it.
    score: A score is written down where only winners are. | Leave it out.
    short: A side was short where none may be. | Say what the message asks for.
    short-order: A short side’s empty matches are others. | Leave out those that the message names.
    too-early: It is too early for this. | The message says when.
    too-many: More than is taken at once, or above what there can be. | The message says how many.
    too-many-names: Too many typed names. | Send fewer.
    too-much: More than a sheet has. | Send one game at a time.
    too-often: A player plays more matches than one may. | Choose another.
    total: The totals do not make what was played. | Correct one.
    totals: The division’s format has no totals, or only these. | Send what it has.
    twice: The same one twice. | Name each once.
    which-player: A written name may mean several. | Answer with one of “choices”, or say that it is somebody new.
    winner: Another side has won by the score. | Correct one of them.
    winner-below: The winner’s score is below the loser’s. | Correct one of them.
    """,
    422,
)
ELIGIBILITY = _kinds(
    """
    guest-limit: The player has been a guest as often as one may. | Choose another.
    not-open: Names are not typed in this season: players are registered. | Send the player’s id.
    no-name: A name is missing. | Send one.
    no-seat: The match has no such seat. | Choose one of its seats.
    not-registered: The player is not registered there. | Register the player, or choose another.
    registration-late: Registration is over for this. | Ask the secretary.
    too-new: The player was registered too late for this fixture. | Choose another.
    two-teams: The player is registered for two teams that day. | Ask the secretary.
    transfer-late: Transfers are over. | The secretary may allow it, with “anyway”.
    transfer-limit: The player has been transferred as often as one may. | The secretary may allow it.
    same-team: The player is of this team already. | Choose another team.
    same-name: A player has this name already. | Say that it is another, or choose that player.
    past: Only the secretary does this for a day that is past. | Ask the secretary.
    played: The player played on or after that day. | Choose a later day.
    wrong-day: Not a day of the season, or not one that can be. | Choose another.
    hidden-character: A name has a character that cannot be seen. | Leave it out.
    wrong-name: Not a name. | Write one with letters, not too long.
    name: Not a name that can be stored. | Write one with letters, not too long.
    names: No names, or too many. | One a line.
    line: A line of a list that cannot be read. | The message says what is wrong.
    """,
    422,
)
CALLS = _kinds(
    """
    impossible-points: No hand counts so. | Check the cards and the number.
    low-points: Too low for a high hand. | Record none.
    points-differ: The cards count otherwise. | Correct one of them.
    recorded: The hand is recorded. | Nothing is to be done.
    no-call: The call is missing. | Send what was declared.
    no-hand: The cards are missing. | Send them.
    no-match: There is no such match. | Choose one of the sheet.
    no-side: A side is missing. | Send home or away.
    no-starter: The starter is missing. | Send it.
    no-outcome: What the ruling is, is missing. | Send “outcome”.
    no-rule: The rule is missing. | Send its number.
    no-reason: A reason is missing. | Send one.
    no-referee: No referee of this league. | Choose another.
    not-neutral: The referee plays for a side of it. | Choose another.
    not-confirmed 409 422: It is not confirmed yet. | Wait for that.
    nobody-offended: Nobody has done what a game is awarded for. | Award none.
    own-side: A game would be awarded to the side that did wrong. | Award it to the other.
    photograph: A photograph cannot be read. | Send its bytes in base64.
    reason: The reason cannot be stored. | Shorten it, or leave out the character.
    text: The text cannot be stored. | Leave out the character.
    too-long: A text is too long. | Shorten it.
    wrong-cards: Not cards that can be a hand. | Write them as in “AC 7D 8H 3S”.
    wrong-starter: Not a card that can be the starter. | Write it as in “7C”.
    wrong-form: A form is damaged. | Begin anew.
    wrong-match: The match was not played in this fixture. | Choose another.
    wrong-photograph: Not a photograph that is taken. | Send JPEG, PNG or WebP, within the limits.
    wrong-player: Not a player of that game. | Choose one who played it.
    wrong-text: A character that cannot be stored. | Leave it out.
    """,
    422,
)
DATES = _kinds(
    """
    blackout: The team or the venue cannot on that day. | Choose another.
    blank-week: A day without play that is none. | Send days of the season.
    boards: A venue has too few boards that evening. | Change the timetable.
    busy: A team plays on that day already. | Choose another.
    clock: Not a time of the clock, or one that the rules do not allow. | Send it as in 20:00.
    closed: The venue is closed then. | Choose another day or venue.
    date: A day that cannot be. | The message says which can.
    dates: Too many dates. | Offer fewer.
    days: Days that cannot be. | Send whole numbers.
    early: Too early. | Choose a later day.
    far: Too far from now. | Choose a nearer day.
    full: The venue has no free board then. | Choose another day or venue.
    half: Half a round follows a whole one. | Send another number of rounds.
    late: Too late. | Choose an earlier day.
    monday: A week begins on a Monday. | Send a Monday.
    night: A night that cannot be. | Leave it out, or send another.
    nights: Nights that cannot be. | Send days of the week.
    no-date: A date is missing, or is none of those offered. | Send one.
    no-day: A day is missing. | Send one.
    no-night: The home night is missing. | Send it.
    no-nights: No night is left. | Send at least one.
    no-start: The time of home fixtures is missing. | Send it as in 20:00.
    no-week: There is no such week. | Choose one of the season’s.
    short-notice: A request at short notice wants a reason. | Send “short_notice”.
    side: Not a side. | Send home or away.
    start: A time that cannot be. | Leave it out, or send another.
    taken 409 422: It is taken: a day, a name, a dispute. | Choose another.
    twice-a-week: A team would play twice in a week. | Change the timetable.
    weeks: Weeks that cannot be. | Send days of the season.
    wish: A wish cannot be followed. | The message says why.
    """,
    422,
)
LEAGUE = _kinds(
    """
    account: The other player has the account. | Keep that one, and merge this one into them.
    amount: An amount that cannot be. | Send a positive one with two decimals.
    answer: Not an answer. | Send yes, no or maybe.
    at-once: This kind of notice is sent at once. | Do not ask for it in the daily mail.
    begun: The fixtures have begun. | It cannot be changed now.
    both-called: The two challenged each other. | They are two people: do not merge them.
    both-played: The two played in one fixture. | They are two people: do not merge them.
    both-registered: The two are registered for two teams at once. | End one registration first.
    both-reported: Both wrote a report. | Delete one first.
    choice: Not one of the words there are. | Use one of them.
    code: A code is wrong. | Send another.
    digest: The daily mail would come in quiet hours. | Choose another hour.
    division: There is no such division. | Choose one of the season’s.
    email: Not a mail address that can be taken. | Write one as in olive@example.org.
    email-own: The address is the account’s own. | Its owner changes it.
    ends-in-the-past: The day is over. | Choose a coming one.
    field: It cannot be changed there. | Leave it out.
    file: No file, or none that can be read. | Send .xlsx, .ods or CSV.
    fixture: A fixture that is none of these. | Read the list again.
    flag: Neither yes nor no. | Send true or false.
    format: A format that cannot be played. | The message says which word is wrong.
    from-a-spreadsheet: The fixtures come from a file. | Load the file again.
    has-results: There are results, which would count nowhere. | Withdraw the team.
    hidden: It is hidden. | Restore it first.
    import: A row of a file cannot be. | “where” says which file and row.
    invitation: An invitation that cannot be. | The message says why.
    known: The team is in the season. | Nothing is to be done.
    language: There is no such language. | Use one of those in the message.
    last: There is no such season to follow. | Choose another.
    last-day: The role ends another way. | The message says how.
    last-secretary: The league would have no secretary. | Give the role to another first.
    league: There is no such league. | Choose another.
    links: Too many links. | Leave some out.
    long-notes: The two notes together are too long. | Shorten one.
    lots: Lots were drawn for one of them. | Withdraw them first.
    no-code: A code is missing. | Send it.
    no-division: A division is missing. | Send one.
    no-factor: Your account has no second factor. | Set one up first.
    no-person: Who confirms is missing. | Choose one of the list.
    no-place: There is no place in the other division. | Choose another.
    no-result: No result that awaits this. | Read the desk again.
    no-secret: A code or password is missing. | Send it.
    no-team: There is no such team. | Use its slug.
    no-teams: There are no teams. | Enter some first.
    no-text: The text is missing. | Send it.
    no-title: The title is missing. | Send it.
    not-entered: The team is not in the season. | Choose another.
    not-level: These teams are not level. | Choose those that are.
    not-over: Fixtures are still to be played. | Wait for them.
    note: The note is too long. | Shorten it.
    note-own: Only the secretary writes the note. | Leave it out.
    nothing-chosen: Nothing is chosen. | Choose at least one.
    nothing-to-find: Nothing that can be looked for. | Send letters or digits.
    order: Not a place in the order. | Send a number from 0.
    password: Not a password that is taken. | Choose a longer one.
    phone: Not a number or a name of a device that is taken. | Write it plainly.
    picture: A picture that is not there. | Upload it first.
    pinned: A draft is not pinned. | Publish it first.
    places: Too many decimal places. | Two at the most.
    player: There is no such player. | Choose one of the league’s.
    protected: It has points, charges or lots. | Withdraw it instead.
    quiet: Quiet hours need both ends. | Send both, or neither.
    range: Out of range. | The message says from where to where.
    registered: Players are registered for it. | Withdraw it instead.
    role: There is no such role. | Choose one of the list.
    ruleset: There is no such ruleset, or it cannot be. | The message says what is wrong.
    same-row: It is one and the same. | Choose another.
    scopes: No scope is chosen. | Choose at least one.
    season: There is no such season. | Choose another.
    setting: The setting cannot be that. | The message says what can.
    shape: There is no such shape. | Choose one of the list.
    slug: Not a word of an address, or taken. | Use small letters, digits and hyphens.
    state: Not a state it can come to. | The message says which.
    team: There is no such team, or none belongs there. | Use one of the season.
    tie-break: Not a list of tie-breaks. | Use the words in the message.
    title: Not a title, or taken. | Write another.
    two-accounts: The two have an account each. | They are two people: do not merge them.
    two-divisions: The two play in two divisions. | Do not merge them.
    value: The value cannot be stored. | The message says why.
    venue: There is no such venue. | Choose one of the league’s.
    walkover: A walkover counts more than a fixture has. | Send fewer.
    withdrawn: The team has withdrawn. | Choose another.
    wrong-code: No unused code of the team. | Look at the printed sheet.
    wrong-secret: Neither the password nor the code. | Try again; five wrong ones are enough.
    """,
    422,
)
GROUPS = {
    "Of any request": REQUEST,
    "What the body holds": SHAPE,
    "As things stand": STATE,
    "Sheets": SHEETS,
    "Who may play": ELIGIBILITY,
    "Calls, disputes and evidence": CALLS,
    "Dates and timetables": DATES,
    "The league": LEAGUE,
}


def _by_code() -> Mapping[str, ErrorKind]:
    kinds: dict[str, ErrorKind] = {}
    for one in (kind for group in GROUPS.values() for kind in group):
        before = kinds.setdefault(one.code, one)
        if before is not one:
            raise ValueError(f"{one.code} is told twice.")
    return kinds


ERRORS = _by_code()
