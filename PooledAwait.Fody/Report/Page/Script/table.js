
const pageSize = 100;

const columns = [
  { id: 'method', title: 'Method', compare: (a, b) => compareText(a.name, b.name) },
  { id: 'source', title: 'Source', compare: (a, b) => compareText(a.place, b.place) },
  { id: 'rewrite', title: 'Rewrite', compare: (a, b) => compareText(a.decision.rewrite, b.decision.rewrite) },
  { id: 'outcome', title: 'Outcome', compare: (a, b) => compareText(a.outcome, b.outcome) },
  { id: 'saves', title: 'Saves', isNumber: true, compare: (a, b) => (a.saves ?? 0) - (b.saves ?? 0) },
  { id: 'would-save', title: 'Would save', isNumber: true, compare: (a, b) => (a.wouldSave ?? 0) - (b.wouldSave ?? 0) },
];

let shownTable = '';

/* The choices that there are. */
function makeFilters() {
  const neverSuspend = rowsByReason.get(never)?.length ?? 0;
  const assemblies = [...new Set(report.assemblies.map(title))];
  byId('rewrite').append(...[...new Set(rows.map(row => row.decision.rewrite))].sort().map(rewrite => option(rewrite, rewriteNames[rewrite] ?? rewrite)));
  byId('reason').append(...report.reasons.map(reason => option(reason.id, `${reason.id} (${integer.format(rowsByReason.get(reason.id).length)})`)));
  byId('assembly').append(...assemblies.map(name => option(name, name)));
  byId('assembly').parentElement.hidden = !hasManyAssemblies;
  byId('never').parentElement.hidden = neverSuspend === 0;
  byId('never-label').textContent = `Show ${count(neverSuspend, 'method')} that never ${neverSuspend === 1 ? 'suspends' : 'suspend'}`;
  byId('columns').append(...columns.map(column => element('th', { scope: 'col', className: column.isNumber ? 'number' : '' },
    button(column.title, () => sortBy(column)))));
}

function option(value, text) {
  return element('option', { value, textContent: text });
}

/* The largest savings are what one looks for first. */
function sortBy(column) {
  const descending = state.sort === column.id ? state.order !== 'down' : column.isNumber === true;
  change({ sort: column.id, order: descending ? 'down' : '' });
}

function readFilters(event) {
  if (event.target === byId('search')) {
    changeSearch(byId('search').value);
  } else {
    change(Object.fromEntries(filterNames.map(name => [name, name === 'never' ? (byId(name).checked ? 'shown' : '') : byId(name).value])));
  }
}

function clearFilters(event) {
  event.preventDefault();
  change(Object.fromEntries(filterNames.map(name => [name, atFirst[name]])));
}

function writeFilters() {
  for (const name of filterNames) {
    if (name === 'never') {
      byId(name).checked = state.never !== '';
    } else if (byId(name).value !== state[name]) {
      byId(name).value = state[name];
    }
  }
}

function chosenRows() {
  const words = state.search.toLowerCase().split(/\s+/).filter(word => word !== '');
  return rows.filter(row =>
    isWanted(row) &&
    words.every(word => row.found.includes(word)) &&
    (state.outcome === '' || row.decision.outcome === state.outcome) &&
    (state.rewrite === '' || row.decision.rewrite === state.rewrite) &&
    (state.reason === '' || row.decision.reason === state.reason) &&
    (state.assembly === '' || row.entry.assembly === state.assembly));
}

/* What never suspends is out of the way, unless it is asked for. */
function isWanted(row) {
  return row.decision.reason !== never || state.never !== '' || state.reason === never;
}

function sortedRows() {
  const { compare } = columns.find(column => column.id === state.sort);
  const sign = state.order === 'down' ? -1 : 1;
  return chosenRows().sort((a, b) => sign * compare(a, b) || columns[0].compare(a, b) || columns[1].compare(a, b));
}

/* Only one page of rows is in the document, however many methods there are. */
function showTable() {
  const table = addressOf({ ...state, method: '' });
  if (table === shownTable) {
    return;
  }

  shownTable = table;
  const shown = sortedRows();
  const last = Math.max(0, Math.ceil(shown.length / pageSize) - 1);
  const page = Math.min(Math.max(0, (Number.parseInt(state.page, 10) || 1) - 1), last);
  const from = page * pageSize;
  const visible = shown.slice(from, from + pageSize);
  writeFilters();
  showOrder();
  byId('rows').replaceChildren(...visible.map(tableRow));
  byId('page').textContent = `Page ${integer.format(page + 1)} of ${integer.format(last + 1)}`;
  byId('pages').hidden = last === 0;
  byId('status').textContent = statusOf(visible.length, from, shown.length);
  for (const [id, target] of Object.entries({ first: 0, previous: page - 1, next: page + 1, last })) {
    byId(id).disabled = target < 0 || target > last || target === page;
    byId(id).onclick = () => turnTo(id, target);
  }
}

function showOrder() {
  [...byId('columns').children].forEach((header, index) => {
    if (columns[index].id === state.sort) {
      header.setAttribute('aria-sort', state.order === 'down' ? 'descending' : 'ascending');
    } else {
      header.removeAttribute('aria-sort');
    }
  });
}

function statusOf(visible, from, chosen) {
  const all = rows.filter(isWanted).length;
  return visible === 0
    ? 'No decision matches.'
    : (visible < chosen ? `${integer.format(from + 1)} to ${integer.format(from + visible)} of ` : '') +
      count(chosen, 'decision') +
      (chosen < all ? `, out of ${integer.format(all)}` : '');
}

function turnTo(id, page) {
  change({ page: String(page + 1) });
  /* A button that is disabled under the focus would lose it. */
  if (byId(id).disabled) {
    byId('methods').focus();
  }
}

function tableRow(row) {
  const reason = reasons.get(row.decision.reason);
  return element('tr', {},
    element('td', {},
      button(row.name, () => change({ method: row.entry.key })),
      hasManyAssemblies ? element('span', { className: 'quiet assembly-name', textContent: row.entry.assembly }) : ''),
    element('td', {}, link(row.place, row.address)),
    element('td', { textContent: rewriteNames[row.decision.rewrite] ?? row.decision.rewrite }),
    element('td', {},
      element('span', { className: row.decision.outcome, textContent: reason === undefined ? 'Changed' : 'Left alone' }),
      reason === undefined ? '' : `: ${reason.sentence}`,
      ...(row.decision.condition === undefined ? [] : [' ', ...sentenceParts(row.decision.condition.sentence)])),
    ...[row.saves, row.wouldSave].map(bytes =>
      element('td', { className: 'number', textContent: bytes === undefined ? '' : integer.format(bytes) })));
}
