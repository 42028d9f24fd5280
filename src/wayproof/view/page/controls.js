// Play, pause, step, speed, and which pictures are shown; what was chosen stays chosen for the next episode.

import { h, spaced } from "./dom.js";

const SPEEDS = [2, 4, 8, 15, 30];
const kept = { perSecond: 8, views: null };

export class Controls {
  constructor(player) {
    this.player = player;
    this.play = h("button", { type: "button", class: "play", onclick: () => player.toggle() });
    this.count = h("output", { class: "count" });
    player.perSecond = kept.perSecond;
  }

  element(...more) {
    const { player } = this;
    const button = (sign, name, action) =>
      h("button", { type: "button", title: name, "aria-label": name, onclick: action }, sign);
    const speed = h(
      "select",
      {
        "aria-label": "steps per second",
        onchange: () => {
          player.perSecond = kept.perSecond = Number(speed.value);
        },
      },
      SPEEDS.map((value) => h("option", { value, selected: value === player.perSecond }, `${value} steps/s`)),
    );
    return h(
      "div",
      { class: "controls" },
      button("«", "first step", () => player.jump(0)),
      button("‹", "one step back", () => player.jump(player.step - 1)),
      this.play,
      button("›", "one step forward", () => player.jump(player.step + 1)),
      button("»", "last step", () => player.jump(player.length - 1)),
      this.count,
      speed,
      ...more,
    );
  }

  show(step) {
    const { playing, length } = this.player;
    this.play.textContent = playing ? "❚❚ Pause" : "▶ Play";
    this.play.setAttribute("aria-pressed", String(playing));
    this.count.textContent = `step ${step} of ${length - 1}`;
  }
}

// most: how many are shown before anything was chosen
export function chooseViews(views, most, onChange) {
  if (!views.length) return null;
  const names = views.map((view) => view.name);
  const narrow = !matchMedia("(min-width: 900px)").matches;
  const first = views.find((view) => view.seen) ?? views[0];
  const usual = narrow ? [first.name] : names.slice(0, most);
  const chosen = new Set((kept.views ?? usual).filter((name) => names.includes(name)));
  if (!chosen.size) usual.forEach((name) => chosen.add(name));
  const tell = () => onChange(views.filter((view) => chosen.has(view.name)));
  const boxes = views.map((view) => {
    const box = h("input", {
      type: "checkbox",
      checked: chosen.has(view.name),
      onchange: () => {
        if (box.checked) chosen.add(view.name);
        else chosen.delete(view.name);
        kept.views = [...chosen];
        tell();
      },
    });
    return h("label", { class: "tick-box" }, box, view.name === "rgb" ? "colour" : spaced(view.name));
  });
  tell();
  return h("span", { class: "view-choice" }, boxes);
}
