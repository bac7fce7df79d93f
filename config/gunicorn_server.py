"""gunicorn with a reload (SIGHUP) that keeps serving: its old workers go when the new ones have loaded the site.

Its own sends them away at once, so that for as long as the new ones load nobody takes a connection.
"""

import sys
import time
from typing import Any

from gunicorn.app.wsgiapp import WSGIApplication
from gunicorn.arbiter import Arbiter


def _is_serving(worker: Any) -> bool:
    """Whether its loop runs: then its heartbeat file has the monotonic clock, and first the time of day."""
    return bool(worker.tmp.last_update() <= time.monotonic())


class GradualArbiter(Arbiter):
    """The process that starts workers and ends them, which never ends one for another that does not serve yet."""

    def __init__(self, app: Any) -> None:
        super().__init__(app)
        # What SIGUSR2 starts anew: as it was started, with -m.
        self.START_CTX["args"] = sys.orig_argv

    def manage_workers(self) -> None:
        """Wait for the newest workers, for as long as one may be silent, before the superfluous oldest are ended."""
        deadline = time.monotonic() + (self.timeout or 30)
        while len(self.WORKERS) > self.num_workers and time.monotonic() < deadline:
            newest = sorted(self.WORKERS.values(), key=lambda worker: worker.age)[-self.num_workers :]
            if all(_is_serving(worker) for worker in newest):
                break
            time.sleep(0.1)
            self.reap_workers()
        super().manage_workers()


class Server(WSGIApplication):
    """gunicorn's command line with that arbiter."""

    def run(self) -> None:
        try:
            GradualArbiter(self).run()
        except RuntimeError as error:
            sys.exit(f"Error: {error}")


if __name__ == "__main__":
    Server("%(prog)s [OPTIONS] [APP_MODULE]").run()
