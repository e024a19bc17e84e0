/**
 * What threads read from shared memory that one thread of their block wrote for all before a barrier: `if (t == 0) base =
 * …; __syncthreads(); … base …`. The executor leaves such a read as a function of the place and the barrier interval;
 * here it becomes the writer's term, as the writer had it.
 *
 * Only the order by barriers is used. That no other thread writes the place in the reader's own interval need not be
 * shown: such a write is a race with the read, and the first race of a run does not depend on another.
 */

import { Distinct } from '../model/distinct.ts';
import {
  type Atom,
  type Cond,
  content,
  floorMod,
  type Int,
  isConstant,
  type NoOverflow,
  type Substitution,
  single,
  someAtom,
  staysBelow,
  type Terms,
  visitAtoms,
} from '../terms/index.ts';
import { eachQueue } from './barrier-counters.ts';
import type { Execution } from './execution.ts';
import { intervalUnder } from './interval-under.ts';
import type {
  BarrierInterval,
  CopyEnd,
  CopyGroups,
  GroupCounts,
  KernelAccess,
  KernelBarrier,
  KernelEnd,
  KernelFence,
  KernelLoop,
  Update,
} from './kernel-model.ts';
import type { ThreadFact } from './launch.ts';
import { Load } from './meanings.ts';
import { type Axes, isOfBlock, pinnedThread } from './single-thread-guards.ts';
import { asOtherThread, fetchAddUnder, type OtherThreads, rebuiltFetchAdd } from './thread-renaming.ts';

/** Reads whose writers read what others wrote, and so on. */
const DEPTH_LIMIT = 16;
/** Writes of one object that are held against each read of it. */
const WRITE_LIMIT = 48;

interface Launch {
  readonly threadIdx: Axes<Int>;
  readonly blockDim: Axes<Int>;
}

type SharedRead = Atom & { readonly kind: 'apply'; readonly of: Load };

/** A read that the executor left open. */
interface Read {
  readonly atom: Int;
  readonly offset: Int;
  readonly size: number;
  readonly bits: number;
  /** The block's barriers before it. */
  readonly interval: Int;
}

/**
 * The execution with every read of shared memory resolved that has known writers.
 * @param isImpossible shows of a condition on any thread that it never holds
 * @param until by `performance.now()`: reads that are not resolved by then stay unknown
 */
export function withBroadcastValues(
  terms: Terms,
  execution: Execution,
  launch: Launch,
  isImpossible: (condition: Cond) => boolean = () => false,
  until = Number.POSITIVE_INFINITY,
): Execution {
  // Where other blocks write as well, no thread of the block is known to be the last that wrote.
  if (execution.accesses.some(({ object, base }) => object.space === 'shared' && base.length > 0)) return execution;
  const writes = new Map<string, KernelAccess[]>();
  for (const access of execution.accesses) {
    if (access.kind === 'read' || access.object.space !== 'shared') continue;
    const list = writes.get(access.object.key);
    if (list) list.push(access);
    else writes.set(access.object.key, [access]);
  }
  const isRead = (atom: Atom): atom is SharedRead =>
    atom.kind === 'apply' && atom.origin === 'unknown' && atom.of instanceof Load && atom.of.object.space === 'shared';
  let hasReads = false;
  visitAtoms(rootsOf(execution), (atom) => {
    if (isRead(atom)) hasReads = true;
  });
  if (!hasReads) return execution;

  const { iterationsOf } = execution;
  const fetchAdds = new Map(execution.fetchAdds);
  const loadPlaces = new Map(execution.loadPlaces);
  const others: OtherThreads = { terms, threadIdx: launch.threadIdx, iterationsOf, fetchAdds };
  let depth = 0;
  const unwrapped = new Map<number, { readonly term: Int; readonly modulus: bigint }>();
  const resolved: Substitution = terms.substitution((atom) => {
    if (atom.kind === 'mod' && isConstant(atom.divisor)) {
      // Unsigned arithmetic with a value of which nothing was known; now it is what `machine-integers.ts` takes for sizes.
      const term = resolved.int(atom.dividend);
      const modulus = atom.divisor.constant;
      if (term === atom.dividend || !staysBelow(term, modulus)) return undefined;
      unwrapped.set(atom.id, { term, modulus });
      return term;
    }
    if (atom.kind !== 'apply') return undefined;
    if (!isRead(atom)) return rebuiltFetchAdd(terms, fetchAdds, atom, resolved);
    const args = atom.args.map((a) => resolved.int(a));
    const open = terms.apply(atom, args);
    const place = loadPlaces.get(atom.id);
    const same = single(open);
    if (place && same) loadPlaces.set(same.id, place);
    const { object, type, size } = atom.of;
    const [offset, interval] = args;
    if (type.kind !== 'int' || !offset || !interval || depth >= DEPTH_LIMIT || performance.now() > until) return open;
    depth++;
    try {
      const read: Read = { atom: open, offset, size, bits: type.bits, interval };
      return (
        valueSeen(others, { ...launch, isImpossible, until }, writes.get(object.key) ?? [], read, resolved) ?? open
      );
    } finally {
      depth--;
    }
  });
  for (const [id, fetchAdd] of fetchAdds) fetchAdds.set(id, fetchAddUnder(fetchAdd, resolved));
  const result: Execution = { ...mapped(execution, resolved), fetchAdds, loadPlaces };
  if (unwrapped.size === 0) return result;
  const assumptions = new Distinct(execution.assumptions);
  const bounds = [...result.bounds];
  execution.accesses.forEach((access, i) => {
    visitAtoms([access.offset, access.path], (atom) => {
      const whole = unwrapped.get(atom.id);
      if (!whole) return;
      const text = `${whole.modulus.toString(2).length - 1}-bit index arithmetic does not overflow`;
      assumptions.add({ kind: 'arithmetic', text, place: null });
      bounds.push({
        path: result.accesses[i]!.path,
        term: whole.term,
        low: 0n,
        high: whole.modulus - 1n,
        mayWrap: true,
      });
    });
  });
  return { ...result, assumptions: [...assumptions], bounds };
}

/** A write in an earlier barrier interval than the read's: by one thread of the block, if any. */
interface Writer {
  readonly write: KernelAccess;
  readonly interval: Int;
  readonly thread: Axes<Int>;
  readonly happened: Cond;
  readonly value: Int;
}

/** What the read sees as far as the writers are known, or null when one is not. */
function valueSeen(
  others: OtherThreads,
  launch: Launch & { readonly isImpossible: (condition: Cond) => boolean; readonly until: number },
  writes: readonly KernelAccess[],
  read: Read,
  resolved: Substitution,
): Int | null {
  if (writes.length > WRITE_LIMIT) return null;
  const t = others.terms;
  const earlier: Writer[] = [];
  const later: KernelAccess[] = [];
  for (const write of writes) {
    if (performance.now() > launch.until) return null;
    if (misses(t, write, read, launch.isImpossible)) continue;
    const interval = resolved.int(write.interval.block);
    const gap = t.sub(read.interval, interval).range;
    if (gap.high !== null && gap.high <= -1n) later.push(write);
    else if (gap.low !== null && gap.low >= 1n) {
      const writer = writerOf(others, launch, write, read, resolved);
      if (writer === null) return null;
      earlier.push(writer);
    } else return null;
  }
  const order = inOrder(t, earlier);
  if (order === null) return null;
  // What a write that certainly took place has overwritten does not matter, unless it comes again before the read.
  const certain = Math.max(
    0,
    order.findLastIndex((w) => w.happened.kind === 'true'),
  );
  const [first] = order.slice(certain);
  if (!first) return null;
  for (const [i, w] of order.entries()) {
    const iterations =
      i < certain ? w.write.iterations.filter((k) => first.write.iterations.includes(k)) : w.write.iterations;
    if (!iterations.every((k) => comesAgainLater(t, w, k, read))) return null;
  }
  // A loop that the read is in may have written in its earlier iterations, behind everything outside of the loop.
  const looped = [...later, ...order.slice(certain).map((w) => w.write)];
  const isStale = (w: Writer) =>
    looped.some((x) => x.iterations.some((k) => !w.write.iterations.includes(k) && dependsOn(read.interval, k)));
  const counting = order.slice(Math.max(certain, order.findLastIndex(isStale) + 1));
  if (counting.length === 0) return null;
  return counting.reduce((before, w) => t.ite(w.happened, w.value, before), read.atom);
}

/** True when the two touch different bytes, whoever they belong to. */
function misses(t: Terms, write: KernelAccess, read: Read, isImpossible: (condition: Cond) => boolean): boolean {
  const distance = t.sub(write.offset, read.offset);
  const { low, high } = distance.range;
  const [before, behind] = [-BigInt(write.size), BigInt(read.size)];
  // Symbols of the thread are the writer's in one and the reader's in the other.
  if (isConstant(write.offset) || isConstant(read.offset)) {
    if ((low !== null && low >= behind) || (high !== null && high <= before)) return true;
  }
  if (!isOfBlock([read.offset])) return false;
  // A flag behind two arrays of `n` elements: that the writer's index is below `n` is in its path.
  const meets = t.and(t.lt(t.constant(before), distance), t.lt(distance, t.constant(behind)));
  return isImpossible(t.and(write.path, write.facts, meets));
}

function writerOf(
  others: OtherThreads,
  launch: Launch,
  write: KernelAccess,
  read: Read,
  resolved: Substitution,
): Writer | null {
  const t = others.terms;
  const { value } = write;
  if (write.kind !== 'write' || write.copy !== null || value === null) return null;
  if (write.size !== read.size || write.valueBits !== read.bits) return null;
  const thread = writingThread(t, launch, write, read);
  if (thread === null) return null;
  const theirs = asOtherThread(others, thread, write.iterations);
  const place = resolved.int(theirs.int(write.offset));
  // Else the two could overlap in part.
  if (!divides(BigInt(read.size), t.sub(place, read.offset))) return null;
  const exists = thread.map((x, axis) => t.and(t.le(t.zero, x), t.lt(x, launch.blockDim[axis]!)));
  return {
    write,
    interval: resolved.int(write.interval.block),
    thread,
    happened: t.and(...exists, t.eq(place, read.offset), resolved.cond(theirs.cond(write.path))),
    value: resolved.int(theirs.int(value)),
  };
}

/** The one thread of the block that can have written the place: the path says which, or the place itself. */
function writingThread(t: Terms, launch: Launch, write: KernelAccess, read: Read): Axes<Int> | null {
  const [x, y, z] = pinnedThread(t, write.path, launch.threadIdx);
  if (x !== null && y !== null && z !== null) return [x, y, z];
  const open = [x, y, z].flatMap((value, axis) => (value === null ? [axis] : []));
  if (open.length > 1) return null;
  const axis = single(launch.threadIdx[open[0]!]!);
  const known = t.substitution((atom) => {
    const i = launch.threadIdx.findIndex((term) => single(term) === atom);
    return i < 0 ? undefined : ([x, y, z][i] ?? undefined);
  });
  const offset = known.int(write.offset);
  const m = offset.monomials.find((o) => o.atoms.length === 1 && o.atoms[0] === axis);
  if (!axis || !m || m.coefficient < BigInt(write.size)) return null;
  const rest = t.combine(offset, -m.coefficient, t.ofAtom(axis));
  const iterations = new Set(write.iterations.map((k) => single(k)));
  const ofBlock = t.substitution((atom) => (iterations.has(atom) ? t.zero : undefined)).int(rest);
  if (!isOfBlock([ofBlock])) return null;
  const at = t.div(t.sub(read.offset, rest), t.constant(m.coefficient));
  const index = (value: Int | null): Int => value ?? at;
  return [index(x), index(y), index(z)];
}

/** The writers by time, or null when it is not known. */
function inOrder(t: Terms, writers: readonly Writer[]): Writer[] | null {
  let isKnown = true;
  const sorted = [...writers].sort((a, b) => {
    const { low, high } = t.sub(a.interval, b.interval).range;
    if (low !== null && low >= 1n) return 1;
    if (high !== null && high <= -1n) return -1;
    // In one interval only what one thread does has an order.
    const sameThread = a.thread.every((index, axis) => index === b.thread[axis]);
    if (a.interval !== b.interval || !sameThread) isKnown = false;
    return a.write.index - b.write.index;
  });
  return isKnown ? sorted : null;
}

/** When the write comes again in the next iteration, a barrier stands between it and the read. */
function comesAgainLater(t: Terms, { interval }: Writer, iteration: Int, read: Read): boolean {
  const k = single(iteration);
  const next = t.substitution((atom) => (atom === k ? t.add(iteration, t.one) : undefined)).int(interval);
  const { low } = t.sub(next, read.interval).range;
  return low !== null && low >= 1n;
}

function dependsOn(term: Int, symbol: Int): boolean {
  const wanted = single(symbol);
  return someAtom([term], (atom) => atom === wanted);
}

function divides(by: bigint, term: Int): boolean {
  return floorMod(term.constant, by) === 0n && (isConstant(term) || content(term) % by === 0n);
}

// ---- all terms of an execution ---------------------------------------------------------------------------------------

function rootsOf(execution: Execution): (Int | Cond)[] {
  const roots: (Int | Cond)[] = [];
  const keep: Substitution = {
    int: (term) => {
      roots.push(term);
      return term;
    },
    cond: (cond) => {
      roots.push(cond);
      return cond;
    },
  };
  mapped(execution, keep);
  for (const fetchAdd of execution.fetchAdds.values()) fetchAddUnder(fetchAdd, keep);
  return roots;
}

function mapped(execution: Execution, s: Substitution): Execution {
  const interval = (p: BarrierInterval): BarrierInterval => intervalUnder(p, s);
  return {
    ...execution,
    accesses: execution.accesses.map(
      (a): KernelAccess => ({
        ...a,
        base: a.base.map((term) => s.int(term)),
        offset: s.int(a.offset),
        path: s.cond(a.path),
        facts: s.cond(a.facts),
        interval: interval(a.interval),
        value: a.value && s.int(a.value),
        update: a.update && updated(a.update, s),
        copy: a.copy && { ...a.copy, end: endUnder(a.copy.end, s) },
        copyGroups: groupsUnder(a.copyGroups, s),
      }),
    ),
    barriers: execution.barriers.map(
      (b): KernelBarrier => ({
        ...b,
        path: s.cond(b.path),
        facts: s.cond(b.facts),
        interval: interval(b.interval),
        globalInterval: interval(b.globalInterval),
        copyGroups: groupsUnder(b.copyGroups, s),
      }),
    ),
    fences: execution.fences.map((f): KernelFence => ({ ...f, path: s.cond(f.path), interval: interval(f.interval) })),
    stated: execution.stated.map((fact): ThreadFact => {
      return { ...fact, condition: s.cond(fact.condition), asserts: s.cond(fact.asserts) };
    }),
    bounds: execution.bounds.map((b): NoOverflow => ({ ...b, path: s.cond(b.path), term: s.int(b.term) })),
    loops: execution.loops.map(
      (l): KernelLoop => ({
        ...l,
        entered: s.cond(l.entered),
        goesOn: s.cond(l.goesOn),
        left: s.cond(l.left),
        leftBy: s.cond(l.leftBy),
      }),
    ),
    end: execution.end && leavingUnder(execution.end, s),
  };
}

function leavingUnder(end: KernelEnd, s: Substitution): KernelEnd {
  const { shared, global, images } = end.warp;
  return {
    path: s.cond(end.path),
    facts: s.cond(end.facts),
    intervals: { global: intervalUnder(end.intervals.global, s), shared: intervalUnder(end.intervals.shared, s) },
    copyGroups: groupsUnder(end.copyGroups, s),
    warp: { shared: s.int(shared), global: s.int(global), images: s.int(images) },
    partialBarriers: new Map(
      [...end.partialBarriers].map(([barrier, { arrived, waited }]) => {
        return [barrier, { arrived: s.int(arrived), waited: s.int(waited) }];
      }),
    ),
  };
}

function updated(update: Update, s: Substitution): Update {
  switch (update.kind) {
    case 'keep':
      return update;
    case 'replace':
    case 'add':
      return { ...update, value: s.int(update.value) };
    case 'compare-exchange':
      return { ...update, expected: s.int(update.expected), value: s.int(update.value) };
    case 'increment':
      return { ...update, bound: s.int(update.bound) };
  }
}

function endUnder(end: CopyEnd, s: Substitution): CopyEnd {
  switch (end.kind) {
    case 'group':
      return { ...end, group: s.int(end.group) };
    case 'phase':
      return { ...end, arrived: s.int(end.arrived) };
    case 'event':
      return { ...end, until: end.until && intervalUnder(end.until, s) };
    default:
      return end;
  }
}

function groupsUnder(groups: CopyGroups | null, s: Substitution): CopyGroups | null {
  if (groups === null) return null;
  const under = ({ closed, done, read }: GroupCounts) => {
    return { closed: s.int(closed), done: s.int(done), read: s.int(read) };
  };
  return eachQueue((queue) => under(groups[queue]));
}
