
const context = 3;

let shownIl = -1;

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
