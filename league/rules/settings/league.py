"""The settings of a league, which hold for all its seasons, each declared once."""

import datetime as dt
from dataclasses import dataclass
from typing import ClassVar

from league.rules.deadlines import Evenings
from league.rules.high_hands import LEAST
from league.rules.languages import ENGLISH
from league.rules.money import CURRENCIES
from league.rules.settings.declaration import Choice, Clock, Flag, Language, Number, Option, Settings, setting
from league.rules.wording import clock
from scoring.text import N_, Text
from timetable.calendar import WEEKDAYS

DEADLINE = "The pages and mails that ask for something name its deadline."
HOURS = "hours"
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
RESULTS, DISPUTES, PEOPLE, MONEY = N_("Results"), N_("Disputes"), N_("People"), N_("Money")
DEADLINES = N_("Deadlines")  # also a chapter of the rules page


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueSettings(Settings):
    """The settings of a league that its secretary decides."""

    groups: ClassVar = (DEADLINES, RESULTS, DISPUTES, PEOPLE, MONEY)
    common: ClassVar = ("result_day", "result_hours", "result_time", "confirm_hours", "shorten_names", "ask_days")

    deadline_hour: int = setting(
        Number(17, 22, N_("a whole hour")),
        20,
        group=DEADLINES,
        label=N_("Hour of the evening at which deadlines fall"),
        hint=N_(
            "From 17 to 22; 20 is 8 pm. The time to send or answer a result, to dispute, appeal or vote runs on until "
            "it comes next. A sheet already sent keeps its deadline."
        ),
        about="The hour of the evening, by the league's own clock, at which deadlines fall: 20 is 8 pm.",
        rule=lambda settings: Text(
            "Deadlines fall at {time}: time that is counted in hours or days runs on until it is {time} next.",
            time=clock(dt.time(settings.deadline_hour)),
        ),
    )
    result_day: str = setting(
        Choice(
            (
                Option(HOURS, N_("So many hours after the start")),
                Option("monday", N_("On the next Monday")),
                Option("tuesday", N_("On the next Tuesday")),
                Option("wednesday", N_("On the next Wednesday")),
                Option("thursday", N_("On the next Thursday")),
                Option("friday", N_("On the next Friday")),
                Option("saturday", N_("On the next Saturday")),
                Option("sunday", N_("On the next Sunday")),
            ),
            drop_down=True,
        ),
        HOURS,
        group=DEADLINES,
        label=N_("A result is due"),
        hint=N_("Then captains are reminded. A fixture on a Friday is due the Friday after."),
        about="When a result is due: so many hours after the start, or on the next such day after the fixture's.",
        rule=lambda settings: settings.due_sentence,
    )
    result_hours: int = setting(
        Number(1, 24 * 28, N_("hours")),
        48,
        group=DEADLINES,
        label=N_("Hours to enter a result"),
        hint=N_("From the start of a fixture, to the evening on which it is due. Not used if you choose a day above."),
        about="Hours after the start of a fixture by which its result is due, at the hour for deadlines that follows.",
        covered_by="result_day",
    )
    result_time: dt.time | None = setting(
        Clock(N_("the hour for deadlines")),
        None,
        group=DEADLINES,
        label=N_("Time of day at which a result is due"),
        hint=N_("On the day chosen above, like 12:00."),
        about="The time of that day at which a result is due, where it is due on a day of the week.",
        covered_by="result_day",
    )
    confirm_hours: int = setting(
        Number(1, 24 * 28, N_("hours")),
        48,
        group=RESULTS,
        label=N_("Hours to confirm a result"),
        hint=N_(
            "From its sending, for the other captain to confirm it or object; then, that evening or the next, it is "
            "confirmed automatically. "
            "A sheet already awaiting confirmation keeps the deadline it was sent with."
        ),
        about="Hours the other captain has to confirm a result or object, to the hour for deadlines that follows; then "
        "it is confirmed automatically.",
        no_rule=DEADLINE,
        from_now_on=True,
    )
    high_hand: int = setting(
        Number(LEAST, 29, N_("points")),
        24,
        group=RESULTS,
        label=N_("High hands from"),
        hint=N_("What a hand or crib must be worth to be recorded, and to be on the honours board."),
        about="Points from which on a hand or crib is a high hand, which captains record.",
        no_rule="The honours board and the form for high hands say it.",
        announced=False,
    )
    dispute_days: int = setting(
        Number(1, 90, N_("days")),
        5,
        group=DISPUTES,
        label=N_("Days to open a dispute"),
        hint=N_("From the start of the fixture, or from its result, to the evening of the last."),
        about="Days after a fixture's start, or its result, within which a captain may open a dispute, to the hour "
        "for deadlines that follows.",
        no_rule=DEADLINE,
    )
    appeal_days: int = setting(
        Number(1, 90, N_("days")),
        7,
        group=DISPUTES,
        label=N_("Days to appeal"),
        hint=N_("From the ruling, to the evening of the last."),
        about="Days after a ruling within which it may be appealed, once, to the hour for deadlines that follows.",
        no_rule=DEADLINE,
    )
    appeals_by: str = setting(
        Choice(
            (
                Option(
                    "secretary",
                    N_("The secretary"),
                    N_("The secretary decides appeals; nobody decides in their own case."),
                ),
                Option(
                    "committee",
                    N_("A committee, by more than half of its votes"),
                    N_(
                        "A committee decides appeals, by the votes of more than half of its members; nobody votes in "
                        "their own case. Where as many are for as against, the ruling stands."
                    ),
                ),
                Option(
                    "judges",
                    N_("Two judges, and a third where they differ"),
                    N_("Two judges decide appeals, and a third where they differ; nobody judges their own case."),
                ),
            )
        ),
        "secretary",
        group=DISPUTES,
        label=N_("Who decides appeals"),
        hint=N_(
            "You give the roles of committee member, chair and judge under People. Appeals already made stay with "
            "whoever decided appeals then."
        ),
        about="Who decides appeals that are made from now on.",
        from_now_on=True,
    )
    vote_days: int = setting(
        Number(1, 90, N_("days")),
        7,
        group=DISPUTES,
        label=N_("Days to vote on an appeal"),
        hint=N_(
            "For the committee or the judges, from the appeal. After that the chair of the committee decides; "
            "where judges have not voted, you do."
        ),
        about="Days after an appeal within which a committee or judges vote on it, to the hour for deadlines that "
        "follows.",
        no_rule=DEADLINE,
        from_now_on=True,
    )
    language: str = setting(
        Language(),
        ENGLISH,
        group=PEOPLE,
        label=N_("Language"),
        hint=N_(
            "Of the league’s pages, feeds and mails. Anybody may read the pages in another, and whoever has an "
            "account can choose their own. What people have written stays as it is."
        ),
        about="The language of the league's pages, feeds and mails, for everybody who has not chosen another.",
        no_rule="It asks nothing of those who play.",
        announced=False,
        from_now_on=True,
    )
    shorten_names: bool = setting(
        Flag(),
        False,
        group=PEOPLE,
        label=N_("Shorten players’ names on public pages"),
        hint=N_("First names and an initial only, such as Olive B."),
        about="Public pages give first names and an initial only.",
        no_rule="It asks nothing of those who play.",
        announced=False,
        from_now_on=True,
    )
    ask_days: int | None = setting(
        Number(3, 21, N_("days"), optional=True, empty=N_("nobody is asked")),
        5,
        group=PEOPLE,
        label=N_("Days before a fixture on which players are asked if they can play"),
        hint=N_(
            "By mail, at 6 pm; they answer with one tap. Two days before, captains are told if they are short and "
            "reserves are asked."
        ),
        about="Days before a fixture on which players with an account are asked if they can play.",
        no_rule="It asks nothing of those who do not answer.",
        announced=False,
    )
    second_factor: str = setting(
        Choice(
            (
                Option("nobody", N_("Nobody; it is offered to everybody")),
                Option("secretaries", N_("Secretaries")),
                Option("officials", N_("Secretaries, referees, and the committee and judges of appeals")),
            ),
            drop_down=True,
        ),
        "nobody",
        group=PEOPLE,
        label=N_("Who must have a second factor"),
        hint=N_(
            "An authenticator app or a passkey, besides the password or the mailed code. Whoever must have one "
            "and has not is led to set it up, and can do nothing in that role until then."
        ),
        about="Whose role counts only with a second factor.",
        no_rule="It asks nothing of those who play.",
        announced=False,
    )
    currency: str = setting(
        Choice(tuple(Option(code, one.label) for code, one in CURRENCIES.items()), drop_down=True),
        "GBP",
        group=MONEY,
        label=N_("Currency"),
        hint=N_("Of fees, fines and pennies. What is charged already keeps its figures."),
        about="The currency of all that the league charges.",
        no_rule="It asks nothing of those who play.",
        announced=False,
        from_now_on=True,
    )

    @property
    def due_weekday(self) -> int | None:
        """The day of the week on which results are due, Monday 0; None where hours decide."""
        return None if self.result_day == HOURS else DAYS.index(self.result_day)

    @property
    def due_sentence(self) -> Text:
        if self.due_weekday is None:
            return Text.plural(
                "A result is due {n} hour after the start of its fixture.",
                "A result is due {n} hours after the start of its fixture.",
                n=self.result_hours,
            )
        time = self.result_time or dt.time(self.deadline_hour)
        return Text(
            "A result is due on the {weekday} after its fixture at {time}.",
            weekday=WEEKDAYS[self.due_weekday],
            time=clock(time),
        )

    def result_due(self, start: dt.datetime, evenings: Evenings) -> dt.datetime:
        """When the result of a fixture with that start is due, outages aside."""
        if self.due_weekday is None:
            return evenings.hours_after(start, self.result_hours)
        return evenings.weekday_after(start, self.due_weekday, self.result_time)
