
const shownOfMany = 20;
const shownCards = 6;
const shownCauses = 4;
const shownMost = 8;

function showQuestions() {
  showGains();
  showReasons();
  showAdvice();
}

function showGains() {
  const gaining = methods.filter(entry => entry.method.decisions.some(decision => decision.reason === undefined));
  byId('gained-summary').textContent = gaining.length === 0
    ? 'Nothing was changed.'
    : `${count(gaining.length, 'method allocates', 'methods allocate')} less: ${count(rowsByReason.get(undefined).length, 'place was', 'places were')} changed.`;
  byId('gained-note').hidden = gaining.length === 0;
  byId('rewrites-table').hidden = rows.length === 0;
  const totals = [...Map.groupBy(rows, row => row.decision.rewrite)].sort(([a], [b]) => compareText(a, b));
  byId('rewrites').append(...totals.map(([rewrite, decided]) => element('tr', {},
    element('th', { scope: 'row', textContent: rewriteNames[rewrite] ?? rewrite }),
    ...[decided.filter(row => row.decision.reason === undefined), decided.filter(row => row.decision.reason !== undefined)].map(some =>
      element('td', { className: 'number', textContent: integer.format(some.length) })))));

  byId('most-list').append(...byBytes(gaining).slice(0, shownMost).filter(entry => entry.saves > 0).map(entry => gainItem(entry, entry.method.name)));
  byId('most').hidden = byId('most-list').childElementCount === 0;
  const levels = [entry => entry.method.namespace === '' ? '(no namespace)' : entry.method.namespace, entry => entry.method.type];
  byId('gains').append(...groups(gaining, hasManyAssemblies ? [entry => entry.assembly, ...levels] : levels));
}

/* Methods by assembly, namespace and type, one within the other; what is within is made when it is opened. */
function groups(entries, [level, ...deeper]) {
  if (level === undefined) {
    return [limited('ul', byBytes(entries), shownOfMany, entry => gainItem(entry, entry.shortName))];
  }

  const all = [...Map.groupBy(entries, level)].sort(([a], [b]) => compareText(a, b));
  const list = limited('ul', all, shownOfMany, ([name, within]) => {
    const isOnly = all.length === 1 && deeper.length > 0;
    const folded = element('details', { open: isOnly }, element('summary', {},
      element('span', { className: 'name' }, ...nameParts(name)), ' ', gainText(within)));
    const fill = () => folded.childElementCount === 1 && folded.open && folded.append(...groups(within, deeper));
    folded.addEventListener('toggle', fill);
    fill();
    return element('li', {}, folded);
  });
  return [list];
}

function byBytes(entries) {
  return entries.toSorted((a, b) => b.saves - a.saves || compareText(a.method.name, b.method.name));
}

function gainText(entries) {
  const bytes = range(entries.map(entry => entry.saves));
  return element('span', { className: 'quiet whole', textContent: `${count(entries.length, 'method')}${bytes === '' ? '' : `, ${bytes} bytes`}` });
}

function gainItem(entry, name) {
  return element('li', { className: 'gain' },
    nameButton(name, () => change({ method: entry.key })), ' ',
    element('span', { className: 'quiet', textContent: entry.saves === 0 ? '' : `${integer.format(entry.saves)} bytes` }));
}

function showReasons() {
  const leftAlone = rows.filter(row => row.decision.reason !== undefined && row.decision.reason !== never);
  const neverSuspend = rowsByReason.get(never)?.length ?? 0;
  byId('not-gained-summary').textContent =
    (leftAlone.length === 0 ? `Nothing${neverSuspend === 0 ? '' : ' else'} was left alone.` : `${count(leftAlone.length, 'place was', 'places were')} left alone. Choose a reason to see them.`) +
    (neverSuspend === 0 ? '' : ` Not among them: ${count(neverSuspend, 'method', 'methods')} that never ${neverSuspend === 1 ? 'suspends' : 'suspend'}, where nothing can be gained.`);
  byId('runtime-async').append(...report.assemblies.filter(assembly => assembly.runtimeAsync !== undefined).map(assembly =>
    element('p', { textContent: `${hasManyAssemblies ? `${title(assembly)}: ` : ''}${assembly.runtimeAsync.sentence}` })));
  byId('reasons-table').hidden = leftAlone.length === 0;
  byId('reasons').append(...byWorth(report.reasons.filter(reason => reason.id !== never)).map(reason => element('tr', {},
    element('th', { scope: 'row' }, button(reason.id, () => showPlaces(reason.id), { className: 'link' })),
    element('td', { className: 'number', textContent: integer.format(rowsByReason.get(reason.id).length) }),
    element('td', { className: 'number', textContent: wouldSave(reason, '') }),
    element('td', { textContent: reason.sentence }))));
}

/* Of some places it is not known. */
function wouldSave(reason, unit) {
  const decided = rowsByReason.get(reason.id);
  const known = decided.filter(row => row.wouldSave !== undefined).length;
  const bytes = range(decided.map(row => row.wouldSave));
  return bytes === '' ? '' : `${bytes}${unit}${known === decided.length ? '' : ` (${integer.format(known)} known)`}`;
}

/* What would save most for a call comes first, and what is most frequent. */
function byWorth(some) {
  const most = reason => rowsByReason.get(reason.id).reduce((bytes, row) => Math.max(bytes, row.wouldSave ?? 0), 0);
  return some.toSorted((a, b) => most(b) - most(a) || rowsByReason.get(b.id).length - rowsByReason.get(a.id).length || compareText(a.id, b.id));
}

function showPlaces(reason) {
  change({ ...Object.fromEntries(filterNames.map(name => [name, atFirst[name]])), reason });
  byId('methods-section').scrollIntoView();
  byId('reason').focus({ preventScroll: true });
}

function showAdvice() {
  const advised = byWorth(report.reasons.filter(reason => reason.advice !== undefined));
  byId('advice-summary').textContent = advised.length === 0
    ? 'There is nothing to do.'
    : 'Each of these lets the weaver change more, if it suits your code.';
  byId('advice').append(limited('ul', advised, shownCards, adviceCard));
}

function adviceCard(reason) {
  const decided = rowsByReason.get(reason.id);
  const bytes = wouldSave(reason, ' bytes for each call');
  return element('li', {},
    element('h3', { textContent: reason.id }),
    element('p', { textContent: `${count(decided.length, 'place')}${bytes === '' ? '' : `, ${bytes}`}`, className: 'quiet' }),
    element('p', { textContent: reason.advice }),
    ...reason.remedies.map(remedy),
    causes(decided) ?? '',
    element('p', { className: 'actions' },
      button(`Show ${count(decided.length, 'place')}`, () => showPlaces(reason.id), { ariaLabel: `Show ${count(decided.length, 'place')}: ${reason.id}` }), ' ',
      link(`More about ${reason.id}`, reason.page)));
}

/* The methods that are in the way of others, the worst first. */
function causes(decided) {
  const blamed = [...Map.groupBy(decided.filter(row => row.decision.cause !== undefined), row => row.decision.cause.name)]
    .sort(([a, one], [b, other]) => other.length - one.length || compareText(a, b));
  return blamed.length === 0 ? undefined : limited('ul', blamed, shownCauses, ([name, kept]) => {
    const [row] = kept;
    return element('li', {},
      methodLink(name, row.entry.assembly), ' ',
      element('span', { className: 'quiet' },
        link(placeText(row.decision.cause.file, row.decision.cause.line), row.decision.cause.address),
        kept.length === 1 ? '' : ` (${integer.format(kept.length)} times)`));
  });
}

/* A method that nothing was decided about has no row to lead to. */
function methodLink(name, assembly) {
  const key = hasManyAssemblies ? `${assembly} ${name}` : name;
  return methodsByKey.has(key) ? nameButton(name, () => change({ method: key })) : element('span', {}, ...nameParts(name));
}

function remedy(text) {
  const code = element('code', { textContent: text });
  const copy = button('Copy', () => copyText(code, copy), { ariaLabel: `Copy ${text}` });
  return element('p', { className: 'remedy' }, code, ' ', copy);
}

/* Where a page may not write to the clipboard, the text is selected, to be copied by hand. */
async function copyText(code, copy) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    copy.textContent = 'Copied';
    byId('copied').textContent = `Copied ${code.textContent}`;
  } catch {
    getSelection().selectAllChildren(code);
    copy.textContent = 'Selected';
    byId('copied').textContent = `Selected ${code.textContent}`;
  }
}

/* A list of the first few, and a button for the others. */
function limited(name, items, limit, make) {
  const list = element(name, {}, ...items.slice(0, limit).map(make));
  if (items.length <= limit) {
    return list;
  }

  const more = button(`Show all ${integer.format(items.length)}`, () => {
    const rest = items.slice(limit).map(make);
    list.append(...rest);
    more.remove();
    /* The button is gone: the keyboard goes on from what took its place. */
    rest[0].tabIndex = -1;
    rest[0].focus();
  });
  return element('div', {}, list, more);
}
