/**
 * Sections that are over, per lock and scope in the order of their releases: the queues of PreDataR's Algorithm 1, one
 * copy for all threads and a cursor for each thread that releases. A thread's own sections are passed over. What every
 * thread of the launch knows leaves its queue.
 */

import { grown } from './array-growth.ts';
import type { Clock } from './clock.ts';
import { NumberTable } from './number-table.ts';
import type { Sections } from './sections.ts';

const FIRST_CAPACITY = 16;
/** Shorter queues are not searched for sections that are done with. */
const MIN_CROWD = 64;

class Queue {
  /** A ring: the section of position p lies at p modulo the length, a power of two. */
  sections = new Int32Array(FIRST_CAPACITY);
  /** Positions since the launch began. */
  first = 0;
  end = 0;
  /** By thread: the position up to which it has looked. */
  readonly cursors = new NumberTable();
  /** A thread that still needed the first section at the last search. */
  needs = 0;
  /** With so many sections the next search is due. */
  crowded = MIN_CROWD;
}

interface Queues {
  readonly device: Queue;
  readonly blocks: Map<number, Queue>;
}

type Take = (section: number, thread: number) => void;

export class SectionLog {
  readonly #locks: (Queues | undefined)[] = [];
  readonly #threadsPerBlock: number;
  readonly #threads: number;
  readonly #clock: Clock;
  readonly #sections: Sections;

  constructor(threadsPerBlock: number, threads: number, clock: Clock, sections: Sections) {
    this.#threadsPerBlock = threadsPerBlock;
    this.#threads = threads;
    this.#clock = clock;
    this.#sections = sections;
  }

  append(lock: number, section: number): void {
    let queues = this.#locks[lock];
    if (queues === undefined) {
      queues = { device: new Queue(), blocks: new Map() };
      this.#locks[lock] = queues;
    }
    if (this.#sections.isWide(section)) this.#push(queues.device, section);
    else {
      const block = this.#blockOf(this.#sections.thread(section));
      let queue = queues.blocks.get(block);
      if (queue === undefined) {
        queue = new Queue();
        queues.blocks.set(block, queue);
      }
      this.#push(queue, section);
    }
  }

  /**
   * Gives `take` the sections that are over before a release by `thread` of this scope, where that is news.
   * @param order Sections that were over when the thread's own section began.
   */
  follow(thread: number, lock: number, wide: boolean, order: number, take: Take): void {
    const queues = this.#locks[lock];
    if (queues === undefined) return;
    if (queues.blocks.size === 0) {
      this.#followOne(queues.device, thread, order, take);
      return;
    }
    const seen = [queues.device];
    if (wide) seen.push(...queues.blocks.values());
    else {
      const own = queues.blocks.get(this.#blockOf(thread));
      if (own !== undefined) seen.push(own);
    }
    // What one queue teaches may let another one go on.
    for (let again = true; again; ) {
      again = false;
      for (const queue of seen) if (this.#followOne(queue, thread, order, take) && seen.length > 1) again = true;
    }
  }

  /** @returns whether a section of another thread was passed */
  #followOne(queue: Queue, thread: number, order: number, take: Take): boolean {
    const clock = this.#clock;
    const sections = this.#sections;
    const start = Math.max(queue.cursors.get(thread), 0);
    let cursor = Math.max(start, queue.first);
    let passed = false;
    clock.enter(thread);
    for (; cursor < queue.end; cursor++) {
      const section = queue.sections[cursor & (queue.sections.length - 1)]!;
      if (sections.order(section) > order) break;
      const other = sections.thread(section);
      if (other === thread) continue;
      // A thread that is ordered after the release knows all that came before it.
      if (!clock.before(other, sections.until(section), thread)) {
        if (!clock.before(other, sections.since(section), thread)) break;
        take(section, thread);
      }
      passed = true;
    }
    if (cursor !== start) queue.cursors.set(thread, cursor);
    return passed;
  }

  #push(queue: Queue, section: number): void {
    const sections = this.#sections;
    if (queue.end - queue.first >= queue.crowded) this.#prune(queue);
    if (queue.end - queue.first === queue.sections.length) {
      const { length } = queue.sections;
      const larger = grown(queue.sections);
      for (let at = queue.first; at < queue.end; at++) {
        larger[at & (2 * length - 1)] = queue.sections[at & (length - 1)]!;
      }
      queue.sections = larger;
    }
    queue.sections[queue.end & (queue.sections.length - 1)] = section;
    queue.end++;
    sections.keep(section);
  }

  /** Drops the sections at the front that no thread will ask for. */
  #prune(queue: Queue): void {
    const clock = this.#clock;
    const sections = this.#sections;
    const needed = this.#firstNeeded(queue);
    for (; queue.first < queue.end; queue.first++) {
      const section = queue.sections[queue.first & (queue.sections.length - 1)]!;
      if (queue.first >= needed && sections.until(section) >= clock.past) break;
      sections.drop(section);
    }
    const kept = queue.end - queue.first;
    queue.crowded = Math.max(MIN_CROWD, 2 * kept, kept + this.#threads / 8);
  }

  /** Where the first section lies whose release is not known to every thread of the launch. */
  #firstNeeded(queue: Queue): number {
    let needed = this.#passed(queue, queue.needs, queue.end);
    for (let thread = 0; thread < this.#threads && needed > queue.first; thread++) {
      const at = this.#passed(queue, thread, needed);
      if (at < needed) queue.needs = thread;
      needed = at;
    }
    return needed;
  }

  #passed(queue: Queue, thread: number, limit: number): number {
    const clock = this.#clock;
    const sections = this.#sections;
    const cursor = queue.cursors.get(thread);
    let at = Math.max(cursor, queue.first);
    clock.enter(thread);
    for (; at < limit; at++) {
      const section = queue.sections[at & (queue.sections.length - 1)]!;
      const other = sections.thread(section);
      if (other !== thread && !clock.before(other, sections.until(section), thread)) break;
    }
    return Math.min(at, limit);
  }

  #blockOf(thread: number): number {
    return Math.floor(thread / this.#threadsPerBlock);
  }
}
