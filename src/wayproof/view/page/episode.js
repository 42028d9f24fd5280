// One episode beside its clean twin: pictures, map, chart, instruction and trace, all at one step.

import { divergences, instruction, legend } from "./annotations.js";
import { LATER, ask, episodePath, runPath } from "./api.js";
import { Chart } from "./chart.js";
import { Controls, chooseViews } from "./controls.js";
import { h, replace, shortId, spaced, verdict } from "./dom.js";
import { Frames } from "./frames.js";
import { Map2D, role } from "./map.js";
import { Player } from "./player.js";
import { Side } from "./side.js";
import { Trace } from "./trace.js";
import { TracePictures } from "./trace_pictures.js";

const EVERY_MS = 4000;

export async function showEpisode(page, run, key, query) {
  const asked = query.toString();
  const suffix = asked ? `?${asked}` : "";
  let story = await ask(`${episodePath(run, key)}${suffix}`, page.signal);
  const link = (episode) => `#/runs/${run}/episodes/${episode}${suffix}`;
  page.setTrail([story.run.name, `#/runs/${run}${suffix}`], [`${story.episode.scene}, ${story.episode.id}`]);

  const sides = story.sides.map((side, at) => new Side(side, role(story, at), story.episode.goals.length));
  const map = new Map2D(story);
  const frames = new Frames(run, [], page.signal);
  const player = new Player(Math.max(...sides.map((side) => side.length)), (step) => frames.ready(step));
  const chart = new Chart(story, player);
  const traces = story.sides
    .filter((side) => side.traced)
    .map(
      (side) =>
        new Trace(run, side, role(story, story.sides.indexOf(side)), page.signal, () => show(player.step)),
    );
  const tracePictures = new TracePictures(story, traces, sides, map, () => show(player.step));
  const heading = h("div", { class: "episode-head" });
  const controls = new Controls(player);
  const viewChoice = chooseViews(story.views, tracePictures.tiles.length ? 1 : 2, (chosen) => {
    frames.setViews(sides.flatMap((side) => side.setViews(chosen)));
  });
  const mapNote = h("p", { class: "quiet note" });

  replace(
    page.main,
    h(
      "div",
      { class: `episode ${sides.length === 1 ? "alone" : "paired"}` },
      heading,
      h(
        "div",
        { class: "stage" },
        sides.map((side) => side.element),
        h(
          "section",
          { class: "ground", "aria-label": "instruction and map" },
          instruction(story),
          h("div", { class: "map-frame" }, map.svg),
          mapNote,
          tracePictures.valueMap ? tracePictures.words : null,
          legend(story),
        ),
      ),
      h(
        "section",
        { class: "transport", "aria-label": "replay" },
        controls.element(
          divergences(story, (step) => player.jump(step)),
          viewChoice,
          tracePictures.element,
        ),
        chart.element,
      ),
      traces.length
        ? h(
            "div",
            { class: "traces" },
            traces.map((trace) => trace.element),
          )
        : h(
            "p",
            { class: "quiet note" },
            "This run kept no trace. Run with --trace to keep one, for agents that provide it.",
          ),
    ),
  );

  function show(step) {
    page.main.dataset.step = String(step);
    for (const side of sides) side.show(step);
    for (const trace of traces) trace.show(step);
    const plans = traces
      .map((trace) => ({ role: role(story, story.sides.indexOf(trace.side)), points: trace.plan(step) }))
      .filter((plan) => plan.points);
    map.show(step, plans);
    tracePictures.show(step);
    chart.show(step);
    controls.show(step);
    frames.show(step);
  }
  player.onChange(show);
  drawHeading(heading, story, link);
  show(0);
  page.keys = { ...keysFor(player, () => story, link, `#/runs/${run}${suffix}`), ...tracePictures.keys };
  page.help = [
    ["Space", "play, pause"],
    ["← →", "one step back, forward"],
    ["Shift+← Shift+→", "ten steps"],
    ["Home End", "first, last step"],
    ["d", "where the twins diverge"],
    ["j k", "next, previous episode"],
    ...tracePictures.help,
  ];
  addPlan(run, key, map, mapNote, page.signal);
  follow(page, run, async () => {
    const { twins, place } = await ask(`${episodePath(run, key)}${suffix}`, page.signal);
    story = { ...story, twins, place };
    drawHeading(heading, story, link);
  });
  page.signal.addEventListener("abort", () => player.pause());
}

function drawHeading(element, story, link) {
  const { place, twins, episode } = story;
  const step = (key, sign, name) =>
    h(
      "a",
      {
        class: key ? "plain" : "plain off",
        href: key ? link(key) : null,
        title: name,
        "aria-label": name,
        "aria-disabled": key ? null : "true",
      },
      sign,
    );
  replace(
    element,
    h(
      "div",
      { class: "episode-title" },
      h("h1", { title: episode.id }, shortId(episode.id, episode.task)),
      h(
        "span",
        { class: "quiet" },
        [spaced(episode.task), episode.agent, episode.repeat ? `repeat ${episode.repeat}` : ""]
          .filter(Boolean)
          .join(" · "),
      ),
    ),
    h(
      "nav",
      { class: "twins", "aria-label": "this episode under other conditions" },
      twins.map((twin) =>
        h(
          "a",
          { class: "twin", href: link(twin.key), "aria-current": twin.key === story.key ? "page" : null },
          `${twin.condition} `,
          verdict(twin.success, ""),
        ),
      ),
    ),
    h(
      "div",
      { class: "steps" },
      step(place.previous, "‹", "previous episode (k)"),
      h("span", { class: "quiet" }, place.index === null ? "–" : `${place.index + 1} / ${place.total}`),
      step(place.next, "›", "next episode (j)"),
    ),
  );
}

function keysFor(player, story, link, back) {
  const go = (key) => {
    if (key) location.hash = link(key);
  };
  const moved = (by) => () => player.jump(player.step + by);
  return {
    " ": () => player.toggle(),
    ArrowLeft: moved(-1),
    ArrowRight: moved(1),
    "Shift+ArrowLeft": moved(-10),
    "Shift+ArrowRight": moved(10),
    Home: () => player.jump(0),
    End: () => player.jump(player.length - 1),
    d: () => {
      const { pose, action, first } = story().parted ?? {};
      const at = pose ?? action ?? first;
      if (Number.isInteger(at)) player.jump(at);
    },
    j: () => go(story().place.next),
    k: () => go(story().place.previous),
    Escape: () => (location.hash = back),
  };
}

async function addPlan(run, key, map, note, signal) {
  const path = episodePath(run, key);
  note.textContent = "drawing the map …";
  for (;;) {
    try {
      map.setPlan(path, await ask(`${path}/plan`, signal));
      note.textContent = "";
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (error.status !== LATER) {
        note.textContent = error.message;
        return;
      }
    }
  }
}

// While the run continues, twins of this episode may still arrive.
function follow(page, run, refresh) {
  let done = null;
  const timer = setInterval(async () => {
    try {
      const fresh = await ask(runPath(run), page.signal);
      if (done !== null && fresh.done !== done) await refresh();
      done = fresh.done;
    } catch {
      // asked again in a moment
    }
  }, EVERY_MS);
  page.signal.addEventListener("abort", () => clearInterval(timer));
}
