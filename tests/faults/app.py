"""The app of the storm: the real one, asked for everything every second, and with a delivery of its own."""

from datetime import timedelta

from config.celery import app, every

SECOND = timedelta(seconds=1)

app.conf.imports = ("tests.faults.tasks",)
app.conf.beat_schedule = {
    "mail": every(SECOND, "tests.faults.tasks.deliver"),
    "placing": every(SECOND, "league.tasks.place_outstanding"),
    "requests": every(SECOND, "league.tasks.expire_requests"),
    "reminders": every(SECOND, "league.tasks.queue_reminders"),
}
