/** Which locks were held at which site, so that a race can be told as one of a lock. */
import type { Detector } from './detector.ts';

const MAX_SITES = 10_000;
const MAX_LOCKS = 16;

export interface SiteFacts extends Detector {
  locksAt(site: number): ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

export function createSiteFacts(): SiteFacts {
  const held = new Map<number, number[]>();
  const sites = new Map<number, Set<number>>();
  const drop = (thread: number, lock: number): void => {
    const rest = (held.get(thread) ?? []).filter((other) => other !== lock);
    if (rest.length > 0) held.set(thread, rest);
    else held.delete(thread);
  };
  return {
    locksAt: (site) => sites.get(site) ?? NONE,
    access(_kind, thread, mask, _address, _stride, _size, site) {
      if (held.size === 0) return;
      for (let rest = mask; rest !== 0; rest &= rest - 1) {
        const locks = held.get(thread + 31 - Math.clz32(rest & -rest));
        if (locks === undefined) continue;
        let known = sites.get(site);
        if (known === undefined) {
          if (sites.size >= MAX_SITES) return;
          known = new Set();
          sites.set(site, known);
        }
        if (known.size < MAX_LOCKS) for (const lock of locks) known.add(lock);
      }
    },
    acquire(thread, lock) {
      const locks = held.get(thread);
      if (locks === undefined) held.set(thread, [lock]);
      else locks.push(lock);
    },
    release: drop,
    abandon: drop,
    publish() {},
    observe() {},
    fence() {},
    barrier() {},
    warpBarrier() {},
    gridBarrier() {},
    exit() {},
    end() {},
  };
}
