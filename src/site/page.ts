/// <reference lib="dom" />
/** Entry point of the page: the form and its buttons. */
import { WorkerReserve } from '../analysis/index.ts';
import { type Progress, SILENT } from '../model/progress.ts';
import type { Result } from '../model/result.ts';
import { plural } from '../result/kernels.ts';
import { loading, prepare } from './assets.ts';
import { Check } from './checker.ts';
import { EXAMPLES, type Example, exampleNamed, FIRST } from './examples.ts';
import { KernelInput, MAX_TEXT } from './kernel-input.ts';
import { linkTo, readLink } from './link.ts';
import { showResult } from './report-view.ts';

/** One worker: what it has loaded stays for the next check. */
const reserve = new WorkerReserve(1);
let current: Check | null = null;
/** Settles when it has come to its end. */
let ended: Promise<void> = Promise.resolve();
/** The text with the fixes of the last check. */
let fixed: string | null = null;

const text = element('text', HTMLTextAreaElement);
const example = element('example', HTMLSelectElement);
const language = element('language', HTMLSelectElement);
const grid = element('grid', HTMLInputElement);
const block = element('block', HTMLInputElement);
const seconds = element('seconds', HTMLSelectElement);
const checkButton = element('check', HTMLButtonElement);
const stopButton = element('stop', HTMLButtonElement);
const linkButton = element('link', HTMLButtonElement);
const fixButton = element('fix', HTMLButtonElement);
const status = element('status', HTMLElement);
const report = element('report', HTMLElement);

function element<T extends HTMLElement>(id: string, kind: abstract new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

function say(words: string): void {
  status.textContent = words;
}

function inWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function input(): KernelInput | null {
  const fields = {
    text: text.value,
    language: language.value,
    grid: grid.value,
    block: block.value,
    seconds: seconds.value,
  };
  const parsed = KernelInput.safeParse(fields);
  if (parsed.success) return parsed.data;
  say(
    text.value.length > MAX_TEXT
      ? `The text has more than ${MAX_TEXT} characters.`
      : 'Something in the form is no value for it.',
  );
  return null;
}

function setInput(given: KernelInput, name: string): void {
  text.value = given.text;
  language.value = given.language;
  grid.value = given.grid;
  block.value = given.block;
  seconds.value = given.seconds;
  example.value = name;
  clear();
}

function setExample({ name, text: kernel }: Example): void {
  setInput({ text: kernel, language: 'cuda', grid: '', block: '', seconds: '30' }, name);
}

/** What was found is not of what is there now. */
function clear(): void {
  current?.stop();
  report.replaceChildren();
  offerFix(null);
  say('');
}

function offerFix(repaired: string | null): void {
  fixed = repaired;
  fixButton.disabled = repaired === null;
}

/** Checks what is in the form, unless something is being checked. */
function check(): Promise<void> {
  const given = current === null ? input() : null;
  if (given === null) return ended;
  clear();
  try {
    current = new Check(given, reserve);
  } catch (error) {
    say(inWords(error));
    return ended;
  }
  checkButton.disabled = true;
  stopButton.disabled = false;
  ended = runCheck(current, given.text)
    .catch((error) => say(`Nothing was checked: ${inWords(error)}`))
    .finally(() => {
      current = null;
      checkButton.disabled = false;
      stopButton.disabled = true;
    });
  return ended;
}

async function runCheck(run: Check, checked: string): Promise<void> {
  const began = performance.now();
  const after = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const isShown = () => text.value === checked;
  say('Loading Clang and Z3…');
  await prepare();
  const result = await run.verdicts(progress());
  if (!isShown()) return say('The text was changed: check it again.');
  showResult(report, result, checked);
  const told = `${inWordsOf(result)} after ${after()}.`;
  if (run.isStopped) return say(`Stopped: ${told}`);
  if (result.summary.racy === 0 && result.findings.length === 0) return say(told);
  say(`${told} Looking for a fix…`);
  const repaired = await run.repaired(result);
  if (!isShown()) return say('The text was changed: check it again.');
  showResult(report, { ...repaired.result, repairs: [...repaired.repairs] }, checked);
  offerFix(repaired.texts.get(run.file) ?? null);
  const refusals = repaired.repairs.flatMap(({ reason }) => reason ?? []);
  const became = fixed !== null ? 'A fix was verified.' : `No fix: ${refusals[0] ?? 'none was verified'}.`;
  say(`${told} ${became}`);
}

function inWordsOf({ summary }: Result): string {
  const { kernels, racy, inconclusive, conditional, raceFree } = summary;
  if (kernels === 0) return 'There is no kernel in the text, found';
  const counts = { racy, inconclusive, conditional, 'race-free': raceFree };
  const some = Object.entries(counts).flatMap(([verdict, count]) => (count === 0 ? [] : `${count} ${verdict}`));
  return `${plural(kernels, 'kernel')}: ${some.join(', ')},`;
}

function progress(): Progress {
  return {
    ...SILENT,
    fileBegun: () => say('Compiling…'),
    kernelBegun: (_file, kernel) => say(`Checking ${kernel}…`),
  };
}

async function openLink(): Promise<void> {
  const linked = await readLink(location.hash);
  const named = linked.kind === 'example' ? exampleNamed(linked.name) : null;
  if (linked.kind === 'input') setInput(linked.input, '');
  else if (named !== null) {
    setExample(named);
    await ended;
    await check();
  } else if (linked.kind !== 'nothing') say('The link is damaged, or leads to something that this page does not have.');
}

async function copyLink(): Promise<void> {
  const given = input();
  if (given === null) return;
  const fragment = await linkTo(given);
  if (fragment === null) return say('The text is too long for a link.');
  history.replaceState(null, '', fragment);
  say('The link is in the address bar. It holds the whole text.');
  // Pages that are not secure have none.
  if (!isSecureContext) return;
  // The browser may ask first, for as long as it likes.
  navigator.clipboard.writeText(location.href).then(
    () => say('The link is copied. It holds the whole text.'),
    () => {},
  );
}

/** Loads what is large while the visitor reads, and has the worker compile once. */
async function warmUp(): Promise<void> {
  await prepare();
  const nothing = {
    text: '__global__ void nothing() {}\n',
    language: 'cuda',
    grid: '',
    block: '',
    seconds: '10',
  } as const;
  await new Check(nothing, reserve).verdicts(SILENT);
}

element('form', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  void check();
});
text.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  void check();
});
text.addEventListener('input', () => {
  example.value = '';
  offerFix(null);
});
example.addEventListener('change', () => {
  const chosen = exampleNamed(example.value);
  if (chosen === null) return;
  setExample(chosen);
  history.replaceState(null, '', `#example=${chosen.name}`);
});
stopButton.addEventListener('click', () => {
  current?.stop();
  say('Stopping…');
});
linkButton.addEventListener('click', () => void copyLink());
fixButton.addEventListener('click', () => {
  if (fixed === null) return;
  text.value = fixed;
  example.value = '';
  offerFix(null);
  text.focus();
  say('The fix is in the text. Check it again to see its verdict.');
});
// Links within the report lead to a place on the page, and are not its address.
report.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  const place = target === null ? null : document.getElementById(target.getAttribute('href')?.slice(1) ?? '');
  if (place === null) return;
  event.preventDefault();
  place.scrollIntoView();
});
window.addEventListener('hashchange', () => void openLink());

for (const { name, title } of EXAMPLES) example.append(new Option(title, name));
let loaded = 0;
loading.onBytes = (bytes) => {
  loaded += bytes;
  if (current !== null) say(`Loading Clang and Z3: ${(loaded / 1e6).toFixed(0)} MB…`);
};
setExample(FIRST);
void openLink()
  .then(warmUp)
  .catch((error) => say(`The checker was not loaded: ${inWords(error)}`));
