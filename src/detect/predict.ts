/**
 * Sound prediction beyond GWCP: every two conflicting accesses in the window that no barrier separates are tried, and a
 * pair is reported only when a reordering was found and replayed (`vindicate.ts`).
 */
import { conflicting, type Detector, type DetectorSetting } from './detector.ts';
import { HierarchyClock } from './hierarchy-clock.ts';
import type { Vindicator } from './vindicator.ts';

/** Accesses to one word that later ones are tried with, the newest. */
const RECENT = 32;

interface Recent {
  readonly entry: number;
  readonly thread: number;
  readonly counter: number;
  readonly kind: number;
  readonly site: number;
  readonly from: number;
  readonly to: number;
}

export interface PredictSetting extends Pick<DetectorSetting, 'shape'> {
  /** Its window must see each event before this detector does. */
  readonly vindicator: Vindicator;
}

export function createPredict({ shape, vindicator }: PredictSetting): Detector {
  // Only barriers order it: they cannot be reordered.
  const clock = new HierarchyClock(shape, false);
  const words = new Map<number, Recent[]>();
  let swept = 0;

  const one = (recent: Recent, key: number): void => {
    let others = words.get(key);
    if (others === undefined) {
      others = [];
      words.set(key, others);
    }
    for (let i = others.length - 1; i >= 0; i--) {
      const other = others[i]!;
      if (other.thread === recent.thread || other.entry < vindicator.window.dropped) continue;
      if (other.from >= recent.to || recent.from >= other.to) continue;
      const sameBlock =
        Math.floor(other.thread / shape.threadsPerBlock) === Math.floor(recent.thread / shape.threadsPerBlock);
      if (!conflicting(other.kind, recent.kind, sameBlock) || !vindicator.wants(other.site, recent.site)) continue;
      if (clock.before(other.thread, other.counter, recent.thread)) continue;
      vindicator.propose(other.thread, other.site, recent.thread, recent.site);
    }
    if (others.length === RECENT) others.shift();
    others.push(recent);
  };

  const sweep = (): void => {
    swept = vindicator.window.dropped;
    for (const [key, recents] of words) if (recents.at(-1)!.entry < swept) words.delete(key);
  };

  return {
    access(kind, thread, mask, address, stride, size, site, block) {
      if (vindicator.window.dropped !== swept) sweep();
      const entry = vindicator.window.dropped + vindicator.window.length - 1;
      clock.enter(thread);
      for (let rest = mask; rest !== 0; rest &= rest - 1) {
        const lane = 31 - Math.clz32(rest & -rest);
        const from = address + lane * stride;
        const recent = {
          entry,
          thread: thread + lane,
          counter: clock.now(thread + lane),
          kind,
          site,
          from,
          to: from + size,
        };
        for (let word = Math.floor(from / 4); word * 4 < from + size; word++) {
          one(recent, block < 0 ? word : -1 - (word * shape.blocks + block));
        }
      }
    },
    acquire() {},
    release() {},
    abandon() {},
    publish() {},
    observe() {},
    fence() {},
    barrier: (block) => clock.blockBarrier(block),
    warpBarrier: (thread, mask) => clock.warpBarrier(thread, mask),
    gridBarrier: () => clock.gridBarrier(),
    exit() {},
    end() {},
  };
}
