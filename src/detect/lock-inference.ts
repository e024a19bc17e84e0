/**
 * Lock inference: from the events of a trace to what detectors understand. Locks are inferred as the papers do: a compare-and-swap
 * directly followed by a fence of its thread is an acquire, an exchange directly after a fence is a release, and the
 * lock's scope is the narrower one of the atomic's and the fence's (Barracuda; PreDataR, Section 2.1). One fence serves
 * several locks: compare-and-swaps that follow one another before it, and exchanges that do so after it. Atomics that say
 * acquire or release themselves need no fence. Where the lock is found by a pointer in memory, that is read once more between the
 * fence and the exchange: the thread has read it before its compare-and-swap, outside the lock, so whoever writes it races with
 * that read in any case. A fence of one memory makes locks for that memory only: who asks about the
 * other one is not told of it.
 */
import { type EventBatch, Flag, type LaunchShape, Op, ordersSpace, ScopeCode, SHARED_SPAN } from '../trace/index.ts';
import { atomicKind, type Detector, type Kind, OutOfBudget } from './detector.ts';
import { PerThread } from './per-thread.ts';

interface Pending {
  /** Compare-and-swaps that wait for their fence; null: the thread's last event was a fence, or an exchange after one. */
  readonly locks: readonly { readonly lock: number; readonly wide: boolean }[] | null;
  /** Of the fence. */
  readonly wide: boolean;
  /** An exchange has used the fence already: a further one is a release only of a lock that the thread holds. */
  readonly used: boolean;
}

const FENCE_WIDE: Pending = { locks: null, wide: true, used: false };
const FENCE_BLOCK: Pending = { locks: null, wide: false, used: false };
/** Compare-and-swaps that one fence can make locks of. */
const MAX_SWAPPED = 16;

/** The list of what a thread holds is searched at each of its ordered accesses. */
const MAX_HELD = 1024;
const NONE: readonly number[] = [];
const POINTER_BYTES = 8;
/** In larger launches nobody keeps which pointers were read. */
const MAX_POINTER_THREADS = 1 << 24;
/** Locks, and variables of acquire and release operations. */
const MAX_VARIABLES = 1 << 22;

/** The memory whose accesses are to be ordered; `any`: every fence and barrier counts. */
export type AskedSpace = 'any' | 'global' | 'shared';

const ORDERED = Flag.acquire | Flag.release;

/** Device or system scope, and not block scope. */
function isWide(flags: number): boolean {
  return (flags & Flag.scope) !== ScopeCode.block;
}

export class LockInference {
  readonly #shape: LaunchShape;
  readonly #detector: Detector;
  readonly #lockNumbers = new Map<number, number>();
  readonly #lockKeys: number[] = [];
  readonly #held: PerThread<number[]>;
  #anyHeld = 0;
  readonly #pending: PerThread<Pending>;
  #anyPending = 0;
  readonly #space: AskedSpace;
  /** The address that each thread has read last of those that may hold a pointer, and the one before its last compare-and-swap. */
  readonly #pointerRead: PerThread<number>;
  readonly #lockPointer: PerThread<number>;

  constructor(shape: LaunchShape, detector: Detector, space: AskedSpace = 'any') {
    this.#space = space;
    this.#shape = shape;
    this.#detector = detector;
    this.#held = new PerThread(shape.threads);
    this.#pending = new PerThread(shape.threads);
    this.#pointerRead = new PerThread(shape.threads);
    this.#lockPointer = new PerThread(shape.threads);
  }

  /** The locks that a thread holds now. */
  locksHeld(thread: number): readonly number[] {
    return this.#anyHeld === 0 ? NONE : (this.#held.get(thread) ?? NONE);
  }

  /** Where the lock of a number lies: its address, and the block whose shared memory that is of, or -1. */
  lockVariable(lock: number): { readonly address: number; readonly block: number } {
    const key = this.#lockKeys[lock] ?? 0;
    if (key >= 0) return { address: key, block: -1 };
    const { blocks } = this.#shape;
    return { address: Math.floor((-1 - key) / blocks), block: (-1 - key) % blocks };
  }

  /** Takes the entries of a batch from `from` to `to`, exclusive. */
  entries(batch: EventBatch, from = 0, to = batch.length): void {
    const { op, flags, thread, mask, addr, stride, size, site } = batch;
    const detector = this.#detector;
    const { threadsPerBlock } = this.#shape;
    for (let i = from; i < to; i++) {
      const code = op[i]!;
      const flag = flags[i]!;
      if (code > Op.atomic || (flag & ORDERED) !== 0) {
        this.#other(batch, i);
        continue;
      }
      const first = thread[i]!;
      const lanes = mask[i]!;
      const isPointer = code === Op.read && size[i] === POINTER_BYTES && (flag & (Flag.volatile | Flag.atomic)) === 0;
      if (this.#anyPending > 0) this.#endExpectation(first, isPointer ? this.#otherThanPointers(batch, i) : lanes);
      if (isPointer) this.#keepPointers(batch, i);
      let kind = code;
      let strong = (flag & Flag.volatile) !== 0;
      if (code === Op.atomic || (flag & Flag.atomic) !== 0) {
        kind = atomicKind(code === Op.read, isWide(flag));
        strong = true;
      }
      if ((flag & Flag.shared) !== 0 && addr[i]! >= SHARED_SPAN) {
        this.#elsewhere(batch, i, kind as Kind, strong);
        continue;
      }
      const block = (flag & Flag.shared) === 0 ? -1 : Math.floor(first / threadsPerBlock);
      detector.access(kind, first, lanes, addr[i]!, stride[i]!, size[i]!, site[i]!, block, strong);
    }
  }

  /** Accesses that may be to the shared memory of other blocks: each lane's by itself, as they may be to several. */
  #elsewhere({ thread, mask, addr, stride, size, site }: EventBatch, i: number, kind: Kind, strong: boolean): void {
    for (let rest = mask[i]!; rest !== 0; rest &= rest - 1) {
      const lane = 31 - Math.clz32(rest & -rest);
      const { address, block } = this.#sharedPlace(thread[i]! + lane, addr[i]! + lane * stride[i]!);
      this.#detector.access(kind, thread[i]! + lane, 1, address, 0, size[i]!, site[i]!, block, strong);
    }
  }

  /** The offset in shared memory, and the block whose it is. */
  #sharedPlace(thread: number, address: number): { readonly address: number; readonly block: number } {
    const block = Math.floor(address / SHARED_SPAN) - 1;
    if (block >= 0 && block < this.#shape.blocks) return { address: address % SHARED_SPAN, block };
    return { address, block: Math.floor(thread / this.#shape.threadsPerBlock) };
  }

  /** The lanes of a read for which it is not that of the pointer to a lock which they hold. */
  #otherThanPointers({ thread, mask, addr, stride }: EventBatch, i: number): number {
    let others = mask[i]!;
    if (this.#anyHeld === 0) return others;
    for (let rest = others; rest !== 0; rest &= rest - 1) {
      const lane = 31 - Math.clz32(rest & -rest);
      const one = thread[i]! + lane;
      const isPointer = this.#lockPointer.get(one) === addr[i]! + lane * stride[i]!;
      if (isPointer && this.locksHeld(one).length > 0) others &= ~(1 << lane);
    }
    return others;
  }

  #keepPointers({ thread, mask, addr, stride, flags }: EventBatch, i: number): void {
    if ((flags[i]! & Flag.shared) !== 0 || this.#shape.threads > MAX_POINTER_THREADS) return;
    for (let rest = mask[i]!; rest !== 0; rest &= rest - 1) {
      const lane = 31 - Math.clz32(rest & -rest);
      this.#pointerRead.set(thread[i]! + lane, addr[i]! + lane * stride[i]!);
    }
  }

  /** Everything but accesses that order nothing. */
  #other(batch: EventBatch, i: number): void {
    const thread = batch.thread[i]!;
    const mask = batch.mask[i]!;
    const op = batch.op[i]!;
    if (op >= Op.fence && op <= Op.warpBarrier && this.#space !== 'any') {
      if (!ordersSpace(batch.flags[i]!, this.#space === 'shared')) return;
    }
    switch (op) {
      case Op.barrier:
        this.#detector.barrier(Math.floor(thread / this.#shape.threadsPerBlock));
        return;
      case Op.warpBarrier:
        this.#endExpectation(thread, mask);
        this.#detector.warpBarrier(thread, mask);
        return;
      case Op.gridBarrier:
        this.#detector.gridBarrier();
        return;
      case Op.cut:
        return;
    }
    for (let rest = mask; rest !== 0; rest &= rest - 1) this.#single(batch, i, 31 - Math.clz32(rest & -rest));
  }

  /** Operations that say something about one thread each, here that of `lane`. */
  #single(batch: EventBatch, i: number, lane: number): void {
    const thread = batch.thread[i]! + lane;
    const wide = isWide(batch.flags[i]!);
    const before = this.#anyPending === 0 ? undefined : this.#pending.get(thread);
    if (before !== undefined) this.#expect(thread, undefined);
    switch (batch.op[i]) {
      case Op.fence:
        for (const swap of before?.locks ?? []) this.#acquire(thread, swap.lock, swap.wide && wide);
        this.#detector.fence(thread, wide, batch.flags[i]!);
        this.#expect(thread, wide ? FENCE_WIDE : FENCE_BLOCK);
        return;
      case Op.acquire:
        this.#acquire(thread, this.#number(batch.addr[i]!), wide);
        return;
      case Op.release:
        this.#release(thread, this.#number(batch.addr[i]!), wide);
        return;
      case Op.exit:
        this.#detector.exit(thread);
        return;
    }
    this.#memoryOperation(batch, i, lane, before);
  }

  /**
   * Compare-and-swap, exchange, and accesses with an order.
   * @param before what the thread's last event had left open
   */
  #memoryOperation(batch: EventBatch, i: number, lane: number, before: Pending | undefined): void {
    const { blocks } = this.#shape;
    const op = batch.op[i]!;
    const flags = batch.flags[i]!;
    const wide = isWide(flags);
    const thread = batch.thread[i]! + lane;
    const given = batch.addr[i]! + lane * batch.stride[i]!;
    const isShared = (flags & Flag.shared) !== 0;
    const { address, block } = isShared ? this.#sharedPlace(thread, given) : { address: given, block: -1 };
    // A read or write with an order is atomic, too, to the hardware and to the memory model.
    const kind = atomicKind(op === Op.read, wide);
    this.#detector.access(kind, thread, 1, address, 0, batch.size[i]!, batch.site[i]!, block, true);
    const variable = this.#number(block < 0 ? address : -1 - (address * blocks + block));
    const swapped = op === Op.cas && (flags & Flag.failed) === 0;
    if (swapped) {
      this.#lockPointer.set(thread, this.#pointerRead.get(thread));
      if ((flags & Flag.acquire) === 0) {
        const earlier = before?.locks ?? [];
        if (earlier.length < MAX_SWAPPED)
          this.#expect(thread, { locks: [...earlier, { lock: variable, wide }], wide: true, used: false });
        return;
      }
      this.#acquire(thread, variable, wide);
      return;
    }
    // The next lock is not free yet.
    if (op === Op.cas && before !== undefined && before.locks !== null) this.#expect(thread, before);
    const holds = this.#held.get(thread)?.includes(variable) ?? false;
    if (op === Op.exchange && before !== undefined && before.locks === null && (holds || !before.used)) {
      this.#release(thread, variable, wide && before.wide);
      this.#expect(thread, { ...before, used: true });
    } else if (holds && op !== Op.read && op !== Op.cas && (flags & Flag.release) !== 0) {
      this.#release(thread, variable, wide);
    } else if (holds && op === Op.exchange) {
      this.#forgetHeld(thread, variable);
      this.#detector.abandon(thread, variable);
    } else {
      if ((flags & Flag.acquire) !== 0 && op !== Op.write) this.#detector.observe(thread, variable, wide);
      if ((flags & Flag.release) !== 0 && op !== Op.read && op !== Op.cas)
        this.#detector.publish(thread, variable, wide);
    }
  }

  #acquire(thread: number, lock: number, wide: boolean): void {
    let held = this.#held.get(thread);
    if (held === undefined) {
      held = [];
      this.#held.set(thread, held);
    }
    if (held.includes(lock)) return;
    if (held.length === MAX_HELD) throw new OutOfBudget(`a thread holds more than ${MAX_HELD} locks at once`);
    held.push(lock);
    this.#anyHeld++;
    this.#detector.acquire(thread, lock, wide);
  }

  #release(thread: number, lock: number, wide: boolean): void {
    this.#detector.release(thread, lock, wide, this.#forgetHeld(thread, lock));
  }

  #forgetHeld(thread: number, lock: number): boolean {
    const held = this.#held.get(thread);
    const at = held?.indexOf(lock) ?? -1;
    if (held === undefined || at < 0) return false;
    // Locks are mostly given back in the reverse order.
    if (at === held.length - 1) held.pop();
    else held.splice(at, 1);
    this.#anyHeld--;
    return true;
  }

  /** The threads do something else than the fence or exchange that was waited for. */
  #endExpectation(thread: number, mask: number): void {
    for (let rest = mask; rest !== 0 && this.#anyPending > 0; rest &= rest - 1) {
      const one = thread + 31 - Math.clz32(rest & -rest);
      if (this.#pending.get(one) !== undefined) this.#expect(one, undefined);
    }
  }

  #expect(thread: number, pending: Pending | undefined): void {
    this.#anyPending += pending === undefined ? -1 : 1;
    this.#pending.set(thread, pending);
  }

  #number(address: number): number {
    let number = this.#lockNumbers.get(address);
    if (number === undefined) {
      number = this.#lockNumbers.size;
      if (number >= MAX_VARIABLES) throw new OutOfBudget(`more than ${MAX_VARIABLES} locks and flags are used`);
      this.#lockNumbers.set(address, number);
      this.#lockKeys.push(address);
    }
    return number;
  }
}
