/**
 * Sections that are over, per lock and scope in the order of their releases: the queues of PreDataR's Algorithm 1, one
 * copy for all threads and a cursor for each thread that releases. A thread's own sections are passed over.
 */
import { OutOfBudget } from './detector.ts';
import type { HierarchyClock, Row } from './hierarchy-clock.ts';

/** Clocks of all sections together, in entries of 4 bytes, and what a section costs besides. */
const MAX_ENTRIES = 1 << 27;
const SECTION_COST = 32;

export interface Section {
  readonly thread: number;
  /** The thread's counter at the acquire. */
  readonly since: number;
  /** Its counter at the release. */
  readonly until: number;
  /** Its number among all sections, in the order of the releases. */
  readonly order: number;
  readonly wide: boolean;
  /** What happened before the release, the release included. */
  readonly before: Row;
}

class Queue {
  readonly sections: Section[] = [];
  readonly cursors = new Map<number, number>();
}

interface Queues {
  readonly device: Queue;
  readonly blocks: Map<number, Queue>;
}

export class SectionLog {
  private readonly locks: (Queues | undefined)[] = [];
  private readonly threadsPerBlock: number;
  private readonly clock: HierarchyClock;
  private entries = 0;

  constructor(threadsPerBlock: number, clock: HierarchyClock) {
    this.threadsPerBlock = threadsPerBlock;
    this.clock = clock;
  }

  append(lock: number, section: Section): void {
    this.entries += section.before.length + SECTION_COST;
    if (this.entries > MAX_ENTRIES) throw new OutOfBudget('too many critical sections are to be remembered');
    let queues = this.locks[lock];
    if (queues === undefined) {
      queues = { device: new Queue(), blocks: new Map() };
      this.locks[lock] = queues;
    }
    if (section.wide) queues.device.sections.push(section);
    else {
      const block = this.blockOf(section.thread);
      let queue = queues.blocks.get(block);
      if (queue === undefined) {
        queue = new Queue();
        queues.blocks.set(block, queue);
      }
      queue.sections.push(section);
    }
  }

  /**
   * Gives `take` what happened before each release that is ordered before a release by `thread` of this scope.
   * @param order Sections that were over when the thread's own section began.
   */
  follow(thread: number, lock: number, wide: boolean, order: number, take: (row: Row) => void): void {
    const queues = this.locks[lock];
    if (queues === undefined) return;
    const seen = [queues.device];
    if (wide) seen.push(...queues.blocks.values());
    else {
      const own = queues.blocks.get(this.blockOf(thread));
      if (own !== undefined) seen.push(own);
    }
    // What one queue teaches may let another one go on.
    for (let again = true; again; ) {
      again = false;
      for (const queue of seen) if (this.followOne(queue, thread, order, take) && seen.length > 1) again = true;
    }
  }

  private followOne(queue: Queue, thread: number, order: number, take: (row: Row) => void): boolean {
    const { sections } = queue;
    const start = queue.cursors.get(thread) ?? 0;
    let cursor = start;
    let last: Section | null = null;
    this.clock.enter(thread);
    for (; cursor < sections.length; cursor++) {
      const section = sections[cursor]!;
      if (section.order > order) break;
      if (section.thread === thread) continue;
      if (!this.clock.before(section.thread, section.since, thread)) break;
      last = section;
      // Who is ordered after the release knows all that came before it.
      if (!this.clock.before(section.thread, section.until, thread)) take(section.before);
    }
    if (cursor !== start) queue.cursors.set(thread, cursor);
    return last !== null;
  }

  private blockOf(thread: number): number {
    return Math.floor(thread / this.threadsPerBlock);
  }
}
