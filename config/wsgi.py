"""The WSGI entry point, on the production settings unless DJANGO_SETTINGS_MODULE says otherwise."""

import os

from django.core.wsgi import get_wsgi_application

from league.web.base.limits import with_whole_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
application = with_whole_bodies(get_wsgi_application())
