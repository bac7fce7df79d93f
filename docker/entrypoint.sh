#!/bin/sh
# Bring the database up to date before the pages are served; then become what was asked for.
set -eu
if [ "${1:-}" = bin/web ]; then
  .venv/bin/python manage.py migrate --noinput
fi
exec "$@"
