
/* What is searched for, chosen, sorted and open stands in the address: a link leads to it, and the browser's buttons go back and forth. */
const atFirst = { search: '', outcome: '', rewrite: '', reason: '', assembly: '', never: '', sort: 'method', order: '', page: '1', method: '' };
const filterNames = ['search', 'outcome', 'rewrite', 'reason', 'assembly', 'never'];
const pauseInTyping = 300;

let state = { ...atFirst };
let typing = 0;

function addressOf(shown) {
  const parameters = new URLSearchParams(Object.entries(shown).filter(([name, value]) => value !== atFirst[name]));
  return `#${parameters}`;
}

/* What an address does not say is as at first, and so is a choice that this report does not have. */
function stateOf(address) {
  const given = new URLSearchParams(address.slice(1));
  const read = Object.fromEntries(Object.entries(atFirst).map(([name, value]) => [name, given.get(name) ?? value]));
  for (const name of ['outcome', 'rewrite', 'reason', 'assembly']) {
    if (![...byId(name).options].some(option => option.value === read[name])) {
      read[name] = '';
    }
  }

  return { ...read, sort: columns.some(column => column.id === read.sort) ? read.sort : atFirst.sort };
}

/* Whatever narrows or orders the table shows its first page. */
function change(changes) {
  const isTable = Object.keys(changes).some(name => name !== 'page' && name !== 'method');
  const next = { ...state, ...(isTable ? { page: '1' } : {}), ...changes };
  if (addressOf(next) !== addressOf(state)) {
    flushTyping();
    state = next;
    history.pushState(null, '', addressOf(state));
    show();
  }
}

/* A word is one step back, not each of its letters. */
function changeSearch(search) {
  if (typing === 0) {
    history.pushState(null, '', addressOf(state));
  } else {
    clearTimeout(typing);
  }

  state = { ...state, search, page: '1' };
  typing = setTimeout(flushTyping, pauseInTyping);
  show();
}

function flushTyping() {
  if (typing !== 0) {
    clearTimeout(typing);
    typing = 0;
    history.replaceState(null, '', addressOf(state));
  }
}

function followAddress() {
  clearTimeout(typing);
  typing = 0;
  state = stateOf(location.hash);
  show();
}
