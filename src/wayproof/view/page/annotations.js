// Instructions with their differences marked, where the twins diverge, and the legend of the map.

import { h, s } from "./dom.js";
import { role } from "./map.js";

const DIVERGENCES = [
  ["instruction", "instruction", "reads a different instruction"],
  ["seen", "sensors", "gets a different reading"],
  ["moved_wrongly", "motion", "moves differently from its command"],
  ["action", "action", "acts differently"],
  ["pose", "position", "is in a different place"],
];
const TAGS = { same: "span", gone: "del", new: "ins" };

export function instruction(story) {
  if (!story.words.length)
    return h("p", { class: "instruction" }, h("span", { class: "label" }, "Goal"), goalWords(story.episode));
  return h(
    "div",
    { class: "instruction" },
    story.words.map((text) => {
      const changed = text.pieces.some(([kind]) => kind !== "same");
      const name = story.words.length > 1 ? `Instruction, goal ${text.goal + 1}` : "Instruction";
      return h(
        "p",
        { lang: story.episode.language },
        h("span", { class: "label", lang: "en" }, name, changed ? h("em", {}, " (changed)") : ""),
        h(
          "bdi",
          { class: "instruction-text" },
          text.pieces.map(([kind, piece]) => h(TAGS[kind], { class: kind }, piece)),
        ),
      );
    }),
  );
}

function goalWords(episode) {
  const kinds = episode.goals.map((goal) => goal.category).filter(Boolean);
  const far =
    episode.shortest_m === null ? "" : `, ${episode.shortest_m.toFixed(1)} m away by the shortest path`;
  return `${kinds.join(", ") || "a point"}${far}`;
}

export function divergences(story, seek) {
  const parted = story.parted;
  if (!parted) return null;
  if (parted.error) return h("p", { class: "divergences quiet" }, parted.error);
  const found = DIVERGENCES.filter(([name]) => parted[name] !== null).sort(
    (a, b) => parted[a[0]] - parted[b[0]],
  );
  if (!found.length)
    return h(
      "p",
      { class: "divergences quiet" },
      "The twins never diverge: same readings, same actions, same path.",
    );
  return h(
    "p",
    { class: "divergences" },
    h("span", { class: "quiet" }, "twins diverge in"),
    found.map(([name, short, text]) =>
      h(
        "button",
        {
          type: "button",
          class: "chip",
          title: `the corrupted twin first ${text} at step ${parted[name]}`,
          dataset: { divergence: name },
          onclick: () => seek(parted[name]),
        },
        `${short} ${parted[name]}`,
      ),
    ),
  );
}

export function legend(story) {
  const { episode, sides } = story;
  const sign = (content, text) =>
    h(
      "span",
      {},
      s("svg", { viewBox: "-12 -12 24 24", class: "map sign", "aria-hidden": "true" }, content),
      text,
    );
  const line = (kind) => s("line", { class: `gone ${kind}`, x1: -11, x2: 11, y1: 0, y2: 0 });
  return h(
    "p",
    { class: "legend quiet" },
    sides.map((side, at) => sign(line(role(story, at)), role(story, at))),
    episode.reference.length > 1
      ? sign(s("line", { class: "reference", x1: -12, x2: 12, y1: 0, y2: 0 }), "shortest")
      : null,
    sign(s("circle", { class: "start", r: 8 }), "start"),
    episode.goals.some((goal) => goal.at)
      ? sign(s("g", { class: "goal" }, s("circle", { class: "dot", r: 9 })), "goal")
      : null,
    episode.goals.some((goal) => goal.from.length)
      ? sign(s("circle", { class: "from", r: 4 }), "places that count as arrival")
      : null,
    sides.some((side) => side.people.length) ? sign(s("g", { class: "people" }, s("circle", { r: 9 })), "people") : null,
    sides.some((side) => side.bumped.length)
      ? sign(s("path", { class: "collision", d: "M-7 -7L7 7M-7 7L7 -7" }), "collision")
      : null,
    sides.some((side) => side.claims.length)
      ? sign(s("rect", { class: "claim right", x: -7, y: -7, width: 14, height: 14 }), "claims arrival")
      : null,
    (story.parted?.pose ?? story.parted?.action) != null
      ? sign(s("path", { class: "divergence", d: "M0 -10L10 0L0 10L-10 0Z" }), "twins diverge")
      : null,
  );
}
