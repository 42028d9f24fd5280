// The agent's value map, as a layer of the map under the paths: the darker, the higher the value.

import { s } from "./dom.js";

const CM = 100;
const LEVELS = 10;
const [FAINT, STRONG] = [0.08, 0.6]; // how opaque the lowest and the highest value are

export class ValueMapLayer {
  // toWorld: metres ahead and to the left of the start to the x and z of the house
  constructor(toWorld, heading) {
    Object.assign(this, { toWorld, heading });
    this.element = s("g", { class: "value-map" });
    this.shown = null;
  }

  show(picture) {
    if (picture === this.shown) return;
    this.shown = picture;
    if (!picture) return this.element.replaceChildren();
    this.element.setAttribute("transform", this.matrix(picture));
    this.element.replaceChildren(
      ...outlines(picture).map((d, level) =>
        s("path", { d, "fill-opacity": (FAINT + ((STRONG - FAINT) * level) / (LEVELS - 1)).toFixed(3) }),
      ),
    );
  }

  // Cells are drawn as unit squares, counted ahead and to the left.
  matrix({ corner_m: corner, cell_m: cell }) {
    const [x, z] = this.toWorld(corner);
    const [sin, cos] = [Math.sin(this.heading) * cell * CM, Math.cos(this.heading) * cell * CM];
    return `matrix(${[-sin, -cos, -cos, sin, x * CM, z * CM].map((v) => v.toFixed(4)).join(" ")})`;
  }
}

// One outline for each level: runs of cells of that level, line by line.
function outlines({ cells, along_x: rows, along_y: columns }) {
  const bytes = atob(cells);
  const level = (i, j) => {
    const value = j < columns ? bytes.charCodeAt(i * columns + j) : 0;
    return value ? Math.min(Math.floor(((value - 1) / 254) * LEVELS), LEVELS - 1) : -1;
  };
  const parts = Array.from({ length: LEVELS }, () => []);
  for (let i = 0; i < rows; i++) {
    for (let j = 0, first = 0; j < columns; j++) {
      const here = level(i, j);
      if (level(i, j + 1) === here && j + 1 < columns) continue;
      if (here >= 0) parts[here].push(`M${i} ${first}h1v${j + 1 - first}h-1z`);
      first = j + 1;
    }
  }
  return parts.map((part) => part.join(""));
}

export function valueMapWords(picture) {
  const number = (value) => Number(value.toPrecision(3)).toString().replace("-", "\u2212");
  return `${picture.meaning}: ${number(picture.low)} (pale) to ${number(picture.high)} (dark)`;
}
