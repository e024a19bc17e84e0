/** Where an access goes, by every thread of a block and in every iteration. */
import type { Cond } from '../../../terms/index.ts';
import type { Distance } from '../../thread-pair.ts';
import type { BlockAccess } from './block-access.ts';
import type { BlockValues } from './block-values.ts';
import { calculated, type Values } from './calculation.ts';
import { iterationsOf } from './iteration-bounds.ts';
import { type Event, THREADS, Touched } from './touched.ts';

export type WithinBlock = Exclude<Distance, 'inter-block'> | 'same-block';

/** In units of which addresses are told apart, and whether the barrier interval counts. */
export interface Footing {
  readonly isInBytes: boolean;
  readonly hasIntervals: boolean;
  /** Which threads are to meet: any two, those of different warps, or those of one. */
  readonly distance: WithinBlock;
  readonly warpSize: number;
}

export class Footprint {
  readonly touched: Touched;
  /** All addresses are multiples of the access's size. */
  isAligned = true;
  /** The iterations that were chosen, by the numbers of events. */
  readonly #chosen: number[][] = [];
  #events = 0;
  readonly #access: BlockAccess;
  readonly #values: BlockValues;
  readonly #footing: Footing;
  readonly #most: number;

  private constructor(access: BlockAccess, values: BlockValues, footing: Footing, most: number) {
    this.#access = access;
    this.#values = values;
    this.#footing = footing;
    this.#most = most;
    this.touched = new Touched(values.threads, footing.distance === 'intra-block' ? footing.warpSize : 1);
  }

  /**
   * @param most events that it may have
   * @returns null where something is not known, or where it is too large
   */
  static of(access: BlockAccess, values: BlockValues, footing: Footing, most: number): Footprint | null {
    const footprint = new Footprint(access, values, footing, most);
    return footprint.#fill(0, null, []) ? footprint : null;
  }

  /** What was looked at: its cost. */
  get events(): number {
    return this.#events;
  }

  threadOf(event: Event): number {
    return event % THREADS;
  }

  /** The iterations in which an event takes place. */
  iterationsOf(event: Event): readonly number[] {
    return this.#chosen[Math.floor(event / THREADS)]!;
  }

  /** @param alive which threads may still get there; null: all */
  #fill(place: number, alive: Values | null, chosen: readonly number[]): boolean {
    const [access, values] = [this.#access, this.#values];
    const left = narrowed(values, alive, access.guards[place]!);
    this.#events += values.threads;
    if (left === 0) return true;
    if (this.#events > this.#most) return false;
    const atom = access.iterations[place];
    if (atom === undefined) return this.#add(left, chosen);
    values.open(place);
    const iterations = iterationsOf(values, atom, [...access.guards.slice(place + 1).flat(), ...access.limits]);
    if (iterations === null) return false;
    for (const iteration of iterations) {
      values.choose(place, iteration);
      if (!this.#fill(place + 1, left, [...chosen, iteration])) return false;
    }
    return true;
  }

  #add(alive: Values, chosen: readonly number[]): boolean {
    const { size, address, interval } = this.#access;
    const { isInBytes, hasIntervals, distance, warpSize } = this.#footing;
    const first = typeof alive === 'number' ? this.#values.threads : lengthOfHead(alive);
    const values = 2 * first <= this.#values.threads ? this.#values.ofFirst(first) : this.#values;
    const at = values.int(address.own);
    const passed = hasIntervals ? values.int(interval.own) : 0;
    if (at === null || passed === null) return false;
    const run = this.#chosen.push([...chosen]) - 1;
    const { threads } = values;
    const [isThere, addresses, counts] = [alive, at, passed].map((values) => ofEach(values, threads)) as ThreeOfEach;
    for (let thread = 0; thread < threads; thread++) {
      if (isThere[thread] === 0) continue;
      const byte = addresses[thread]!;
      const barriers = counts[thread]!;
      const time = distance === 'intra-warp' ? barriers * THREADS + Math.floor(thread / warpSize) : barriers;
      const event = run * THREADS + thread;
      if (byte % size !== 0) this.isAligned = false;
      if (!isInBytes) {
        if (!this.isAligned || !this.touched.add(byte / size, time, event)) return !this.isAligned;
        continue;
      }
      for (let i = 0; i < size; i++) if (!this.touched.add(byte + i, time, event)) return false;
    }
    return true;
  }
}

type ThreeOfEach = [Float64Array, Float64Array, Float64Array];

function ofEach(values: Values, threads: number): Float64Array {
  return typeof values === 'number' ? new Float64Array(threads).fill(values) : values;
}

/** So many threads from the first on are all that are there. */
function lengthOfHead(alive: Float64Array): number {
  let length = alive.length;
  while (length > 0 && alive[length - 1] === 0) length--;
  return length;
}

/** Which threads are left under conditions; 0: none. */
function narrowed(values: BlockValues, alive: Values | null, conditions: readonly Cond[]): Values {
  let left: Values = alive ?? 1;
  for (const condition of conditions) {
    const may = values.mayHold(condition);
    if (may === null || may === 1) continue;
    if (may === 0) return 0;
    left = calculated('and', left, may);
  }
  return typeof left === 'number' || left.some((one) => one !== 0) ? left : 0;
}
