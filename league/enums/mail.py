from django.db.models import TextChoices

from league.translation import N_


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
    """States of a notice as mail; pages show it whatever its state."""

    WAITING = "waiting", N_("Waiting")
    SENT = "sent", N_("Sent")
    FAILED = "failed", N_("Could not be delivered")
    CANCELLED = "cancelled", N_("No longer needed")
    KEPT_BACK = "kept-back", N_("Kept back while hidden")
    NOT_WANTED = "not-wanted", N_("Not wanted as mail")


NOT_SENT_YET = (NoticeState.WAITING, NoticeState.KEPT_BACK)


class Delivery(TextChoices):
    MAIL = "mail", N_("At once")
    DIGEST = "digest", N_("Once a day, together")
    NONE = "none", N_("Not by mail")
