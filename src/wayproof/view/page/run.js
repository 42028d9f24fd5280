// One run: what its episodes can be filtered by, and a table of them that follows the run while it runs.

import { ask, runPath } from "./api.js";
import { h, replace, spaced } from "./dom.js";
import { metricText } from "./headlines.js";
import { progress } from "./runs.js";
import { EpisodeTable } from "./table.js";

const EVERY_MS = 2000;
const RESULTS = [
  ["", "all"],
  ["success", "reached"],
  ["failure", "failed"],
  ["lost", "lost under the fault"],
  ["won", "gained under the fault"],
];

export async function showRun(page, key, query) {
  let run = await ask(runPath(key), page.signal);
  page.setTrail([run.name]);
  const state = new URLSearchParams(query);
  const facets = h("aside", { class: "facets", "aria-label": "filters" });
  const about = h("div", { class: "about" });
  const count = h("span", { class: "quiet", id: "count", role: "status" });
  const search = h("input", {
    type: "search",
    placeholder: "scene, episode, instruction …",
    "aria-label": "search",
    value: state.get("text") ?? "",
    oninput: () => later(() => change("text", search.value)),
  });
  const table = new EpisodeTable(
    page,
    key,
    state,
    (total, done) => {
      count.textContent = total === done ? `${done} episodes` : `${total} of ${done} episodes`;
    },
    (column, order) => {
      state.set("sort", column);
      state.set("order", order);
      changed();
    },
  );
  replace(
    page.main,
    h(
      "div",
      { class: "run" },
      about,
      h(
        "div",
        { class: "run-body" },
        facets,
        h(
          "section",
          { class: "episodes", "aria-label": "episodes" },
          h("div", { class: "toolbar" }, search, count),
          table.element,
        ),
      ),
    ),
  );

  let timer;
  function later(action) {
    clearTimeout(timer);
    timer = setTimeout(action, 180);
  }
  function change(name, value) {
    if (value) state.set(name, value);
    else state.delete(name);
    changed();
  }
  function toggle(name, value) {
    const values = state.getAll(name);
    state.delete(name);
    for (const one of values.includes(value) ? values.filter((v) => v !== value) : [...values, value])
      state.append(name, one);
    changed();
  }
  function changed() {
    const text = state.toString();
    history.replaceState(null, "", `#/runs/${key}${text ? `?${text}` : ""}`);
    draw();
    table.reset();
  }
  function draw() {
    drawAbout(about, run);
    drawFacets(facets, run, state, { change, toggle });
  }
  page.help = [
    ["j k", "next, previous row"],
    ["Enter", "open the episode"],
    ["/", "search"],
  ];
  page.keys = {
    j: () => table.move(1),
    k: () => table.move(-1),
    ArrowDown: () => table.move(1),
    ArrowUp: () => table.move(-1),
    Enter: () => table.open(),
    "/": () => search.focus(),
    Escape: () => (document.activeElement === search ? search.blur() : (location.hash = "#/")),
  };
  draw();
  table.setMetrics(run.metrics);
  await table.reset();
  const poll = setInterval(async () => {
    try {
      const fresh = await ask(runPath(key), page.signal);
      const grown = fresh.done !== run.done || fresh.whole !== run.whole;
      run = fresh;
      drawAbout(about, run);
      if (grown) {
        draw();
        table.setMetrics(run.metrics);
        table.refresh();
      }
    } catch {
      // asked again in a moment
    }
  }, EVERY_MS);
  page.signal.addEventListener("abort", () => {
    clearInterval(poll);
    clearTimeout(timer);
  });
}

function drawAbout(element, run) {
  const who = [run.agent && `agent ${run.agent}`, run.suite && `suite ${run.suite}`, run.summary].filter(
    Boolean,
  );
  replace(
    element,
    h("h1", {}, run.name),
    h("p", { class: "quiet" }, who.join(" · ")),
    progress(run),
    run.troubles.length
      ? h(
          "details",
          { class: "notice" },
          h("summary", {}, `${run.troubles.length} files could not be read completely`),
          run.troubles.map((text) => h("p", {}, text)),
        )
      : null,
  );
}

function drawFacets(element, { facets, lead }, state, { change, toggle }) {
  const open = element.querySelector("details")?.open ?? matchMedia("(min-width: 900px)").matches;
  const chosen = ["condition", "mode", "reason", "scene", "result"].flatMap((name) =>
    state.getAll(name),
  ).length;
  const focused = document.activeElement?.id;
  replace(
    element,
    h(
      "details",
      { open },
      h("summary", {}, chosen ? `Filters (${chosen})` : "Filters"),
      group(
        lead ? `Condition, ${lead.title}` : "Condition",
        facets.condition.map((facet) => choice("condition", facet, state, toggle, reached(facet, lead))),
      ),
      group(
        "Result",
        h(
          "select",
          { id: "facet-result", "aria-label": "result", onchange: (e) => change("result", e.target.value) },
          RESULTS.map(([value, text]) =>
            h("option", { value, selected: value === (state.get("result") ?? "") }, text),
          ),
        ),
      ),
      group(
        "Failure",
        facets.mode.filter((f) => f.value !== "none").map((facet) => choice("mode", facet, state, toggle)),
      ),
      group(
        "Ended by",
        facets.reason.map((facet) => choice("reason", facet, state, toggle)),
      ),
      group(
        "Scene",
        h(
          "select",
          { id: "facet-scene", "aria-label": "scene", onchange: (e) => change("scene", e.target.value) },
          h("option", { value: "" }, "all"),
          facets.scene.map((facet) =>
            h(
              "option",
              { value: facet.value, selected: state.getAll("scene").includes(facet.value) },
              `${facet.value} (${facet.count})`,
            ),
          ),
        ),
      ),
      chosen
        ? h(
            "button",
            {
              class: "plain",
              type: "button",
              onclick: () => {
                for (const name of ["condition", "mode", "reason", "scene", "result"]) state.delete(name);
                change("text", state.get("text") ?? "");
              },
            },
            "Clear filters",
          )
        : null,
    ),
  );
  if (focused) document.getElementById(focused)?.focus();
}

function group(title, ...content) {
  return content.flat().length ? h("fieldset", {}, h("legend", {}, title), content) : null;
}

// How well a condition went: by the metric that decides, or by how many episodes were successful.
function reached(facet, lead) {
  if (!lead) {
    const { successes, count } = facet;
    return { text: `${successes}/${count}`, words: `${successes} of ${count} reached`, share: successes / count };
  }
  const { value, goals } = facet.lead;
  const text = metricText(lead, value, goals);
  const isShare = value !== null && lead.unit === "share" && lead.better === "higher";
  return {
    text: text.replace(" of ", "/"),
    words: `${lead.title} ${text}, ${facet.count} episodes`,
    share: isShare ? value : null,
  };
}

function choice(name, facet, state, toggle, result = null) {
  const pressed = state.getAll(name).includes(facet.value);
  const fill = h("span", { class: "meter-fill" });
  if (result && result.share !== null) fill.style.width = `${100 * result.share}%`;
  return h(
    "button",
    {
      id: `facet-${name}-${facet.value}`,
      class: "choice",
      type: "button",
      "aria-pressed": String(pressed),
      title: result?.words,
      onclick: () => toggle(name, facet.value),
    },
    h("span", { class: "choice-name" }, name === "condition" ? facet.value : spaced(facet.value)),
    result && result.share !== null ? h("span", { class: "meter" }, fill) : null,
    h("span", { class: "quiet" }, result?.text ?? String(facet.count)),
  );
}
