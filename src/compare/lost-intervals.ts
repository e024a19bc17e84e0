/**
 * Orders that a change took away, by control flow alone: at the base a barrier stands between two accesses on every way, or on
 * every way from the one to the other, and at the head there is a way without one; or a condition of one thread, or an atomic
 * operation, is no longer there. It needs no decision about the kernel, so that it is known of kernels that are too large
 * to be decided in time. What is told are warnings: nobody has looked whether a run takes that way.
 */
import type { ChangedFile } from '../diff/changed-file.ts';
import { touchedLines } from '../diff/patch.ts';
import { sidesMeant } from '../model/asked-sides.ts';
import { accessAt, type KernelOutline, type OutlineAccess } from '../model/outline.ts';
import { type KeepsApart, type KernelPairs, linesKey } from '../model/pairs.ts';
import type { Access, Finding, Result, RuleId } from '../model/result.ts';
import { mayConflict, mayFollow, mayMeet, repeatsFreely } from '../outline/index.ts';
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
export type Keeper = Barrier | Extract<KeepsApart, 'guard' | 'atomic'>;
type Level = 'block' | 'warp';

/** A pair that lost its order, and what that was. */
export interface LostPair {
  readonly pair: NewPair;
  readonly keptApartBy: Keeper;
  /** The change writes where the other one reads, which a barrier kept from every write before. */
  readonly isWritten: boolean;
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
    const { rule } = finding;
    const level = levelOf(rule);
    return level === null ? null : this.#ofFinding(finding, (outline, a, b) => this.#lostBarrier(outline, level, a, b));
  }

  /**
   * What kept the accesses of one iteration of a loop apart from those of another at the base, where nothing does now. Within
   * one iteration nothing need order them on either side.
   */
  acrossIterations(finding: Finding): Barrier | null {
    return this.#ofFinding(finding, (outline, a, b) => this.#lostAcross(outline, finding.rule, a, b));
  }

  /** As `ofFinding`, and also what is no barrier: a condition of one thread, or that both were atomic. */
  keeperOf(finding: Finding): Keeper | null {
    return this.#ofFinding(finding, (outline, a, b) => {
      const level = levelOf(finding.rule);
      if (level !== null) return this.#lostBarrier(outline, level, a, b) ?? this.#lostGuard(outline, level, a, b);
      return finding.rule === 'inter-block-race' && this.#isPlainNow(outline, a, b) ? 'atomic' : null;
    });
  }

  #ofFinding<Kept extends Keeper>(
    { kernel, accesses, memory }: Finding,
    lostBy: (outline: KernelOutline, a: OutlineAccess, b: OutlineAccess) => Kept | null,
  ): Kept | null {
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
      // Of a race at one distance it is known what the two are at the others when there was time to look.
      const isWhole = pairs?.isComplete === true;
      const judgedAt = new Set(all.map((finding) => `${finding.rule} ${linesOf(finding)}`));
      const isLeft = (key: string, rule: RuleId | null) => {
        if (told.has(`${line} ${file} ${key}`)) return false;
        if (rule === null ? isWhole && known.has(key) : judgedAt.has(`${rule} ${key}`)) return false;
        return left === null || left.has(key) || known.has(key);
      };
      const lost = this.#leftOf(outline, isLeft);
      // The other instances of a template have the same.
      for (const { pair } of lost) told.add(`${line} ${file} ${linesOf(pair.finding)}`);
      return lost;
    });
  }

  #leftOf(outline: KernelOutline, isLeft: (lines: string, rule: RuleId | null) => boolean): LostPair[] {
    const near = this.#nearChange(outline);
    const found = new Map<string, LostPair & { readonly far: number; readonly isSure: boolean }>();
    let looks = 0;
    for (const [i, { access: a, far: farA }] of near.entries()) {
      for (const { access: b, far: farB } of near.slice(i)) {
        if (farA + farB > NEAR) break;
        if (++looks > LOOK_LIMIT) return [];
        const key = linesKey(a.place, b.place);
        if (!mayConflictAtAll(a, b) || found.has(key) || !isLeft(key, null)) continue;
        const lost = this.#lost(outline, [a, b], (rule) => isLeft(key, rule));
        if (lost === null) continue;
        const { rule, ...rest } = lost;
        const pair = pairOf(outline, rule, inOrder(outline, a, b));
        found.set(key, { pair, ...rest, far: farA + farB, isSure: a.isExact && b.isExact });
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
  #lost(outline: KernelOutline, [a, b]: AccessPair, isLeft: (rule: RuleId) => boolean): Lost | null {
    for (const rule of ['intra-block-race', 'intra-warp-race'] as const) {
      if (!isLeft(rule)) continue;
      const level = rule === 'intra-block-race' ? 'block' : 'warp';
      const keptApartBy = this.#lostBarrier(outline, level, a, b) ?? this.#lostGuard(outline, level, a, b);
      if (keptApartBy !== null) return { rule, keptApartBy, isWritten: false };
      const written = this.#writtenAmongReads(outline, level, a, b) ?? this.#writtenAmongReads(outline, level, b, a);
      if (written !== null) return { rule, keptApartBy: written, isWritten: true };
    }
    const isPlain = isLeft('inter-block-race') && this.#isPlainNow(outline, a, b);
    return isPlain ? { rule: 'inter-block-race', keptApartBy: 'atomic', isWritten: false } : null;
  }

  #lostBarrier(outline: KernelOutline, level: Level, a: OutlineAccess, b: OutlineAccess): Barrier | null {
    if (!mayConflict(a, b) || !mayMeet(a, b, level)) return null;
    const pairs = this.#pairsAtBase(outline, a, b).filter(([x, y]) => mayConflict(x, y));
    if (pairs.length === 0) return null;
    if (!pairs.some(([x, y]) => mayMeet(x, y, level)))
      return pairs.every(([x, y]) => mayMeet(x, y, 'block')) ? 'warp-barrier' : 'barrier';
    // Who reads has to wait for who writes. That nobody writes before all have read is often so by what they touch.
    if (b.place.kind === 'read') return lostOneWay(a, b, pairs, level);
    if (a.place.kind !== 'read') return null;
    const back = pairs.map(([x, y]) => [y, x] as const);
    return lostOneWay(b, a, back, level);
  }

  /** A condition that held for one thread alone, or that both were atomic, where neither is so now. */
  #lostGuard(outline: KernelOutline, level: Level, a: OutlineAccess, b: OutlineAccess): Keeper | null {
    if (!mayConflict(a, b) || !mayMeet(a, b, level) || writeTheSame(a, b)) return null;
    const keeper = this.#keeperAtBase(outline, a, b);
    return keeper === 'guard' && (this.#isGuardedAnew(outline, a) || this.#isGuardedAnew(outline, b)) ? null : keeper;
  }

  /** Whether a condition leads to it that did not before: it may hold for one thread alone, in other words. */
  #isGuardedAnew(outline: KernelOutline, access: OutlineAccess): boolean {
    const before = this.#atBase(outline, access).flatMap(({ partedBy }) => partedBy ?? []);
    return access.partedBy === null || access.partedBy.some((condition) => !before.includes(condition));
  }

  /** Both were atomic, and one of them is not, whichever blocks the threads are of. */
  #isPlainNow(outline: KernelOutline, a: OutlineAccess, b: OutlineAccess): boolean {
    if (a.space !== 'global' || a.ownedBy !== null || b.ownedBy !== null || writeTheSame(a, b)) return false;
    if (!mayConflict(unguarded(a), unguarded(b))) return false;
    return this.#keeperAtBase(outline, a, b) === 'atomic';
  }

  /** What keeps all that the base has in the place of the two apart, if it is one and the same. */
  #keeperAtBase(outline: KernelOutline, a: OutlineAccess, b: OutlineAccess): 'guard' | 'atomic' | null {
    const [first, ...others] = this.#pairsAtBase(outline, a, b).map(([x, y]) => keeperOf(x, y));
    return first === undefined || others.some((keeper) => keeper !== first) ? null : first;
  }

  /**
   * The change writes to shared memory where it wrote nothing before, and another access reads it before anybody waits. At the
   * base a barrier kept that one from every write.
   */
  #writtenAmongReads(outline: KernelOutline, level: Level, write: OutlineAccess, read: OutlineAccess): Barrier | null {
    if (write.space !== 'shared' || write.place.kind !== 'write' || read.place.kind !== 'read') return null;
    if (!mayConflict(write, read) || !mayMeet(write, read, level)) return null;
    if (sideAtBase(write.place, this.#changed).line !== null || this.#atBase(outline, write).length > 0) return null;
    const reads = this.#atBase(outline, read);
    const writes = this.#base.of(outline)?.accesses.map(({ access }) => access) ?? [];
    const pairs = reads.flatMap((x) => writes.filter((y) => mayConflict(x, y)).map((y) => [x, y] as const));
    if (pairs.length === 0 || pairs.some(([x, y]) => mayMeet(x, y, level))) return null;
    return pairs.every(([x, y]) => mayMeet(x, y, 'block')) ? 'warp-barrier' : 'barrier';
  }

  #pairsAtBase(outline: KernelOutline, a: OutlineAccess, b: OutlineAccess): AccessPair[] {
    const others = this.#atBase(outline, b);
    return this.#atBase(outline, a).flatMap((x) => others.map((y) => [x, y] as const));
  }

  /** At the base a barrier stands on every way from one iteration to the next, and at the head there is a way without one. */
  #lostAcross(outline: KernelOutline, rule: RuleId, a: OutlineAccess, b: OutlineAccess): Barrier | null {
    const level = levelOf(rule);
    if (level === null) return null;
    const isFree = (access: OutlineAccess) => repeatsFreely(access, level);
    if (!isFree(a) || !isFree(b) || !mayMeet(a, b, level)) return null;
    const pairs = this.#pairsAtBase(outline, a, b);
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

function levelOf(rule: RuleId): Level | null {
  if (rule === 'intra-block-race') return 'block';
  return rule === 'intra-warp-race' ? 'warp' : null;
}

/** At the base one comes behind the other only after everybody waited, and at the head there is a way without that. */
function lostOneWay(
  first: OutlineAccess,
  second: OutlineAccess,
  pairs: readonly AccessPair[],
  level: Level,
): Barrier | null {
  if (mayFollow(first, second, level) !== true) return null;
  const isHeld = pairs.every(
    ([x, y]) =>
      mayFollow(x, y, level) === false &&
      // What shares an interval without either coming first lies on different ways.
      (!mayMeet(x, y, level) || mayFollow(y, x, level) === true),
  );
  if (!isHeld) return null;
  return pairs.every(([x, y]) => mayFollow(x, y, 'block') === false) ? 'barrier' : 'warp-barrier';
}

function unguarded(access: OutlineAccess): OutlineAccess {
  return { ...access, guards: [] };
}

/** Whether two threads may touch the same bytes, of one block or of two. */
function mayConflictAtAll(a: OutlineAccess, b: OutlineAccess): boolean {
  return mayConflict(unguarded(a), unguarded(b));
}

/** Both write what all threads of a block have. */
function writeTheSame(a: OutlineAccess, b: OutlineAccess): boolean {
  return a.value !== null && a.value === b.value;
}

/** What keeps two accesses to the same bytes apart wherever a barrier stands; null: nothing, or their addresses. */
function keeperOf(a: OutlineAccess, b: OutlineAccess): 'guard' | 'atomic' | null {
  const plain = (access: OutlineAccess) => ({ ...access, place: { ...access.place, kind: 'write' as const } });
  if (!mayConflict(plain(unguarded(a)), plain(unguarded(b)))) return null;
  if (a.place.kind === 'atomic' && b.place.kind === 'atomic') return 'atomic';
  return mayConflict(plain(a), plain(b)) ? null : 'guard';
}

interface Lost {
  readonly rule: 'intra-block-race' | 'intra-warp-race' | 'inter-block-race';
  readonly keptApartBy: Keeper;
  readonly isWritten: boolean;
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
