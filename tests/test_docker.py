"""The image and the compose file, read closely: no Docker engine is needed to see that they fit the project."""

import os
import re
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml
from redis import Redis
from redis.exceptions import AuthenticationError

from config.environment import SECRETS
from config.settings import base
from tests import stage

ROOT = Path(__file__).resolve().parents[1]
DOCKER = ROOT / "docker"
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SITE = ("web", "live", "worker", "solver", "beat")
# Runs once at every start, and is over.
ONCE = "migrate"
LASTING = [name for name in SERVICES if name != ONCE]
DOCKERFILE = [line.strip() for line in (DOCKER / "Dockerfile").read_text().splitlines()]
NAME = re.compile(r"\bMUGGINS_[A-Z_]+\b")
OURS = [DOCKER / "entrypoint.sh", DEPLOY / "postgres-runtime.sh", DEPLOY / "muggins", DEPLOY / "make-secrets"]
# Python keeps what it compiled beside a script that another one imports.
IN_BIN = sorted(path for path in (ROOT / "bin").iterdir() if path.is_file())
SCRIPTS = [*IN_BIN, *OURS]


def instructions(word: str) -> list[str]:
    """Return what follows an instruction of the Dockerfile, each time it is given."""
    return [line.removeprefix(f"{word} ") for line in DOCKERFILE if line.startswith(f"{word} ")]


def seconds(given: str) -> int:
    return int(given.removesuffix("s"))


def test_compose_has_every_process_and_every_server() -> None:
    assert set(SERVICES) == {*SITE, ONCE, "backup", "proxy", "postgres", "redis"}


def test_the_image_has_the_pg_dump_of_the_server() -> None:
    [client] = re.findall(r"\bpostgresql-client-(\d+)\b", "\n".join(instructions("RUN")))
    assert f"postgres:{client}." in SERVICES["postgres"]["image"]


def test_every_service_is_watched_and_started_again() -> None:
    for name in LASTING:
        service = SERVICES[name]
        assert service["restart"] == "unless-stopped", name
        assert service["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL"), name
        assert seconds(service["healthcheck"]["timeout"]) < seconds(service["healthcheck"]["interval"]), name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert service["mem_limit"][-1] in "gm", name
        assert service["pids_limit"] > 0, name
        assert service["logging"]["options"].keys() == {"max-size", "max-file"}, name


def test_a_process_of_the_site_may_do_no_more_than_it_must() -> None:
    for name in [*SITE, ONCE, "backup"]:
        service = SERVICES[name]
        assert (service["read_only"], service["cap_drop"], len(service["tmpfs"])) == (True, ["ALL"], 1), name
        assert "privileged" not in service, name


def test_commands_and_checks_are_scripts_of_the_project() -> None:
    for name in SITE:
        watched, what, script, *_ = SERVICES[name]["command"]
        check = SERVICES[name]["healthcheck"]["test"]
        assert (watched, what, check[1:]) == ("bin/watched", name, ["bin/healthy", name])
        for path in (watched, script, check[1]):
            assert os.access(ROOT / path, os.X_OK), path


def test_a_process_that_is_ill_is_told_to_go_and_one_that_is_well_is_not(tmp_path: Path) -> None:
    """Docker starts what ends, and not what is ill."""
    beat = tmp_path / "beat"
    environment = {**os.environ, "MUGGINS_BEAT_FILE": str(beat), "MUGGINS_WATCH_SECONDS": "0.05"}
    command = [ROOT / "bin/watched", "beat", "sleep", "30"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=25, check=False)
    assert done.returncode == 128 + signal.SIGTERM
    assert done.stderr.startswith("watched: beat was ill ten times in a row; it is told to go\n")
    beat.touch()
    with subprocess.Popen(command, env=environment) as well:
        with pytest.raises(subprocess.TimeoutExpired):
            well.wait(3)
        well.terminate()
        assert well.wait(10) == 128 + signal.SIGTERM


def test_what_another_server_is_to_blame_for_is_no_illness(tmp_path: Path) -> None:
    """A web process that answers 503 since PostgreSQL is away would not be better for being started anew."""
    (tmp_path / "health").mkdir()
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "http.server",
            "--bind",
            "127.0.0.1",
            "--directory",
            tmp_path,
            port := str(stage.free_port()),
        ],
        stderr=subprocess.DEVNULL,
    ) as answering:
        stage.wait_for(lambda: stage.answers(int(port)), within=15, what="it listens")
        asked = [ROOT / "bin/healthy", "web", f"http://127.0.0.1:{port}"]
        environment = {**os.environ, "MUGGINS_HOSTS": "league.example"}
        assert subprocess.run(asked, env=environment, capture_output=True, check=False).returncode == 3
        answering.terminate()
        answering.wait(10)
        assert subprocess.run(asked, env=environment, capture_output=True, check=False).returncode == 1


def test_a_service_waits_until_what_it_needs_is_healthy() -> None:
    for name in SERVICES:
        servers = {"postgres", "redis"}
        wanted = {ONCE: servers, "web": {*servers, ONCE}, "postgres": set(), "redis": set()}
        needs = SERVICES[name].get("depends_on", {})
        assert set(needs) == wanted.get(name, {"postgres", "redis", "web"}), name
        for on, need in needs.items():
            assert need == {"condition": "service_completed_successfully" if on == ONCE else "service_healthy"}, name


def test_only_what_migrates_knows_the_owner_of_the_database() -> None:
    """Whoever gets into a process that serves pages would else rewrite the journal with the owner's password."""
    for name in (*SITE, "backup", ONCE):
        told = SERVICES[name]["environment"]
        # Each that is a secret is a file, whatever `.env` says.
        of_files = {f"/run/secrets/{secret}" for secret in SERVICES[name]["secrets"]}
        assert {value for variable, value in told.items() if variable.endswith("_URL_FILE")} < of_files
        assert all(told[variable] == "" for variable in SECRETS), name
        assert ("owner_database_url" in SERVICES[name]["secrets"]) == (name == ONCE)
    migrating = SERVICES[ONCE]
    assert (migrating["command"], migrating["restart"], migrating["networks"]) == (["bin/migrate"], "no", ["inside"])


def test_secrets_are_made_once_for_their_user_alone(tmp_path: Path) -> None:
    made = shutil.copy(DEPLOY / "make-secrets", tmp_path)
    asked = {**os.environ, "MAIL": "submission://user:password@mail.example:587"}
    assert subprocess.run([made], env={**asked, "MAIL": ""}, capture_output=True, check=False).returncode != 0
    first: dict[str, str] = {}
    for _ in range(2):
        subprocess.run([made], env=asked, check=True)
        found = {path.name: path.read_text().strip() for path in (tmp_path / "secrets").iterdir()}
        assert found.keys() == COMPOSE["secrets"].keys()
        first = first or found
        assert found == first
    assert {secret["file"] for secret in COMPOSE["secrets"].values()} == {f"./secrets/{name}" for name in found}
    assert (tmp_path / "secrets").stat().st_mode & 0o777 == 0o700
    assert found["runtime_password"] in found["database_url"]
    assert found["postgres_password"] in found["owner_database_url"]
    assert found["redis_password"] in found["redis_url"]


def test_the_runtime_user_is_made_with_the_database() -> None:
    postgres = SERVICES["postgres"]
    [script] = [mount for mount in postgres["volumes"] if "initdb.d" in mount]
    ours, there, mode = script.split(":")
    assert os.access(DEPLOY / ours, os.X_OK)
    assert (there.rpartition("/")[0], mode) == ("/docker-entrypoint-initdb.d", "ro")
    assert postgres["environment"]["RUNTIME_USER"] == "muggins_runtime"
    assert set(re.findall(r"\$(\w+)", (DEPLOY / ours).read_text())) <= set(postgres["environment"])


def test_what_serves_pages_starts_without_the_owners_password(tmp_path: Path) -> None:
    secrets = {"MUGGINS_OWNER_DATABASE_URL": "a", "POSTGRES_PASSWORD": "b", "RUNTIME_PASSWORD": "c"}
    done = subprocess.run(
        [DOCKER / "entrypoint.sh", "env"],
        env={**os.environ, **secrets, "MUGGINS_DATABASE_URL": "d"},
        capture_output=True,
        text=True,
        check=True,
    )
    names = {line.partition("=")[0] for line in done.stdout.splitlines()}
    assert "MUGGINS_DATABASE_URL" in names
    assert not names & set(secrets)


def test_only_the_proxy_is_reached_from_outside() -> None:
    assert {name: s["ports"] for name, s in SERVICES.items() if "ports" in s} == {
        "proxy": ["80:80", "443:443", "443:443/udp"]
    }
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert (
        SERVICES["postgres"]["networks"]
        == SERVICES["redis"]["networks"]
        == SERVICES["backup"]["networks"]
        == ["inside"]
    )
    assert SERVICES["proxy"]["networks"] == ["outside"]


def test_the_proxy_reads_what_it_is_told_of(tmp_path: Path) -> None:
    """The Caddyfile with the variables of compose, but for the name that Debian's older Caddy has for one option."""
    caddy = subprocess.run(
        [ROOT / "bin/deploy-tools", "caddy"], capture_output=True, text=True, check=True
    ).stdout.strip()
    told = SERVICES["proxy"]["environment"]
    assert set(told) == set(re.findall(r"\{\$(\w+):", (DEPLOY / "Caddyfile").read_text()))
    config = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "MUGGINS_BUFFERING": "buffer_requests"}
    command = [caddy, "adapt", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"]
    done = subprocess.run(
        command,
        env={**os.environ, **told, "MUGGINS_SITE": "league.example", **config},
        capture_output=True,
        text=True,
        check=True,
    )
    for address in ("league.example", "web:8000", "live:8001", "/srv/away"):
        assert f'"{address}"' in done.stdout


def test_what_is_kept_lies_on_volumes() -> None:
    mounts = [mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", [])]
    mounted = {mount for mount in mounts if not mount.startswith("./")}
    assert mounted == set(COMPOSE["volumes"])
    command = SERVICES["redis"]["command"]
    assert command[command.index("--appendonly") + 1] == "yes"


def test_redis_asks_for_a_password_that_the_site_has_and_no_command_line_shows(tmp_path: Path) -> None:
    """Whoever writes to Redis gives the workers tasks, and everybody guesses."""
    redis, password, port = SERVICES["redis"], "s3cret-of-redis", stage.free_port()
    (kept := tmp_path / "password").write_text(f"{password}\n")
    (wrong := tmp_path / "wrong").write_text("wrong\n")
    command = [part.replace("$$", "$") for part in redis["command"]]
    environment = {**os.environ, **dict.fromkeys(redis["environment"], str(kept))}
    options = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(tmp_path)]
    check = redis["healthcheck"]["test"][1].replace("$$", "$").replace("redis-cli", f"redis-cli -p {port}")
    with subprocess.Popen([*command, *options], env=environment, stdout=subprocess.PIPE) as running:
        try:
            healthy = partial(subprocess.run, ["sh", "-c", check], check=False)
            stage.wait_for(
                lambda: healthy(env=environment).returncode == 0, within=20, what="Redis answers its own check"
            )
            assert healthy(env={**environment, "REDIS_PASSWORD_FILE": str(wrong)}).returncode != 0
            with pytest.raises(AuthenticationError):
                Redis(port=port).ping()
            assert Redis.from_url(f"redis://:{password}@127.0.0.1:{port}/0").ping()
            assert password not in Path(f"/proc/{running.pid}/cmdline").read_text()
        finally:
            running.terminate()


@pytest.mark.parametrize("name", ["worker", "solver"])
def test_a_worker_is_given_longer_than_its_soft_shutdown(name: str) -> None:
    assert seconds(SERVICES[name]["stop_grace_period"]) > base.CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT


def test_images_are_pinned_and_may_be_by_digest() -> None:
    for name in SERVICES:
        image = SERVICES[name]["image"]
        if name in (*SITE, ONCE, "backup"):
            assert image in ("muggins:latest", "muggins-solver:latest"), "built from the Dockerfile beside"
        else:
            assert re.fullmatch(r"\$\{[A-Z]+_IMAGE:-[a-z]+:\d+\.\d+(\.\d+)?(-[a-z]+)?\}", image), name
            assert image[2:].partition(":")[0] in (ROOT / ".env.example").read_text()


def test_the_two_images_are_built_differently_under_two_names() -> None:
    built = {(s["image"], bool(s["build"].get("args"))) for s in map(SERVICES.__getitem__, SITE)}
    assert built == {("muggins:latest", False), ("muggins-solver:latest", True)}
    assert SERVICES["solver"]["build"]["args"].keys() <= {word.split("=")[0] for word in instructions("ARG")}


def test_every_variable_named_is_one_that_the_project_reads() -> None:
    read = NAME.findall((ROOT / "config/settings/production.py").read_text())
    read += [name for script in IN_BIN for name in NAME.findall(script.read_text())]
    read += [f"{name}_FILE" for name in SECRETS] + re.findall(r"\{\$(\w+):", (DEPLOY / "Caddyfile").read_text())
    files = [path for path in (*DOCKER.iterdir(), *DEPLOY.rglob("*")) if path.is_file() and "secrets" not in path.parts]
    named = [name for file in files for name in NAME.findall(file.read_text())]
    named += NAME.findall((ROOT / ".env.example").read_text())
    assert set(named) <= set(read)


def test_the_build_and_the_example_name_everything_production_needs() -> None:
    needed = set(re.findall(r'env\.\w+\("(MUGGINS_[A-Z_]+)"(?:, (?:validate|subcast)=[\w.]+)*\)', production()))
    assert {"MUGGINS_SECRET_KEY", "MUGGINS_HOSTS"} <= needed
    assert needed <= set(NAME.findall((DOCKER / "Dockerfile").read_text()))
    assert needed <= set(NAME.findall((ROOT / ".env.example").read_text()))


def production() -> str:
    return (ROOT / "config/settings/production.py").read_text()


def test_variables_that_compose_fills_in_stand_in_the_example() -> None:
    filled = set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.yaml").read_text()))
    example = set(re.findall(r"^(?:# )?([A-Z_]+)=", (ROOT / ".env.example").read_text(), flags=re.MULTILINE))
    assert filled == {"MUGGINS_HOSTS", "CADDY_IMAGE", "POSTGRES_IMAGE", "REDIS_IMAGE"}
    assert filled <= example


def test_a_shell_and_compose_read_the_example_alike() -> None:
    done = subprocess.run(
        ["sh", "-euc", '. ./.env.example; echo "$MUGGINS_FROM_EMAIL"'],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "Town Cribbage League <league@example.org>\n"


def copied() -> list[str]:
    """Return what the Dockerfile copies out of the project."""
    words = [line.split() for line in instructions("COPY") if not line.startswith("--from")]
    return [word for line in words for word in line[:-1] if not word.startswith("--")]


def test_what_the_dockerfile_copies_is_there_and_let_through() -> None:
    for path in copied():
        assert (ROOT / path).exists(), path
        assert f"!{path}" in (DOCKER / "Dockerfile.dockerignore").read_text().splitlines(), path


def test_nothing_is_let_through_that_the_dockerfile_does_not_copy() -> None:
    lines = (DOCKER / "Dockerfile.dockerignore").read_text().splitlines()
    assert {line.removeprefix("!") for line in lines if line.startswith("!")} == set(copied())


def test_the_image_has_two_stages_and_its_user_is_not_root() -> None:
    assert len(instructions("FROM")) == 2
    assert [word for word in instructions("ARG") if word.startswith("PYTHON=")] == ["PYTHON=3.13.14-slim-trixie"]
    user = instructions("USER")
    assert len(user) == 1
    assert int(user[0]) > 0
    assert DOCKERFILE.index(f"USER {user[0]}") < DOCKERFILE.index('CMD ["bin/web", "--bind", "0.0.0.0:8000"]')


def test_packages_are_installed_by_their_hashes_alone() -> None:
    installs = [line for line in DOCKERFILE if "pip install" in line]
    assert len(installs) == 2
    assert all("--require-hashes" in line for line in installs)


def test_the_image_has_the_static_files_and_a_health_check() -> None:
    assert any("manage.py collectstatic" in line for line in DOCKERFILE)
    assert instructions("HEALTHCHECK")


def test_a_script_may_be_run_and_stops_at_the_first_fault() -> None:
    for script in SCRIPTS:
        assert os.access(script, os.X_OK), script
        text = script.read_text()
        if text.startswith("#!/bin/sh"):
            assert "\nset -eu\n" in text, script
            assert subprocess.run(["sh", "-n", script], check=False).returncode == 0


def test_shellcheck_finds_nothing_in_any_script() -> None:
    scripts = [*IN_BIN, ROOT / ".ci" / "run"]
    ours = [path for path in scripts if path.read_text().startswith(("#!/bin/sh\n", "#!/usr/bin/env bash\n"))]
    command = [Path(sys.executable).with_name("shellcheck"), *ours, *OURS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
