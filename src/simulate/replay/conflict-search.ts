/**
 * Looks for any two threads that touch the same bytes at the places of a witness: where values come from atomics, who
 * meets whom depends on the order of the run, and the solver's two threads are only one guess.
 */
import type { BlockState } from '../block.ts';
import type { SyncOperation } from '../bytecode/micro-operations.ts';
import { type ExecutionListener, Watch } from '../events.ts';
import type { Machine } from '../machine.ts';
import type { Thread } from '../thread.ts';
import { type Bytes, granulesOf, overlap } from './bytes.ts';
import type { MeetingPlaces } from './meeting-places.ts';
import { type WitnessAccess, WitnessSites } from './witness-sites.ts';

/** How far apart the two threads of a finding are. */
export type Distance = 'blocks' | 'warps' | 'lanes';

interface Touch extends Bytes {
  readonly thread: number;
}

/** Threads kept for each role and four bytes of memory: enough for two that are far enough apart, mostly. */
const TOUCHES = 8;
/** Accesses longer than this are not looked at. */
const MAX_GRANULES = 64;
/** Pairs that are worth a look at whether anything orders them. */
const PAIRS = 4;

export class ConflictSearch implements ExecutionListener {
  readonly #machine: Machine;
  readonly #sites: WitnessSites;
  readonly #apart: Distance;
  /** Told of all accesses. */
  readonly #places: MeetingPlaces | null;
  readonly #touches: readonly [Map<number, Touch[]>, Map<number, Touch[]>] = [new Map(), new Map()];
  readonly #pairs = new Map<string, readonly [number, number]>();

  constructor(
    machine: Machine,
    accesses: readonly [WitnessAccess, WitnessAccess],
    options: { readonly byLine: boolean; readonly apart: Distance; readonly places?: MeetingPlaces | null },
  ) {
    this.#machine = machine;
    this.#sites = new WitnessSites(machine.executable, accesses, options.byLine);
    this.#apart = options.apart;
    this.#places = options.places ?? null;
    machine.executable.sites.forEach((_, index) => {
      if (this.#places !== null || this.#sites.mayPlay(index)) machine.watch[index]! |= Watch.access;
    });
  }

  /** Linear numbers of the threads that make the first and the second access. */
  get pairs(): readonly (readonly [number, number])[] {
    return [...this.#pairs.values()];
  }

  get isDone(): boolean {
    return this.#pairs.size >= PAIRS;
  }

  blockStarted(block: BlockState): void {
    for (const thread of block.threads) thread.watchMask = Watch.access;
  }

  access(thread: Thread, site: number, address: number, size: number): boolean {
    const touch: Touch = { thread: thread.linear, address, size };
    const granules = granulesOf(touch);
    if (granules === null || granules.to - granules.from >= MAX_GRANULES) return false;
    const { from, to } = granules;
    this.#places?.access(thread, site, touch, granules);
    for (const role of [0, 1] as const) {
      if (!this.#sites.plays(role, thread, site)) continue;
      for (let granule = from; granule <= to; granule++) {
        for (const other of this.#touches[role === 0 ? 1 : 0].get(granule) ?? []) this.#compare(role, touch, other);
        const list = this.#touches[role].get(granule);
        if (list === undefined) this.#touches[role].set(granule, [touch]);
        else if (list.length < TOUCHES && list.every((x) => x.thread !== thread.linear)) list.push(touch);
      }
    }
    return false;
  }

  synchronised(operation: SyncOperation, threads: readonly Thread[]): void {
    this.#places?.synchronised(operation, threads);
  }

  exit(): void {}

  #compare(role: 0 | 1, touch: Touch, other: Touch): void {
    if (!overlap(other, touch)) return;
    if (touch.thread === other.thread || this.#distance(touch.thread, other.thread) !== this.#apart) return;
    const pair = role === 0 ? ([touch.thread, other.thread] as const) : ([other.thread, touch.thread] as const);
    if (!this.isDone) this.#pairs.set(pair.join(), pair);
  }

  #distance(a: number, b: number): Distance {
    return distanceOf(this.#machine, a, b);
  }
}

/** How far apart two threads are, by their linear numbers. */
export function distanceOf({ threadsPerBlock, executable }: Machine, a: number, b: number): Distance {
  if (Math.floor(a / threadsPerBlock) !== Math.floor(b / threadsPerBlock)) return 'blocks';
  const warp = (linear: number) => Math.floor((linear % threadsPerBlock) / executable.warpSize);
  return warp(a) === warp(b) ? 'lanes' : 'warps';
}
