/**
 * Rule (i) of GWCP: for each lock, the words that sections on it have accessed, and the sections that an access to one
 * of them may be ordered after.
 */
import type { Clock } from './clock.ts';
import { conflicting, OutOfBudget } from './detector.ts';
import { doubled } from './doubled.ts';
import { hash } from './number-table.ts';
import type { Sections } from './sections.ts';

/** Pairs of a lock and a word accessed under it. */
const MAX_WORDS = 1 << 23;
/** Sections at words. */
const MAX_ENTRIES = 1 << 24;
const FIRST_CAPACITY = 1024;

/** A critical section that is open. */
export class OpenSection {
  /** No two sections of a launch have the same. */
  stamp = 0;
  lock = 0;
  wide = true;
  /** The thread's counter at the acquire. */
  since = 0;
  /** Sections on any lock that were over by then. */
  order = 0;
  /** Words accessed, and how: bit k for kind k, the mask of bytes above. */
  words = new Int32Array(16);
  uses = new Int32Array(16);
  count = 0;

  note(word: number, use: number): void {
    if (this.count === this.words.length) {
      this.words = doubled(this.words);
      this.uses = doubled(this.uses);
    }
    this.words[this.count] = word;
    this.uses[this.count++] = use;
  }
}

// Fields of a word: its key in two halves, the stamp of the open section that noted it last and where it did, the newest
// entry.
const LOW = 0;
const HIGH = 1;
const NOTED = 2;
const INDEX = 3;
const NEWEST = 4;
// Fields of an entry, that is of a section that is over and has used the word. Entries are chained from new to old.
const NEXT = 0;
const SECTION = 1;
const USE = 2;
const THREAD = 3;
const UNTIL = 4;
const WIDE = 5;
const ORDER = 6;
const FIELDS = 8;

/** The words of one lock, by key: open addressing, word + 1. */
interface Table {
  slots: Int32Array;
  shift: number;
  count: number;
}

export class ProtectedWords {
  private readonly ofLock: (Table | undefined)[] = [];
  private words = new Int32Array(FIRST_CAPACITY * FIELDS);
  private wordCount = 0;
  private entries = new Int32Array(FIRST_CAPACITY * FIELDS);
  private free = 0;
  private used = FIELDS;

  private readonly threadsPerBlock: number;
  private readonly clock: Clock;
  private readonly sections: Sections;
  private readonly order: (section: number, thread: number) => void;

  /** @param order Called with a section that is over before an access of the thread, where that is news. */
  constructor(
    threadsPerBlock: number,
    clock: Clock,
    sections: Sections,
    order: (section: number, thread: number) => void,
  ) {
    this.threadsPerBlock = threadsPerBlock;
    this.clock = clock;
    this.sections = sections;
    this.order = order;
  }

  /** An access to (part of) a word by a thread in an open section. The thread's block must have been entered. */
  access(open: OpenSection, thread: number, kind: number, key: number, mask: number): void {
    const word = this.word(open.lock, key);
    const { words } = this;
    const use = (1 << kind) | (mask << 4);
    const index = words[word + INDEX]!;
    const isNoted = words[word + NOTED] === open.stamp && open.uses[index]! >> 4 === mask;
    // Nothing was released since: what the access is ordered after is known.
    if (isNoted && (open.uses[index]! & use) === use) return;
    if (words[word + NEWEST] !== 0) this.follow(words[word + NEWEST]!, open, thread, kind, mask);
    if (isNoted) open.uses[index]! |= use;
    else {
      words[word + NOTED] = open.stamp;
      words[word + INDEX] = open.count;
      open.note(word, use);
    }
  }

  private follow(newest: number, open: OpenSection, thread: number, kind: number, mask: number): void {
    const { clock, entries } = this;
    for (let entry = newest; entry !== 0; entry = entries[entry + NEXT]!) {
      // What has begun before the release is not ordered by it: GWCP is weaker than happens-before.
      if (entries[entry + ORDER]! > open.order) continue;
      const use = entries[entry + USE]!;
      const other = entries[entry + THREAD]!;
      if (other === thread || ((use >> 4) & mask) === 0) continue;
      const sameBlock = this.sameBlock(other, thread);
      if (!sameBlock && !open.wide && entries[entry + WIDE] === 0) continue;
      if ((use & (sameBlock ? IN_BLOCK : ELSEWHERE)[kind]!) === 0) continue;
      if (!clock.before(other, entries[entry + UNTIL]!, thread)) this.order(entries[entry + SECTION]!, thread);
    }
  }

  /** The open section is over, and goes on as `section`. */
  close(open: OpenSection, section: number): void {
    for (let i = 0; i < open.count; i++) this.remember(open.words[i]!, section, open.uses[i]!);
  }

  /** Keeps the section, and drops those that it and one other thread's section after them stand for. */
  private remember(word: number, section: number, use: number): void {
    const { words, sections, entries } = this;
    const thread = sections.thread(section);
    const wide = sections.isWide(section) ? 1 : 0;
    let second = -1;
    let last = 0;
    let newest = words[word + NEWEST]!;
    for (let entry = newest; entry !== 0; ) {
      const after = entries[entry + NEXT]!;
      const other = entries[entry + THREAD]!;
      const covered =
        (entries[entry + USE]! & ~use) === 0 &&
        entries[entry + WIDE] === wide &&
        (wide === 1 || this.sameBlock(other, thread));
      if (covered && (other === thread || (second >= 0 && second !== other))) {
        if (last === 0) newest = after;
        else entries[last + NEXT] = after;
        sections.drop(entries[entry + SECTION]!);
        entries[entry + NEXT] = this.free;
        this.free = entry;
      } else {
        if (covered && second < 0) second = other;
        last = entry;
      }
      entry = after;
    }
    words[word + NEWEST] = this.entry(newest, section, use, thread, wide);
    words[word + NOTED] = 0;
    sections.keep(section);
  }

  private entry(next: number, section: number, use: number, thread: number, wide: number): number {
    let entry = this.free;
    if (entry !== 0) this.free = this.entries[entry + NEXT]!;
    else {
      entry = this.used;
      this.used += FIELDS;
      if (this.used > MAX_ENTRIES * FIELDS) throw new OutOfBudget('too many locations are accessed under locks');
      if (entry === this.entries.length) this.entries = doubled(this.entries);
    }
    const { entries } = this;
    entries[entry + NEXT] = next;
    entries[entry + SECTION] = section;
    entries[entry + USE] = use;
    entries[entry + THREAD] = thread;
    entries[entry + UNTIL] = this.sections.until(section);
    entries[entry + WIDE] = wide;
    entries[entry + ORDER] = this.sections.order(section);
    return entry;
  }

  /** Where the word's fields begin. */
  private word(lock: number, key: number): number {
    const table = this.ofLock[lock] ?? this.table(lock);
    const { words } = this;
    const low = key | 0;
    const high = Math.floor(key * 2 ** -32);
    const { slots } = table;
    const last = slots.length - 1;
    let at = hash(low, high) >>> table.shift;
    for (; slots[at] !== 0; at = (at + 1) & last) {
      const word = slots[at]! - 1;
      if (words[word + LOW] === low && words[word + HIGH] === high) return word;
    }
    return this.newWord(table, at, low, high);
  }

  private newWord(table: Table, slot: number, low: number, high: number): number {
    if (this.wordCount === MAX_WORDS) throw new OutOfBudget('too many locations are accessed under locks');
    const word = this.wordCount++ * FIELDS;
    if (word === this.words.length) this.words = doubled(this.words);
    this.words[word + LOW] = low;
    this.words[word + HIGH] = high;
    table.slots[slot] = word + 1;
    if (++table.count * 4 > table.slots.length * 3) this.grow(table);
    return word;
  }

  private table(lock: number): Table {
    const table = { slots: new Int32Array(8), shift: 32 - 3, count: 0 };
    this.ofLock[lock] = table;
    return table;
  }

  private grow(table: Table): void {
    const old = table.slots;
    const slots = new Int32Array(2 * old.length);
    const last = slots.length - 1;
    table.slots = slots;
    table.shift--;
    for (const one of old) {
      if (one === 0) continue;
      let at = hash(this.words[one - 1 + LOW]!, this.words[one - 1 + HIGH]!) >>> table.shift;
      while (slots[at] !== 0) at = (at + 1) & last;
      slots[at] = one;
    }
  }

  private sameBlock(a: number, b: number): boolean {
    return a === b || Math.floor(a / this.threadsPerBlock) === Math.floor(b / this.threadsPerBlock);
  }
}

/** By kind of an access: the bits of the kinds that conflict with it, in its block and in others. */
const IN_BLOCK = [0, 1, 2, 3].map((kind) => kindsInConflict(kind, true));
const ELSEWHERE = [0, 1, 2, 3].map((kind) => kindsInConflict(kind, false));

function kindsInConflict(kind: number, sameBlock: boolean): number {
  return [0, 1, 2, 3].reduce((bits, other) => (conflicting(other, kind, sameBlock) ? bits | (1 << other) : bits), 0);
}
