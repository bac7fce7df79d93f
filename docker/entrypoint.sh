#!/bin/sh
# Only bin/migrate knows the owner of the database: what serves pages shall not have their password in its environment.
set -eu
if [ "${1:-}" != bin/migrate ]; then
  unset MUGGINS_OWNER_DATABASE_URL MUGGINS_OWNER_DATABASE_URL_FILE POSTGRES_PASSWORD RUNTIME_PASSWORD
fi
exec "$@"
