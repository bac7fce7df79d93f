"""Wiring: settings, addresses, processes. The Celery app is made with Django, so that tasks find it."""

import gc

from config.celery import app as celery_app

__all__ = ["celery_app"]
# What is loaded stays: it need not be gone through for garbage again and again while more of it comes.
gc.set_threshold(50_000, 20)
