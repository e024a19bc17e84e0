/**
 * Shadow memory in the manner of FastTrack: what is remembered of each word of memory, the accesses that a later one could
 * still race with, each by its epoch (thread and counter).
 *
 * An access is forgotten when a later one is ordered after it and conflicts with at least as much: whatever is unordered
 * with the forgotten one is then unordered with the later one too, so every racing access keeps a partner (unlike
 * FastTrack's, this stays exact after the first race). Plain accesses to whole words, one write and two reads, lie in the page;
 * everything else (atomics, parts of words, accesses that race) is a list of entries beside it.
 *
 * In a large launch that only barriers have ordered so far, two reads by different threads, of different blocks if there
 * are any, stand for all: threads of other blocks are ordered with neither, and of the two one is another thread's.
 */
import { grown } from './array-growth.ts';
import type { Clock } from './clock.ts';
import { conflicting, isBlockAtomic, KINDS, Kind, OutOfBudget, type RaceSink } from './detector.ts';

const WORDS = 1024;
const PAGE_BYTES = WORDS * 4;
/** Thread + 1, counter, site of: the write, the first read, the second read. */
const FIELDS = 9;
/** Of an entry's kind. */
const KIND_WIDTH = 3;
const KIND_BITS = 0b111;
/** In place of the write's thread: the word's accesses are a list, which begins at the write's counter. */
const LISTED = -1;

/** 36 KiB each: 1.5 GiB, or some 170 MB of memory that a launch touched. */
const MAX_PAGES = 44_000;
const MAX_ENTRIES = 1 << 25;

const RECENT_PAGES = 256;

/** Up to so many threads every reader is kept, whatever orders them later. */
const EXACT_THREADS = 4096;
/** Accesses of one kind that are kept of one word when many are unordered. */
const MAX_KEPT = 4096;
const MAX_KEPT_LARGE = 256;

type Page = Int32Array;

class Directory {
  readonly pages = new Map<number, Page>();
  lastNumber = -1;
  lastPage: Page | null = null;
}

export class ShadowMemory {
  readonly #clock: Clock;
  readonly #races: RaceSink;
  readonly #threadsPerBlock: number;
  readonly #exact: boolean;
  readonly #global = new Directory();
  readonly #shared: Directory[] = [];
  #pageCount = 0;
  /** Pages of global memory that were used lately, by the low bits of their numbers. */
  readonly #recentNumbers = new Float64Array(RECENT_PAGES).fill(-1);
  readonly #recentPages = new Array<Page>(RECENT_PAGES).fill(new Int32Array(0));

  // Lists: an arena of entries and a chain of free ones.
  #next = new Int32Array(1024);
  #thread = new Int32Array(1024);
  #counter = new Int32Array(1024);
  #site = new Int32Array(1024);
  /** Kind in the low three bits, mask of the word's bytes above. */
  #info = new Uint8Array(1024);
  #free = 0;
  #used = 1;

  constructor(clock: Clock, races: RaceSink, threadsPerBlock: number, threads: number) {
    this.#clock = clock;
    this.#races = races;
    this.#threadsPerBlock = threadsPerBlock;
    this.#exact = threads <= EXACT_THREADS;
  }

  /** Judges and remembers the accesses of an entry of the trace. The threads' block must have been entered. */
  access(
    kind: number,
    thread: number,
    mask: number,
    address: number,
    stride: number,
    size: number,
    site: number,
    block: number,
  ): void {
    const directory = block < 0 ? this.#global : this.#ofBlock(block);
    const clock = this.#clock;
    const { common } = clock;
    for (let lane = 0, rest = mask; rest !== 0; lane++, rest >>>= 1) {
      if ((rest & 1) === 0) continue;
      const by = thread + lane;
      const now = common === 0 ? clock.now(by) : common;
      let at = address + lane * stride;
      const number = Math.floor(at * (1 / PAGE_BYTES));
      const offset = at - number * PAGE_BYTES;
      if (size === 4 && (offset & 3) === 0) {
        const page = number === directory.lastNumber ? directory.lastPage! : this.#page(directory, number);
        this.#word(page, (offset >> 2) * FIELDS, kind, by, now, site, 15, at, block);
        continue;
      }
      for (const end = at + size; at < end; ) {
        const from = at % 4;
        const to = Math.min(4, from + end - at);
        const start = at - from;
        const pageNumber = Math.floor(start / PAGE_BYTES);
        const page = this.#page(directory, pageNumber);
        const cell = ((start - pageNumber * PAGE_BYTES) >> 2) * FIELDS;
        this.#word(page, cell, kind, by, now, site, (1 << to) - (1 << from), at, block);
        at = start + 4;
      }
    }
  }

  #word(
    page: Page,
    cell: number,
    kind: number,
    by: number,
    now: number,
    site: number,
    mask: number,
    address: number,
    block: number,
  ): void {
    if (mask === 15 && page[cell] !== LISTED) {
      if (kind === Kind.read && this.#read(page, cell, by, now, site, address, block)) return;
      if (kind === Kind.write && this.#write(page, cell, by, now, site, address, block)) return;
    }
    this.#listed(page, cell, kind, by, now, site, mask, address, block);
  }

  /** @returns false, and has done nothing, when the word needs a list */
  #read(page: Page, cell: number, by: number, now: number, site: number, address: number, block: number): boolean {
    const clock = this.#clock;
    const first = page[cell + 3]! - 1;
    const second = page[cell + 6]! - 1;
    let slot: number;
    if (first === by) slot = 3;
    else if (second === by) slot = 6;
    else if (first < 0 || clock.before(first, page[cell + 4]!, by)) slot = 3;
    else if (second < 0 || clock.before(second, page[cell + 7]!, by)) slot = 6;
    else if (this.#exact || clock.everFine) return false;
    else slot = this.#blockOf(first) === this.#blockOf(second) && this.#blockOf(first) !== this.#blockOf(by) ? 6 : 0;
    const writer = page[cell]! - 1;
    if (writer >= 0 && writer !== by && !clock.before(writer, page[cell + 1]!, by)) {
      this.#races.race(writer, page[cell + 2]!, Kind.write, by, site, Kind.read, address, block, page[cell + 1]!);
    }
    if (slot === 0) return true;
    page[cell + slot] = by + 1;
    page[cell + slot + 1] = now;
    page[cell + slot + 2] = site;
    return true;
  }

  #write(page: Page, cell: number, by: number, now: number, site: number, address: number, block: number): boolean {
    const clock = this.#clock;
    const writer = page[cell]! - 1;
    if (writer >= 0 && writer !== by && !clock.before(writer, page[cell + 1]!, by)) return false;
    const first = page[cell + 3]! - 1;
    if (first >= 0) {
      if (first !== by && !clock.before(first, page[cell + 4]!, by)) return false;
      page[cell + 3] = 0;
    }
    const second = page[cell + 6]! - 1;
    if (second >= 0) {
      if (second !== by && !clock.before(second, page[cell + 7]!, by)) {
        this.#races.race(second, page[cell + 8]!, Kind.read, by, site, Kind.write, address, block, page[cell + 7]!);
      } else page[cell + 6] = 0;
    }
    page[cell] = by + 1;
    page[cell + 1] = now;
    page[cell + 2] = site;
    return true;
  }

  #listed(
    page: Page,
    cell: number,
    kind: number,
    by: number,
    now: number,
    site: number,
    mask: number,
    address: number,
    block: number,
  ): void {
    // This may replace the arrays of entries, so it comes before they are read.
    let head = page[cell] === LISTED ? page[cell + 1]! : this.#list(page, cell);
    const clock = this.#clock;
    const next = this.#next;
    const thread = this.#thread;
    const counter = this.#counter;
    const info = this.#info;
    const ownBlock = this.#blockOf(by);
    const sampled = !this.#exact && !clock.everFine;
    let kept = 0;
    let keptForeign = 0;
    let covered = true;
    let lastKept = 0;
    let before = 0;
    for (let entry = head; entry !== 0; ) {
      const after = next[entry]!;
      const other = thread[entry]!;
      const otherInfo = info[entry]!;
      const otherKind = otherInfo & KIND_BITS;
      const otherMask = otherInfo >> KIND_WIDTH;
      const own = other === by;
      const ordered = own || clock.before(other, counter[entry]!, by);
      const sameBlock = own || this.#blockOf(other) === ownBlock;
      if (!ordered && (otherMask & mask) !== 0 && conflicting(otherKind, kind, sameBlock)) {
        this.#races.race(other, this.#site[entry]!, otherKind, by, site, kind, address, block, counter[entry]!);
      }
      if (ordered && (otherMask & ~mask) === 0 && outweighs(kind, otherKind, sameBlock)) {
        if (before === 0) head = after;
        else next[before] = after;
        next[entry] = this.#free;
        this.#free = entry;
      } else {
        if (otherKind === kind && (mask & ~otherMask) === 0) {
          kept++;
          if (!sameBlock) keptForeign++;
          covered &&= !ordered;
          lastKept = entry;
        }
        before = entry;
      }
      entry = after;
    }
    const limit = sampled ? 2 : this.#exact ? MAX_KEPT : MAX_KEPT_LARGE;
    if (kept >= limit && covered) {
      // One of another block is worth more than a second one of the same block.
      if (sampled && keptForeign === kept && this.#allOfOneBlock(head, kind, mask)) {
        thread[lastKept] = by;
        counter[lastKept] = now;
        this.#site[lastKept] = site;
      }
    } else head = this.#entry(head, kind, by, now, site, mask);
    page[cell] = LISTED;
    page[cell + 1] = head;
    this.#unlist(page, cell, head);
  }

  #allOfOneBlock(head: number, kind: number, mask: number): boolean {
    let block = -1;
    for (let entry = head; entry !== 0; entry = this.#next[entry]!) {
      const info = this.#info[entry]!;
      if ((info & KIND_BITS) !== kind || (mask & ~(info >> KIND_WIDTH)) !== 0) continue;
      const blockOfEntry = this.#blockOf(this.#thread[entry]!);
      if (block >= 0 && blockOfEntry !== block) return false;
      block = blockOfEntry;
    }
    return true;
  }

  /** Brings what lies in the page into a list. @returns its first entry */
  #list(page: Page, cell: number): number {
    let head = 0;
    for (let slot = 6; slot >= 0; slot -= 3) {
      const by = page[cell + slot]! - 1;
      if (by < 0) continue;
      const kind = slot === 0 ? Kind.write : Kind.read;
      head = this.#entry(head, kind, by, page[cell + slot + 1]!, page[cell + slot + 2]!, 15);
    }
    page.fill(0, cell, cell + FIELDS);
    return head;
  }

  /** A list of a single write of the whole word goes back into the page. */
  #unlist(page: Page, cell: number, head: number): void {
    if (head === 0 || this.#next[head] !== 0 || this.#info[head] !== ((15 << KIND_WIDTH) | Kind.write)) return;
    page[cell] = this.#thread[head]! + 1;
    page[cell + 1] = this.#counter[head]!;
    page[cell + 2] = this.#site[head]!;
    this.#next[head] = this.#free;
    this.#free = head;
  }

  #entry(next: number, kind: number, by: number, now: number, site: number, mask: number): number {
    let entry = this.#free;
    if (entry !== 0) this.#free = this.#next[entry]!;
    else {
      entry = this.#used++;
      if (entry >= this.#next.length) this.#grow();
    }
    this.#next[entry] = next;
    this.#thread[entry] = by;
    this.#counter[entry] = now;
    this.#site[entry] = site;
    this.#info[entry] = (mask << KIND_WIDTH) | kind;
    return entry;
  }

  #grow(): void {
    const size = this.#next.length * 2;
    if (size > MAX_ENTRIES) throw new OutOfBudget('too many unordered accesses are to be remembered');
    this.#next = grown(this.#next, size);
    this.#thread = grown(this.#thread, size);
    this.#counter = grown(this.#counter, size);
    this.#site = grown(this.#site, size);
    const info = new Uint8Array(size);
    info.set(this.#info);
    this.#info = info;
  }

  #blockOf(thread: number): number {
    return Math.floor(thread / this.#threadsPerBlock);
  }

  #ofBlock(block: number): Directory {
    let directory = this.#shared[block];
    if (directory === undefined) {
      directory = new Directory();
      this.#shared[block] = directory;
    }
    return directory;
  }

  #page(directory: Directory, number: number): Page {
    if (number === directory.lastNumber) return directory.lastPage!;
    const slot = number & (RECENT_PAGES - 1);
    const isGlobal = directory === this.#global;
    let page: Page;
    if (isGlobal && this.#recentNumbers[slot] === number) page = this.#recentPages[slot]!;
    else {
      page = directory.pages.get(number) ?? this.#newPage(directory, number);
      if (isGlobal) {
        this.#recentNumbers[slot] = number;
        this.#recentPages[slot] = page;
      }
    }
    directory.lastNumber = number;
    directory.lastPage = page;
    return page;
  }

  #newPage(directory: Directory, number: number): Page {
    if (++this.#pageCount > MAX_PAGES) {
      throw new OutOfBudget(`the launch touches more than ${Math.floor((MAX_PAGES * PAGE_BYTES) / 1e6)} MB of memory`);
    }
    const page = new Int32Array(WORDS * FIELDS);
    directory.pages.set(number, page);
    return page;
  }
}

/**
 * Does an access conflict with everything that an earlier one, ordered before it, conflicts with? Two of one block have the
 * same blocks to be foreign to.
 */
function outweighs(kind: number, earlier: number, sameBlock: boolean): boolean {
  return (OUTWEIGHED[kind]! & (1 << earlier)) !== 0 && (sameBlock || !isBlockAtomic(kind) || !isBlockAtomic(earlier));
}

/** By kind: the kinds that conflict, in whatever block, with no more than it does. */
const OUTWEIGHED: readonly number[] = KINDS.map((kind) =>
  KINDS.filter((earlier) =>
    KINDS.every((third) =>
      [true, false].every((same) => !conflicting(earlier, third, same) || conflicting(kind, third, same)),
    ),
  ).reduce((bits: number, earlier) => bits | (1 << earlier), 0),
);
