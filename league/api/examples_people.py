"""What is sent about conduct, persons and mail."""

from drf_spectacular.utils import OpenApiExample


def _sent(name: str, value: object, about: str = "") -> OpenApiExample:
    return OpenApiExample(name, value=value, request_only=True, description=about)


CONDUCT = (
    _sent(
        "The game is awarded to the other side",
        {"decision": "award", "reason": "Three times ten too many in one game.", "seen": "0f3a8c51d2b7e946"},
        "`seen` is the stamp of what the case said would follow.",
    ),
    _sent("Nothing follows", {"decision": "dismiss", "reason": "He had misread the starter each time."}),
)
DETAILS = (
    _sent("A number and an address", {"phone": "01632 960123", "email": "olive@league.example"}),
    _sent("His name, shortened on public pages", {"name": "Olive Baker", "shorten_name": True}),
)
OWN_DETAILS = (_sent("Another number", {"phone": "01632 960123"}),)
SURE = (_sent("For good", {"sure": True}),)
MAIL = (
    _sent(
        "Rulings once a day, no reminders, quiet at night",
        {
            "deliveries": {"ruling-made": "digest"},
            "reminder_days": [],
            "quiet_from": "22:00",
            "quiet_until": "07:00",
            "digest_at": "08:00",
        },
    ),
)
