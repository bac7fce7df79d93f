"""Times of day as people write them: `8.30`, `8`, `20.30`, `8pm`, `half past eight`, `20 h 30`.

1 to 9 without "am" mean the afternoon or evening; a leading zero (`08:30`), as programs write it, the hour as it
stands.
"""

import datetime as dt
import re

_ENGLISH = "one two three four five six seven eight nine ten eleven twelve"
_FRENCH = "une deux trois quatre cinq six sept huit neuf dix onze douze"
_WORDS = {word: hour for words in (_ENGLISH, _FRENCH) for hour, word in enumerate(words.split(), start=1)}
_NAMED = {"noon": dt.time(12), "midday": dt.time(12), "midi": dt.time(12), "midnight": dt.time(0), "minuit": dt.time(0)}
_HALF_OF_DAY = (
    (re.compile(r"\ba\.m\b\.?|\b(?:in the|du) (?:morning|matin)\b"), " am"),
    (re.compile(r"\bp\.m\b\.?|\b(?:in the|at|du|de l['’]) ?(?:afternoon|evening|night|soir|après-midi)\b"), " pm"),
)
_FILLING = re.compile(r"\bo['’]? ?clock\b|\b(?:hrs?|hours)\b|^at\b")
_HEURES = re.compile(r" ?\bheures?\b")
_TIME = re.compile(
    r"(?:(?P<part>half(?: past)?|quarter past|quarter to) )?"
    r"(?P<hour>[0-9]{1,2}|[a-z]+)"
    r"(?: ?(?:[:.]|h) ?(?P<minute>[0-9]{2})(?:[:.](?P<second>[0-9]{2}))?|(?P<joined>[0-9]{2})|\.(?P<tens>[03])"
    r"| ?h (?P<more>et demie|et quart)| ?h)?"
    r"(?: ?(?P<half>am|pm))?"
)
_PARTS = {"half": 30, "half past": 30, "quarter past": 15, "quarter to": -15, "et demie": 30, "et quart": 15}


def read_time(text: str, *, evening: bool = True) -> dt.time | None:
    """Parse a time of day; without `evening` the hour is as it stands."""
    words = " ".join(text.casefold().split())
    for pattern, half in _HALF_OF_DAY:
        words = pattern.sub(half, words)
    words = " ".join(_HEURES.sub(" h", _FILLING.sub(" ", words)).split())
    if words in _NAMED:
        return _NAMED[words]
    match = _TIME.fullmatch(words)
    if match is None:
        return None
    written, half = match["hour"], match["half"]
    hour = int(written) if written.isdigit() else _WORDS.get(written)
    if hour is None or (half == "am" and not 1 <= hour <= 12) or (half == "pm" and not 1 <= hour <= 23):
        return None
    if half:
        hour = hour % 12 + 12 * (half == "pm")
    elif evening and 1 <= hour <= 9 and not written.startswith("0"):
        hour += 12
    minutes = int(match["minute"] or match["joined"] or 10 * int(match["tens"] or 0))
    minutes += _PARTS.get(match["part"] or match["more"] or "", 0)
    if (match["part"] and minutes not in _PARTS.values()) or not -15 <= minutes < 60 or hour > 23:
        return None
    hour, minutes = divmod(hour * 60 + minutes, 60)
    second = int(match["second"] or 0)
    return dt.time(hour % 24, minutes, second) if second < 60 else None
