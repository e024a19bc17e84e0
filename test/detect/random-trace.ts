/** Small random traces that can happen: locks exclude each other where their scopes overlap. */
import { type ScopeName, type TraceEvent, TraceHeader } from '../../src/trace/index.ts';

export const header = TraceHeader.parse({
  format: 'gpurace-trace',
  version: 1,
  kernel: 'random',
  grid: [2, 1, 1],
  block: [6, 1, 1],
  warpSize: 3,
});
const PER_BLOCK = 6;

/** A generator of numbers with a seed (mulberry32). */
export function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

export interface Flavour {
  readonly length: number;
  readonly threads: number;
  readonly locks: number;
  readonly words: number;
  /** Out of 100 events. */
  readonly barriers: number;
  readonly atomics: number;
  /** Accesses of less or more than a word. */
  readonly odd: boolean;
  /** Locks and atomics of block scope too. */
  readonly scopes: boolean;
  readonly orders: boolean;
}

export function randomTrace(seed: number, flavour: Flavour): TraceEvent[] {
  const pick = random(seed);
  const threads = Array.from({ length: flavour.threads }, () => pick(2 * PER_BLOCK));
  const holders: { lock: number; thread: number; scope: ScopeName }[] = [];
  const events: TraceEvent[] = [];
  const block = (thread: number) => Math.floor(thread / PER_BLOCK);
  const scope = (): ScopeName => (flavour.scopes && pick(2) === 0 ? 'block' : 'device');
  while (events.length < flavour.length) {
    const thread = threads[pick(threads.length)]!;
    const site = events.length;
    if (pick(100) < flavour.barriers) {
      const which = pick(8);
      if (which === 0) events.push({ op: 'grid-barrier' });
      else if (which < 4) events.push({ op: 'barrier', block: block(thread) });
      else {
        const warp = Math.floor((thread % PER_BLOCK) / 3);
        events.push({ op: 'warp-barrier', block: block(thread), warp, mask: [7, 3, 5, 6][pick(4)]! });
      }
      continue;
    }
    const dice = pick(10);
    const mine = holders.filter((h) => h.thread === thread);
    if (dice < 2 && flavour.locks > 0 && mine.length < 2) {
      const lock = pick(flavour.locks);
      const wanted = scope();
      const taken = holders.some(
        (h) =>
          h.lock === lock &&
          (h.thread === thread || h.scope !== 'block' || wanted !== 'block' || block(h.thread) === block(thread)),
      );
      if (taken) continue;
      holders.push({ lock, thread, scope: wanted });
      events.push({ op: 'acquire', thread, lock: 64 + lock, scope: wanted });
    } else if (dice < 4 && mine.length > 0) {
      const one = mine[pick(mine.length)]!;
      holders.splice(holders.indexOf(one), 1);
      events.push({ op: 'release', thread, lock: 64 + one.lock, scope: one.scope });
    } else {
      const word = 4096 + 4 * pick(flavour.words);
      const size = flavour.odd ? [1, 2, 4, 4, 8][pick(5)]! : 4;
      const addr = flavour.odd && size < 4 ? word + pick(4 / size) * size : word;
      const space = pick(4) === 0 ? 'shared' : 'global';
      if (pick(100) < flavour.atomics) {
        const order = flavour.orders ? (['relaxed', 'acquire', 'release', 'acq_rel'] as const)[pick(4)]! : 'relaxed';
        events.push({ op: 'atomic', rmw: 'add', thread, space, addr, size, scope: scope(), order, site });
      } else events.push({ op: pick(2) === 0 ? 'read' : 'write', thread, space, addr, size, site });
    }
  }
  return events;
}
