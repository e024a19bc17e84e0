/** All threads of one small launch, executed from barrier to barrier; what they did is judged afterwards. */
import type { Kernel, Lines } from './syntax.ts';
import { type Machine, OutOfScope, Thread, type ThreadIndex, type Wait } from './thread.ts';

/** The order in which the threads of a block run an interval. */
export type Order = 'ascending' | 'descending' | 'odd-first';

/** The word at an index of an array before the launch. */
export type Content = (base: string, word: number) => number;

interface Access {
  readonly thread: number;
  readonly at: number;
  readonly size: number;
  readonly kind: 'read' | 'write' | 'atomic';
  readonly line: number;
  readonly value: number;
  /** The thread's own count in its clock at that time, and what it knew of the others' (by place in the block). */
  readonly epoch: number;
  readonly clock: readonly number[];
}

export interface Race {
  readonly lines: readonly [number, number];
  readonly threads: readonly [ThreadIndex, ThreadIndex];
  readonly where: string;
  /** Both store the same value at the same place. */
  readonly sameValue: boolean;
}

export interface Divergence {
  readonly kind: Wait['kind'];
  readonly line: number;
  /** One that waits at the line, and one that does not come. */
  readonly threads: readonly [ThreadIndex, ThreadIndex];
  /** The other has left the kernel, and is not waited for. */
  readonly left: boolean;
}

export interface Outcome {
  readonly races: readonly Race[];
  readonly divergences: readonly Divergence[];
}

const STEP_LIMIT = 20_000;
const WARP = 32;

interface Running {
  readonly index: ThreadIndex;
  readonly id: number;
  readonly steps: Generator<Wait, void, void>;
  wait: Wait | null;
  isDone: boolean;
  /** How far the thread knows each thread of its block to be, itself included: a vector clock. Never changed in place. */
  clock: readonly number[];
}

/** A numbered barrier between two of its phases. */
interface Named {
  arrived: number;
  readonly waiting: Set<Running>;
  /** What the threads that arrived knew. */
  clock: readonly number[];
}

/** @throws OutOfScope when the run has undefined behaviour or does not end. */
export function runLaunch(
  kernel: Kernel,
  lines: Lines,
  values: ReadonlyMap<string, number>,
  content: Content,
  order: Order,
): Outcome {
  return new Run(kernel, lines, values, content, order).run();
}

function joined(a: readonly number[], b: readonly number[]): number[] {
  return a.map((x, i) => Math.max(x, b[i]!));
}

function stepped(clock: readonly number[], thread: number): number[] {
  return clock.map((x, i) => (i === thread ? x + 1 : x));
}

class Run {
  readonly #kernel: Kernel;
  readonly #lines: Lines;
  readonly #arguments: ReadonlyMap<string, number>;
  readonly #content: Content;
  readonly #order: Order;
  readonly #memory = new Map<string, Map<number, number>>();
  readonly #accesses = new Map<string, Access[]>();
  readonly #shared: ReadonlySet<string>;
  readonly #divergences: Divergence[] = [];
  #steps = 0;

  constructor(kernel: Kernel, lines: Lines, values: ReadonlyMap<string, number>, content: Content, order: Order) {
    this.#kernel = kernel;
    this.#lines = lines;
    this.#arguments = values;
    this.#content = content;
    this.#order = order;
    this.#shared = new Set(kernel.arrays.filter((a) => a.space === 'shared').map((a) => a.name));
  }

  run(): Outcome {
    const blocks = Array.from({ length: this.#kernel.grid }, (_, b) => b);
    if (this.#order === 'descending') blocks.reverse();
    for (const block of blocks) this.#runBlock(block);
    return { races: this.#races(), divergences: this.#divergences };
  }

  #runBlock(block: number): void {
    const threads = Array.from({ length: this.#kernel.block }, (_, thread) => this.#start({ block, thread }));
    const inOrder =
      this.#order === 'ascending'
        ? threads
        : this.#order === 'descending'
          ? [...threads].reverse()
          : [...threads.filter((t) => t.id % 2 === 1), ...threads.filter((t) => t.id % 2 === 0)];
    const named = new Map<number, Named>();
    for (;;) {
      for (const t of inOrder) if (!t.isDone && t.wait === null) this.#advance(t);
      if (threads.every((t) => t.isDone)) return;
      if (this.#releaseNamed(inOrder, named) || this.#releaseGroups(threads)) continue;
      const wasReleased = this.#releaseWarps(threads);
      if (wasReleased === null) return;
      if (wasReleased) continue;
      const waiting = threads.filter((t) => t.wait !== null);
      const stuck = waiting.find((t) => t.wait!.kind !== 'barrier');
      if (stuck) {
        const other = threads.find((t) => t !== stuck) ?? stuck;
        const { kind, line } = stuck.wait!;
        this.#divergences.push({ kind, line, threads: [stuck.index, other.index], left: false });
        return;
      }
      if (!this.#allTogether(waiting, threads)) return;
      this.#release(waiting, threads);
    }
  }

  /** Lets the threads go on with all that `known` know: everybody whom the barrier joins, or who has left. */
  #release(waiting: readonly Running[], known: readonly Running[]): void {
    const clock = known.map((t) => t.clock).reduce(joined);
    for (const t of waiting) this.#goOn(t, clock);
  }

  #goOn(t: Running, clock: readonly number[]): void {
    t.wait = null;
    t.clock = stepped(joined(t.clock, clock), t.index.thread);
  }

  /** Counts those that have come to numbered barriers, and ends phases. */
  #releaseNamed(threads: readonly Running[], named: Map<number, Named>): boolean {
    let any = false;
    for (const t of threads) {
      const { wait } = t;
      if (wait?.kind !== 'named-barrier') continue;
      const barrier = named.get(wait.number) ?? { arrived: 0, waiting: new Set(), clock: t.clock.map(() => 0) };
      named.set(wait.number, barrier);
      if (barrier.waiting.has(t)) continue;
      barrier.arrived++;
      barrier.clock = joined(barrier.clock, t.clock);
      if (wait.does === 'sync') barrier.waiting.add(t);
      else {
        this.#goOn(t, t.clock);
        any = true;
      }
      if (barrier.arrived < wait.count) continue;
      for (const waiter of barrier.waiting) this.#goOn(waiter, barrier.clock);
      named.delete(wait.number);
      any = true;
    }
    return any;
  }

  /** Lets tiles and lanes go whose threads all wait for each other. */
  #releaseGroups(threads: readonly Running[]): boolean {
    let any = false;
    for (const t of threads) {
      const { wait } = t;
      if (wait?.kind !== 'group-barrier') continue;
      const { size, group } = wait;
      const first =
        group === 'tile' ? size * Math.floor(t.index.thread / size) : WARP * Math.floor(t.index.thread / WARP);
      const members = threads.slice(first, first + size);
      const isThere = ({ wait: at, isDone }: Running) =>
        isDone || (at?.kind === 'group-barrier' && at.group === group && at.size === size);
      if (!members.every(isThere)) continue;
      this.#release(
        members.filter((x) => !x.isDone),
        members,
      );
      any = true;
    }
    return any;
  }

  #start(index: ThreadIndex): Running {
    const id = index.block * this.#kernel.block + index.thread;
    const machine: Machine = {
      grid: this.#kernel.grid,
      block: this.#kernel.block,
      arguments: this.#arguments,
      tick: () => {
        if (++this.#steps > STEP_LIMIT) throw new OutOfScope('too many steps');
      },
      read: (base, at, size, line, atomic) => {
        const memory = this.#bytes(base, index.block);
        let value = 0;
        for (let i = size - 1; i >= 0; i--) value = value * 256 + this.#byte(memory, base, at + i);
        value = size === 4 ? value | 0 : size === 2 ? (value << 16) >> 16 : (value << 24) >> 24;
        if (!atomic) this.#log(running, base, at, size, 'read', line, 0);
        return value;
      },
      write: (base, at, size, value, line, atomic) => {
        const memory = this.#bytes(base, index.block);
        for (let i = 0; i < size; i++) memory.set(at + i, (value >>> (8 * i)) & 255);
        const stored = size === 4 ? value | 0 : value & (2 ** (8 * size) - 1);
        this.#log(running, base, at, size, atomic ? 'atomic' : 'write', line, stored);
      },
    };
    const running: Running = {
      index,
      id,
      steps: new Thread(this.#kernel, this.#lines, machine, index).run(),
      wait: null,
      isDone: false,
      clock: Array.from({ length: this.#kernel.block }, (_, i) => (i === index.thread ? 1 : 0)),
    };
    return running;
  }

  #advance(t: Running): void {
    const step = t.steps.next();
    if (step.done) t.isDone = true;
    else t.wait = step.value;
  }

  /** Lets warps go whose threads all wait at one warp barrier. @returns null when a warp does not come together. */
  #releaseWarps(threads: readonly Running[]): boolean | null {
    let any = false;
    for (let first = 0; first < threads.length; first += WARP) {
      const warp = threads.slice(first, first + WARP);
      const waiting = warp.filter((t) => t.wait?.kind === 'warp-barrier');
      if (waiting.length === 0) continue;
      // Somebody may still come, from a barrier that other threads have to come to first.
      if (warp.some((t) => t.wait?.kind === 'named-barrier' || t.wait?.kind === 'group-barrier')) continue;
      if (!this.#allTogether(waiting, warp)) return null;
      this.#release(waiting, warp);
      any = true;
    }
    return any;
  }

  /** Are all that wait at one place? Records who misses whom. */
  #allTogether(waiting: readonly Running[], all: readonly Running[]): boolean {
    let together = true;
    for (const t of waiting) {
      for (const other of all) {
        if (other.wait !== null && other.wait.line === t.wait!.line) continue;
        const left = other.isDone;
        this.#divergences.push({ kind: t.wait!.kind, line: t.wait!.line, threads: [t.index, other.index], left });
        if (!left) together = false;
      }
    }
    return together;
  }

  #bytes(base: string, block: number): Map<number, number> {
    const key = this.#shared.has(base) ? `${base}@${block}` : base;
    let memory = this.#memory.get(key);
    if (!memory) {
      memory = new Map();
      this.#memory.set(key, memory);
    }
    return memory;
  }

  #byte(memory: Map<number, number>, base: string, at: number): number {
    const word = Math.floor(at / 4);
    return memory.get(at) ?? (this.#content(base, word) >>> (8 * (at - 4 * word))) & 255;
  }

  #log(t: Running, base: string, at: number, size: number, kind: Access['kind'], line: number, value: number): void {
    const key = this.#shared.has(base) ? `${base}@${t.index.block}` : base;
    let list = this.#accesses.get(key);
    if (!list) {
      list = [];
      this.#accesses.set(key, list);
    }
    const { clock } = t;
    list.push({ thread: t.id, at, size, kind, line, value, epoch: clock[t.index.thread]!, clock });
  }

  #races(): Race[] {
    const races = new Map<string, Race>();
    for (const [where, list] of this.#accesses) {
      if (list.every((a) => a.kind === 'read')) continue;
      const byWord = new Map<number, Access[]>();
      for (const a of list) {
        for (let w = Math.floor(a.at / 4); w * 4 < a.at + a.size; w++) {
          const words = byWord.get(w);
          if (words) words.push(a);
          else byWord.set(w, [a]);
        }
      }
      for (const accesses of byWord.values()) {
        for (let i = 0; i < accesses.length; i++) {
          for (let j = i + 1; j < accesses.length; j++) this.#judge(where, accesses[i]!, accesses[j]!, races);
        }
      }
    }
    return [...races.values()];
  }

  #judge(where: string, a: Access, b: Access, races: Map<string, Race>): void {
    if (a.thread === b.thread || (a.kind === 'read' && b.kind === 'read')) return;
    if (a.kind === 'atomic' && b.kind === 'atomic') return;
    if (a.at >= b.at + b.size || b.at >= a.at + a.size) return;
    const block = this.#kernel.block;
    const [x, y] = [this.#indexOf(a.thread), this.#indexOf(b.thread)];
    if (Math.floor(a.thread / block) === Math.floor(b.thread / block)) {
      if (b.clock[x.thread]! >= a.epoch || a.clock[y.thread]! >= b.epoch) return;
    }
    const isSame = a.at === b.at && a.size === b.size && a.value === b.value;
    const sameValue = a.kind === 'write' && b.kind === 'write' && isSame;
    const key = `${where}:${a.line}:${b.line}:${a.thread}:${b.thread}:${sameValue}`;
    if (!races.has(key)) races.set(key, { lines: [a.line, b.line], threads: [x, y], where, sameValue });
  }

  #indexOf(id: number): ThreadIndex {
    return { block: Math.floor(id / this.#kernel.block), thread: id % this.#kernel.block };
  }
}
