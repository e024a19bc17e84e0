/** Which locks were held at which site, so that a race can be told as one of a lock. */
import type { Detector } from './detector.ts';

const MAX_SITES = 10_000;
const MAX_LOCKS = 16;
const FULL = -1;

export interface SiteFacts extends Detector {
  locksAt(site: number): ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

/** @param locksHeld Locks that a thread holds; the array is not kept. */
export function createSiteFacts(locksHeld: (thread: number) => readonly number[]): SiteFacts {
  const sites = new Map<number, Set<number>>();
  /** By site: the one lock that was held at it last, or that nothing new is noted there; else 0. */
  const latest = new Int32Array(MAX_SITES);
  const nothing = (): void => {};
  return {
    locksAt: (site) => sites.get(site) ?? NONE,
    access(_kind, thread, mask, _address, _stride, _size, site) {
      for (let rest = mask; rest !== 0; rest &= rest - 1) {
        const locks = locksHeld(thread + 31 - Math.clz32(rest & -rest));
        if (locks.length === 0) continue;
        const last = latest[site] ?? 0;
        if (last === FULL || (locks.length === 1 && last === locks[0]! + 1)) continue;
        let known = sites.get(site);
        if (known === undefined) {
          if (sites.size >= MAX_SITES) return;
          known = new Set();
          sites.set(site, known);
        }
        if (known.size < MAX_LOCKS) for (const lock of locks) known.add(lock);
        latest[site] = known.size >= MAX_LOCKS ? FULL : locks.length === 1 ? locks[0]! + 1 : 0;
      }
    },
    acquire: nothing,
    release: nothing,
    abandon: nothing,
    publish: nothing,
    observe: nothing,
    fence: nothing,
    barrier: nothing,
    warpBarrier: nothing,
    gridBarrier: nothing,
    exit: nothing,
    end: nothing,
  };
}
