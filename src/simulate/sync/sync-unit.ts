/**
 * Barriers and exchanges: who waits, when they are complete, what each thread gets. Threads that have ended count as
 * arrived, as on the hardware; that they were missing is noted.
 */
import type { SourceLocation } from '../../ir/program.ts';
import type { ShuffleMode, SyncOperation } from '../bytecode/micro-operations.ts';
import type { Machine, StepOutcome } from '../machine.ts';
import { callStack, userPlace } from '../places.ts';
import type { Thread } from '../thread.ts';
import { AsyncCopies } from './async-copies.ts';
import { BarrierObjects } from './barrier-objects.ts';
import { collect, type Share } from './collectives.ts';

/** A barrier that not all threads of the block reached at the same place. The program relies on the hardware there. */
export interface BarrierDivergence {
  readonly location: SourceLocation | null;
  /** The other barrier, or null where threads had ended instead. */
  readonly other: SourceLocation | null;
}

const MAX_DIVERGENCES = 16;

/** All others are of a warp. */
const BLOCK_LEVEL: ReadonlySet<SyncOperation['kind']> = new Set([
  'block-barrier',
  'grid-barrier',
  'async-copy',
  'wait-async-copies',
  'barrier-object',
] as const);

export class SyncUnit {
  readonly divergences: BarrierDivergence[] = [];
  readonly #machine: Machine;
  readonly #grid: Thread[] = [];
  readonly #copies: AsyncCopies;
  readonly #objects: BarrierObjects;
  #tokens = 0;
  /** Threads made ready since the scheduler last asked. */
  released: Thread[] = [];

  constructor(machine: Machine) {
    this.#machine = machine;
    this.#copies = new AsyncCopies(machine);
    this.#objects = new BarrierObjects(machine, () => this.#tokens++);
  }

  /**
   * `thread` stands at a sync operation: it goes on at once (`paused`), or waits there. One whose arrival completes a
   * barrier is among `released` like the others.
   */
  arrive(thread: Thread): StepOutcome {
    const operation = this.operation(thread);
    switch (operation.kind) {
      case 'yield':
        this.#resume(thread, []);
        return 'paused';
      case 'activemask':
        // Under independent thread scheduling any set with the thread itself in it is a right answer.
        this.#resume(thread, lanesOf(this.#machine.active ?? [thread]));
        return 'paused';
      case 'clock': {
        const { steps } = this.#machine;
        this.#resume(thread, [steps | 0, Math.floor(steps / 2 ** 32)]);
        return 'paused';
      }
      case 'allocate': {
        const word = this.#operandWord(thread, 0);
        const bytes = (thread.I[word + 1]! >>> 0) * 2 ** 32 + (thread.I[word]! >>> 0);
        const address = this.#machine.allocate(thread, bytes);
        this.#resume(thread, [address | 0, Math.floor(address / 2 ** 32)]);
        return 'paused';
      }
      case 'unknown':
        if (this.#machine.options.unknowns === 'refuse') {
          this.#machine.fail(thread, 'unsupported', `cannot execute ${operation.what}`);
          return 'failed';
        }
        this.#resume(thread, []);
        return 'paused';
      case 'block-barrier':
        return this.#blockBarrier(thread, operation);
      case 'barrier-object':
        return this.#barrierObject(thread, operation.operation);
      case 'grid-barrier':
        this.#wait(thread);
        this.#grid.push(thread);
        this.#tryGrid();
        break;
      case 'async-copy':
      case 'wait-async-copies':
        this.#wait(thread);
        thread.block.groupCall.push(thread);
        this.#tryGroupCall(thread);
        if (this.#machine.error !== null) return 'failed';
        break;
      default:
        if (!this.#isMember(thread, operation)) {
          this.#machine.fail(thread, 'trap', 'synchronises with lanes that do not include its own');
          return 'failed';
        }
        this.#wait(thread);
        thread.block.waitingInWarps++;
        this.#tryWarp(thread);
    }
    return 'waiting';
  }

  operation(thread: Thread): SyncOperation {
    const { executable } = this.#machine;
    return executable.syncs[executable.code[thread.pc + 1]!]!;
  }

  /** A thread has ended: others may have waited only for it. */
  threadEnded(thread: Thread): void {
    const { block } = thread;
    for (const id of [...block.barriers.keys()]) this.#tryBlock(thread, id);
    this.#tryGroupCall(thread);
    if (block.waitingInWarps === 0) {
      if (this.#grid.length > 0) this.#tryGrid();
      return;
    }
    for (const other of block.threads) {
      if (other.state === 'waiting' && (other.warp === thread.warp || this.operation(other).kind === 'tile-barrier')) {
        if (this.#isWarpLevel(this.operation(other))) this.#tryWarp(other);
      }
    }
    if (this.#grid.length > 0) this.#tryGrid();
  }

  // ---- operands and results ------------------------------------------------------------------------------------------------

  #operandWord(thread: Thread, index: number): number {
    return (thread.frame << 1) + this.#machine.executable.code[thread.pc + 3 + index]!;
  }

  #operand(thread: Thread, index: number): number {
    return thread.I[this.#operandWord(thread, index)]!;
  }

  #wait(thread: Thread): void {
    thread.state = 'waiting';
    thread.waitingAt = thread.pc;
  }

  /** Lets a thread go on behind its sync operation with `results` in its result registers. */
  #resume(thread: Thread, results: readonly number[]): void {
    const { code } = this.#machine.executable;
    const operands = code[thread.pc + 2]!;
    const first = thread.pc + 3 + operands;
    const count = code[first]!;
    for (let i = 0; i < count; i++) thread.I[(thread.frame << 1) + code[first + 1 + i]!] = results[i] ?? 0;
    thread.pc = first + 1 + count;
    if (thread.state === 'waiting') this.released.push(thread);
    thread.state = 'ready';
    thread.waitingAt = -1;
  }

  #note(location: SourceLocation | null, other: SourceLocation | null): void {
    const key = `${location?.file}:${location?.line}:${other?.line}`;
    if (this.divergences.length >= MAX_DIVERGENCES) return;
    if (this.divergences.some((d) => `${d.location?.file}:${d.location?.line}:${d.other?.line}` === key)) return;
    this.divergences.push({ location, other });
  }

  #location(thread: Thread): SourceLocation | null {
    const { executable } = this.#machine;
    return userPlace(executable, callStack(executable, thread));
  }

  #barrierObject(thread: Thread, operation: 'init' | 'arrive' | 'wait'): StepOutcome {
    const address = thread.F[this.#operandWord(thread, 0) >> 1]!;
    if (operation === 'init') {
      if (!this.#objects.init(thread, address, this.#operand(thread, 1))) return 'failed';
      this.#resume(thread, []);
      return 'paused';
    }
    if (operation === 'arrive') {
      const arrival = this.#objects.arrive(thread, address);
      if (arrival === null) return 'failed';
      this.#resume(thread, [arrival.phase]);
      for (const other of arrival.released) this.#resume(other, []);
      return 'paused';
    }
    const isOver = this.#objects.wait(thread, address, this.#operand(thread, 1));
    if (isOver === null) return 'failed';
    if (isOver) {
      this.#resume(thread, []);
      return 'paused';
    }
    this.#wait(thread);
    return 'waiting';
  }

  // ---- barriers of the block -------------------------------------------------------------------------------------------------

  #blockBarrier(thread: Thread, operation: Extract<SyncOperation, { kind: 'block-barrier' }>): StepOutcome {
    const { block } = thread;
    const id = this.#operand(thread, 0);
    const needed = this.#operand(thread, 1);
    let barrier = block.barriers.get(id);
    if (barrier === undefined) {
      barrier = { waiting: [], arrived: 0, needed: 0, token: this.#tokens++, handedOn: false };
      block.barriers.set(id, barrier);
    }
    barrier.arrived++;
    if (needed > 0) barrier.needed = needed;
    if (operation.arriveOnly) {
      barrier.handedOn = true;
      this.#machine.listener?.handedOn?.(barrier.token, thread);
      this.#resume(thread, []);
      this.#tryBlock(thread, id);
      return 'paused';
    }
    this.#wait(thread);
    barrier.waiting.push(thread);
    this.#tryBlock(thread, id);
    return 'waiting';
  }

  #tryBlock(cause: Thread, id: number): void {
    const { block } = cause;
    const barrier = block.barriers.get(id);
    if (barrier === undefined) return;
    const partial = barrier.needed > 0;
    if (!partial && barrier.waiting.length === 0) return;
    const needed = partial ? barrier.needed : block.live;
    if (barrier.arrived < needed) return;
    block.barriers.delete(id);
    const { waiting } = barrier;
    if (waiting.length === 0) return;
    const first = waiting[0]!;
    const operation = this.operation(first);
    if (!partial) {
      const different = waiting.find((thread) => thread.pc !== first.pc);
      if (different !== undefined) this.#note(this.#location(first), this.#location(different));
      else if (block.live < block.threads.length) this.#note(this.#location(first), null);
    }
    this.#machine.listener?.synchronised(operation, waiting);
    if (barrier.handedOn) this.#machine.listener?.takenOver?.(barrier.token, waiting);
    let results: number[] = [];
    if (operation.kind === 'block-barrier' && operation.reduce !== 'none') {
      const votes = waiting.map((thread) => (this.#operand(thread, 2) !== 0 ? 1 : 0));
      const count = votes.reduce<number>((sum, vote) => sum + vote, 0);
      const { reduce } = operation;
      results = [reduce === 'count' ? count : (reduce === 'and' ? count === votes.length : count > 0) ? 1 : 0];
    }
    if (operation.kind === 'block-barrier' && operation.collective !== undefined) {
      const sorted = waiting.toSorted((a, b) => a.index - b.index);
      const shares = sorted.map((thread) => this.#share(thread, thread.index, 2));
      const got = collect(operation.collective, shares);
      sorted.forEach((thread, i) => {
        this.#resume(thread, got[i]!);
      });
      return;
    }
    for (const thread of waiting) this.#resume(thread, results);
  }

  /** What a thread brings to a computation of its group; its value is operand number `at`. */
  #share(thread: Thread, number: number, at: number): Share {
    const word = this.#operandWord(thread, at);
    return { number, low: thread.I[word]!, high: thread.I[word + 1]!, index: this.#operand(thread, at + 1) };
  }

  /** Group copies and waits for them: the block's threads, those that have ended left out, at one and the same call. */
  #tryGroupCall({ block }: Thread): void {
    const waiting = block.groupCall;
    if (waiting.length === 0 || waiting.length < block.live) return;
    const first = waiting[0]!;
    const operation = this.operation(first);
    const different = waiting.find((thread) => thread.pc !== first.pc);
    if (different !== undefined) {
      this.#note(this.#location(first), this.#location(different));
      this.#machine.fail(different, 'deadlock', 'is at another group call than the other threads of its block');
      return;
    }
    if (block.live < block.threads.length) this.#note(this.#location(first), null);
    block.groupCall = [];
    this.#machine.listener?.synchronised(operation, waiting);
    let results: number[] = [];
    if (operation.kind === 'async-copy') {
      const event = this.#copies.copy(operation, waiting);
      if (event === null) return;
      results = [event];
    } else if (!this.#copies.wait(waiting)) return;
    for (const thread of waiting) this.#resume(thread, results);
  }

  #tryGrid(): void {
    if (this.#grid.length === 0 || this.#grid.length < this.#machine.live) return;
    const waiting = this.#grid.splice(0);
    this.#machine.listener?.synchronised({ kind: 'grid-barrier' }, waiting);
    for (const thread of waiting) this.#resume(thread, []);
  }

  // ---- barriers and exchanges of a warp ----------------------------------------------------------------------------------------

  #isWarpLevel(operation: SyncOperation): boolean {
    return !BLOCK_LEVEL.has(operation.kind);
  }

  #isMember(thread: Thread, operation: SyncOperation): boolean {
    return operation.kind === 'tile-barrier' || this.#names(thread, thread.lane);
  }

  /** True when the mask of the operation that `thread` is at holds the lane. Masks are pairs. */
  #names(thread: Thread, lane: number): boolean {
    const word = thread.I[this.#operandWord(thread, 0) + (lane >> 5)]!;
    return ((word >>> (lane & 31)) & 1) === 1;
  }

  #haveSameMask(a: Thread, b: Thread): boolean {
    const [first, second] = [this.#operandWord(a, 0), this.#operandWord(b, 0)];
    return a.I[first] === b.I[second] && a.I[first + 1] === b.I[second + 1];
  }

  /** The threads that the sync operation of `thread` names, ended ones left out. */
  #members(thread: Thread, operation: SyncOperation): Thread[] {
    const { threads } = thread.block;
    if (operation.kind === 'tile-barrier') {
      const size = Math.max(1, this.#operand(thread, 0));
      const start = Math.floor(thread.index / size) * size;
      return threads.slice(start, start + size).filter((other) => other.state !== 'done');
    }
    const { warpSize } = this.#machine.executable;
    const start = thread.warp * warpSize;
    return threads
      .slice(start, start + warpSize)
      .filter((other) => other.state !== 'done' && this.#names(thread, other.lane));
  }

  #tryWarp(thread: Thread): void {
    const operation = this.operation(thread);
    const members = this.#members(thread, operation);
    for (const other of members) {
      if (other.state !== 'waiting') return;
      const theirs = this.operation(other);
      if (theirs.kind !== operation.kind) return;
      if (operation.kind !== 'tile-barrier' && !this.#haveSameMask(other, thread)) return;
    }
    this.#machine.listener?.synchronised(operation, members);
    const results =
      operation.kind === 'collective'
        ? collect(
            operation.collective,
            members.map((member) => this.#share(member, member.lane, 1)),
          )
        : members.map((member) => this.#exchange(operation, member, members));
    thread.block.waitingInWarps -= members.length;
    members.forEach((member, i) => {
      this.#resume(member, results[i]!);
    });
  }

  #exchange(operation: SyncOperation, thread: Thread, members: readonly Thread[]): number[] {
    switch (operation.kind) {
      case 'shuffle':
        return this.#shuffle(operation.mode, thread, members);
      case 'vote': {
        const yes = members.filter((member) => this.#operand(member, 1) !== 0);
        switch (operation.mode) {
          case 'all':
            return [yes.length === members.length ? 1 : 0];
          case 'any':
            return [yes.length > 0 ? 1 : 0];
          case 'uni':
            return [yes.length === members.length || yes.length === 0 ? 1 : 0];
          case 'ballot':
            return lanesOf(yes);
        }
        break;
      }
      case 'match': {
        const value = (member: Thread) => {
          const at = this.#operandWord(member, 1);
          return operation.wide ? `${member.I[at]}:${member.I[at + 1]}` : member.I[at]!;
        };
        const own = value(thread);
        const same = members.filter((member) => value(member) === own);
        if (operation.mode === 'any') return lanesOf(same);
        return same.length === members.length ? [this.#operand(thread, 0), 1] : [0, 0];
      }
      case 'reduce':
        return [members.map((member) => this.#operand(member, 1)).reduce(REDUCTIONS[operation.operator])];
      default:
        return [];
    }
    return [];
  }

  /** As the PTX manual writes `shfl.sync`: operands are mask, value, lane or distance, and limit with segment mask. */
  #shuffle(mode: ShuffleMode, thread: Thread, members: readonly Thread[]): number[] {
    const { lane } = thread;
    if (mode === 'lane') {
      const wanted = this.#operand(thread, 2);
      return [this.#operand(members.find((member) => member.lane === wanted) ?? thread, 1)];
    }
    const by = this.#operand(thread, 2) & 31;
    const control = this.#operand(thread, 3);
    const limit = control & 31;
    const segment = (control >> 8) & 31;
    const last = (lane & segment) | (limit & ~segment);
    let source: number;
    let inside: boolean;
    switch (mode) {
      case 'up':
        source = lane - by;
        inside = source >= last;
        break;
      case 'down':
        source = lane + by;
        inside = source <= last;
        break;
      case 'bfly':
        source = lane ^ by;
        inside = source <= last;
        break;
      default:
        source = (lane & segment) | (by & ~segment);
        inside = source <= last;
    }
    if (!inside) source = lane;
    // A lane that does not take part gives an undefined value; one's own is as good as any.
    const from = members.find((member) => member.lane === source) ?? thread;
    return [this.#operand(from, 1), inside ? 1 : 0];
  }
}

/** The lanes of threads of one warp as a mask, low word first. */
function lanesOf(threads: readonly Thread[]): [number, number] {
  const word = (upper: 0 | 1) =>
    threads.reduce((bits, { lane }) => (lane >> 5 === upper ? bits | (1 << (lane & 31)) : bits), 0);
  return [word(0), word(1)];
}

const REDUCTIONS: Record<Extract<SyncOperation, { kind: 'reduce' }>['operator'], (a: number, b: number) => number> = {
  add: (a, b) => (a + b) | 0,
  min: Math.min,
  max: Math.max,
  umin: (a, b) => (a >>> 0 < b >>> 0 ? a : b),
  umax: (a, b) => (a >>> 0 > b >>> 0 ? a : b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};
