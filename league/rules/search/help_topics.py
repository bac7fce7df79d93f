"""Pages on which people get something done, and the words by which they look for them."""

from dataclasses import dataclass

from scoring.text import N_, Text


@dataclass(frozen=True, slots=True)
class Help:
    """A page that helps.

    Attributes:
        page: its URL name.
        action: what a visitor must be allowed to do to be led to it.
        words: what people call it besides, in the language of the catalogue.
        of_league: its URL has the league's slug.
    """

    page: str
    title: Text
    about: Text
    words: Text
    action: str = "league.view"
    fragment: str = ""
    of_league: bool = True


HELPS = (
    Help(
        "league-hand", N_("Check a hand"), N_("Count a hand or a crib, and see what it scores and why."),
        N_("score count points crib show fifteen flush nob muggins cards"),
    ),
    Help(
        "rules", N_("Rules"), N_("The rules of the season: fixtures, points, ties, disputes, and the game itself."),
        N_("rulebook laws regulations"),
    ),
    Help(
        "learn", N_("Learn"), N_("Learn cribbage: lessons, and trainers for counting and laying away."),
        N_("lessons teach beginner how to play practice trainer course"), of_league=False,
    ),
    Help(
        "daily", N_("Hand of the day"), N_("Six cards: which two would you lay away?"),
        N_("practice vote puzzle"), "daily.see",
    ),
    Help(
        "league-play", N_("Play cribbage"), N_("A game against the machine, or with a friend on another phone."),
        N_("table practice computer opponent"),
    ),
    Help(
        "play-position", N_("What to lay away or play"), N_("What the strongest machine would do with your cards."),
        N_("discard best hand odds analysis"), of_league=False,
    ),
    Help(
        "fixtures", N_("Fixtures"), N_("What is played when and where, week by week."),
        N_("dates matches schedule timetable weeks results"),
    ),
    Help("tables", N_("Tables"), N_("The table of each division."), N_("standings league position points place")),
    Help(
        "honours", N_("Honours"), N_("High hands, and nights on which somebody won every game."),
        N_("29 28 24 twenty-nine best highest hands awards"),
    ),
    Help("archive", N_("Archive"), N_("Tables of earlier seasons."), N_("history past previous seasons old champions")),
    Help(
        "calendars", N_("Calendars"), N_("Fixtures in your phone’s calendar, by team, player or venue."),
        N_("subscribe phone ics google outlook apple"), fragment="how-title",
    ),
    Help(
        "my-fixtures", N_("My fixtures"), N_("Enter, confirm and dispute results, and postpone fixtures."),
        N_("send result sheet score card postponement captain line-up"), "captain.work",
    ),
    Help(
        "messages", N_("Messages"), N_("Every message that the league has sent you."),
        N_("mail email notices inbox"), "mail.own",
    ),
    Help(
        "mail-settings", N_("Mail settings"), N_("Which mail you get, when, and how to stop it."),
        N_("email stop unsubscribe reminders digest quiet hours notifications"), "mail.own",
    ),
    Help(
        "me", N_("Your details"), N_("Your name, phone number and privacy, and all that the league keeps of you."),
        N_("profile account privacy hide name averages data erase delete export"), "account.own",
    ),
    Help(
        "account_change_password", N_("Password"), N_("Change your password."),
        N_("account sign in log in login security forgotten"), "account.own", of_league=False,
    ),
    Help(
        "mfa_index", N_("Second factor"), N_("An authenticator app or a passkey beside your password."),
        N_("account security 2fa two-factor authenticator passkey recovery codes"), "account.own", of_league=False,
    ),
    Help(
        "tokens", N_("API tokens"), N_("Keys for programs that work for you."),
        N_("api program developer key"), "account.own", of_league=False,
    ),
    Help(
        "calls", N_("Rule on a call"), N_("Count a called hand and rule on it."),
        N_("referee ruling verdict challenge muggins overcall"), "referee.work",
    ),
    Help(
        "secretary", N_("Secretary"), N_("What is late, disputed and still to be placed."),
        N_("desk office admin overdue"), "league.oversee",
    ),
    Help(
        "people", N_("People"), N_("Players, roles and invitations."),
        N_("add player captain invite role member person merge"), "role.manage",
    ),
    Help(
        "settings", N_("Settings"), N_("How the league and its seasons are run."),
        N_("configure change rules hours days points options"), "league.settings",
    ),
    Help(
        "seasons", N_("Seasons"), N_("Start a season, make its timetable, publish it."),
        N_("new season timetable draft publish divisions"), "season.make",
    ),
    Help(
        "upkeep", N_("Corrections"), N_("Rename, merge, hide and delete teams, venues and seasons."),
        N_("rename merge hide delete team venue mistake"), "league.upkeep",
    ),
    Help(
        "journal", N_("Journal"), N_("Every decision of the league, with the reason."),
        N_("history decisions log audit"), "journal.see",
    ),
    Help(
        "export", N_("Export"), N_("The league’s data to take along."),
        N_("download backup spreadsheet csv excel data"), "league.export",
    ),
)  # fmt: skip
