"""The manifests of deploy/kubernetes, held against Kubernetes' own schema and against the site."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "deploy" / "kubernetes"
# Of Kubernetes 1.34, strict (nothing unknown): the kinds that are used here, as kubernetes-validate 1.37.0 (Apache-2.0)
# has them, without their descriptions.
SCHEMA = json.loads((ROOT / "tests" / "data" / "kubernetes" / "schema-1.34.json").read_text())


def manifests() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for path in sorted(FOLDER.glob("*.yaml")):
        if path.name != "kustomization.yaml":
            found += [(path.name, one) for one in yaml.safe_load_all(path.read_text())]
    return found


ALL = manifests()
NAMES = [f"{name} {one['kind']} {one['metadata']['name']}" for name, one in ALL]


def of_kind(kind: str) -> dict[str, dict[str, Any]]:
    return {one["metadata"]["name"]: one for _, one in ALL if one["kind"] == kind}


def pods() -> dict[str, dict[str, Any]]:
    """Every pod that is made, by the name of what makes it."""
    found = {name: one["spec"]["template"] for kind in ("Deployment", "Job") for name, one in of_kind(kind).items()}
    return found | {name: one["spec"]["jobTemplate"]["spec"]["template"] for name, one in of_kind("CronJob").items()}


def faults(manifest: dict[str, Any]) -> list[str]:
    kind = SCHEMA["kinds"][f"{manifest['apiVersion']} {manifest['kind']}"]
    checker = Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]})
    return [f"{error.json_path}: {error.message}" for error in checker.iter_errors(manifest)]


@pytest.mark.parametrize(("name", "manifest"), ALL, ids=NAMES)
def test_a_manifest_is_what_kubernetes_takes(name: str, manifest: dict[str, Any]) -> None:
    assert faults(manifest) == []


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("Deployment", {"spec": {"replica": 2}}),
        ("Service", {"spec": {"ports": [{"port": "http"}]}}),
        ("CronJob", {"spec": {"schedule": 5}}),
    ],
)
def test_the_schema_refuses_a_slip(kind: str, change: dict[str, Any]) -> None:
    manifest = next(one for _, one in ALL if one["kind"] == kind)
    assert faults({**manifest, "spec": {**manifest["spec"], **change["spec"]}})


def test_kustomize_takes_every_file_but_the_migration() -> None:
    listed = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())["resources"]
    assert sorted([*listed, "migrate.yaml", "kustomization.yaml"]) == sorted(
        path.name for path in FOLDER.glob("*.yaml")
    )


def test_every_process_of_the_site_runs_and_nothing_else() -> None:
    run = {word for pod in pods().values() for one in pod["spec"]["containers"] for word in one["command"]}
    assert {word for word in run if word.startswith("bin/")} == {
        "bin/web", "bin/live", "bin/worker", "bin/solver-worker", "bin/beat", "bin/migrate"
    }  # fmt: skip
    assert all((ROOT / word).exists() for word in run if word.startswith("bin/"))
    commands = {path.stem for path in (ROOT / "league" / "management" / "commands").glob("*.py")}
    assert {"backup", "drill", "verify_journal"} <= run & commands


@pytest.mark.parametrize("name", sorted(pods()))
def test_no_pod_has_more_rights_than_it_needs(name: str) -> None:
    spec = pods()[name]["spec"]
    assert spec["automountServiceAccountToken"] is False
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert (
        f"useradd --system --uid {spec['securityContext']['runAsUser']}" in (ROOT / "docker" / "Dockerfile").read_text()
    )
    for one in spec["containers"]:
        rights = one["securityContext"]
        assert (rights["allowPrivilegeEscalation"], rights["readOnlyRootFilesystem"]) == (False, True)
        assert rights["capabilities"] == {"drop": ["ALL"]}
        assert one["resources"]["limits"]["memory"]


def test_only_what_must_be_is_the_owner_of_the_database() -> None:
    with_owner = {
        name
        for name, pod in pods().items()
        if {"secretRef": {"name": "muggins-owner"}} in pod["spec"]["containers"][0]["envFrom"]
    }
    assert with_owner == {"migrate", "backup", "drill"}
    # The image's entry takes the owner's password away from everything but bin/migrate.
    kept = {name for name in with_owner if pods()[name]["spec"]["containers"][0]["command"][0] != "/entrypoint.sh"}
    assert kept == {"backup", "drill"}


def test_whoever_can_be_scaled_is_spread_and_survives_a_drain() -> None:
    for name in ("web", "live", "worker"):
        deployment = of_kind("Deployment")[name]
        assert deployment["spec"]["replicas"] >= 2
        [spread] = deployment["spec"]["template"]["spec"]["topologySpreadConstraints"]
        labels = deployment["spec"]["template"]["metadata"]["labels"]
        assert (
            spread["labelSelector"]["matchLabels"]
            == labels
            == of_kind("PodDisruptionBudget")[name]["spec"]["selector"]["matchLabels"]
        )
    assert of_kind("HorizontalPodAutoscaler")["web"]["spec"]["scaleTargetRef"]["name"] == "web"


def test_services_and_probes_lead_to_what_answers() -> None:
    for name, path in (("web", "/health/web/"), ("live", "/health/live/")):
        [container] = of_kind("Deployment")[name]["spec"]["template"]["spec"]["containers"]
        [port] = container["ports"]
        assert f"0.0.0.0:{port['containerPort']}" in container["command"]
        assert container["readinessProbe"]["httpGet"]["path"] == path
        headers = {one["name"]: one["value"] for one in container["readinessProbe"]["httpGet"]["httpHeaders"]}
        assert headers == {
            "Host": of_kind("ConfigMap")["muggins"]["data"]["MUGGINS_HOSTS"],
            "X-Forwarded-Proto": "https",
        }
        assert of_kind("Service")[name]["spec"]["ports"][0]["targetPort"] == port["name"]
    for name in ("worker", "solver", "beat"):
        [container] = of_kind("Deployment")[name]["spec"]["template"]["spec"]["containers"]
        assert container["livenessProbe"]["exec"]["command"] == ["bin/healthy", name]


def test_every_variable_that_is_needed_is_given_or_named_in_the_documentation() -> None:
    needed = set(re.findall(r'env\.\w+\("(MUGGINS_\w+)"(?:, validate=\w+|, subcast=[^)]*)?\)', SETTINGS))
    given = set(of_kind("ConfigMap")["muggins"]["data"])
    secret = set(re.findall(r"--from-literal=(MUGGINS_\w+)", (ROOT / "docs" / "scale.md").read_text()))
    assert needed - given - secret == set()


SETTINGS = (ROOT / "config" / "settings" / "production.py").read_text()
