
const shownCalls = 3;

/* The objects that no rewrite removes. A method with many of these calls is folded. */
function showCosts() {
  const costly = report.assemblies.flatMap(assembly => (assembly.costs ?? []).map(method => ({ method, assembly: title(assembly) })));
  const calls = costly.flatMap(entry => entry.method.calls);
  byId('costs-section').hidden = calls.length === 0;
  byId('costs-summary').textContent =
    `${count(calls.length, 'call')} in ${count(costly.length, 'method')} ${calls.length === 1 ? 'makes' : 'make'} timers, sources, registrations and tasks that no rewrite removes, because any code may keep them.`;
  const byKind = Map.groupBy(calls, call => call.cost);
  byId('costs').append(...(report.costs ?? []).map(kind => element('tr', {},
    element('th', { scope: 'row' }, link(kind.id, kind.page)),
    element('td', { className: 'number', textContent: integer.format(byKind.get(kind.id).length) }),
    element('td', { className: 'number', textContent: bytesOf(byKind.get(kind.id)) }),
    element('td', { textContent: `${kind.sentence} ${kind.advice}` }))));
  byId('costly').append(limited('ul', costly, shownOfMany, costlyMethod));
}

function costlyMethod({ method, assembly }) {
  return element('li', {}, element('details', { open: method.calls.length <= shownCalls },
    element('summary', {},
      element('span', { className: 'name' }, ...nameParts(method.name)), ' ',
      element('span', { className: 'quiet whole', textContent: `${hasManyAssemblies ? `${assembly}, ` : ''}${count(method.calls.length, 'call')}` })),
    element('ul', {}, ...method.calls.map(call => element('li', { className: 'gain' },
      element('span', {}, element('code', {}, ...nameParts(call.what)), ' ', link(placeText(call.file ?? method.file, call.line), call.address)), ' ',
      element('span', { className: 'quiet', textContent: `${bytesOf([call])} bytes` }))))));
}

function bytesOf(calls) {
  const least = calls.reduce((bytes, call) => Math.min(bytes, call.least), Infinity);
  const most = calls.reduce((bytes, call) => Math.max(bytes, call.most), 0);
  return least === most ? integer.format(most) : `${integer.format(least)} to ${integer.format(most)}`;
}
