"""The ASGI entry point: live scores as server-sent events, and nothing else. Pages are served by config/wsgi.py."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
django.setup(set_prefix=False)

from league.web.live.stream import Stream  # noqa: E402 - it wants the settings

application = Stream()
