/**
 * Collects pairs of accesses that may race and tries to vindicate them while both are in the window: when its older
 * half is about to go, and at the end of the launch. One preparation of the window serves all its pairs. What it costs
 * is bounded: events in the window, events in a cone, attempts per pair of sites, and steps in all.
 */
import type { HeldLocks } from './held-locks.ts';
import type { Example, Race } from './race.ts';
import { pairKey } from './race.ts';
import { conflictingEvents, Reordering } from './reordering.ts';
import { Window, type WindowEvent } from './window.ts';

/** What trying to reorder may cost. */
export interface Bounds {
  /** Records that are kept; two accesses further apart are not tried. Even. */
  readonly window: number;
  /** Events before the two accesses that may have to be put in another order. */
  readonly cone: number;
  /** Attempts for one pair of sites. */
  readonly attempts: number;
  /** Steps of a launch; 1,500 million take some ten seconds. */
  readonly steps: number;
}

export const DEFAULT_BOUNDS: Bounds = { window: 4096, cone: 768, attempts: 16, steps: 1_500_000_000 };

/** Events of single threads that are looked at, for each record of the window; of a window with more, the last ones. */
const EVENTS_PER_RECORD = 4;

/** After so many questions without a better reordering a pair keeps what was found. */
const MAX_ASKED = 1 << 14;

interface PairState {
  /** By distance of the threads. */
  readonly attempts: number[];
  /** The farthest threads for which the pair is vindicated, or -1. */
  reached: number;
  asked: number;
}

interface Candidate {
  readonly key: string;
  readonly state: PairState;
  readonly distance: number;
  readonly thread: number;
  readonly site: number;
  /** Number of the later access's entry since the launch began. */
  readonly entry: number;
  readonly laterThread: number;
  readonly laterSite: number;
}

export type Fate =
  | 'vindicated'
  /** A reordering was found by the rules of the papers, but fences with atomic accesses between them order the two. */
  | 'fences and atomic or volatile accesses order the two'
  | 'no reordering was found'
  | 'the two are further apart than the window'
  | 'too many events come before them'
  | 'the budget was used up';

const FENCED: Fate = 'fences and atomic or volatile accesses order the two';
const OUTSIDE: Fate = 'the two are further apart than the window';

/** Was a reordering found that the papers' rules allow? */
export function isReordered(fate: Fate | undefined): boolean {
  return fate === 'vindicated' || fate === FENCED;
}

export class Vindicator {
  readonly window: Window;
  /** Tells which locks were held in the window. */
  locks: HeldLocks | null = null;
  /** By pair key. */
  readonly fates = new Map<string, Fate>();
  /** What was vindicated, with the accesses that were. */
  readonly examples = new Map<string, Race>();
  readonly #states = new Map<string, PairState>();
  readonly #threadsPerBlock: number;
  #candidates: Candidate[] = [];
  /** Fences ordered something where reorderings were looked for. */
  sawFences = false;
  readonly #warpSize: number;
  readonly #farthest: number;
  readonly #bounds: Bounds;
  #work = 0;

  constructor(threadsPerBlock: number, threads: number, bounds: Bounds = DEFAULT_BOUNDS, warpSize = 32) {
    this.#threadsPerBlock = threadsPerBlock;
    this.#warpSize = warpSize;
    this.#farthest = threads > threadsPerBlock ? 2 : threadsPerBlock > warpSize ? 1 : 0;
    this.#bounds = bounds;
    this.window = new Window(threadsPerBlock, threads, bounds.window, () => this.flush());
  }

  /** Is another attempt for the pair worth while: it is not vindicated, or only for threads that are closer together? */
  wants(site: number, laterSite: number): boolean {
    const state = this.#states.get(pairKey(site, laterSite));
    if (state === undefined) return this.#bounds.attempts > 0;
    if (state.reached >= 0 && ++state.asked > MAX_ASKED) return false;
    for (let distance = state.reached + 1; distance <= this.#farthest; distance++) {
      if (state.attempts[distance]! < this.#bounds.attempts) return true;
    }
    return false;
  }

  /** The access that the window took last races with an earlier one of `thread` at `site`. */
  propose(thread: number, site: number, laterThread: number, laterSite: number): void {
    const key = pairKey(site, laterSite);
    let state = this.#states.get(key);
    if (state === undefined) {
      state = { attempts: [0, 0, 0], reached: -1, asked: 0 };
      this.#states.set(key, state);
    }
    const distance = this.#distance(thread, laterThread);
    if (distance <= state.reached || state.attempts[distance]! >= this.#bounds.attempts) return;
    state.attempts[distance]!++;
    const entry = this.window.dropped + this.window.length - 1;
    this.#candidates.push({ key, state, distance, thread, site, entry, laterThread, laterSite });
  }

  /** 0: of one warp, 1: of one block, 2: of two blocks. */
  #distance(thread: number, other: number): number {
    const threadsPerBlock = this.#threadsPerBlock;
    const warpSize = this.#warpSize;
    const block = Math.floor(thread / threadsPerBlock);
    if (block !== Math.floor(other / threadsPerBlock)) return 2;
    const first = block * threadsPerBlock;
    return Math.floor((thread - first) / warpSize) === Math.floor((other - first) / warpSize) ? 0 : 1;
  }

  flush(): void {
    const candidates = this.#candidates;
    this.#candidates = [];
    if (candidates.length === 0) return;
    if (this.#work > this.#bounds.steps) {
      for (const { key } of candidates) this.#setFate(key, 'the budget was used up');
      return;
    }
    const latest: WindowEvent[][] = [];
    let count = 0;
    for (let i = this.window.length - 1; i >= 0 && count < this.#bounds.window * EVENTS_PER_RECORD; i--) {
      latest.push(this.window.events(i));
      count += latest.at(-1)!.length;
    }
    latest.reverse();
    const events = latest.flat();
    // Where the events of an entry begin; nothing for those before.
    const starts = new Array<number>(this.window.length - latest.length).fill(0);
    let start = 0;
    for (const one of latest) {
      starts.push(start);
      start += one.length;
    }
    starts.push(start);
    const reordering = new Reordering(events, this.#threadsPerBlock, this.#bounds.cone);
    this.#work += events.length * 50;
    this.sawFences ||= reordering.hasFences;
    for (const candidate of candidates) this.#attempt(candidate, reordering, events, starts);
    this.#work += reordering.work;
  }

  #attempt(
    candidate: Candidate,
    reordering: Reordering,
    events: readonly WindowEvent[],
    starts: readonly number[],
  ): void {
    const { key, state, distance, thread, site, entry, laterThread, laterSite } = candidate;
    if (distance <= state.reached) return;
    if (this.#work + reordering.work > this.#bounds.steps) {
      this.#setFate(key, 'the budget was used up');
      return;
    }
    const at = entry - this.window.dropped;
    let later = -1;
    for (let i = starts[at] ?? 0; i < (starts[at + 1] ?? 0); i++) if (events[i]!.thread === laterThread) later = i;
    if (later < 0 || events[later]!.site !== laterSite) {
      this.#setFate(key, OUTSIDE);
      return;
    }
    for (let i = later - 1; i >= 0; i--) {
      const earlier = events[i]!;
      if (
        earlier.thread !== thread ||
        earlier.site !== site ||
        !conflictingEvents(earlier, events[later]!, this.#threadsPerBlock)
      )
        continue;
      const outcome = reordering.vindicate(i, later);
      if (outcome === 'vindicated') {
        const isStrict = !reordering.hasFences || reordering.vindicate(i, later, true) === 'vindicated';
        this.#setFate(key, isStrict ? 'vindicated' : FENCED);
        const locks = [
          this.locks?.atRecord(earlier.thread, recordOf(starts, i)) ?? null,
          this.locks?.atRecord(laterThread, at) ?? null,
        ] as const;
        if (isStrict) state.reached = distance;
        if (isStrict || this.fates.get(key) !== 'vindicated') {
          this.examples.set(key, raceOf(earlier, events[later]!, locks));
        }
      } else this.#setFate(key, outcome === 'ordered' ? 'no reordering was found' : 'too many events come before them');
      return;
    }
    this.#setFate(key, OUTSIDE);
  }

  #setFate(key: string, fate: Fate): void {
    const known = this.fates.get(key);
    if (known === 'vindicated' || (known === FENCED && fate !== 'vindicated')) return;
    this.fates.set(key, fate);
  }
}

/** The record that an event belongs to. @param starts Where the events of each record begin, rising */
function recordOf(starts: readonly number[], event: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= event) low = middle;
    else high = middle;
  }
  return low;
}

function raceOf(a: WindowEvent, b: WindowEvent, locks: Example['locks']): Race {
  const example = {
    threads: [a.thread, b.thread],
    kinds: [a.kind, b.kind],
    address: Math.max(a.from, b.from),
    block: a.block,
    locks,
  } as const;
  return { sites: [a.site, b.site], examples: [example], unordered: false, first: false };
}
