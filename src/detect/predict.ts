/**
 * Sound prediction beyond GWCP: every two conflicting accesses in the window that no barrier separates are tried, and a
 * pair is reported only when a correct reordering was found and replayed (`reordering.ts`).
 */
import type { LaunchShape } from '../trace/index.ts';
import { conflicting, QuietDetector } from './detector.ts';
import { HierarchyClock } from './hierarchy-clock.ts';
import type { Vindicator } from './vindicator.ts';

/** Accesses to one word that later ones are tried with, the newest. */
const RECENT = 32;

interface RecentAccess {
  readonly entry: number;
  readonly thread: number;
  readonly counter: number;
  readonly kind: number;
  readonly site: number;
  readonly from: number;
  readonly to: number;
}

interface PredictSetting {
  readonly shape: LaunchShape;
  /** Its window must see each event before this detector does. */
  readonly vindicator: Vindicator;
}

export class Predict extends QuietDetector {
  readonly #shape: LaunchShape;
  readonly #vindicator: Vindicator;
  /** Only barriers order it: they cannot be reordered. */
  readonly #clock: HierarchyClock;
  readonly #words = new Map<number, RecentAccess[]>();
  /** Entries that had left the window when words were last swept. */
  #swept = 0;

  constructor({ shape, vindicator }: PredictSetting) {
    super();
    this.#shape = shape;
    this.#vindicator = vindicator;
    this.#clock = new HierarchyClock(shape, false);
  }

  override access(
    kind: number,
    thread: number,
    mask: number,
    address: number,
    stride: number,
    size: number,
    site: number,
    block: number,
  ): void {
    const { window } = this.#vindicator;
    if (window.dropped !== this.#swept) this.#sweep();
    const entry = window.dropped + window.length - 1;
    const clock = this.#clock;
    clock.enter(thread);
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const lane = 31 - Math.clz32(rest & -rest);
      const by = thread + lane;
      const from = address + lane * stride;
      const recent = { entry, thread: by, counter: clock.now(by), kind, site, from, to: from + size };
      for (let word = Math.floor(from / 4); word * 4 < from + size; word++) {
        this.#accessWord(recent, block < 0 ? word : -1 - (word * this.#shape.blocks + block));
      }
    }
  }

  override barrier(block: number): void {
    this.#clock.blockBarrier(block);
  }

  override warpBarrier(thread: number, mask: number): void {
    this.#clock.warpBarrier(thread, mask);
  }

  override gridBarrier(): void {
    this.#clock.gridBarrier();
  }

  #accessWord(recent: RecentAccess, key: number): void {
    const vindicator = this.#vindicator;
    let others = this.#words.get(key);
    if (others === undefined) {
      others = [];
      this.#words.set(key, others);
    }
    for (let i = others.length - 1; i >= 0; i--) {
      const other = others[i]!;
      if (other.thread === recent.thread || other.entry < vindicator.window.dropped) continue;
      if (other.from >= recent.to || recent.from >= other.to) continue;
      const sameBlock = this.#blockOf(other.thread) === this.#blockOf(recent.thread);
      if (!conflicting(other.kind, recent.kind, sameBlock) || !vindicator.wants(other.site, recent.site)) continue;
      if (this.#clock.before(other.thread, other.counter, recent.thread)) continue;
      vindicator.propose(other.thread, other.site, recent.thread, recent.site);
    }
    if (others.length === RECENT) others.shift();
    others.push(recent);
  }

  /** Forgets words whose accesses have all left the window. */
  #sweep(): void {
    this.#swept = this.#vindicator.window.dropped;
    for (const [key, recents] of this.#words) if (recents.at(-1)!.entry < this.#swept) this.#words.delete(key);
  }

  #blockOf(thread: number): number {
    return Math.floor(thread / this.#shape.threadsPerBlock);
  }
}
