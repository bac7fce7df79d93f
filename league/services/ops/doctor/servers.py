"""Checks that ask other servers: the database, Redis, the mail server, and the proxy with its certificate."""

import datetime as dt
import json
import smtplib
import socket
import ssl
from collections.abc import Iterator, Mapping
from http.client import HTTPException
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urljoin, urlsplit
from urllib.request import Request, urlopen

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.smtp import EmailBackend
from django.db import DatabaseError, connection, transaction
from redis import Redis
from redis.exceptions import AuthenticationError, NoPermissionError, RedisError

from league.models import Heartbeat, LeagueDomain
from league.queries.ops import OK
from league.services.ops.database import find_role_problems
from league.services.ops.doctor.findings import (
    Examination,
    Finding,
    Level,
    doubtful,
    error_line,
    host_of,
    is_local,
    ok,
    wrong,
)

SECONDS = 10
OLDEST_TESTED = 150000
"""The oldest PostgreSQL that the tests run on."""
CROWDED = 0.8
LONGEST_ROBOTS = 100_000
CERTIFICATE_ENDS, CERTIFICATE_DUE = dt.timedelta(days=7), dt.timedelta(days=21)
START_OF_API = "/api/v1/"
"""Its answer has whole addresses, which tell what scheme and host the site is asked for."""


def check_database(examination: Examination) -> Iterator[Finding]:
    try:
        connection.ensure_connection()
    except (DatabaseError, OSError) as error:
        yield wrong(f"The database does not answer: {error_line(error)}.", "Start it, or mend MUGGINS_DATABASE_URL.")
        return
    problems = [*_version(), *_rights()]
    if examination.health.migrations:
        yield from problems or [ok(f"{_name()} answers.")]
        return
    yield from [*problems, *_trial_write()] or [ok(f"{_name()} answers, and can be written to.")]


def _name() -> str:
    version = ".".join(str(part) for part in connection.get_database_version())
    return f"{connection.display_name} {version}"


def _version() -> Iterator[Finding]:
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version_num')::int, current_setting('server_encoding')")
        version, encoding = cursor.fetchone()
        if version < OLDEST_TESTED:
            yield doubtful(f"{_name()} is older than what Muggins is tested on.", "Upgrade to PostgreSQL 15 or later.")
        else:
            yield from _collation()
        if encoding != "UTF8":
            yield wrong(f"The database's encoding is {encoding}.", "Make it anew with ENCODING 'UTF8'.")
        cursor.execute(
            "SELECT count(*), current_setting('max_connections')::int, bool_or(pg_is_in_recovery()), "
            "current_setting('default_transaction_read_only') FROM pg_stat_activity "
            "WHERE backend_type = 'client backend'"
        )
        count, most, replica, read_only = cursor.fetchone()
    if replica or read_only == "on":
        yield wrong("The database only takes reads.", "Lead MUGGINS_DATABASE_URL to the primary server.")
    if count > CROWDED * most:
        yield doubtful(
            f"{count} of {most} connections to PostgreSQL are in use.",
            "Raise max_connections, or run fewer web workers (eight threads each).",
        )


def _collation() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT datcollversion, pg_database_collation_actual_version(oid) FROM pg_database "
            "WHERE datname = current_database()"
        )
        made, actual = cursor.fetchone()
    if made and actual and made != actual:
        yield doubtful(
            f"The system's sorting of text has changed since the database was made ({made}, now {actual}).",
            "As its owner: REINDEX DATABASE …; ALTER DATABASE … REFRESH COLLATION VERSION;",
        )


def _rights() -> Iterator[Finding]:
    problems = find_role_problems()
    grants = [problem for problem in problems if problem.code == "grant"]
    for problem in problems:
        if problem.code == "owner":
            yield doubtful(
                f"The site runs as the tables' owner and could rewrite its journal. {problem.message}",
                "Give it a user of its own (docs/operations.md, The database's two users).",
            )
        elif problem.code == "role":
            yield wrong(f"The site runs as a user who may too much. {problem.message}", "Or make another user for it.")
    if grants:
        more = f" And {len(grants) - 1} more." if len(grants) > 1 else ""
        yield wrong(f"{grants[0].message}{more}", "Run bin/migrate, which ends with manage.py grant_runtime.")


def _trial_write() -> Iterator[Finding]:
    """Write a row and take it back."""
    try:
        with transaction.atomic():
            Heartbeat.objects.bulk_create([Heartbeat(job="doctor-trial", ran_at=dt.datetime.now(dt.UTC))])
            transaction.set_rollback(True)
    except DatabaseError as error:
        yield wrong(f"The database takes no row: {error_line(error)}.", "See the disk, and the rights of its user.")


def check_migrations(examination: Examination) -> Iterator[Finding]:
    pending = examination.health.migrations
    if pending:
        yield wrong(f"{len(pending)} migrations are not applied, {pending[0]} first.", "Run bin/migrate.")
    else:
        yield ok("Every migration is applied.")


def check_redis(examination: Examination) -> Iterator[Finding]:
    urls = _redis_urls()
    if not urls:
        yield ok("Cache and queue are this process's memory.")
        return
    if examination.health.cache != OK:
        yield wrong(
            f"The cache does not answer as it should: {examination.health.cache}.", "Look at Redis and its log."
        )
    for url, names in urls.items():
        yield from _redis(url, " and ".join(names), broker="broker" in names)


def _redis_urls() -> dict[str, list[str]]:
    """Each address of a Redis with what it is used for."""
    used = {
        "cache": settings.CACHES["default"].get("LOCATION"),
        "broker": settings.CELERY_BROKER_URL,
        "live scores": settings.LIVE_REDIS_URL,
    }
    urls: dict[str, list[str]] = {}
    for name, url in used.items():
        if str(url).startswith(("redis://", "rediss://")):
            urls.setdefault(str(url), []).append(name)
    return urls


def _redis(url: str, names: str, *, broker: bool) -> Iterator[Finding]:
    try:
        with Redis.from_url(
            url, socket_timeout=SECONDS, socket_connect_timeout=SECONDS, decode_responses=True
        ) as redis:
            redis.ping()
            problems = list(_redis_problems(redis.info(), names, broker=broker))
    except AuthenticationError as error:
        yield wrong(f"Redis ({names}) refuses the password: {error_line(error)}.", "Mend the address in the settings.")
        return
    except NoPermissionError:
        yield doubtful(f"Redis ({names}) answers, but its user may not ask INFO.", "Allow it: ACL SETUSER … +info")
        return
    except (RedisError, OSError) as error:
        yield wrong(f"Redis ({names}) does not answer: {error_line(error)}.", "Start it, or mend the address.")
        return
    if not is_local(host_of(url)) and not urlsplit(url).password:
        problems.append(doubtful(f"Redis ({names}) is on another host and asks no password.", "Set requirepass."))
    yield from problems or [ok(f"Redis ({names}) answers.")]


def _redis_problems(info: dict[str, object], names: str, *, broker: bool) -> Iterator[Finding]:
    policy, most, used = (info.get(name, 0) for name in ("maxmemory_policy", "maxmemory", "used_memory"))
    if most and broker and str(policy).startswith("allkeys"):
        yield doubtful(
            f"Redis ({names}) throws tasks away when it is full: maxmemory-policy is {policy}.",
            "Set maxmemory-policy to volatile-lru.",
        )
    if most and policy == "noeviction" and int(str(used)) > CROWDED * int(str(most)):
        yield doubtful(f"Redis ({names}) is nearly full, and then takes nothing.", "Raise maxmemory.")
    if info.get("rdb_last_bgsave_status") == "err":
        yield wrong(
            f"Redis ({names}) cannot write its snapshot, and then refuses every write.",
            'Muggins needs none: CONFIG SET save ""; or see its disk.',
        )


def check_mail(examination: Examination) -> Iterator[Finding]:
    mail = get_connection(timeout=SECONDS)
    if not isinstance(mail, EmailBackend):
        kind = settings.EMAIL_BACKEND.split(".")[-2]
        yield doubtful(
            f"Nobody gets mail: it goes to {getattr(settings, 'EMAIL_FILE_PATH', '') or kind}.",
            "Right for trying out; for a league use the production settings (docs/operations.md).",
        )
        return
    server = f"The mail server {settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        mail.open()
        if examination.mail_to:
            _send_trial(mail, examination.mail_to)
    except smtplib.SMTPAuthenticationError as error:
        yield wrong(f"{server} refuses the login: {error.smtp_code}.", "Mend user and password in MUGGINS_EMAIL_URL.")
    except smtplib.SMTPRecipientsRefused:
        yield wrong(f"{server} refuses mail to {examination.mail_to}.", "Try another address; then see its log.")
    except (smtplib.SMTPException, OSError) as error:
        yield wrong(f"{server} does not take mail: {error_line(error)}.", "Mend MUGGINS_EMAIL_URL, or see its log.")
    else:
        yield from _mail_answers(server, examination.mail_to)
    finally:
        mail.close()


def _send_trial(mail: EmailBackend, address: str) -> None:
    EmailMessage(
        "A trial message",
        f"manage.py doctor has sent this from {settings.BASE_URL}. It arrived: there is nothing else to do.\n",
        to=[address],
        connection=mail,
        headers={"Auto-Submitted": "auto-generated"},
    ).send()


def _mail_answers(server: str, trial: str) -> Iterator[Finding]:
    if settings.EMAIL_HOST_USER and not (
        settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL or is_local(settings.EMAIL_HOST)
    ):
        yield wrong(f"{server} gets the password unencrypted.", "Begin MUGGINS_EMAIL_URL with submission://")
    login = " and takes the login" if settings.EMAIL_HOST_USER else ""
    yield ok(f"{server} answers{login}.")
    if trial:
        yield ok(f"{server} has taken a trial message to {trial}: look whether it arrives, and not as spam.")


def check_certificate(examination: Examination) -> Iterator[Finding]:
    url = urlsplit(examination.url or settings.BASE_URL)
    if url.scheme != "https":
        yield ok(f"{url.geturl()} has no certificate to look at.")
        return
    yield _certificate(url.hostname or "", url.port or 443, examination.now, SECONDS)


def _certificate(host: str, port: int, now: dt.datetime, seconds: int) -> Finding:
    try:
        with (
            socket.create_connection((host, port), timeout=seconds) as plain,
            ssl.create_default_context().wrap_socket(plain, server_hostname=host) as secure,
        ):
            ends = str((secure.getpeercert() or {})["notAfter"])
    except ssl.SSLCertVerificationError as error:
        return wrong(f"Browsers refuse the certificate of {host}: {error.verify_message}.", "Renew it at the proxy.")
    except (OSError, UnicodeError) as error:
        return doubtful(f"{host}:{port} does not answer from here: {error_line(error)}.", "Look from another network.")
    left = dt.datetime.fromtimestamp(ssl.cert_time_to_seconds(ends), dt.UTC) - now
    message, remedy = f"The certificate of {host} ends in {left.days} days.", "Look why the proxy does not renew it."
    if left < CERTIFICATE_ENDS:
        return wrong(message, remedy)
    return doubtful(message, remedy) if left < CERTIFICATE_DUE else ok(message)


MOST_DOMAINS, SECONDS_A_DOMAIN = 20, 5


def check_domains(examination: Examination) -> Iterator[Finding]:
    """Ask the leagues' own domains, those set last; each may take a few seconds."""
    hosts = list(LeagueDomain.objects.order_by("-set_at", "pk").values_list("host", flat=True))
    for host in hosts[:MOST_DOMAINS]:
        yield _domain(host, examination.now)
    if not hosts:
        yield ok("No league has a domain of its own.")
    elif len(hosts) > MOST_DOMAINS:
        yield ok(f"Domains of leagues that were not asked: {len(hosts) - MOST_DOMAINS}.")


def _domain(host: str, now: dt.datetime) -> Finding:
    try:
        socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        return wrong(f"{host}, a league's own domain, leads nowhere: {error_line(error)}.", "Set it at its DNS.")
    finding = _certificate(host, 443, now, SECONDS_A_DOMAIN)
    if finding.level == Level.WRONG or finding.message.startswith(f"{host}:"):
        return finding
    try:
        with _get(f"https://{host}/robots.txt", seconds=SECONDS_A_DOMAIN) as answer:
            answered = f"Sitemap: https://{host}/sitemap.xml" in answer.read(LONGEST_ROBOTS).decode()
    except (OSError, HTTPException, ValueError) as error:
        return wrong(f"{host} does not answer as Muggins does: {error_line(error)}.", "Lead it to this server's proxy.")
    if not answered:
        return wrong(f"{host} does not answer as its league.", "The proxy must pass on Host.")
    return finding


def check_proxy(examination: Examination) -> Iterator[Finding]:
    try:
        with _get(urljoin(examination.url, START_OF_API)) as answer:
            # Where it was led to: HTTP leads to HTTPS.
            wanted, seen = urlsplit(answer.url), urlsplit(str(json.load(answer)["health"]))
    except HTTPError as error:
        yield _refusal(error)
        return
    except (OSError, HTTPException, ValueError, LookupError, TypeError) as error:
        yield wrong(
            f"{examination.url} does not answer as Muggins does: {error_line(error)}.", "Look at the proxy's log."
        )
        return
    problems = []
    if seen.scheme != wanted.scheme:
        problems.append(
            wrong(f"The site believes it is asked for by {seen.scheme}.", "The proxy must set X-Forwarded-Proto.")
        )
    if seen.netloc != wanted.netloc:
        problems.append(wrong(f"The site believes it is called {seen.netloc}.", "The proxy must pass on Host."))
    problems += _stylesheet(examination.url)
    yield from problems or [ok(f"{examination.url} reaches the site, which sees {seen.scheme} and {seen.netloc}.")]


FORGED = "192.0.2.77"
"""An address of no machine (RFC 5737), as somebody might send it to be counted as another."""


def check_visitors(examination: Examination) -> Iterator[Finding]:
    """Ask as somebody who says who they are: the site must see where this machine asks from, and not what it says."""
    url = urlsplit(examination.url)
    try:
        port = url.port or (443 if url.scheme == "https" else 80)
        with socket.create_connection((url.hostname or "", port), SECONDS) as reached:
            own = _address(reached.getsockname()[0])
        with _get(urljoin(examination.url, "/health/web/"), {"X-Forwarded-For": FORGED}) as answer:
            told = str(json.load(answer)["visitor"])
    except (OSError, HTTPException, ValueError, LookupError, TypeError) as error:
        yield doubtful(f"The site does not say whom it sees: {error_line(error)}.", "See proxy above.")
        return
    proxies = settings.REST_FRAMEWORK["NUM_PROXIES"]
    raised = "Set MUGGINS_PROXIES to the number of proxies, and let each add to X-Forwarded-For."
    if told == FORGED:
        yield wrong(
            "The site believes what visitors say about their address: nothing limits who guesses passwords.",
            f"Lower MUGGINS_PROXIES ({proxies}), or let the proxy add to X-Forwarded-For.",
        )
        return
    try:
        seen = _address(told)
    except ValueError:
        yield wrong("The site cannot tell a visitor's address: nobody can sign in.", raised)
        return
    message = f"The site sees this machine, which asks from {own}, as {seen}"
    if seen.is_loopback and own.is_loopback:
        yield doubtful(f"{message}: so a proxy here would look, too.", "Ask by an address that other machines reach.")
    elif seen != own and not seen.is_global:
        yield doubtful(f"{message}: if that is a proxy, all visitors are counted as one.", raised)
    else:
        yield ok(f"{message}.")


def _address(text: str) -> IPv4Address | IPv6Address:
    address = ip_address(text.partition("%")[0])
    return getattr(address, "ipv4_mapped", None) or address


def _get(url: str, headers: Mapping[str, str] | None = None, *, seconds: int = SECONDS) -> Any:
    return urlopen(Request(url, headers={"Accept": "application/json", **(headers or {})}), timeout=seconds)  # noqa: S310


def _refusal(error: HTTPError) -> Finding:
    with error:
        if error.code == 400:
            return wrong("The site answers 400 to this host.", "Add it to MUGGINS_HOSTS; the proxy must pass on Host.")
        if 300 <= error.code < 400:
            return wrong("The site leads to itself for ever.", "The proxy must set X-Forwarded-Proto to https.")
        return wrong(f"The site answers {error.code}.", "Look at the logs of the proxy and of web.")


def _stylesheet(url: str) -> Iterator[Finding]:
    try:
        with _get(urljoin(url, staticfiles_storage.url("css/site.css"))):
            return
    except HTTPError as error:
        with error:
            yield wrong(f"Pages have no style: the stylesheet answers {error.code}.", "See static files above.")
    except (OSError, HTTPException, ValueError) as error:
        yield wrong(f"Pages have no style: {error_line(error)}.", "Run manage.py collectstatic --noinput.")
