// Distance to the goal over the steps, one line per twin; the slider below it has the same scale.

import { h, number, s } from "./dom.js";
import { role } from "./map.js";

const [WIDTH, HEIGHT] = [1000, 100];

export class Chart {
  constructor(story, player) {
    this.last = Math.max(player.length - 1, 1);
    const values = story.sides.flatMap((side) => side.distance.filter((value) => value !== null));
    this.highest =
      Math.max(
        values.reduce((a, b) => Math.max(a, b), 0),
        0.5,
      ) * 1.05;
    const radius = story.episode.goals[0]?.radius_m;
    this.cursor = s("line", { class: "cursor", y1: 0, y2: HEIGHT });
    const drawing = s(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      radius
        ? s("line", { class: "radius", x1: 0, x2: WIDTH, y1: this.y(radius), y2: this.y(radius) })
        : null,
      this.divergence(story),
      story.sides.map((side, at) => this.curve(side, role(story, at))),
      this.cursor,
    );
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: player.length - 1,
      value: 0,
      step: 1,
      "aria-label": "step",
      oninput: () => player.jump(this.slider.valueAsNumber),
    });
    const plot = h(
      "div",
      { class: "plot", onpointerdown: (event) => this.follow(event, plot, player) },
      drawing,
      h("span", { class: "axis top" }, `${number(this.highest / 1.05, 1)} m to goal`),
      h("span", { class: "axis bottom" }, "0"),
    );
    this.element = h("div", { class: "chart" }, plot, this.slider);
  }

  x(step) {
    return (step / this.last) * WIDTH;
  }

  y(metres) {
    return HEIGHT - (metres / this.highest) * HEIGHT;
  }

  curve(side, name) {
    const pieces = [[]];
    side.distance.forEach((value, step) =>
      value === null
        ? pieces.push([])
        : pieces.at(-1).push(`${this.x(step).toFixed(1)},${this.y(value).toFixed(1)}`),
    );
    return s(
      "g",
      { class: name },
      pieces
        .filter((piece) => piece.length)
        .map((piece) => s("polyline", { class: "curve", points: piece.join(" ") })),
      side.bumped.map((step) =>
        s("line", {
          class: "tick",
          x1: this.x(step),
          x2: this.x(step),
          y1: name === "clean" ? HEIGHT - 6 : HEIGHT - 13,
          y2: name === "clean" ? HEIGHT : HEIGHT - 7,
        }),
      ),
    );
  }

  divergence(story) {
    const at = story.parted?.pose ?? null;
    return at === null || at === undefined
      ? null
      : s("line", { class: "divergence", x1: this.x(at), x2: this.x(at), y1: 0, y2: HEIGHT });
  }

  follow(event, plot, player) {
    player.pause();
    const seek = (e) => {
      const box = plot.getBoundingClientRect();
      player.seek(((e.clientX - box.left) / box.width) * this.last);
    };
    seek(event);
    plot.setPointerCapture(event.pointerId);
    plot.onpointermove = seek;
    plot.onpointerup = () => (plot.onpointermove = null);
  }

  show(step) {
    this.slider.value = step;
    this.cursor.setAttribute("x1", this.x(step));
    this.cursor.setAttribute("x2", this.x(step));
  }
}
