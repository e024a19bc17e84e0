/**
 * The one script of the page: it searches, folds, and shows what a link leads to. Without it everything is there, and the
 * filters work. It reads the page and nothing else; the policy of the page lets this script run and no other.
 */

/** Kept in the JavaScript of every browser of the last years. The page holds it as it is, so it has no `</`. */
export const SCRIPT = `
(() => {
  const bar = document.getElementById('search-bar');
  if (bar === null) return;
  const box = document.getElementById('search');
  const shown = document.getElementById('shown');
  const articles = [...document.querySelectorAll('article')];
  const groups = [...document.querySelectorAll('.group')];
  const things = [...articles, ...document.querySelectorAll('.kernels tbody tr')].map((element) => {
    return { element, text: '' };
  });
  const count = () => {
    const seen = articles.filter((article) => article.getClientRects().length > 0).length;
    shown.textContent = seen + ' of ' + articles.length + (articles.length === 1 ? ' cause' : ' causes');
  };
  const search = () => {
    const words = box.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    for (const thing of things) {
      if (words.length > 0 && thing.text === '') thing.text = thing.element.textContent.toLowerCase();
      thing.element.hidden = !words.every((word) => thing.text.includes(word));
    }
    for (const group of groups) group.hidden = group.querySelector('article:not([hidden])') === null;
    count();
  };
  const fold = (open) => {
    for (const details of document.querySelectorAll('article > details')) details.open = open;
  };
  const follow = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target === null || target.tagName !== 'ARTICLE') return;
    if (target.getClientRects().length === 0) {
      box.value = '';
      for (const all of document.querySelectorAll('input[id$="-all"]')) all.checked = true;
      search();
    }
    const details = target.querySelector('details');
    if (details !== null) details.open = true;
    target.scrollIntoView();
  };
  bar.hidden = false;
  box.addEventListener('input', search);
  document.getElementById('unfold').addEventListener('click', () => fold(true));
  document.getElementById('fold').addEventListener('click', () => fold(false));
  document.addEventListener('change', count);
  addEventListener('hashchange', follow);
  addEventListener('keydown', (event) => {
    const isTyping = document.activeElement === box;
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      box.focus();
    } else if (event.key === 'Escape' && isTyping) {
      box.value = '';
      search();
    }
  });
  search();
  follow();
})();
`;

/** Of the script, for the policy of the page; a test holds the two together. */
export const SCRIPT_HASH = 'sha256-g2jKEBIg0qatL5s3FPyS0WK8fLIVFTNYbAVoIIYzCZ4=';

/** Hidden until the script runs: without it nothing here works. */
export const SEARCH_BAR = [
  '<div class="search" id="search-bar" role="search" hidden>',
  '<label for="search">Search</label>',
  '<input type="search" id="search" autocomplete="off" spellcheck="false" aria-describedby="search-help">',
  '<span id="search-help" class="help">kernel, file, line of code, rule; press <kbd>/</kbd></span>',
  '<output id="shown" for="search"></output>',
  '<button type="button" id="unfold">Unfold all</button><button type="button" id="fold">Fold all</button>',
  '</div>',
].join('\n');
