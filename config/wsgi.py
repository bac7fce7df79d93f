"""The WSGI entry point, on the production settings unless DJANGO_SETTINGS_MODULE says otherwise."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import reverse

from league.web.request_limits import with_whole_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
application = with_whole_bodies(get_wsgi_application())
# Every page is imported now: left to the first request, it and all that come with it would wait for that.
reverse("start")
