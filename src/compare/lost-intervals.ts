/**
 * Orders that a change took away, by control flow alone: at the base a barrier stands between two accesses on every way, and at
 * the head there is a way without one. It needs no decision about the kernel, so that it is known of kernels that are too large
 * to be decided in time. What is told are warnings: nobody has looked whether a run takes that way.
 */
import type { ChangedFile } from '../diff/changed-file.ts';
import { touchedLines } from '../diff/patch.ts';
import { sidesMeant } from '../model/asked-sides.ts';
import { accessAt, type KernelOutline, type OutlineAccess } from '../model/outline.ts';
import { type KeepsApart, type KernelPairs, linesKey } from '../model/pairs.ts';
import type { Access, Finding, Result, RuleId } from '../model/result.ts';
import { mayConflict, mayMeet } from '../outline/index.ts';
import { kernelOf } from '../result/kernels.ts';
import { withRaceIds } from '../result/race-id.ts';
import { type NewPair, sideAtBase, unorderedFacts, unprovedFinding } from './new-pairs.ts';
import type { OutlinesAtBase } from './outlines-at-base.ts';

/** So many lines away from the change, both accesses of a pair together, the change may have taken their order away. */
const NEAR = 100;
/** Pairs that are told of one kernel. */
const PAIR_LIMIT = 8;
/** Pairs of one kernel that are looked at. */
const LOOK_LIMIT = 200_000;

/** What kept two accesses apart at the base. */
type Barrier = Extract<KeepsApart, 'barrier' | 'warp-barrier'>;

/** A pair that lost its order, and what that was. */
export interface LostPair {
  readonly pair: NewPair;
  readonly keptApartBy: Barrier;
}

export class LostIntervals {
  readonly #result: Result;
  readonly #changed: readonly ChangedFile[];
  readonly #head: readonly KernelOutline[];
  readonly #base: OutlinesAtBase;
  /** What the base has in the place of an access of the head. */
  readonly #meant = new Map<OutlineAccess, readonly OutlineAccess[]>();

  /**
   * @param result of the head
   * @param head its outlines
   * @param base those of the base
   */
  constructor(
    { head: result, changed }: { readonly head: Result; readonly changed: readonly ChangedFile[] },
    head: readonly KernelOutline[],
    base: OutlinesAtBase,
  ) {
    this.#result = result;
    this.#changed = changed;
    this.#head = head;
    this.#base = base;
  }

  /** What kept the accesses of a finding of the head apart at the base, where nothing does now; null: not that we know. */
  ofFinding(finding: Finding): Barrier | null {
    return this.#ofFinding(finding, (outline, a, b) => this.#lost(outline, finding.rule, a, b));
  }

  /**
   * What kept the accesses of one iteration of a loop apart from those of another at the base, where nothing does now. Within
   * one iteration nothing need order them on either side.
   */
  acrossIterations(finding: Finding): Barrier | null {
    return this.#ofFinding(finding, (outline, a, b) => this.#lostAcross(outline, finding.rule, a, b));
  }

  #ofFinding(
    { kernel, accesses, memory }: Finding,
    lostBy: (outline: KernelOutline, a: OutlineAccess, b: OutlineAccess) => Barrier | null,
  ): Barrier | null {
    const [first, second] = accesses;
    if (first === undefined || second === undefined) return null;
    const isMeant = (access: Access) => (one: OutlineAccess) =>
      one.place.file === access.file &&
      one.place.line === access.line &&
      one.place.kind === access.kind &&
      one.object === memory?.object;
    for (const outline of this.#head.filter((one) => one.kernel === kernel)) {
      const others = outline.accesses.filter(isMeant(second));
      for (const a of outline.accesses.filter(isMeant(first)))
        for (const b of others) {
          const lost = mayConflict(a, b) ? lostBy(outline, a, b) : null;
          if (lost !== null) return lost;
        }
    }
    return null;
  }

  /**
   * The pairs that lost their order, of those that nobody came to decide at the head.
   * @param pairsAtHead what is known of pairs there
   * @param asked those that the base was asked about
   */
  left(pairsAtHead: readonly KernelPairs[], asked: readonly NewPair[]): LostPair[] {
    const judged = groupedFindings(asked);
    const byKernel = new Map(pairsAtHead.map((pairs) => [`${pairs.line} ${pairs.kernel} ${pairs.file}`, pairs]));
    const told = new Set<string>();
    return this.#head.flatMap((outline) => {
      const { kernel, file, line } = outline;
      const result = this.#result.kernels.find(
        (one) => one.kernel === kernel && one.file === file && one.line === line,
      );
      // What was decided to its end needs no guess.
      if (result?.verdict !== 'inconclusive' && result?.verdict !== 'racy') return [];
      const pairs = byKernel.get(`${line} ${kernel} ${file}`);
      const left = pairs?.left == null ? null : new Set([...pairs.left, ...pairs.open.map(linesOf)]);
      if (left?.size === 0) return [];
      const found = this.#result.findings.filter((finding) => kernelOf(finding, this.#result) === result);
      const all = [...found, ...(judged.get(kernel) ?? [])];
      const known = new Set(all.map(linesOf));
      // Of a race between blocks it is known what the two are within one when there was time to look.
      const isWhole = pairs?.isComplete === true;
      const within = new Set(all.filter(({ rule }) => isWhole || rule !== 'inter-block-race').map(linesOf));
      const isLeft = (key: string) => {
        if (within.has(key) || told.has(`${line} ${file} ${key}`)) return false;
        return left === null || left.has(key) || known.has(key);
      };
      const lost = this.#leftOf(outline, isLeft);
      // The other instances of a template have the same.
      for (const { pair } of lost) told.add(`${line} ${file} ${linesOf(pair.finding)}`);
      return lost;
    });
  }

  #leftOf(outline: KernelOutline, isLeft: (lines: string) => boolean): LostPair[] {
    const near = this.#nearChange(outline);
    const found = new Map<string, LostPair & { readonly far: number; readonly isSure: boolean }>();
    let looks = 0;
    for (const [i, { access: a, far: farA }] of near.entries()) {
      for (const { access: b, far: farB } of near.slice(i + 1)) {
        if (farA + farB > NEAR) break;
        if (++looks > LOOK_LIMIT) return [];
        if (!mayConflict(a, b)) continue;
        const key = linesKey(a.place, b.place);
        if (found.has(key) || !isLeft(key)) continue;
        for (const rule of ['intra-block-race', 'intra-warp-race'] as const) {
          const keptApartBy = this.#lost(outline, rule, a, b);
          if (keptApartBy === null) continue;
          const isSure = a.isExact && b.isExact;
          found.set(key, {
            pair: pairOf(outline, rule, inOrder(outline, a, b)),
            keptApartBy,
            far: farA + farB,
            isSure,
          });
          break;
        }
      }
    }
    const pairs = [...found.values()].sort((x, y) => x.far - y.far);
    const sure = pairs.filter(({ isSure }) => isSure);
    // What touches the same bytes for sure says enough.
    return (sure.length > 0 ? sure : pairs).slice(0, PAIR_LIMIT);
  }

  /** Accesses with their distance in lines to the change, the nearest first. */
  #nearChange({ accesses }: KernelOutline): { readonly access: OutlineAccess; readonly far: number }[] {
    const lines = new Map(
      this.#changed.map((file) => [file.path, file.lines === null ? [] : touchedLines(file.lines, 'head')]),
    );
    const farFrom = (at: Pick<Access, 'file' | 'line'>) =>
      (lines.get(at.file) ?? []).reduce((least, line) => Math.min(least, Math.abs(line - at.line)), NEAR + 1);
    const farOf = ({ place, calls }: OutlineAccess) => Math.min(...[place, ...calls].map(farFrom));
    return accesses
      .map((access) => ({ access, far: farOf(access) }))
      .filter(({ far }) => far <= NEAR)
      .sort((a, b) => a.far - b.far);
  }

  /** What kept two accesses apart at the base that may meet at the head. */
  #lost(outline: KernelOutline, rule: RuleId, a: OutlineAccess, b: OutlineAccess): Barrier | null {
    if (rule !== 'intra-block-race' && rule !== 'intra-warp-race') return null;
    const level = rule === 'intra-block-race' ? 'block' : 'warp';
    if (!mayMeet(a, b, level)) return null;
    let keptApartBy: Barrier | null = null;
    for (const x of this.#atBase(outline, a)) {
      for (const y of this.#atBase(outline, b)) {
        if (!mayConflict(x, y)) continue;
        if (mayMeet(x, y, level)) return null;
        if (keptApartBy !== 'barrier') keptApartBy = mayMeet(x, y, 'block') ? 'warp-barrier' : 'barrier';
      }
    }
    return keptApartBy;
  }

  /** At the base a barrier stands on every way from one iteration to the next, and at the head there is a way without one. */
  #lostAcross(outline: KernelOutline, rule: RuleId, a: OutlineAccess, b: OutlineAccess): Barrier | null {
    if (rule !== 'intra-block-race' && rule !== 'intra-warp-race') return null;
    const level = rule === 'intra-block-race' ? 'block' : 'warp';
    const isFree = ({ repeats }: OutlineAccess) =>
      repeats === 'freely' || (level === 'block' && repeats === 'behind-warp-barrier');
    if (!isFree(a) || !isFree(b) || !mayMeet(a, b, level)) return null;
    const [ofA, ofB] = [this.#atBase(outline, a), this.#atBase(outline, b)];
    const pairs = ofA.flatMap((x) => ofB.map((y) => [x, y] as const));
    const isHeld = pairs.every((pair) => pair.every(({ repeats }) => repeats !== 'never') && !pair.every(isFree));
    if (pairs.length === 0 || !isHeld) return null;
    const isOfBlock = pairs.every((pair) => pair.some(({ repeats }) => repeats === 'behind-block-barrier'));
    return isOfBlock ? 'barrier' : 'warp-barrier';
  }

  #atBase(outline: KernelOutline, access: OutlineAccess): readonly OutlineAccess[] {
    let meant = this.#meant.get(access);
    if (meant === undefined) {
      const side = sideAtBase(access.place, this.#changed);
      meant = sidesMeant(side, access.object, this.#base.of(outline)?.accesses ?? []).map((one) => one.access);
      this.#meant.set(access, meant);
    }
    return meant;
  }
}

/** By their kernels. */
function groupedFindings(pairs: readonly NewPair[]): ReadonlyMap<string, readonly Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const { finding } of pairs) found.set(finding.kernel, [...(found.get(finding.kernel) ?? []), finding]);
  return found;
}

function linesOf({ accesses: [a, b] }: Pick<Finding, 'accesses'>): string {
  return a === undefined || b === undefined ? '' : linesKey(a, b);
}

type AccessPair = readonly [OutlineAccess, OutlineAccess];

/** In the order of the code. */
function inOrder({ accesses }: KernelOutline, a: OutlineAccess, b: OutlineAccess): AccessPair {
  return accesses.indexOf(a) <= accesses.indexOf(b) ? [a, b] : [b, a];
}

function pairOf({ kernel }: KernelOutline, rule: RuleId, [a, b]: AccessPair): NewPair {
  const memory = { space: a.space, object: a.object };
  const made = unprovedFinding({
    rule,
    kernel,
    memory,
    accesses: [accessAt(a.place), accessAt(b.place)],
    reason: 'out of time',
  });
  const finding = withRaceIds([made])[0]!;
  return { finding, isOpen: true, facts: unorderedFacts(finding) };
}
