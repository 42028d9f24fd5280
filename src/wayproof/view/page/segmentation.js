// What an agent recognises in each part of its image: a picture of coloured cells, and a legend of its colours.

import { h, replace, s, spaced } from "./dom.js";

const MOST_NAMES = 7;
const LEAST_SHARE = 0.015; // of the image that a name must cover to be listed

export class Segmentation {
  // wanted: names of the goals, which are listed however small they are
  constructor(side, name, wanted) {
    this.wanted = wanted;
    this.canvas = h("canvas", { class: "cells", role: "img", dataset: { side: name, picture: "seen" } });
    this.canvas.addEventListener("pointermove", (event) => this.point(event));
    this.names = h("ul", { class: "cell-names" });
    this.title = `${side.condition}, recognised`;
    this.element = h(
      "figure",
      { class: "segmentation" },
      this.canvas,
      h("figcaption", { class: "quiet" }, "what the agent recognised"),
      this.names,
    );
    this.shown = null;
  }

  show(picture, step) {
    this.canvas.dataset.step = String(step);
    if (picture === this.shown) return;
    this.shown = picture;
    if (!picture) {
      this.canvas.width = this.canvas.width; // wipes it
      return replace(this.names);
    }
    const { width, height, colours } = picture;
    this.cells = Uint8Array.from(atob(picture.cells), (byte) => byte.charCodeAt(0));
    const pixels = new ImageData(width, height);
    this.cells.forEach((cell, at) => pixels.data.set([...colours[cell], 255], 4 * at));
    Object.assign(this.canvas, { width, height });
    this.canvas.style.aspectRatio = `${width} / ${height}`;
    this.canvas.getContext("2d").putImageData(pixels, 0, 0);
    this.list(picture);
  }

  list({ names, colours }) {
    const counts = new Array(names.length).fill(0);
    for (const cell of this.cells) counts[cell] += 1;
    const sought = (at) => this.wanted.includes(spaced(names[at]));
    const large = counts
      .map((count, at) => ({ at, share: count / this.cells.length }))
      .filter(({ at, share }) => share >= LEAST_SHARE || (share > 0 && sought(at)))
      .sort((a, b) => b.share - a.share)
      .filter(({ at }, order) => order < MOST_NAMES || sought(at));
    const words = large.map(({ at, share }) => `${called(names[at])} ${Math.round(100 * share)} %`);
    this.canvas.setAttribute("aria-label", `${this.title}: ${words.join(", ")}`);
    replace(
      this.names,
      large.map(({ at }, order) =>
        h(
          "li",
          { class: sought(at) ? "sought" : null },
          s(
            "svg",
            { viewBox: "0 0 10 10", "aria-hidden": "true" },
            s("rect", { width: 10, height: 10, rx: 2, fill: `rgb(${colours[at].join(",")})` }),
          ),
          words[order],
        ),
      ),
    );
  }

  point(event) {
    if (!this.shown) return;
    const { width, height, names } = this.shown;
    const box = this.canvas.getBoundingClientRect();
    const column = Math.min(width - 1, Math.floor(((event.clientX - box.left) / box.width) * width));
    const row = Math.min(height - 1, Math.floor(((event.clientY - box.top) / box.height) * height));
    this.canvas.title = called(names[this.cells[Math.max(0, row) * width + Math.max(0, column)]]);
  }
}

const called = (name) => (name ? spaced(name) : "not sure");
