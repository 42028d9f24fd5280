// The house from above: both paths, where the twins are now, goals, collisions, and where they diverge.

import { s } from "./dom.js";
import { ValueMapLayer } from "./value_map.js";

const CM = 100; // one unit of the drawing is a centimetre, as in the plan
const MARGIN_M = 1;

export class Map2D {
  constructor(story) {
    this.story = story;
    this.people = s("g", { class: "people" });
    this.plans = s("g");
    this.sides = story.sides.map((side, at) => new Path(side, role(story, at), story.episode.body_radius_m));
    this.ground = s("g");
    this.names = s("g");
    this.rooms = s("clipPath", { id: "rooms" });
    this.valueMap = new ValueMapLayer((place) => this.fromStart([place])[0], story.episode.start[2]);
    this.svg = s(
      "svg",
      { class: "map", role: "img", "aria-label": "map of the house with the paths of both twins" },
      this.rooms,
      this.ground,
      (this.inRooms = s("g", {}, this.valueMap.element)),
      this.names,
      this.fixed(),
      this.sides.map((path) => path.line),
      this.plans,
      this.marks(),
      this.people,
      [...this.sides].reverse().map((path) => path.body),
    );
    this.setBounds(this.ownBounds());
  }

  // The plan comes as two pictures, whatever is in which cannot run: layers lie above the ground, under the
  // names, and end where the rooms do.
  setPlan(path, { bounds_m: bounds, rooms_m: rooms }) {
    const [x0, z0, x1, z1] = bounds;
    const place = { x: x0 * CM, y: z0 * CM, width: (x1 - x0) * CM, height: (z1 - z0) * CM };
    this.ground.replaceChildren(s("image", { href: `${path}/plan.svg`, ...place }));
    this.names.replaceChildren(s("image", { href: `${path}/names.svg`, ...place }));
    this.rooms.replaceChildren(...rooms.map((room) => s("polygon", { points: points(room) })));
    if (rooms.length) this.inRooms.setAttribute("clip-path", "url(#rooms)");
    this.setBounds(bounds);
  }

  setBounds([x0, z0, x1, z1]) {
    this.svg.setAttribute(
      "viewBox",
      [x0 * CM, z0 * CM, (x1 - x0) * CM, (z1 - z0) * CM].map((v) => v.toFixed(1)).join(" "),
    );
  }

  // Without a plan: everything whose place is known.
  ownBounds() {
    const { goals, reference } = this.story.episode;
    const places = goals
      .filter((goal) => goal.at)
      .map((goal) => goal.at)
      .concat(reference);
    const xs = this.story.sides.flatMap((side) => side.x).concat(places.map(([x]) => x));
    const zs = this.story.sides.flatMap((side) => side.z).concat(places.map(([, z]) => z));
    const low = (values) => values.reduce((a, b) => Math.min(a, b), Infinity) - MARGIN_M;
    const high = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity) + MARGIN_M;
    return [low(xs), low(zs), high(xs), high(zs)];
  }

  fixed() {
    const { goals, reference, start } = this.story.episode;
    return [
      reference.length > 1 ? s("polyline", { class: "reference", points: points(reference) }) : null,
      goals.map((goal, number) => goalMark(goal, number, goals.length)),
      s("circle", { class: "start", cx: start[0] * CM, cy: start[1] * CM, r: 12 }),
    ];
  }

  marks() {
    const parted = this.story.parted;
    const last = this.story.sides.at(-1);
    const at = parted?.pose ?? parted?.action ?? null;
    if (at === null || at === undefined) return [];
    const step = Math.max(0, Math.min(at - 1, last.x.length - 1));
    const x = last.x[step] * CM;
    const y = last.z[step] * CM;
    return [
      s(
        "path",
        { class: "divergence", d: `M${x} ${y - 19}L${x + 19} ${y}L${x} ${y + 19}L${x - 19} ${y}Z` },
        s("title", {}, `the twins diverge here, at step ${at}`),
      ),
    ];
  }

  show(step, plans = []) {
    for (const path of this.sides) path.show(step);
    const people = this.story.sides.at(-1).people;
    const now = people.length ? people[Math.min(step, people.length - 1)] : [];
    this.people.replaceChildren(...now.map(([x, z]) => s("circle", { cx: x * CM, cy: z * CM, r: 21 })));
    this.plans.replaceChildren(
      ...plans.map((plan) =>
        s("polyline", { class: `plan ${plan.role}`, points: points(this.fromStart(plan.points)) }),
      ),
    );
  }

  // Agents plan in metres ahead of their start and to its left.
  fromStart(places) {
    const [x, z, heading] = this.story.episode.start;
    const [sin, cos] = [Math.sin(heading), Math.cos(heading)];
    return places.map(([ahead, left]) => [x - ahead * sin - left * cos, z - ahead * cos + left * sin]);
  }
}

class Path {
  constructor(side, name, radius) {
    this.side = side;
    this.all = side.x.map((x, at) => [x, side.z[at]]);
    this.gone = s("polyline", { class: `gone ${name}` });
    // Where both twins are in one place, the clean one is a smaller disc on the other.
    const r = radius * CM * (name === "clean" ? 0.7 : 1);
    this.body = s(
      "g",
      { class: `body ${name}` },
      s("circle", { r: r + 3, class: "halo" }),
      s("circle", { r }),
      s("path", { class: "nose", d: `M0 ${-0.85 * r}L${0.55 * r} ${0.45 * r}L${-0.55 * r} ${0.45 * r}Z` }),
    );
    this.collisions = side.bumped.map((step) => [step, cross(...this.all[step], name)]);
    this.claims = side.claims.map(([step, , right]) => {
      const [x, z] = this.all[Math.min(step, this.all.length - 1)];
      const mark = s(
        "rect",
        {
          class: `claim ${name} ${right ? "right" : "wrong"}`,
          x: x * CM - 11,
          y: z * CM - 11,
          width: 22,
          height: 22,
        },
        s("title", {}, right ? "claimed arrival within range" : "claimed arrival out of range"),
      );
      return [step, mark];
    });
    this.line = s(
      "g",
      {},
      s("polyline", { class: `whole ${name}`, points: points(this.all) }),
      this.gone,
      this.collisions.map(([, mark]) => mark),
      this.claims.map(([, mark]) => mark),
    );
  }

  show(step) {
    const at = Math.min(step, this.all.length - 1);
    this.gone.setAttribute("points", points(this.all.slice(0, at + 1)));
    const [x, z] = this.all[at];
    const degrees = (-this.side.heading[at] * 180) / Math.PI;
    this.body.setAttribute(
      "transform",
      `translate(${(x * CM).toFixed(1)} ${(z * CM).toFixed(1)}) rotate(${degrees.toFixed(1)})`,
    );
    for (const [when, mark] of [...this.collisions, ...this.claims]) mark.classList.toggle("later", when > at);
  }
}

// Which twin a side is: the only one is known by its condition.
export function role(story, at) {
  const clean = story.sides.length === 1 ? story.sides[0].condition === "clean" : at === 0;
  return clean ? "clean" : "corrupted";
}

function goalMark(goal, number, count) {
  if (!goal.at)
    return goal.from.map(([x, z]) => s("circle", { class: "from", cx: x * CM, cy: z * CM, r: 3 }));
  const [x, y] = [goal.at[0] * CM, goal.at[1] * CM];
  return s(
    "g",
    { class: "goal" },
    goal.from.map(([px, pz]) => s("circle", { class: "from", cx: px * CM, cy: pz * CM, r: 3 })),
    s("circle", { class: "range", cx: x, cy: y, r: goal.radius_m * CM }),
    s("circle", { class: "dot", cx: x, cy: y, r: 13 }),
    count > 1 ? s("text", { x, y: y + 6.5 }, String(number + 1)) : null,
  );
}

function cross(x, z, name) {
  const [cx, cy, r] = [x * CM, z * CM, 8];
  return s(
    "path",
    {
      class: `collision ${name}`,
      d: `M${cx - r} ${cy - r}L${cx + r} ${cy + r}M${cx - r} ${cy + r}L${cx + r} ${cy - r}`,
    },
    s("title", {}, "collision"),
  );
}

const points = (places) => places.map(([x, z]) => `${(x * CM).toFixed(1)},${(z * CM).toFixed(1)}`).join(" ");
