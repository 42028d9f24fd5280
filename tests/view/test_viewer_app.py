"""What the viewer answers, to whom, and what it never gives away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from served import Client, answering
from shown_runs import SmallRun, hostile_logs, made_run

pytest.importorskip("starlette", reason="the extra `view` is not installed")
pytest.importorskip("uvicorn", reason="the extra `view` is not installed")
from wayproof.view.app import page_files
from wayproof.view.guard import HEADERS, is_this_machine


@pytest.fixture(scope="module")
def client(small_run: SmallRun) -> Iterator[Client]:
    with answering(small_run.folder.parent) as made:
        yield made


@pytest.fixture(scope="module")
def run(client: Client) -> str:
    (only,) = client.ask("/api/runs").json()["runs"]
    return str(only["key"])


def test_runs_and_their_filters_are_told(client: Client, run: str) -> None:
    about = client.ask(f"/api/runs/{run}").json()
    assert (about["name"], about["agent"], about["done"], about["planned"]) == ("small", "map_and_plan", 8, 8)
    assert [facet["count"] for facet in about["facets"]["condition"]] == [2, 2, 2, 2]


def test_episodes_are_filtered_sorted_and_paged(client: Client, run: str) -> None:
    asked = {"condition": "depth noise", "sort": "steps", "order": "descending", "limit": "1"}
    first = client.ask(f"/api/runs/{run}/episodes?{urlencode(asked)}").json()
    second = client.ask(f"/api/runs/{run}/episodes?{urlencode({**asked, 'offset': '1'})}").json()
    assert first["total"] == second["total"] == 2
    assert first["rows"][0]["steps"] >= second["rows"][0]["steps"]
    assert {row["condition"] for row in first["rows"] + second["rows"]} == {"depth noise"}


def test_an_episode_has_its_place_among_those_asked_for(client: Client, run: str) -> None:
    rows = client.ask(f"/api/runs/{run}/episodes?condition=clean").json()["rows"]
    told = client.ask(f"/api/runs/{run}/episodes/{rows[0]['key']}?condition=clean").json()
    assert told["place"] == {"index": 0, "total": 2, "previous": None, "next": rows[1]["key"]}


def test_frames_are_pictures_of_what_the_agent_got(client: Client, run: str) -> None:
    (row, *_) = client.ask(f"/api/runs/{run}/episodes?condition=depth+noise").json()["rows"]
    frame = client.awaited(f"/api/runs/{run}/episodes/{row['key']}/frames/depth/3")
    assert frame.status == 200 and frame.headers["content-type"] == "image/jpeg"
    assert frame.headers["x-wayproof-same"] == "yes"
    assert frame.content.startswith(b"\xff\xd8\xff")
    colour = client.awaited(f"/api/runs/{run}/episodes/{row['key']}/frames/rgb/3")
    assert colour.headers["x-wayproof-same"] == "unknown" and colour.content != frame.content


def test_the_plan_is_a_drawing_with_its_bounds(client: Client, run: str) -> None:
    (row, *_) = client.ask(f"/api/runs/{run}/episodes").json()["rows"]
    path = f"/api/runs/{run}/episodes/{row['key']}/plan"
    x0, z0, x1, z1 = client.awaited(path).json()["bounds_m"]
    svg = client.awaited(f"{path}.svg")
    assert x0 < x1 and z0 < z1
    assert svg.headers["content-type"].startswith("image/svg+xml") and svg.text.startswith("<svg")
    assert f'viewBox="0 0 {100 * (x1 - x0):.0f} {100 * (z1 - z0):.0f}"' in svg.text


def test_the_trace_is_sent_step_by_step(client: Client, run: str) -> None:
    (row, *_) = client.ask(f"/api/runs/{run}/episodes").json()["rows"]
    thoughts = client.ask(f"/api/runs/{run}/episodes/{row['key']}/trace?start=2").json()
    assert thoughts["start"] == 2 and thoughts["length"] == row["steps"] == len(thoughts["steps"]) + 2
    assert set(thoughts["steps"][0]) == {"perception", "memory", "plan", "decision"}


@pytest.mark.parametrize("name", page_files())
def test_every_file_of_the_page_is_served_and_loads_nothing_from_elsewhere(client: Client, name: str) -> None:
    response = client.ask("/" if name == "index.html" else f"/page/{name}")
    assert response.status == 200
    kind = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
    assert response.headers["content-type"].startswith(kind[name.rsplit(".", 1)[-1]])
    text = response.text.replace("http://www.w3.org/2000/svg", "")
    assert "http:" not in text and "https:" not in text and "//cdn" not in text
    assert not [
        word
        for word in ("innerHTML", "outerHTML", "insertAdjacent", "eval(", "document.write")
        if word in text
    ]


@pytest.mark.parametrize(
    "path", ["/", "/page/main.js", "/api/runs", "/api/runs/none", "/nowhere", "/page/../app.py"]
)
def test_every_answer_carries_the_rules_for_browsers(client: Client, path: str) -> None:
    headers = client.ask(path).headers
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "'unsafe" not in headers["content-security-policy"]


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "localhost.evil", "10.0.0.1", "0.0.0.0", "", "127.0.0.1:x"],
)
def test_foreign_hosts_are_refused(client: Client, host: str) -> None:
    for path in ("/", "/api/runs"):
        response = client.ask(path, host=host)
        assert response.status == 403 and "127.0.0.1" in response.text


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8000", "localhost:9", "LOCALHOST", "[::1]:80", "[::1]"]
)
def test_this_machine_is_known_by_all_its_names(client: Client, host: str) -> None:
    assert is_this_machine(host)
    assert client.ask("/api/runs", host=host).status == 200


GUARDED = ["/", "/page/main.js", "/api/runs", "/nowhere"]


@pytest.mark.parametrize("cookie", ["", "wayproof_{port}=", "wayproof_{port}=guess", "wayproof_1={token}"])
@pytest.mark.parametrize("query", ["", "?token=", "?token=guess", "?token=%ff%00", "?Token={token}"])
def test_without_the_token_nothing_is_answered(client: Client, cookie: str, query: str) -> None:
    facts = {"port": client.port, "token": client.token}
    for path in GUARDED:
        response = client.ask(path + query.format(**facts), cookie=cookie.format(**facts))
        assert response.status == 403 and "open the whole address that it printed" in response.text
        assert "set-cookie" not in response.headers


@pytest.mark.parametrize("path", ["/", "/api/runs"])
def test_the_token_is_sent_once_and_then_kept_as_a_cookie(client: Client, path: str) -> None:
    first = client.ask(f"{path}?token={client.token}", cookie="")
    cookie, *rules = first.headers["set-cookie"].split("; ")
    assert first.status == 200 and sorted(rules) == ["HttpOnly", "Path=/", "SameSite=Strict"]
    later = client.ask("/page/main.js", cookie=f"another=1; {cookie}")
    assert later.status == 200 and "set-cookie" not in later.headers


def test_each_viewer_has_a_token_and_a_cookie_of_its_own(client: Client, small_run: SmallRun) -> None:
    with answering(small_run.folder) as other:
        both = "; ".join(f"wayproof_{one.port}={one.token}" for one in (client, other))
        assert client.ask("/", cookie=both).status == other.ask("/", cookie=both).status == 200
        assert other.ask(f"/?token={client.token}", cookie="").status == 403


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_nothing_can_be_changed(client: Client, method: str) -> None:
    for path in ("/", "/api/runs"):
        response = client.ask(path, method=method)
        assert response.status == 405 and response.headers["allow"] == "GET, HEAD"


def test_head_answers_without_a_body(client: Client) -> None:
    response = client.ask("/", method="HEAD")
    assert response.status == 200 and response.content == b""


SECRET = "nothing that a URL says is ever a path"
TRAVERSALS = [
    "/page/../app.py",
    "/page/..%2fapp.py",
    "/page/%2e%2e/app.py",
    "/page/%2e%2e%2fapp.py",
    "/page//etc/passwd",
    "/page/main.js/../../app.py",
    "/page/..\\app.py",
    "/../../../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/api/runs/..%2f..%2fsecret.txt",
    "/api/runs/%2e%2e",
    "/api/runs/{folder}",
    "/api/runs/{run}/episodes/..%2f..%2f..%2fsecret.txt",
    "/api/runs/{run}/episodes/%2fetc%2fpasswd/plan.svg",
    "/api/runs/{run}/episodes/{episode}/frames/..%2f..%2fsecret/0",
    "/api/runs/{run}/episodes/{episode}/frames/rgb/..%2f..%2fsecret.txt",
    "/api/runs/{run}/episodes/{episode}/frames/rgb/-1",
    "/api/runs/{run}/episodes/{episode}/frames/rgb/99999999",
    "/api/runs/{run}/manifest.json",
    "/page/",
    "/page/index.html",
]


@pytest.mark.parametrize("path", TRAVERSALS)
def test_no_address_leads_to_a_file(client: Client, run: str, small_run: SmallRun, path: str) -> None:
    (small_run.folder.parent / "secret.txt").write_text(SECRET)
    episode = client.ask(f"/api/runs/{run}/episodes").json()["rows"][0]["key"]
    folder = str(small_run.folder).replace("/", "%2f")
    response = client.awaited(path.format(run=run, episode=episode, folder=folder))
    assert response.status in (404, 422)
    assert SECRET not in response.text and "root:" not in response.text and "import" not in response.text


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("sort=secret", 404),
        ("result=maybe", 404),
        ("limit=100000", 422),
        ("offset=-5", 200),
        ("limit=x", 200),
    ],
)
def test_questions_that_mean_nothing_are_answered_with_a_sentence(
    client: Client, run: str, query: str, status: int
) -> None:
    response = client.ask(f"/api/runs/{run}/episodes?{query}")
    assert response.status == status
    assert status == 200 or response.json()["error"]


def test_a_world_that_cannot_be_made_again_is_told_in_words(tmp_path: Path) -> None:
    with answering(made_run(tmp_path / "made", hostile_logs())) as client:
        (run,) = client.ask("/api/runs").json()["runs"]
        rows = client.ask(f"/api/runs/{run['key']}/episodes?condition=clean").json()["rows"]
        path = f"/api/runs/{run['key']}/episodes/{rows[0]['key']}"
        assert client.ask(path).status == 200
        frame = client.awaited(f"{path}/frames/rgb/0")
        assert frame.status == 422 and frame.json()["error"]
