"use strict";

const answer = JSON.parse(document.getElementById("data").textContent);
const trees = document.getElementById("trees");
const status = document.getElementById("status");

/** The depth to which trees are open at first. */
const firstDepth = 3;

/** Makes the content of a row when the row is opened; a row that was opened has no entry any more. */
const rows = new Map();

function number(value) {
  return value.toLocaleString("en-US");
}

function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) {
    made.className = className;
  }

  return made;
}

function words(row) {
  return `${row.text} ${row.place ?? ""} ${row.note ?? ""}`.toLowerCase();
}

function line(row, search) {
  const marks = [row.note, row.unmoved ? `${number(row.unmoved)} did not go on` : "", row.kind === "call" && row.pooled < row.count && answer.pooled > 0 ? "not pooled" : ""];
  const parts = [element("span", number(row.count), "count"), element("span", row.text, row.kind === "call" ? "method" : "last"), document.createTextNode(" ")];
  if (search && words(row).includes(search)) {
    parts[1].classList.add("found");
  }

  parts.push(element("span", row.place ?? "", "place"));
  for (const mark of marks.filter(text => text)) {
    parts.push(document.createTextNode(" "), element("span", `[${mark}]`, "mark"));
  }

  return parts;
}

function has(row, search) {
  return !search || words(row).includes(search) || row.next.some(next => has(next, search));
}

function show(row, depth, search) {
  if (row.next.length === 0) {
    const end = element("div", "", "end");
    end.append(...line(row, search));
    return end;
  }

  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.append(...line(row, search));
  details.append(summary);
  rows.set(details, () => details.append(...row.next.filter(next => has(next, search) || words(row).includes(search)).map(next => show(next, depth + 1, search))));
  details.addEventListener("toggle", () => fill(details));
  if (search ? row.next.some(next => has(next, search)) : depth < firstDepth) {
    details.open = true;
    fill(details);
  }

  return details;
}

function fill(details) {
  const make = rows.get(details);
  if (details.open && make) {
    rows.delete(details);
    make();
  }
}

function draw() {
  const search = document.getElementById("search").value.trim().toLowerCase();
  const found = answer.trees.filter(tree => has(tree, search));
  rows.clear();
  trees.replaceChildren(...found.map(tree => show(tree, 0, search)));
  status.textContent = search ? `${number(found.length)} of ${number(answer.trees.length)} trees` : `${number(answer.trees.length)} trees`;
}

function setAll(isOpen) {
  // Opening a row creates further rows to open.
  for (let all = [...trees.querySelectorAll("details")]; all.length > 0; all = isOpen ? [...trees.querySelectorAll("details:not([open])")] : []) {
    for (const details of all) {
      details.open = isOpen;
      fill(details);
    }
  }
}

document.getElementById("summary").textContent =
  `${answer.runtimeVersion ? `.NET ${answer.runtimeVersion}, ` : ""}${number(answer.inFlight)} calls in flight (${number(answer.pooled)} pooled), ` +
  `${number(answer.completed)} completed whose result was not taken, ${number(answer.idleBoxes)} idle boxes` +
  (answer.stoppedMilliseconds === undefined ? "" : `; stopped for ${(answer.stoppedMilliseconds / 1000).toFixed(2)} s`);
document.getElementById("notes").append(...answer.notes.map(note => element("li", note)));
document.getElementById("methods").append(...answer.methods.map(counts => {
  const row = document.createElement("tr");
  row.append(element("td", counts.method), ...[counts.inFlight, counts.completed, counts.idleBoxes].map(value => element("td", number(value), "number")));
  return row;
}));
document.getElementById("filters").addEventListener("submit", event => event.preventDefault());
document.getElementById("search").addEventListener("input", draw);
document.getElementById("open-all").addEventListener("click", () => setAll(true));
document.getElementById("close-all").addEventListener("click", () => setAll(false));
draw();
