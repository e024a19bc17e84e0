/**
 * Order by fences and atomic or volatile accesses, as PTX has it: a fence and a later strong write of a flag, a strong read
 * of the flag and a later fence. The papers' detectors know locks, acquire and release operations and barriers only, so
 * their lists hold such pairs; a user is not to be told that they were seen racing. Fences that are part of a lock are the
 * lock's. Fences of one memory order nothing of the other one.
 */
import { ordersSpace } from '../trace/index.ts';
import { isBlockAtomic, Kind, onlyReads } from './detector.ts';
import { Event, type WindowEvent } from './window.ts';

interface Publication {
  readonly fence: number;
  readonly thread: number;
  readonly wide: boolean;
}

interface Local {
  /** The last fence that belongs to no lock. */
  fence: { readonly index: number; readonly wide: boolean } | null;
  /** Flags read since, and whether with device scope. */
  readonly read: Map<string, boolean>;
  /** What the thread did last: the type of the event, and the flag when it was a strong access. */
  lastType: number;
  lastFlag: string;
}

/**
 * @param shared the accesses to be ordered are to shared memory, else to global memory
 * @returns for each fence behind which something is ordered, the fences before which that was done; null when there is none
 */
export function fenceEdges(
  events: readonly WindowEvent[],
  threadsPerBlock: number,
  shared: boolean,
): Map<number, number[]> | null {
  if (!events.some(({ type }) => type === Event.fence)) return null;
  const edges = new Map<number, number[]>();
  const published = new Map<string, Map<number, Publication>>();
  const locals = new Map<number, Local>();
  const blockOf = (thread: number): number => Math.floor(thread / threadsPerBlock);
  for (const [index, e] of events.entries()) {
    if (e.type === Event.barrier || (e.type === Event.fence && !ordersSpace(e.flags, shared))) continue;
    let local = locals.get(e.thread);
    if (local === undefined) {
      local = { fence: null, read: new Map(), lastType: -1, lastFlag: '' };
      locals.set(e.thread, local);
    }
    if (e.type === Event.access) {
      const flag = `${e.block} ${e.from}`;
      const wide = !isBlockAtomic(e.kind);
      if (e.strong && e.kind !== Kind.write) local.read.set(flag, wide);
      if (e.strong && !onlyReads(e.kind) && local.fence !== null) {
        const ofFlag = published.get(flag) ?? new Map<number, Publication>();
        ofFlag.set(e.thread, { fence: local.fence.index, thread: e.thread, wide: wide && local.fence.wide });
        published.set(flag, ofFlag);
      }
      local.lastFlag = flag;
    } else if (e.type === Event.acquire) local.read.delete(local.lastFlag);
    else if (e.type === Event.release && e.held) {
      published.get(local.lastFlag)?.delete(e.thread);
      local.fence = null;
    } else if (e.type === Event.fence && local.lastType !== Event.acquire) {
      const from: number[] = [];
      for (const [flag, wide] of local.read) {
        for (const other of published.get(flag)?.values() ?? []) {
          if (other.thread === e.thread) continue;
          const reaches = (other.wide && wide && e.wide) || blockOf(other.thread) === blockOf(e.thread);
          if (reaches) from.push(other.fence);
        }
      }
      local.read.clear();
      if (from.length > 0) edges.set(index, from);
      local.fence = { index, wide: e.wide };
    }
    local.lastType = e.type;
  }
  return edges.size === 0 ? null : edges;
}
