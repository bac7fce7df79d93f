#!/bin/sh
# Make the runtime user when the database is new: it may sign in, and gets what it needs from `manage.py grant_runtime`.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set role="$RUNTIME_USER" --set password="$(cat "$RUNTIME_PASSWORD_FILE")" <<'SQL'
CREATE ROLE :"role" LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
SQL
