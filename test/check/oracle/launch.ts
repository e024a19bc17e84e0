/** All threads of one small launch, executed one barrier interval after the other; what they did is judged afterwards. */
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
  readonly blockInterval: number;
  readonly warpInterval: number;
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
  blockInterval: number;
  warpInterval: number;
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
    for (;;) {
      for (const t of inOrder) if (!t.isDone && t.wait === null) this.#advance(t);
      if (threads.every((t) => t.isDone)) return;
      const wasReleased = this.#releaseWarps(threads);
      if (wasReleased === null) return;
      if (wasReleased) continue;
      const waiting = threads.filter((t) => t.wait !== null);
      if (!this.#allTogether(waiting, threads)) return;
      for (const t of waiting) {
        t.wait = null;
        t.blockInterval++;
        t.warpInterval++;
      }
    }
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
      blockInterval: 0,
      warpInterval: 0,
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
      if (!this.#allTogether(waiting, warp)) return null;
      for (const t of waiting) {
        t.wait = null;
        t.warpInterval++;
      }
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
    const { blockInterval, warpInterval } = t;
    list.push({ thread: t.id, at, size, kind, line, value, blockInterval, warpInterval });
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
      if (a.blockInterval !== b.blockInterval) return;
      if (Math.floor(x.thread / WARP) === Math.floor(y.thread / WARP) && a.warpInterval !== b.warpInterval) return;
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
