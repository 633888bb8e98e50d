
/* The address is what is shown; everything else follows it. */
function show() {
  showTable();
  if (state.method !== shownMethod) {
    shownMethod = state.method;
    showMethod();
  }
}

let shownMethod = '';

makeFilters();
showQuestions();
byId('filters').addEventListener('input', readFilters);
byId('filters').addEventListener('submit', event => event.preventDefault());
byId('filters').addEventListener('reset', clearFilters);
byId('close').addEventListener('click', () => byId('method').close());
byId('method').addEventListener('close', () => change({ method: '' }));
/* A jump within the page would take the place of what the address says. */
byId('skip').addEventListener('click', event => {
  event.preventDefault();
  byId('methods-section').scrollIntoView();
  byId('methods').focus();
});
addEventListener('popstate', followAddress);
followAddress();
