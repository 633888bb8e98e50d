
/* The whole of one method, over the page. */
function showMethod() {
  const dialog = byId('method');
  const entry = methodsByKey.get(state.method);
  if (entry === undefined) {
    shownIl = -1;
    dialog.close();
    return;
  }

  const { method } = entry;
  byId('method-name').textContent = method.name;
  byId('method-place').replaceChildren(
    hasManyAssemblies ? `${entry.assembly}: ` : '',
    method.file === undefined ? 'Its symbols name no source line.' : link(placeText(method.file, method.line), method.address));
  byId('decisions').replaceChildren(...method.decisions.map(decision => decisionItem(entry, decision)));
  byId('il').hidden = il.length === 0 || method.decisions.every(decision => decision.reason !== undefined);
  byId('lines').replaceChildren();
  byId('differences').textContent = '';
  byId('all-lines').disabled = true;
  if (dialog.open) {
    byId('close').focus();
  } else {
    dialog.showModal();
  }

  if (!byId('il').hidden) {
    showIl(entry.index);
  }
}

function decisionItem(entry, decision) {
  const reason = reasons.get(decision.reason);
  const place = decision.line === undefined ? '' : link(placeText(decision.file ?? entry.method.file, decision.line), decision.address);
  return element('li', {},
    element('span', { className: decision.outcome, textContent: reason === undefined ? 'Changed' : 'Left alone' }),
    ` (${rewriteNames[decision.rewrite] ?? decision.rewrite})`,
    place === '' ? '' : ' at ',
    place,
    ': ',
    reason === undefined ? '' : `${reason.sentence} `,
    ...detailOf(entry, decision),
    ...conditionOf(decision),
    savedText('Saves about', decision.bytesSaved),
    savedText('Would save about', decision.wouldSave),
    ...(reason === undefined ? [] : adviceOf(reason)));
}

/* What is in the way is a link to what was decided about it. */
function detailOf(entry, { detail, cause }) {
  if (detail === undefined) {
    return [];
  }

  const end = detail.endsWith('.') ? ' ' : '. ';
  const at = cause === undefined ? -1 : detail.indexOf(cause.name);
  return at < 0
    ? [detail + end]
    : [detail.slice(0, at), methodLink(cause.name, entry.assembly), detail.slice(at + cause.name.length) + end];
}

/* Which condition failed, and the line that decides. */
function conditionOf({ condition }) {
  return condition === undefined
    ? []
    : [...sentenceParts(condition.sentence), ...(condition.file === undefined ? [] : [' (', link(placeText(condition.file, condition.line), condition.address), ')']), ' '];
}

function savedText(verb, bytes) {
  const parts = Object.entries(bytes ?? {}).filter(([name]) => name !== 'total').map(([name, number]) => `${savedNames[name] ?? name} ${count(number, 'byte')}`);
  return parts.length === 0 ? '' : `${verb}: ${parts.join(', ')}. `;
}

function adviceOf(reason) {
  return [
    element('span', { className: 'quiet', textContent: reason.advice ?? 'There is nothing to do: it works as before.' }), ' ',
    link(`More about ${reason.id}`, reason.page),
  ];
}
