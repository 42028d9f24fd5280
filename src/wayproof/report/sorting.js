"use strict";
// Tables sort by a click on a heading; without script they are in the order of the run.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  const valueOf = (row, column) => {
    const cell = row.cells[column];
    const given = cell.dataset.v;
    const text = cell.textContent.trim();
    if (given === undefined && !cell.classList.contains("n")) return text.toLowerCase();
    const number = parseFloat((given ?? text).replace("\u2212", "-"));
    return Number.isNaN(number) ? null : number;
  };
  const sortBy = (column) => {
    const head = heads[column];
    const rising = head.getAttribute("aria-sort") !== "ascending";
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", rising ? "ascending" : "descending");
    const rows = [...body.rows].map((row) => [valueOf(row, column), row]);
    rows.sort(([a], [b]) => {
      if (a === b) return 0;
      if (a === null) return 1;
      if (b === null) return -1;
      return (a < b ? -1 : 1) * (rising ? 1 : -1);
    });
    for (const [, row] of rows) body.append(row);
  };
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sortBy(column));
    head.append(button);
  });
}
