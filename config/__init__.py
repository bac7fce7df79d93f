"""Wiring: settings, addresses, processes. The Celery app is made with Django, so that tasks find it."""

import gc

from config.celery import app as celery_app

__all__ = ["celery_app"]

# What is loaded next makes hundreds of thousands of objects that stay: to go through all of them for garbage, again and
# again, was an eighth of the start of every process. A server holds 8 MB more for it.
gc.set_threshold(50_000, 20, 100)
