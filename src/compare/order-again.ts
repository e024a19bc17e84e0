/**
 * Is an order that a change took away there again, once the line is given back? By control flow, as the loss itself was seen:
 * a barrier stands on every way between the two accesses. It takes milliseconds, also of kernels that nobody decides in time.
 */
import { changedRuns } from '../lexical/line-diff.ts';
import { linesOf } from '../lexical/lines.ts';
import type { KernelOutline, OutlineAccess, OutlineBarrier } from '../model/outline.ts';
import type { Access, Finding } from '../model/result.ts';
import { mayConflict, mayMeet, repeatsFreely } from '../outline/index.ts';
import type { Side, TimedUnits } from './compare-revisions.ts';

/** Where the line of a text stands in the edited one; 0: it is gone. */
export type LineNow = (file: string, line: number) => number;

/** The barriers of a kernel as they were before an edit, on both sides of the comparison, and what it accesses at the base. */
export type BarriersBefore = (
  kernel: KernelOutline,
) => Readonly<Record<'base' | 'head', readonly OutlineBarrier[]>> & { readonly accesses?: readonly OutlineAccess[] };

/** What is known of an edit. */
interface EditFacts {
  /** The edited text is known to compile with nothing made up: then what it does not touch is gone. */
  readonly isChecked?: boolean;
  /** It makes the function what it was at the base. */
  readonly isWhole?: boolean;
  /** How many barriers of the base it puts back. */
  readonly barriersBack?: number;
}

/** Asks outlines of edited texts whether orders that the change took away are there again. */
export class OrderAgain {
  readonly #head: Side;
  readonly #before: BarriersBefore;

  constructor(head: Side, before: BarriersBefore) {
    this.#head = head;
    this.#before = before;
  }

  /** Those of the findings that have their order again; none where the edit brings a barrier that not all threads reach. */
  async of(
    findings: readonly Finding[],
    texts: ReadonlyMap<string, string>,
    units: TimedUnits,
    { isChecked = false, isWhole = false, barriersBack = 0 }: EditFacts = {},
  ): Promise<ReadonlySet<Finding>> {
    const lost = findings.filter(({ orderLost }) => orderLost != null);
    const outlines = lost.length === 0 ? [] : await this.#head.outlineEdited(texts, units);
    if (!isReached(outlines, this.#before, barriersBack)) return new Set();
    const { read } = this.#head.sources;
    const lineOf = lineNow(read, texts);
    const inPlaceOf = linesInPlaceOf(read, texts);
    const isKnown = (finding: Finding) => isChecked || (isWhole && isAsAtBase(outlines, finding, this.#before));
    return new Set(
      lost.filter((finding) =>
        isOrderedAgain(outlines, finding, lineOf, this.#before, isKnown(finding) ? inPlaceOf : undefined),
      ),
    );
  }
}

/**
 * True when the edited kernel does with the memory what it does at the base, by the texts of its accesses: then nothing that
 * does not compile is missing.
 */
export function isAsAtBase(
  outlines: readonly KernelOutline[],
  { kernel, memory }: Finding,
  before: BarriersBefore,
): boolean {
  const own = outlines.filter((outline) => outline.kernel === kernel);
  const textsOf = (accesses: readonly OutlineAccess[]) =>
    accesses
      .flatMap(({ object, place: { kind, text } }) =>
        object === memory?.object ? [`${kind} ${text.replace(/\s+/g, '')}`] : [],
      )
      .sort();
  return (
    own.length > 0 &&
    own.every((outline) => {
      const [now, then] = [textsOf(outline.accesses), textsOf(before(outline).accesses ?? [])];
      return now.length > 0 && now.join('\n') === then.join('\n');
    })
  );
}

/**
 * Lines that an edit sets further in are the same; what stands in the place of a line is that line.
 * @param read the texts before the edit
 */
export function lineNow(read: (file: string) => string | undefined, edited: ReadonlyMap<string, string>): LineNow {
  const known = new Map<string, readonly number[]>();
  for (const [file, text] of edited) known.set(file, newLines(read(file) ?? '', text));
  return (file, line) => {
    const lines = known.get(file);
    return lines === undefined ? line : (lines[line - 1] ?? 0);
  };
}

/** The lines of the edited text that stand where a line stood; null: nobody asked for an edit there. */
export type LinesInPlaceOf = (file: string, line: number) => readonly number[] | null;

function linesInPlaceOf(
  read: (file: string) => string | undefined,
  edited: ReadonlyMap<string, string>,
): LinesInPlaceOf {
  return (file, line) => {
    const text = edited.get(file);
    if (text === undefined) return null;
    const [old, now] = [linesOf(read(file) ?? ''), linesOf(text)];
    const run = changedRuns(old, now).find(({ from, to }) => from < line && line <= to);
    return run === undefined ? null : Array.from({ length: run.nowTo - run.nowFrom }, (_, i) => run.nowFrom + i + 1);
  };
}

/** For each line of the old text the number of the new one, or 0. */
function newLines(before: string, after: string): number[] {
  const [old, now] = [before, after].map((text) => linesOf(text).map((line) => line.trim())) as [string[], string[]];
  const lines: number[] = [];
  let at = 0;
  for (const { from, to, nowFrom, nowTo } of changedRuns(old, now)) {
    while (lines.length < from) lines.push(++at);
    for (let i = 0; i < to - from; i++) lines.push(nowFrom + i < nowTo ? nowFrom + i + 1 : 0);
    at = nowTo;
  }
  while (lines.length < old.length) lines.push(++at);
  // A line that is set somewhere else is that line.
  const kept = new Set(lines);
  const written = now.flatMap((text, i) => (kept.has(i + 1) ? [] : [{ text, number: i + 1 }]));
  return lines.map((line, i) => {
    const same = line === 0 ? written.filter(({ text }) => text !== '' && text === old[i]) : [];
    return same.length === 1 ? same[0]!.number : line;
  });
}

/**
 * @param outlines of the edited text
 * @returns true when the finding has lost an order, and has it again
 */
export function isOrderedAgain(
  outlines: readonly KernelOutline[],
  finding: Finding,
  lineOf: LineNow,
  before: BarriersBefore,
  inPlaceOf: LinesInPlaceOf = () => null,
): boolean {
  const own = outlines.filter(({ kernel }) => kernel === finding.kernel);
  if (own.length === 0 || finding.orderLost == null) return false;
  if (finding.rule === 'barrier-divergence') {
    return own.every((outline) => isUniform(outline, finding, lineOf, before(outline).base));
  }
  return own.every(
    (outline) => isApart(outline, finding, lineOf) || isApartInPlace(outline, finding, lineOf, inPlaceOf),
  );
}

/**
 * True when the line of one of the accesses was taken out, and what stands there now keeps apart from the other one: it does not
 * touch the memory, or is atomic as that is, or waits.
 */
function isApartInPlace(outline: KernelOutline, finding: Finding, lineOf: LineNow, inPlaceOf: LinesInPlaceOf): boolean {
  const sides = finding.accesses.map(({ file, line }) => {
    const replaced = inPlaceOf(file, line);
    const lines = replaced ?? [lineOf(file, line)];
    const isThere = ({ place, object }: OutlineAccess) =>
      place.file === file && lines.includes(place.line) && object === finding.memory?.object;
    return { isReplaced: replaced !== null, accesses: outline.accesses.filter(isThere) };
  });
  const [a, b] = sides;
  if (a === undefined || b === undefined || !sides.some(({ isReplaced }) => isReplaced)) return false;
  if (sides.some(({ isReplaced, accesses }) => isReplaced && accesses.length === 0)) return true;
  if (sides.some(({ accesses }) => accesses.length === 0)) return false;
  const level = LEVELS[finding.rule];
  return a.accesses.every((x) =>
    b.accesses.every((y) => {
      if (level === undefined) return x.place.kind === 'atomic' && y.place.kind === 'atomic';
      return !(mayConflict(x, y) && mayMeet(x, y, level));
    }),
  );
}

const LEVELS: Partial<Record<Finding['rule'], 'block' | 'warp'>> = {
  'intra-block-race': 'block',
  'intra-warp-race': 'warp',
};

/**
 * True when no barrier is parted in a way in which as many were neither at the base nor at the head.
 * @param barriersBack so many of the base's were put back: of a way that the base knows there may be as many more than at the head
 */
export function isReached(outlines: readonly KernelOutline[], before: BarriersBefore, barriersBack = 0): boolean {
  return outlines.every((outline) => {
    const sides = before(outline);
    const [base, head] = [partings(sides.base), partings(sides.head)];
    const most = (how: string) => {
      const [atBase, atHead] = [base.get(how) ?? 0, head.get(how) ?? 0];
      return Math.max(atBase, atHead, atBase === 0 ? 0 : atHead + barriersBack);
    };
    return [...partings(outline.barriers)].every(([how, count]) => count <= most(how));
  });
}

/** How many barriers there are that threads come to in each of these ways. */
function partings(barriers: readonly OutlineBarrier[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const barrier of barriers) {
    if (barrier.partedBy.length > 0) counts.set(partingOf(barrier), (counts.get(partingOf(barrier)) ?? 0) + 1);
  }
  return counts;
}

function partingOf({ place, partedBy }: OutlineBarrier): string {
  return JSON.stringify([place.text, [...new Set(partedBy.map(({ key }) => key))].sort()]);
}

/** True when all threads come to the barrier of the finding, or part on the way as they did at the base. */
function isUniform(
  { barriers }: KernelOutline,
  { accesses: [barrier] }: Finding,
  lineOf: LineNow,
  base: readonly OutlineBarrier[],
): boolean {
  const here = barriers.filter(
    ({ place }) => place.file === barrier?.file && place.line === lineOf(barrier.file, barrier.line),
  );
  const [now, known] = [partings(barriers), partings(base)];
  const isAsBefore = (how: string) => (known.get(how) ?? 0) >= (now.get(how) ?? 0);
  return here.length > 0 && here.every((one) => one.partedBy.length === 0 || isAsBefore(partingOf(one)));
}

function isApart({ accesses }: KernelOutline, finding: Finding, lineOf: LineNow): boolean {
  const level = LEVELS[finding.rule];
  if (level === undefined) return false;
  const meant = (access: Access | undefined): readonly OutlineAccess[] =>
    access === undefined
      ? []
      : accesses.filter(
          ({ place, object }) =>
            place.file === access.file &&
            place.line === lineOf(access.file, access.line) &&
            place.kind === access.kind &&
            object === finding.memory?.object,
        );
  const [ofA, ofB] = [meant(finding.accesses[0]), meant(finding.accesses[1])];
  if (ofA.length === 0 || ofB.length === 0) return false;
  // One thread alone makes accesses that are guarded: those do not conflict.
  const pairs = ofA.flatMap((a) => ofB.filter((b) => mayConflict(a, b)).map((b) => [a, b] as const));
  if (finding.orderLost?.isAcrossIterations) {
    return pairs.every(([a, b]) => !(repeatsFreely(a, level) && repeatsFreely(b, level)));
  }
  return pairs.every(([a, b]) => !mayMeet(a, b, level));
}
