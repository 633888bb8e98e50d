
'use strict';

/* What the weaver decided, as the JSON file has it, and the IL besides. */
const { report, il, methodsInOne } = JSON.parse(byId('data').textContent);

const never = 'never-suspends';
const rewriteNames = {
  Builders: 'Pooled builder',
  DirectAwaits: 'Direct await',
  TimedWaits: 'Timed wait',
  WhenAny: 'WhenAny',
  StateObjects: 'State objects',
};
const savedNames = { machine: 'state machine', closure: 'closure', delegate: 'delegate', array: 'array', promise: 'promise', task: 'task' };
const compareText = new Intl.Collator('en', { numeric: true }).compare;
const integer = new Intl.NumberFormat('en');

const reasons = new Map(report.reasons.map(reason => [reason.id, reason]));
const hasManyAssemblies = report.assemblies.length > 1;
const methods = keyed(report.assemblies.flatMap(assembly => assembly.methods.map(method => ({
  method,
  assembly: title(assembly),
  shortName: method.name.slice((method.namespace === '' ? '' : `${method.namespace}.`).length + method.type.length + 1),
  saves: sum(method.decisions.map(decision => decision.bytesSaved?.total ?? 0)),
}))));
const methodsByKey = new Map(methods.map(entry => [entry.key, entry]));

/* One row of the table for each decision. */
const rows = methods.flatMap(entry => entry.method.decisions.map(decision => {
  const file = decision.file ?? entry.method.file;
  const line = decision.line ?? entry.method.line;
  return {
    entry,
    decision,
    name: entry.method.name,
    place: placeText(file, line),
    address: decision.address ?? entry.method.address,
    outcome: decision.reason === undefined ? 'Changed' : `Left alone: ${decision.reason}`,
    saves: decision.bytesSaved?.total,
    wouldSave: decision.wouldSave?.total,
    found: [entry.assembly, entry.method.name, file, decision.reason, decision.detail, decision.condition?.id, decision.condition?.sentence].join('\n').toLowerCase(),
  };
}));
const rowsByReason = Map.groupBy(rows, row => row.decision.reason);

function byId(id) {
  return document.getElementById(id);
}

/* Text is only ever set as text: nothing of the assembly is read as markup. */
function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children.filter(child => child !== undefined && child !== ''));
  return made;
}

function button(text, pressed, properties = {}) {
  const made = element('button', { type: 'button', textContent: text, ...properties });
  made.addEventListener('click', () => pressed(made));
  return made;
}

/* A long name is broken between its parts rather than within them. */
function nameParts(name) {
  return name.split(/(?<=[.+(])/).flatMap(part => [part, element('wbr')]);
}

function nameButton(name, pressed) {
  const made = button('', pressed, { className: 'link' });
  made.append(...nameParts(name));
  return made;
}

/* What a sentence names stands in backticks. */
function sentenceParts(sentence) {
  return sentence.split('`').map((part, index) => index % 2 === 0 ? part : element('code', {}, ...nameParts(part)));
}

/* Addresses come from symbols, which anybody may have written: no other kind than a page's is followed. */
function link(text, address) {
  return address !== undefined && /^https?:\/\//.test(address)
    ? element('a', { href: address, textContent: text, target: '_blank', rel: 'noopener noreferrer' })
    : text;
}

function count(number, one, many = `${one}s`) {
  return `${integer.format(number)} ${number === 1 ? one : many}`;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/* From the least to the most: how often which method is called is not known here, so that a sum would mean nothing. */
function range(numbers) {
  const known = numbers.filter(number => number !== undefined && number > 0);
  if (known.length === 0) {
    return '';
  }

  const least = known.reduce((a, b) => Math.min(a, b));
  const most = known.reduce((a, b) => Math.max(a, b));
  return least === most ? integer.format(most) : `${integer.format(least)} to ${integer.format(most)}`;
}

function placeText(file, line) {
  return file === undefined ? '' : `${file}:${line}`;
}

function title(assembly) {
  return assembly.framework === undefined ? assembly.name : `${assembly.name} (${assembly.framework})`;
}

/* What a method is called in the address; overloads of other types' same names may share a name. */
function keyed(entries) {
  const taken = new Map();
  return entries.map((entry, index) => {
    const name = hasManyAssemblies ? `${entry.assembly} ${entry.method.name}` : entry.method.name;
    const number = (taken.get(name) ?? 0) + 1;
    taken.set(name, number);
    return { ...entry, index, key: number === 1 ? name : `${name} #${number}` };
  });
}
