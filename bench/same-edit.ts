/**
 * Two edits of one text held against each other: ours and the maintainers'. Barriers are compared by the gap between other lines
 * that they stand in; everything else by the lines that changed. Blanks and comments count for nothing.
 */
import { isConditional } from '../src/lexical/conditions.ts';
import { changedRuns, type Run } from '../src/lexical/line-diff.ts';
import { functionsOf, isLoop, type TreeStatement } from '../src/lexical/statement-tree.ts';
import { codeOf } from '../src/lexical/statements.ts';

/**
 * `same`: all that ours changes, theirs changes in the same way. `equivalent`: ours has the same synchronisation at another place,
 * and nothing between the two places touches the memory of the race; or it guards or updates the same lines by the same means.
 * `more`: all that theirs changes in the function, ours changes so, too, and ours changes more: that is neither of the two.
 */
export type Likeness = 'same' | 'equivalent' | 'more' | 'other';

type BarrierKind = 'block' | 'warp' | 'grid';

const BARRIERS: readonly (readonly [BarrierKind, RegExp])[] = [
  ['grid', /\b(?:this_grid\(\)|grid)\s*\.\s*sync\(\)/],
  ['warp', /\b__syncwarp\(|\b(?:warp|tile\w*)\.sync\(\)|\bsub_group_barrier\(/],
  [
    'block',
    /\b__syncthreads\(|\b(?:work_group_)?barrier\(|\bSYNC_THREADS\b|\b(?:block|cta|cg_block|thread_block)\.sync\(\)/,
  ],
];
const MEANS = /\batomic\w*|\b__threadfence\w*|\bmem_fence|\b(?:wait_group_events|__pipeline_wait_prior)|==0\b/g;

interface Line {
  /** Without blanks and comments. */
  readonly code: string;
  /** Of the text, from 1. */
  readonly number: number;
}

interface Barrier {
  readonly kind: BarrierKind;
  /** Behind how many of the other lines it stands. */
  readonly gap: number;
}

interface Lines {
  readonly others: readonly Line[];
  readonly barriers: readonly Barrier[];
}

/** @param told what of a line counts; empty: nothing */
function linesOf(text: string, told = (row: string) => row): Lines {
  const others: Line[] = [];
  const barriers: Barrier[] = [];
  const rows = text.split('\n');
  for (const [i, row] of codeOf(text).split('\n').entries()) {
    // What is compiled only sometimes matters, too.
    const directive = isConditional(rows[i] ?? '') ? rows[i]! : '';
    const code = told(row.trim() === '' ? directive : row.trim()).replace(/\s+/g, '');
    const kind = /^[^;{}]*;$/.test(code) ? BARRIERS.find(([, pattern]) => pattern.test(code))?.[0] : undefined;
    if (kind !== undefined) barriers.push({ kind, gap: others.length });
    else if (code !== '') others.push({ code, number: i + 1 });
  }
  return { others, barriers };
}

interface Texts {
  readonly parent: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * @param names of the memory that the race is about
 * @param isOfDivergence true when it is about a barrier that not all threads reached, and that they do reach with ours
 */
export function likenessOf(texts: Texts, names: readonly string[], isOfDivergence = false): Likeness {
  const likeness = likenessOfLines(texts, names);
  return likeness === 'other' && isOfDivergence && isOfConditions(texts) ? 'equivalent' : likeness;
}

function likenessOfLines({ parent, ours, theirs }: Texts, names: readonly string[]): Likeness {
  const old = linesOf(parent);
  const [us, them] = [ours, theirs].map((text) => changesOf(old, linesOf(text))) as [Changes, Changes];
  if (us.barriers.length + us.runs.length === 0) return 'other';
  const loops = loopsOf(parent);
  const runs = us.runs.map((run) => likenessOfRuns(run, them.runs));
  const barriers = us.barriers.map((barrier) => likenessOfBarrier(barrier, them.barriers, { old, loops, names }));
  const all = [...runs, ...barriers];
  if (!all.includes('other')) return all.includes('equivalent') ? 'equivalent' : 'same';
  const theirOwn = withinFunctionsOf(us, them, old, parent);
  if (theirOwn.barriers.length + theirOwn.runs.length === 0) return 'other';
  const has = [
    ...theirOwn.runs.map((run) => likenessOfRuns(run, us.runs)),
    ...theirOwn.barriers.map((barrier) => {
      const alike = us.barriers.filter(({ kind }) => kind === barrier.kind);
      return likenessOfBarrier(barrier, alike, { old, loops, names });
    }),
  ];
  return has.includes('other') ? 'other' : 'more';
}

/** What of their changes stands in the functions that ours changes. */
function withinFunctionsOf(us: Changes, them: Changes, { others }: Lines, parent: string): Omit<Changes, 'byLine'> {
  const lineAt = (offset: number) => parent.slice(0, offset).split('\n').length;
  const ranges = functionsOf(parent).map(({ start, body }) => ({ first: lineAt(start), last: lineAt(body.end) }));
  const rangeOf = (index: number) => {
    const number = others[Math.min(index, others.length - 1)]?.number ?? 0;
    return ranges.find(({ first, last }) => first <= number && number <= last);
  };
  const own = new Set([...us.barriers.map(({ gap }) => rangeOf(gap)), ...us.runs.map(({ from }) => rangeOf(from))]);
  own.delete(undefined);
  return {
    barriers: them.barriers.filter(({ gap }) => own.has(rangeOf(gap))),
    runs: them.runs.filter(({ from }) => own.has(rangeOf(from))),
  };
}

/** True when ours changes what statements stand under, and no statement, and theirs has the barriers between the same ones. */
function isOfConditions({ parent, ours, theirs }: Texts): boolean {
  const [old, us, them] = [parent, ours, theirs].map((text) => linesOf(text, statementOf)) as [Lines, Lines, Lines];
  if (changesOf(linesOf(parent), linesOf(ours)).runs.length === 0) return false;
  if (changesOf(old, us).runs.length > 0) return false;
  const { byLine } = changesOf(old, them);
  const ofTheirs = them.barriers.map(({ kind, gap }) => `${kind} ${gapBefore(gap, byLine)}`);
  return us.barriers.every(({ kind, gap }) => {
    const at = ofTheirs.indexOf(`${kind} ${gap}`);
    if (at >= 0) ofTheirs.splice(at, 1);
    return at >= 0;
  });
}

/** What of a line is no condition, no brace and no type: `x = 1;` of `if (a) { int x = 1;`. */
function statementOf(row: string): string {
  let rest = row;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/^(?:[{}\s]+|else\b|do\b)/, '');
    if (/^(?:if|for|while|switch)\s*\(/.test(rest)) rest = rest.slice(endOfHead(rest));
  }
  rest = rest.replace(/[{}\s]+$/, '');
  const declared = /^(?:const\s+)?(?:unsigned\s+|signed\s+)?[A-Za-z_][\w:]*[\s*&]+([A-Za-z_]\w*)\s*(=[^;]*)?;$/.exec(
    rest,
  );
  if (declared === null || /^(?:return|goto|else)\b/.test(rest)) return rest;
  return declared[2] === undefined ? '' : `${declared[1]}${declared[2]};`;
}

/** Behind the parentheses of a control statement; of one that goes on in the next line, the end. */
function endOfHead(row: string): number {
  let depth = 0;
  for (let at = row.indexOf('('); at < row.length; at++) {
    if (row[at] === '(') depth++;
    if (row[at] === ')' && --depth === 0) return at + 1;
  }
  return row.length;
}

interface ChangedLines {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

interface Changes {
  /** New barriers, by gaps of the old text. */
  readonly barriers: readonly Barrier[];
  readonly runs: readonly ChangedLines[];
  readonly byLine: readonly Run[];
}

function changesOf(old: Lines, now: Lines): Changes {
  const runs = changedRuns(
    old.others.map(({ code }) => code),
    now.others.map(({ code }) => code),
  );
  const known = old.barriers.map(({ kind, gap }) => `${kind} ${gap}`);
  const barriers = now.barriers
    .map(({ kind, gap }) => ({ kind, gap: gapBefore(gap, runs) }))
    .filter(({ kind, gap }) => {
      const at = known.indexOf(`${kind} ${gap}`);
      if (at >= 0) known.splice(at, 1);
      return at < 0;
    });
  const texts = runs.map(({ from, to, nowFrom, nowTo }) => {
    const text = now.others.slice(nowFrom, nowTo).map(({ code }) => code);
    return { from, to, text: text.join('\n') };
  });
  return { barriers, runs: texts, byLine: runs };
}

/** The gap of the old text in the place of one of the new text. */
function gapBefore(gap: number, runs: readonly Run[]): number {
  let shift = 0;
  for (const { from, to, nowFrom, nowTo } of runs) {
    if (gap < nowFrom) break;
    if (gap <= nowTo) return gap === nowTo ? to : Math.min(to, from + (gap - nowFrom));
    shift = to - nowTo;
  }
  return gap + shift;
}

function likenessOfRuns(run: ChangedLines, theirs: readonly ChangedLines[]): Likeness {
  if (theirs.some((one) => isPartOf(run, one))) return 'same';
  const means = meansOf(run.text);
  const near = theirs.filter(({ from, to }) => from <= run.to && run.from <= to);
  return means !== '' && near.some(({ text }) => meansOf(text) === means) ? 'equivalent' : 'other';
}

/** True when it is all of the other one, or some lines of it where each line has one in its place. */
function isPartOf(run: ChangedLines, whole: ChangedLines): boolean {
  const [own, all] = [run.text.split('\n'), whole.text.split('\n')];
  if (run.from === whole.from && run.to === whole.to) return run.text === whole.text;
  const isByLines = own.length === run.to - run.from && all.length === whole.to - whole.from;
  const from = run.from - whole.from;
  return isByLines && from >= 0 && run.to <= whole.to && own.every((line, i) => line === all[from + i]);
}

function meansOf(text: string): string {
  return [...new Set(text.match(MEANS) ?? [])].sort().join();
}

interface Surroundings {
  readonly old: Lines;
  readonly loops: readonly { readonly first: number; readonly last: number }[];
  readonly names: readonly string[];
}

/** A barrier of the warp is as good as theirs of the block where it was verified. */
function likenessOfBarrier({ kind, gap }: Barrier, theirs: readonly Barrier[], around: Surroundings): Likeness {
  if (theirs.some((one) => one.kind === kind && one.gap === gap)) return 'same';
  const alike = theirs.filter((one) => one.kind === kind || (one.kind === 'block' && kind === 'warp'));
  return alike.some((one) => isBeside(gap, one.gap, around)) ? 'equivalent' : 'other';
}

/** True when nothing between the two gaps touches the memory, straight on or around a loop with both of them. */
function isBeside(a: number, b: number, { old, loops, names }: Surroundings): boolean {
  const [from, to] = [Math.min(a, b), Math.max(a, b)];
  const isFree = (some: readonly Line[]) =>
    !some.some(({ number }) => mentions(old, number, names)) && some.length < MAX_LINES;
  const lines = old.others.slice(from, to);
  if (isFree(lines)) return true;
  return loops.some(({ first, last }) => {
    const inside = old.others.map(({ number }) => number > first && number <= last);
    if (inside[from] !== true || inside[to - 1] !== true) return false;
    const [start, end] = [inside.indexOf(true), inside.lastIndexOf(true)];
    return isFree([...old.others.slice(to, end + 1), ...old.others.slice(start, from)]);
  });
}

/** Lines between two places that are still taken for one. */
const MAX_LINES = 60;

function mentions(old: Lines, number: number, names: readonly string[]): boolean {
  const code = old.others.find((line) => line.number === number)?.code ?? '';
  return names.some((name) => new RegExp(`\\b${name}\\b`).test(code));
}

/** The loops of a text, by the lines of their heads and ends. */
function loopsOf(text: string): { first: number; last: number }[] {
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const of = (one: TreeStatement): { first: number; last: number }[] => [
    ...(isLoop(one) ? [{ first: lineAt(one.start), last: lineAt(one.end) }] : []),
    ...one.parts.flatMap(of),
  ];
  return functionsOf(text).flatMap(({ body }) => of(body));
}
