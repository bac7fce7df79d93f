"""The app of the storm: the real one, asked for mail every second, for the rest often, and with a delivery of its own.

In production a worker of its own serves the queue of long work. Here two serve both queues in turn; were placing asked
for every second, a slow machine would do nothing else, and all mail would wait until its message has expired.
"""

from datetime import timedelta

from config.celery import app, every

SECOND = timedelta(seconds=1)
OFTEN = 5 * SECOND

app.conf.imports = ("tests.faults.tasks",)
app.conf.beat_schedule = {
    "mail": every(SECOND, "tests.faults.tasks.deliver"),
    "placing": every(OFTEN, "league.tasks.place_outstanding"),
    "requests": every(OFTEN, "league.tasks.expire_requests"),
    "reminders": every(OFTEN, "league.tasks.queue_reminders"),
}
