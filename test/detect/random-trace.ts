/** Small random traces that can happen: locks exclude each other where their scopes overlap. */
import { type OrderedSpace, type ScopeName, type TraceEvent, TraceHeader } from '../../src/trace/index.ts';

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
  /** Locks as programs write them: compare-and-swap and fence, fence and exchange, now and then without the fence. */
  readonly inferred?: boolean;
  /** Threads end early. */
  readonly exits?: boolean;
  /** Accesses by several lanes of a warp in one instruction. */
  readonly lanes?: boolean;
  /** Fences and barriers of one memory, or of none. */
  readonly spaces?: boolean;
}

export function randomTrace(seed: number, flavour: Flavour): TraceEvent[] {
  const pick = random(seed);
  const threads = Array.from({ length: flavour.threads }, () => pick(2 * PER_BLOCK));
  const gone = new Set<number>();
  const holders: { lock: number; thread: number; scope: ScopeName }[] = [];
  const events: TraceEvent[] = [];
  const block = (thread: number) => Math.floor(thread / PER_BLOCK);
  const scope = (): ScopeName => (flavour.scopes && pick(2) === 0 ? 'block' : 'device');
  const narrower = (a: ScopeName, b: ScopeName): ScopeName => (a === 'block' || b === 'block' ? 'block' : 'device');
  const ordered = (): { space?: OrderedSpace } =>
    flavour.spaces !== true
      ? {}
      : ([{}, {}, { space: 'global' }, { space: 'shared' }, { space: 'none' }] as const)[pick(5)]!;
  const cell = (lock: number) => ({ space: 'global', addr: 64 + 4 * lock, size: 4 }) as const;
  while (events.length < flavour.length && gone.size < new Set(threads).size) {
    const thread = threads[pick(threads.length)]!;
    if (gone.has(thread)) continue;
    const site = events.length;
    if (pick(100) < flavour.barriers) {
      const which = pick(8);
      if (which === 0) events.push({ op: 'grid-barrier' });
      else if (which < 4) events.push({ op: 'barrier', block: block(thread), ...ordered() });
      else {
        const warp = Math.floor((thread % PER_BLOCK) / 3);
        const mask = [7, 3, 5, 6][pick(4)]!;
        const first = block(thread) * PER_BLOCK + warp * 3;
        if ([0, 1, 2].some((lane) => (mask & (1 << lane)) !== 0 && gone.has(first + lane))) continue;
        events.push({ op: 'warp-barrier', block: block(thread), warp, mask, ...ordered() });
      }
      continue;
    }
    const dice = pick(10);
    const mine = holders.filter((h) => h.thread === thread);
    if (flavour.exits === true && pick(25) === 0) {
      gone.add(thread);
      events.push({ op: 'exit', thread });
    } else if (dice < 2 && flavour.locks > 0 && mine.length < 2) {
      const lock = pick(flavour.locks);
      const [first, second] = [scope(), scope()];
      const wanted = flavour.inferred === true ? narrower(first, second) : first;
      const taken = holders.some(
        (h) =>
          h.lock === lock &&
          (h.thread === thread || h.scope !== 'block' || wanted !== 'block' || block(h.thread) === block(thread)),
      );
      if (taken) continue;
      if (flavour.inferred === true) {
        events.push({ op: 'atomic', rmw: 'cas', success: true, thread, ...cell(lock), scope: first, site });
        if (pick(10) === 0) continue;
        events.push({ op: 'fence', thread, scope: second, ...ordered() });
      } else events.push({ op: 'acquire', thread, lock: 64 + lock, scope: wanted });
      holders.push({ lock, thread, scope: wanted });
    } else if (dice < 4 && mine.length > 0) {
      const one = mine[pick(mine.length)]!;
      holders.splice(holders.indexOf(one), 1);
      if (flavour.inferred === true) {
        if (pick(10) > 0) events.push({ op: 'fence', thread, scope: scope(), ...ordered() });
        const last = events.length;
        events.push({ op: 'atomic', rmw: 'exch', thread, ...cell(one.lock), scope: scope(), site: last });
      } else events.push({ op: 'release', thread, lock: 64 + one.lock, scope: one.scope });
    } else {
      const word = 4096 + 4 * pick(flavour.words);
      const size = flavour.odd ? [1, 2, 4, 4, 8][pick(5)]! : 4;
      const addr = flavour.odd && size < 4 ? word + pick(4 / size) * size : word;
      const space = pick(4) === 0 ? 'shared' : 'global';
      if (pick(100) < flavour.atomics) {
        const order = flavour.orders ? (['relaxed', 'acquire', 'release', 'acq_rel'] as const)[pick(4)]! : 'relaxed';
        const what = (['atomic', 'atomic', 'read', 'write'] as const)[pick(4)]!;
        if (what === 'atomic')
          events.push({ op: what, rmw: 'add', thread, space, addr, size, scope: scope(), order, site });
        else events.push({ op: what, thread, space, addr, size, scope: scope(), order, site });
        continue;
      }
      const op = pick(2) === 0 ? 'read' : 'write';
      const stride = [0, 4, 4, 8][pick(4)]!;
      const lanes = flavour.lanes === true ? 1 + pick(3 - (thread % 3)) : 1;
      for (let lane = 0; lane < lanes; lane++) {
        if (gone.has(thread + lane)) continue;
        events.push({ op, thread: thread + lane, space, addr: addr + lane * stride, size, site });
      }
    }
  }
  return events;
}
