// The headline metrics of a task, as its logs name them; what is undefined is a dash, never 0.

import { number } from "./dom.js";

export function metricText(metric, value, goals) {
  if (value === null || value === undefined) return "–";
  return metric.counts_goals ? `${Math.round(value * goals)} of ${goals}` : number(value, 2);
}

export const metricTitle = (metric) =>
  metric.unit === "share" ? metric.title : `${metric.title} (${metric.unit})`;
