/** What an analysis of edited texts says of the edit: what it repaired, and what it must not have done. */
import { bareName } from '../lexical/kernel-names.ts';
import { assumptionText } from '../model/assumption.ts';
import type { Finding, KernelResult, Result } from '../model/result.ts';
import { isDefect } from '../model/rules.ts';
import type { LineMap } from './line-map.ts';

/** Why an edit is not offered. */
export type Objection =
  | 'does not compile'
  | 'loses a kernel'
  | 'leaves something open that was decided'
  | 'rests on a new assumption'
  | 'makes a barrier that not all threads reach'
  | 'makes another race'
  | 'is seen to race as before'
  | 'changes what one thread computes'
  | 'leaves the race';

export interface Judgement {
  /** Null: it is a repair. */
  readonly objection: Objection | null;
  /** Findings that are left of the cause, or new: what more edits may still repair. Barriers that diverge come alone. */
  readonly left: readonly Finding[];
}

export interface Trial {
  /** The check of the texts as they are. */
  readonly before: Result;
  /** That of the edited texts. */
  readonly after: Result;
  /** Which line of before a line of the edited texts was. */
  readonly lineBefore: LineMap;
  /** The bare names of the kernels that were checked again; null: all of them. */
  readonly kernels: readonly string[] | null;
}

/** @param gone the findings that the edit is for */
export function judge({ before, after, lineBefore, kernels }: Trial, gone: readonly Finding[]): Judgement {
  const isAsked = ({ kernel }: { readonly kernel: string }) => kernels === null || kernels.includes(bareName(kernel));
  const objection = objectionTo(before, after, isAsked);
  if (objection !== null) return { objection, left: [] };
  const others = before.findings.filter((one) => isAsked(one) && isDefect(one) && !gone.includes(one));
  const now = after.findings.filter((one) => isAsked(one) && isDefect(one));
  const unknown = beyond(now, others, (one, lineOf) => keyOf(one, lineOf), lineBefore);
  // What was a plain access may be an atomic one, and race as before with what another cause is about.
  const open = beyond(others, now, (one, lineOf) => keyOf(one, lineOf), SAME_LINES, lineBefore);
  const left = beyond(unknown, open, linesKey, lineBefore);
  if (left.length === 0) return { objection: null, left };
  const known = new Set(before.findings.map((finding) => keyOf(finding, SAME_LINES)));
  const fresh = left.filter((finding) => !known.has(keyOf(finding, lineBefore)));
  const divergent = fresh.filter(({ rule }) => rule === 'barrier-divergence');
  if (divergent.length > 0) return { objection: 'makes a barrier that not all threads reach', left: divergent };
  return { objection: fresh.length > 0 ? 'makes another race' : 'leaves the race', left };
}

function objectionTo(before: Result, after: Result, isAsked: (kernel: KernelResult) => boolean): Objection | null {
  const problems = countsOf(before.problems.filter(({ file }) => file !== null).map(problemKey));
  const worse = after.problems.filter(({ file }) => file !== null).map(problemKey);
  if (hasMore(countsOf(worse), problems)) return 'does not compile';
  const there = new Map(after.kernels.map((kernel) => [kernelKey(kernel), kernel]));
  for (const kernel of before.kernels.filter(isAsked)) {
    const now = there.get(kernelKey(kernel));
    if (now === undefined) return 'loses a kernel';
    if (now.accessPairs === 0 && kernel.accessPairs > 0 && now.verdict === 'inconclusive') return 'does not compile';
    // That a finding is no more than possible is said of the findings, which are compared themselves.
    const reasons = countsOf(now.reasons.filter(({ kind }) => kind !== 'possible-finding').map(reasonKey));
    if (hasMore(reasons, countsOf(kernel.reasons.map(reasonKey)))) return 'leaves something open that was decided';
    const assumed = new Set(kernel.assumptions.map(assumptionKey));
    // A proof may rest on facts of launches that a race does not need; that a name was made up is another matter.
    const madeUp = now.assumptions.filter(({ kind }) => kind === 'compilation' || kind === 'macro');
    if (madeUp.some((one) => !assumed.has(assumptionKey(one)))) return 'rests on a new assumption';
  }
  return null;
}

function kernelKey({ kernel, file }: KernelResult): string {
  return `${file} ${kernel}`;
}

/** Lines move. */
function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, '#');
}

function problemKey({ file, message }: Result['problems'][number]): string {
  return `${file} ${withoutNumbers(message)}`;
}

function reasonKey({ kind, text }: KernelResult['reasons'][number]): string {
  return `${kind} ${withoutNumbers(text)}`;
}

function assumptionKey(assumption: KernelResult['assumptions'][number]): string {
  return withoutNumbers(assumptionText(assumption));
}

/** Those findings that are more than there are others with the same key. */
function beyond(
  findings: readonly Finding[],
  others: readonly Finding[],
  key: (finding: Finding, lineOf: LineMap) => string,
  lineOf: LineMap,
  lineOfOthers = SAME_LINES,
): Finding[] {
  const open = countsOf(others.map((one) => key(one, lineOfOthers)));
  return findings.filter((finding) => {
    const own = key(finding, lineOf);
    const count = open.get(own) ?? 0;
    open.set(own, count - 1);
    return count <= 0;
  });
}

const SAME_LINES: LineMap = (_file, line) => line;

/** A finding with the lines that it had before the edit. */
function keyOf({ rule, kernel, memory, accesses }: Finding, lineBefore: LineMap): string {
  const sides = accesses.map(
    ({ kind, text, file, line }) => `${kind} ${lineBefore(file, line)} ${file} ${text.replace(/\s+/g, '')}`,
  );
  return JSON.stringify([rule, bareName(kernel), memory?.object ?? null, ...sides.sort()]);
}

/** Between which lines it is, whatever they do there. */
function linesKey({ rule, kernel, memory, accesses }: Finding, lineBefore: LineMap): string {
  const lines = accesses.map(({ file, line }) => `${lineBefore(file, line)} ${file}`);
  return JSON.stringify([rule, bareName(kernel), memory?.object ?? null, ...lines.sort()]);
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function hasMore(now: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>): boolean {
  return [...now].some(([key, count]) => count > (before.get(key) ?? 0));
}
