"""Wiring: settings, addresses, processes. The Celery app is made with Django, so that tasks find it."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
