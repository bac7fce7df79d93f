"""Records of the server in the admin: journals, mail, the work that recurs, answered requests."""

from league import models
from league.admin.model_admins import look_only

look_only(
    models.JournalEntry,
    list_display=("at", "number", "by", "kind", "what"),
    list_filter=("league", "kind"),
    search_fields=("what", "why"),
)
look_only(models.JournalHead, list_display=("league", "number"), list_select_related=("league",))
look_only(
    models.Notice,
    list_display=("recipient", "kind", "text", "created_at", "state", "sent_at"),
    list_filter=("state", "kind", "league"),
    search_fields=("recipient__email", "recipient__name", "text"),
    list_select_related=("recipient",),
)
# What it says may be a code that lets somebody in.
look_only(models.SiteMail, list_display=("to", "created_at", "send_at", "attempts"), exclude=("text", "html"))
look_only(models.Preference, list_display=("user", "kind", "delivery"), list_select_related=("user",))
look_only(models.MailSettings, list_display=("user", "quiet_from", "quiet_until"), list_select_related=("user",))
look_only(models.LeagueQuota, list_display=("league", "photograph_megabytes", "teams", "mails_a_day"))
look_only(models.LeagueDomain, list_display=("league", "host"))
look_only(models.LeagueSender, list_display=("league", "address", "name", "as_from"))
look_only(models.MailDay, list_display=("league", "day", "sent"), list_filter=("league",))
look_only(models.DoctorReport, list_display=("at",))
look_only(models.Heartbeat, list_display=("job", "ran_at", "told"))
look_only(models.FirstCode, list_display=("__str__", "expires_at", "used_at"), exclude=("code_hash",))
look_only(
    models.TeamCode,
    list_display=("__str__", "used_at", "revoked_at"),
    list_select_related=("team", "season"),
    exclude=("code_hash",),
)
look_only(models.Pulse, list_display=("at",))
look_only(models.Outage, list_display=("__str__", "moved", "why", "acknowledged_at"), list_filter=("kind",))
look_only(
    models.WaitingFile,
    list_display=("name", "league", "user", "size", "expires_at"),
    list_select_related=("league", "user"),
    exclude=("data", "token"),
)
look_only(models.IdempotencyKey, list_display=("owner", "key", "status", "created_at"), exclude=("body", "headers"))
