
'use strict';

const pageSize = 100;
const context = 3;

const { report, il, methodsInOne } = JSON.parse(byId('data').textContent);
const reasons = new Map(report.reasons.map(reason => [reason.id, reason]));
const rewriteNames = {
  Builders: 'Pooled builder',
  DirectAwaits: 'Direct await',
  WhenAny: 'WhenAny',
  ContinueWith: 'ContinueWith',
};
const savedNames = { machine: 'state machine', closure: 'closure', delegate: 'delegate', array: 'array', promise: 'promise', task: 'task' };
const compareText = new Intl.Collator('en', { numeric: true }).compare;
const integer = new Intl.NumberFormat('en');

/* One row of the table for each decision. */
const rows = report.methods.flatMap((method, index) => method.decisions.map(decision => {
  const file = decision.file ?? method.file;
  const line = decision.line ?? method.line;
  return {
    index,
    decision,
    name: method.name,
    place: file === undefined ? '' : `${file}:${line}`,
    outcome: decision.reason === undefined ? 'Changed' : `Left alone: ${decision.reason}`,
    bytes: decision.bytesSaved?.total,
    found: [method.name, file, decision.reason, decision.detail].join('\n').toLowerCase(),
  };
}));

const columns = [
  { title: 'Method', compare: (a, b) => compareText(a.name, b.name) },
  { title: 'Source', compare: (a, b) => compareText(a.place, b.place) },
  { title: 'Rewrite', compare: (a, b) => compareText(a.decision.rewrite, b.decision.rewrite) },
  { title: 'Outcome', compare: (a, b) => compareText(a.outcome, b.outcome) },
  { title: 'Bytes saved', isNumber: true, compare: (a, b) => (a.bytes ?? 0) - (b.bytes ?? 0) },
];

let shown = rows;
let page = 0;
let shownIl = -1;
let sorted = { column: 0, descending: false };

function byId(id) {
  return document.getElementById(id);
}

/* Text is only ever set as text: nothing of the assembly is read as markup. */
function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children.filter(child => child !== undefined && child !== ''));
  return made;
}

function count(number, one, many = `${one}s`) {
  return `${integer.format(number)} ${number === 1 ? one : many}`;
}

function showTotals() {
  const changedMethods = report.methods.filter(method => method.decisions.some(decision => decision.reason === undefined)).length;
  const totals = [
    ['Methods changed', changedMethods],
    ['Methods left alone', report.methods.length - changedMethods],
    ['Places changed', report.totals.changed],
    ['Places left alone', report.totals.leftAlone],
    ['Bytes saved', report.totals.bytesSaved],
  ];
  byId('totals').append(...totals.map(([name, number]) =>
    element('div', {}, element('dt', { textContent: name }), element('dd', { textContent: integer.format(number) }))));
  byId('rewrites').append(...report.totals.rewrites.map(rewrite => element('tr', {},
    element('th', { scope: 'row', textContent: rewriteNames[rewrite.rewrite] ?? rewrite.rewrite }),
    ...[rewrite.changed, rewrite.leftAlone, rewrite.bytesSaved].map(number =>
      element('td', { className: 'number', textContent: integer.format(number) })))));
  byId('reasons-details').hidden = report.reasons.length === 0;
  byId('reasons').append(...report.reasons.flatMap(reason => [
    element('dt', { textContent: `${reason.id} (${integer.format(reason.count)})` }),
    element('dd', { textContent: `${reason.sentence} ${reason.advice}` }),
  ]));
}

function showFilters() {
  byId('rewrite').append(...report.totals.rewrites.map(rewrite =>
    element('option', { value: rewrite.rewrite, textContent: rewriteNames[rewrite.rewrite] ?? rewrite.rewrite })));
  byId('reason').append(...report.reasons.map(reason =>
    element('option', { value: reason.id, textContent: `${reason.id} (${integer.format(reason.count)})` })));
  byId('columns').append(...columns.map((column, index) => {
    const button = element('button', { type: 'button', textContent: column.title });
    button.addEventListener('click', () => sortBy(index));
    return element('th', { scope: 'col', className: column.isNumber ? 'number' : '' }, button);
  }));
}

function filter() {
  const words = byId('search').value.toLowerCase().split(/\s+/).filter(word => word !== '');
  const outcome = byId('outcome').value;
  const rewrite = byId('rewrite').value;
  const reason = byId('reason').value;
  shown = rows.filter(row =>
    words.every(word => row.found.includes(word)) &&
    (outcome === '' || row.decision.outcome === outcome) &&
    (rewrite === '' || row.decision.rewrite === rewrite) &&
    (reason === '' || row.decision.reason === reason));
  sort();
}

function sortBy(column) {
  /* The largest savings are what one looks for first. */
  const descending = sorted.column === column ? !sorted.descending : columns[column].isNumber === true;
  sorted = { column, descending };
  sort();
}

function sort() {
  const { compare } = columns[sorted.column];
  shown = shown.slice().sort((a, b) =>
    (sorted.descending ? compare(b, a) : compare(a, b)) || columns[0].compare(a, b) || columns[1].compare(a, b));
  [...byId('columns').children].forEach((header, index) => {
    if (index === sorted.column) {
      header.setAttribute('aria-sort', sorted.descending ? 'descending' : 'ascending');
    } else {
      header.removeAttribute('aria-sort');
    }
  });
  turnTo(0);
}

/* Only one page of rows is in the document, however many methods there are. */
function turnTo(number) {
  const last = Math.max(0, Math.ceil(shown.length / pageSize) - 1);
  page = Math.min(Math.max(0, number), last);
  const from = page * pageSize;
  const visible = shown.slice(from, from + pageSize);
  byId('rows').replaceChildren(...visible.map(tableRow));
  byId('page').textContent = `Page ${integer.format(page + 1)} of ${integer.format(last + 1)}`;
  byId('status').textContent = visible.length === 0
    ? 'No decision matches.'
    : (visible.length < shown.length ? `${integer.format(from + 1)} to ${integer.format(from + visible.length)} of ` : '') +
      count(shown.length, 'decision') +
      (shown.length < rows.length ? `, out of ${integer.format(rows.length)}` : '');
  for (const [id, target] of Object.entries({ first: 0, previous: page - 1, next: page + 1, last })) {
    byId(id).disabled = target < 0 || target > last || target === page;
    byId(id).onclick = () => {
      turnTo(target);
      /* A button that is disabled under the focus would lose it. */
      if (byId(id).disabled) {
        byId('methods').focus();
      }
    };
  }
}

function tableRow(row) {
  const button = element('button', { type: 'button', textContent: row.name });
  button.addEventListener('click', () => showMethod(row.index));
  const reason = reasons.get(row.decision.reason);
  return element('tr', {},
    element('td', {}, button),
    element('td', { textContent: row.place }),
    element('td', { textContent: rewriteNames[row.decision.rewrite] ?? row.decision.rewrite }),
    element('td', {},
      element('span', { className: row.decision.outcome, textContent: reason === undefined ? 'Changed' : 'Left alone' }),
      reason === undefined ? '' : `: ${reason.sentence}`),
    element('td', { className: 'number', textContent: row.bytes === undefined ? '' : integer.format(row.bytes) }));
}

function showMethod(index) {
  const method = report.methods[index];
  byId('method-name').textContent = method.name;
  byId('method-place').textContent = method.file === undefined ? 'Its symbols name no source line.' : `${method.file}:${method.line}`;
  byId('decisions').replaceChildren(...method.decisions.map(decision => decisionItem(method, decision)));
  byId('il').hidden = method.decisions.every(decision => decision.reason !== undefined);
  byId('lines').replaceChildren();
  byId('differences').textContent = '';
  byId('all-lines').disabled = true;
  byId('method').showModal();
  if (!byId('il').hidden) {
    showIl(index);
  }
}

async function showIl(index) {
  shownIl = index;
  const { methods, lines } = await unpacked(Math.floor(index / methodsInOne));
  if (shownIl !== index) {
    return;
  }

  const compared = methods[index];
  if (compared === undefined) {
    byId('il').hidden = true;
    return;
  }

  const differing = compared.filter(row => Array.isArray(row)).length;
  byId('differences').textContent = `${count(differing, 'line differs', 'lines differ')} of ${integer.format(compared.length)}`;
  byId('all-lines').disabled = false;
  byId('all-lines').onclick = () => showLines(compared, lines, byId('all-lines').getAttribute('aria-pressed') === 'false');
  showLines(compared, lines, false);
}

/* The IL of some methods: a table of lines, and for each method the rows that refer to it. */
async function unpacked(part) {
  const bytes = Uint8Array.from(atob(il[part]), character => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text());
}

function decisionItem(method, decision) {
  const reason = reasons.get(decision.reason);
  const place = decision.line === undefined ? '' : ` at ${decision.file ?? method.file}:${decision.line}`;
  const saved = Object.entries(decision.bytesSaved ?? {})
    .filter(([name]) => name !== 'total')
    .map(([name, bytes]) => `${savedNames[name] ?? name} ${count(bytes, 'byte')}`);
  return element('li', {},
    element('span', { className: decision.outcome, textContent: reason === undefined ? 'Changed' : 'Left alone' }),
    ` (${rewriteNames[decision.rewrite] ?? decision.rewrite})${place}: `,
    reason === undefined ? '' : `${reason.sentence} `,
    decision.detail === undefined ? '' : `${decision.detail}${decision.detail.endsWith('.') ? '' : '.'} `,
    saved.length === 0 ? '' : `Saves about: ${saved.join(', ')}. `,
    reason === undefined ? '' : element('span', { className: 'quiet', textContent: reason.advice }));
}

/* Equal lines far from any difference are folded, each run into one button. */
function showLines(compared, texts, all) {
  byId('all-lines').setAttribute('aria-pressed', String(all));
  const near = new Uint8Array(compared.length);
  compared.forEach((row, index) => {
    if (Array.isArray(row)) {
      near.fill(1, Math.max(0, index - context), index + context + 1);
    }
  });

  const made = [];
  for (let index = 0; index < compared.length; index++) {
    let end = index;
    while (!all && end < compared.length && near[end] === 0) {
      end++;
    }

    if (end - index > 1) {
      made.push(foldedRow(compared.slice(index, end), texts));
      index = end - 1;
    } else {
      made.push(ilRow(compared[index], texts));
    }
  }

  byId('lines').replaceChildren(...made);
}

function foldedRow(run, texts) {
  const button = element('button', { type: 'button', textContent: `Show ${integer.format(run.length)} equal lines` });
  const row = element('tr', {}, element('td', { colSpan: 2 }, button));
  button.addEventListener('click', () => {
    const unfolded = run.map(line => ilRow(line, texts));
    row.replaceWith(...unfolded);
    /* The button is gone: the keyboard goes on from what took its place. */
    unfolded[0].tabIndex = -1;
    unfolded[0].focus();
  });
  return row;
}

function ilRow(row, texts) {
  if (!Array.isArray(row)) {
    return element('tr', {}, element('td', { textContent: texts[row] }), element('td', { textContent: texts[row] }));
  }

  const [before, after] = row.map(line => line < 0 ? undefined : texts[line]);
  return element('tr', { className: 'differs' },
    element('td', {}, before === undefined ? '' : marked('del', 'removed: ', before, after)),
    element('td', {}, after === undefined ? '' : marked('ins', 'added: ', after, before)));
}

/* What two lines have in common at their ends is not marked. */
function marked(name, spoken, text, other = '') {
  const shorter = Math.min(text.length, other.length);
  let start = 0;
  while (start < shorter && text[start] === other[start]) {
    start++;
  }

  let end = 0;
  while (end < shorter - start && text[text.length - 1 - end] === other[other.length - 1 - end]) {
    end++;
  }

  const middle = text.slice(start, text.length - end);
  return element(name, {},
    element('span', { className: 'hidden', textContent: spoken }),
    text.slice(0, start),
    other === '' || middle === '' ? middle : element('mark', { textContent: middle }),
    text.slice(text.length - end));
}

showTotals();
showFilters();
byId('filters').addEventListener('input', filter);
byId('filters').addEventListener('submit', event => event.preventDefault());
byId('filters').addEventListener('reset', () => setTimeout(filter));
byId('close').addEventListener('click', () => byId('method').close());
filter();
