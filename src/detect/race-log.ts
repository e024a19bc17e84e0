/** Racing pairs of sites, each once, with what is told about it. */
import type { RaceSink } from './detector.ts';
import type { HeldLocks } from './held-locks.ts';
import { NumberTable } from './number-table.ts';
import { pairKey, type Race } from './race.ts';
import type { Vindicator } from './vindicator.ts';

const MAX_PAIRS = 100_000;
const EXAMPLES = 3;
/** Two sites below this make one exact number. */
const MAX_NUMBERED = 2 ** 26;
const OPEN = 0;
const DONE = 1;
/** Pairs of sites for which it is found out which locks were held. */
const MAX_EXPLAINED = 2000;

export class RaceLog implements RaceSink {
  readonly races = new Map<string, Race>();
  overflow = false;
  /** The launch is over: what is told now is of accesses that may be long past. */
  late = false;
  readonly #vindicator: Vindicator;
  readonly #isUnordered: (thread: number, counter: number, by: number) => boolean;
  readonly #firstIsReal: boolean;
  readonly #locks: HeldLocks;
  /** Pairs of sites, the earlier one first: open, or nothing more is wanted. Racing events are many, their pairs few. */
  readonly #pairs = new NumberTable();

  /** @param isUnordered Were the two without order in the run? */
  constructor(
    vindicator: Vindicator,
    isUnordered: (thread: number, counter: number, by: number) => boolean,
    firstIsReal: boolean,
    locks: HeldLocks,
  ) {
    this.#vindicator = vindicator;
    this.#isUnordered = isUnordered;
    this.#firstIsReal = firstIsReal;
    this.#locks = locks;
  }

  race(
    earlierThread: number,
    earlierSite: number,
    earlierKind: number,
    laterThread: number,
    laterSite: number,
    laterKind: number,
    address: number,
    block: number,
    counter: number,
  ): void {
    const isNumbered = earlierSite < MAX_NUMBERED - 1 && laterSite < MAX_NUMBERED - 1;
    const numbered = (earlierSite + 1) * MAX_NUMBERED + laterSite + 1;
    const known = isNumbered ? this.#pairs.get(numbered) : OPEN;
    // Beyond the limit, only pairs that are listed already are looked at.
    if (known === DONE || (known < 0 && this.overflow)) return;
    const key = pairKey(earlierSite, laterSite);
    let race = this.races.get(key);
    if (race === undefined) {
      if (this.races.size >= MAX_PAIRS) {
        this.overflow = true;
        return;
      }
      race = {
        sites: [earlierSite, laterSite],
        examples: [],
        unordered: false,
        first: this.#firstIsReal && this.races.size === 0,
      };
      this.races.set(key, race);
      if (isNumbered) this.#pairs.set(numbered, OPEN);
    }
    const wanted = this.#vindicator.wants(earlierSite, laterSite);
    if (race.examples.length < EXAMPLES) {
      const isKnown = race.examples.some(
        (one) => one.address === address && one.threads[0] === earlierThread && one.threads[1] === laterThread,
      );
      if (!isKnown) {
        const explained = !this.late && this.races.size <= MAX_EXPLAINED;
        race.examples.push({
          threads: [earlierThread, laterThread],
          kinds: [earlierKind, laterKind],
          address,
          block,
          locks: explained
            ? [this.#locks.lastAt(earlierThread, earlierSite), this.#locks.now(laterThread)]
            : [null, null],
        });
      }
    } else if (!wanted && race.unordered && isNumbered) {
      this.#pairs.set(numbered, DONE);
    }
    race.unordered ||= this.#isUnordered(earlierThread, counter, laterThread);
    if (wanted) this.#vindicator.propose(earlierThread, earlierSite, laterThread, laterSite);
  }
}
