"""The files of docker/, read closely: no Docker engine is needed to see that they fit the project."""

import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml
from redis import Redis
from redis.exceptions import AuthenticationError

from config.settings import base
from tests import stage

ROOT = Path(__file__).resolve().parents[1]
DOCKER = ROOT / "docker"
COMPOSE: dict[str, Any] = yaml.safe_load((DOCKER / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SITE = ("web", "live", "worker", "solver", "beat")
# Runs once at every start, and is over.
ONCE = "migrate"
LASTING = [name for name in SERVICES if name != ONCE]
DOCKERFILE = [line.strip() for line in (DOCKER / "Dockerfile").read_text().splitlines()]
NAME = re.compile(r"\bMUGGINS_[A-Z_]+\b")
SCRIPTS = [*sorted((ROOT / "bin").iterdir()), *sorted(DOCKER.glob("*.sh"))]


def instructions(word: str) -> list[str]:
    """Return what follows an instruction of the Dockerfile, each time it is given."""
    return [line.removeprefix(f"{word} ") for line in DOCKERFILE if line.startswith(f"{word} ")]


def seconds(given: str) -> int:
    return int(given.removesuffix("s"))


def test_compose_has_every_process_and_both_servers() -> None:
    assert set(SERVICES) == {*SITE, ONCE, "postgres", "redis"}


def test_every_service_is_watched_and_started_again() -> None:
    for name in LASTING:
        service = SERVICES[name]
        assert service["restart"] == "unless-stopped", name
        assert service["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL"), name
        assert seconds(service["healthcheck"]["timeout"]) < seconds(service["healthcheck"]["interval"]), name
        assert "no-new-privileges:true" in service["security_opt"], name


def test_a_process_of_the_site_may_do_no_more_than_it_must() -> None:
    for name in [*SITE, ONCE]:
        service = SERVICES[name]
        assert (service["read_only"], service["cap_drop"], len(service["tmpfs"])) == (True, ["ALL"], 1), name
        assert "privileged" not in service, name


def test_commands_and_checks_are_scripts_of_the_project() -> None:
    for name in SITE:
        for script in (SERVICES[name]["command"][0], SERVICES[name]["healthcheck"]["test"][1]):
            assert os.access(ROOT / script, os.X_OK), script
        check = SERVICES[name]["healthcheck"]["test"]
        assert check[1:] == ["bin/healthy", name], name


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
    owner, runtime = "postgresql://muggins:${POSTGRES_PASSWORD", "postgresql://muggins_runtime:${RUNTIME_PASSWORD"
    for name in SITE:
        told = SERVICES[name]["environment"]
        assert told["MUGGINS_DATABASE_URL"].startswith(runtime)
        # `.env` is read by every process, and said nothing of here.
        for secret in ("MUGGINS_OWNER_DATABASE_URL", "POSTGRES_PASSWORD", "RUNTIME_PASSWORD"):
            assert told[secret] == ""
    migrating = SERVICES[ONCE]
    assert migrating["environment"]["MUGGINS_OWNER_DATABASE_URL"].startswith(owner)
    assert migrating["environment"]["MUGGINS_DATABASE_URL"].startswith(runtime)
    assert (migrating["command"], migrating["restart"], migrating["networks"]) == (["bin/migrate"], "no", ["inside"])


def test_the_runtime_user_is_made_with_the_database() -> None:
    postgres = SERVICES["postgres"]
    [script] = [mount for mount in postgres["volumes"] if "initdb.d" in mount]
    ours, there, mode = script.split(":")
    assert os.access(DOCKER / ours, os.X_OK)
    assert (there.rpartition("/")[0], mode) == ("/docker-entrypoint-initdb.d", "ro")
    assert postgres["environment"]["RUNTIME_USER"] == "muggins_runtime"
    assert set(re.findall(r"\$(\w+)", (DOCKER / ours).read_text())) <= set(postgres["environment"])


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


def test_only_web_and_live_are_reached_from_outside_and_from_this_machine_alone() -> None:
    assert {name: s["ports"] for name, s in SERVICES.items() if "ports" in s} == {
        "web": ["127.0.0.1:8000:8000"],
        "live": ["127.0.0.1:8001:8001"],
    }
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert SERVICES["postgres"]["networks"] == SERVICES["redis"]["networks"] == ["inside"]


def test_what_is_kept_lies_on_volumes() -> None:
    mounts = [mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", [])]
    mounted = {mount for mount in mounts if not mount.startswith("./")}
    assert mounted == set(COMPOSE["volumes"])
    command = SERVICES["redis"]["command"]
    assert command[command.index("--appendonly") + 1] == "yes"


def test_redis_asks_for_a_password_that_the_site_has_and_no_command_line_shows(tmp_path: Path) -> None:
    """Whoever writes to Redis gives the workers tasks, and everybody guesses."""
    redis, password, port = SERVICES["redis"], "s3cret-of-redis", stage.free_port()
    assert set(redis["environment"]) == {"REDIS_PASSWORD", "REDISCLI_AUTH"}
    for name in (*SITE, ONCE):
        for variable in ("MUGGINS_REDIS_URL", "MUGGINS_BROKER_URL"):
            assert SERVICES[name]["environment"][variable].startswith("redis://:${REDIS_PASSWORD:?")
    command = [part.replace("$$", "$") for part in redis["command"]]
    environment = {**os.environ, **dict.fromkeys(redis["environment"], password)}
    options = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(tmp_path)]
    check = redis["healthcheck"]["test"][1].replace("redis-cli", f"redis-cli -p {port}")
    with subprocess.Popen([*command, *options], env=environment, stdout=subprocess.PIPE) as running:
        try:
            healthy = partial(subprocess.run, ["sh", "-c", check], check=False)
            stage.wait_for(
                lambda: healthy(env=environment).returncode == 0, within=20, what="Redis answers its own check"
            )
            assert healthy(env={**environment, "REDISCLI_AUTH": "wrong"}).returncode != 0
            with pytest.raises(AuthenticationError):
                Redis(port=port).ping()
            assert Redis.from_url(f"redis://:{password}@127.0.0.1:{port}/0").ping()
            assert password not in Path(f"/proc/{running.pid}/cmdline").read_text()
        finally:
            running.terminate()


@pytest.mark.parametrize("name", ["worker", "solver"])
def test_a_worker_is_given_longer_than_its_soft_shutdown(name: str) -> None:
    assert seconds(SERVICES[name]["stop_grace_period"]) > base.CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT


def test_images_are_pinned() -> None:
    for name in SERVICES:
        image = SERVICES[name]["image"]
        if name in (*SITE, ONCE):
            assert image in ("muggins:latest", "muggins-solver:latest"), "built from the Dockerfile beside"
        else:
            assert re.fullmatch(r"[a-z]+:\d+\.\d+(\.\d+)?-[a-z]+", image), name


def test_the_two_images_are_built_differently_under_two_names() -> None:
    built = {(s["image"], bool(s["build"].get("args"))) for s in map(SERVICES.__getitem__, SITE)}
    assert built == {("muggins:latest", False), ("muggins-solver:latest", True)}
    assert SERVICES["solver"]["build"]["args"].keys() <= {word.split("=")[0] for word in instructions("ARG")}


def test_every_variable_named_is_one_that_the_project_reads() -> None:
    read = NAME.findall((ROOT / "config/settings/production.py").read_text())
    read += [name for script in (ROOT / "bin").iterdir() for name in NAME.findall(script.read_text())]
    named = [name for file in DOCKER.iterdir() for name in NAME.findall(file.read_text())]
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
    filled = set(re.findall(r"\$\{([A-Z_]+)", (DOCKER / "compose.yaml").read_text()))
    example = {line.split("=")[0] for line in (ROOT / ".env.example").read_text().splitlines()}
    assert filled == {"POSTGRES_PASSWORD", "RUNTIME_PASSWORD", "REDIS_PASSWORD"}
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
    scripts = [*ROOT.glob("bin/*"), ROOT / ".ci" / "run"]
    ours = [path for path in scripts if path.read_text().startswith(("#!/bin/sh\n", "#!/usr/bin/env bash\n"))]
    command = [Path(sys.executable).with_name("shellcheck"), *ours, *DOCKER.glob("*.sh")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
