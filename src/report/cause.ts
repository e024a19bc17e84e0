/** A cause as the formats show it: its headline, and the pairs of accesses that it makes race. */
import { bareName } from '../lexical/kernel-names.ts';
import { accessText } from '../model/access-text.ts';
import type { Access, Finding } from '../model/result.ts';
import type { CauseWithFindings } from '../result/causes/index.ts';
import { plural } from '../result/kernels.ts';
import { codeSpan, escapeMarkup, prose, tableCode, tableText, visible } from './untrusted.ts';

/** The headline as plain text. */
export function headlineText({ phrases }: CauseWithFindings): string {
  return capital(phrases.map((phrase) => visible(typeof phrase === 'string' ? phrase : phrase.code)).join(''));
}

/** The headline in Markdown; not for table cells. */
export function headlineMarkdown({ phrases }: CauseWithFindings): string {
  return capital(
    phrases.map((phrase) => (typeof phrase === 'string' ? prose(phrase) : codeSpan(phrase.code))).join(''),
  );
}

/** The headline in a cell of a Markdown table. */
export function headlineCell({ phrases }: CauseWithFindings): string {
  return capital(
    phrases.map((phrase) => (typeof phrase === 'string' ? tableText(phrase) : tableCode(phrase.code))).join(''),
  );
}

export function headlineHtml({ phrases }: CauseWithFindings): string {
  const parts = phrases.map((phrase) =>
    typeof phrase === 'string' ? escapeMarkup(phrase) : `<code>${escapeMarkup(phrase.code)}</code>`,
  );
  return capital(parts.join(''));
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export interface PairRow {
  readonly kernel: string;
  readonly memory: string;
  readonly first: string;
  readonly second: string;
  readonly rule: string;
  readonly evidence: string;
}

const PAIR_COLUMNS: readonly { readonly key: keyof PairRow; readonly title: string }[] = [
  { key: 'kernel', title: 'kernel' },
  { key: 'memory', title: 'memory' },
  { key: 'first', title: 'one thread' },
  { key: 'second', title: 'the other' },
  { key: 'rule', title: 'rule' },
  { key: 'evidence', title: 'evidence' },
];

/** The columns of its pairs: the kernel is named where there are several. */
export function pairColumns({ alsoIn }: CauseWithFindings): typeof PAIR_COLUMNS {
  return alsoIn === undefined ? PAIR_COLUMNS.filter(({ key }) => key !== 'kernel') : PAIR_COLUMNS;
}

/** Pairs of one cause that are listed. */
const MAX_PAIRS = 50;

/** Its pairs, the one that explains most first, and how many there are beyond those that are listed. */
export function pairRows({ explains }: CauseWithFindings): {
  readonly rows: readonly PairRow[];
  readonly more: number;
} {
  const home = explains[0]?.accesses[0]?.file;
  const isShared = sharedLines(explains.flatMap(({ accesses }) => accesses));
  const rows = explains.slice(0, MAX_PAIRS).map((finding) => rowOf(finding, home, isShared));
  return { rows, more: explains.length - rows.length };
}

/** Does a line have several accesses of one kind, so that only their texts tell them apart? */
function sharedLines(accesses: readonly Access[]): (access: Access) => boolean {
  const lineOf = ({ kind, file, line }: Access) => `${kind} ${line} ${file}`;
  const texts = new Map<string, Set<string>>();
  for (const access of accesses)
    texts.set(lineOf(access), (texts.get(lineOf(access)) ?? new Set()).add(accessText(access)));
  return (access) => (texts.get(lineOf(access))?.size ?? 0) > 1;
}

/** Characters of an access in a table. */
const MAX_TEXT = 40;

function rowOf(
  { kernel, accesses, memory, witness, rule, evidence }: Finding,
  home: string | undefined,
  isShared: (access: Access) => boolean,
): PairRow {
  const at = (access: Access | undefined) => {
    if (access === undefined) return '';
    const place = `${access.kind} in ${access.file === home ? 'line ' : `${access.file}:`}${access.line}`;
    const text = accessText(access);
    if (!isShared(access)) return place;
    return `${place}: ${text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text}`;
  };
  const place = witness?.address ?? '';
  const object = memory?.object ?? '';
  return {
    kernel: bareName(kernel),
    memory: place === '' ? object : place,
    first: at(accesses[0]),
    second: at(accesses[1]),
    rule,
    evidence,
  };
}

/** `5 pairs of accesses have this cause`. */
export function pairsInWords({ explains }: CauseWithFindings): string {
  if (explains.every(({ accesses }) => accesses.length === 1))
    return `${plural(explains.length, 'barrier')} have this cause`;
  return `${plural(explains.length, 'pair')} of accesses have this cause`;
}
