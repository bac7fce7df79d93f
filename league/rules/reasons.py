from league.rules.problems import Problem
from scoring.text import N_, Text

LONGEST_REASON = 250
TOO_LONG, WRITE_LESS = N_("No more than {most} characters."), N_("Write {most} characters at most.")


def check_reason(reason: str, ask: Text, *, too_long: Text = TOO_LONG) -> list[Problem]:
    """Problems of a reason; `ask` is said where there is none."""
    if not reason.strip():
        return [Problem("no-reason", ask, "reason")]
    return check_length(reason, "reason", too_long=too_long)


def check_length(text: str, field: str, *, too_long: Text = TOO_LONG) -> list[Problem]:
    """The problem of a text that is too long, or that no database stores."""
    if len(text.strip()) > LONGEST_REASON or "\0" in text:
        return [Problem(field, Text(too_long, most=LONGEST_REASON), field)]
    return []
