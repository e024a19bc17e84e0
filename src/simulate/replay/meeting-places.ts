/**
 * Which places of a kernel touch the same bytes in one run, in one block and with no barrier of the block between. Whether nothing else
 * orders them is not asked: it says where a look is worth while.
 */
import type { SourceLocation } from '../../ir/program.ts';
import type { SyncOperation } from '../bytecode/micro-operations.ts';
import type { Machine } from '../machine.ts';
import { locationsOf } from '../places.ts';
import type { Thread } from '../thread.ts';
import { type Bytes, type Granules, overlap } from './bytes.ts';

export type PlacePair = readonly [SourceLocation, SourceLocation];

interface Touch extends Bytes {
  readonly thread: number;
  readonly site: number;
  /** Barriers that the block has passed. */
  readonly interval: number;
}

/** Kept for each four bytes of memory. */
const TOUCHES = 8;
/** So many bytes of memory, by fours. */
const MOST_GRANULES = 1 << 18;
const MOST_PAIRS = 256;
/** Where so many steps show no new pair, a loop goes on and shows the same once more. */
const PATIENCE = 1_000_000;

export class MeetingPlaces {
  readonly #machine: Machine;
  readonly #intervals = new Map<number, number>();
  readonly #touches = new Map<number, Touch[]>();
  readonly #pairs = new Map<string, readonly [number, number]>();
  #newestAt = 0;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** There are some, and no more are to be expected. */
  get isSettled(): boolean {
    return this.#pairs.size > 0 && this.#machine.steps - this.#newestAt > PATIENCE;
  }

  /** Where a site stands, and the calls that lead there. */
  get all(): readonly PlacePair[] {
    return [...this.#pairs.values()].flatMap(([a, b]) => {
      const [ours, theirs] = [a, b].map((site) => locationsOf(this.#machine.executable.sites[site]!.place));
      return ours!.flatMap((x) => theirs!.map((y) => [x, y] as const));
    });
  }

  access({ linear }: Thread, site: number, bytes: Bytes, { from, to }: Granules): void {
    const interval = this.#intervals.get(this.#blockOf(linear)) ?? 0;
    const touch: Touch = { thread: linear, site, address: bytes.address, size: bytes.size, interval };
    for (let granule = from; granule <= to; granule++) this.#touch(granule, touch);
  }

  #touch(granule: number, touch: Touch): void {
    const { thread, site } = touch;
    const known = this.#touches.get(granule);
    if (known === undefined && this.#touches.size >= MOST_GRANULES) return;
    const others = (known ?? []).filter((other) => this.#isAtOnce(other, touch));
    for (const other of others) {
      const key = [other.site, site].sort((a, b) => a - b).join();
      if (!this.#isConflict(other, touch) || this.#pairs.size >= MOST_PAIRS || this.#pairs.has(key)) continue;
      this.#pairs.set(key, [other.site, site]);
      this.#newestAt = this.#machine.steps;
    }
    const isKnown = others.some((other) => other.thread === thread && other.site === site);
    this.#touches.set(granule, isKnown || others.length >= TOUCHES ? others : [...others, touch]);
  }

  synchronised({ kind }: SyncOperation, [first]: readonly Thread[]): void {
    if (kind !== 'block-barrier' || first === undefined) return;
    const block = this.#blockOf(first.linear);
    this.#intervals.set(block, (this.#intervals.get(block) ?? 0) + 1);
  }

  #isAtOnce(other: Touch, { thread, interval }: Touch): boolean {
    return other.interval === interval && this.#blockOf(other.thread) === this.#blockOf(thread);
  }

  #isConflict(a: Touch, b: Touch): boolean {
    if (a.thread === b.thread || !overlap(a, b)) return false;
    const [one, other] = [a, b].map(({ site }) => this.#machine.executable.sites[site]!.kind);
    return one !== 'fence' && other !== 'fence' && (one === 'write' || other === 'write');
  }

  #blockOf(thread: number): number {
    return Math.floor(thread / this.#machine.threadsPerBlock);
  }
}
