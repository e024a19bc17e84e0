/**
 * Rule (i) of GWCP: for each lock, the words that sections on it have accessed, and the sections that an access to one
 * of them may be ordered after.
 */

import { grown } from './array-growth.ts';
import type { Clock } from './clock.ts';
import { conflicting, KINDS, Kind, OutOfBudget } from './detector.ts';
import { hash } from './number-table.ts';
import type { Sections } from './sections.ts';

/** Pairs of a lock and a word accessed under it. */
const MAX_WORDS = 1 << 23;
/** Sections at words besides the two newest of each. */
const MAX_CHAINED = 1 << 24;
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
  /** Releases of the lock before it began. */
  released = 0;
  /** Words accessed, and how: bit k for kind k, the mask of bytes above. */
  words = new Int32Array(16);
  uses = new Int32Array(16);
  count = 0;

  note(word: number, use: number): void {
    if (this.count === this.words.length) {
      this.words = grown(this.words);
      this.uses = grown(this.uses);
    }
    this.words[this.count] = word;
    this.uses[this.count++] = use;
  }
}

// Fields of an entry, that is of a section that is over and has used the word: bit k of `USE` for an access of kind k,
// the mask of bytes, and whether the section has device scope. An entry that uses nothing is none.
const SECTION = 0;
const USE = 1;
const THREAD = 2;
const UNTIL = 3;
const ORDER = 4;
const ENTRY_FIELDS = 5;
const USE_MASK = KINDS.length;
const USE_WIDE = 1 << (USE_MASK + 4);

// Fields of a word, which fill a line of the processor's cache: its key in two halves, the stamp of the open section that
// noted it last and where it did, the two newest entries, and the first one of a chain of others, from new to old.
const LOW = 0;
const HIGH = 1;
const NOTED = 2;
const INDEX = 3;
const NEWEST = 4;
const SECOND = NEWEST + ENTRY_FIELDS;
const OTHERS = SECOND + ENTRY_FIELDS;
const WORD_FIELDS = 16;

/** After the fields of an entry in the chain. */
const NEXT = ENTRY_FIELDS;
const CHAINED_FIELDS = 8;

/** The words of one lock, by key: open addressing, word + 1. */
interface Table {
  slots: Int32Array;
  shift: number;
  count: number;
}

export class ProtectedWords {
  readonly #ofLock: (Table | undefined)[] = [];
  #words = new Int32Array(FIRST_CAPACITY * WORD_FIELDS);
  #wordCount = 0;
  #chained = new Int32Array(FIRST_CAPACITY * CHAINED_FIELDS);
  #free = 0;
  #used = CHAINED_FIELDS;
  /** While a section is remembered: the other thread whose entries stay. */
  #second = -1;

  readonly #threadsPerBlock: number;
  readonly #clock: Clock;
  readonly #sections: Sections;
  readonly #order: (section: number, thread: number) => void;

  /** @param order Called with a section that is over before an access of the thread, where that is news. */
  constructor(
    threadsPerBlock: number,
    clock: Clock,
    sections: Sections,
    order: (section: number, thread: number) => void,
  ) {
    this.#threadsPerBlock = threadsPerBlock;
    this.#clock = clock;
    this.#sections = sections;
    this.#order = order;
  }

  /** An access to (part of) a word by a thread in an open section. The thread's block must have been entered. */
  access(open: OpenSection, thread: number, kind: number, key: number, mask: number): void {
    const word = this.#word(open.lock, key);
    const words = this.#words;
    const use = (1 << kind) | (mask << USE_MASK);
    const index = words[word + INDEX]!;
    const isNoted = words[word + NOTED] === open.stamp && open.uses[index]! >> USE_MASK === mask;
    // Nothing was released since: what the access is ordered after is known.
    if (isNoted && (open.uses[index]! & use) === use) return;
    this.#follow(words, word + NEWEST, open, thread, kind, mask);
    this.#follow(words, word + SECOND, open, thread, kind, mask);
    const chained = this.#chained;
    for (let entry = words[word + OTHERS]!; entry !== 0; entry = chained[entry + NEXT]!) {
      this.#follow(chained, entry, open, thread, kind, mask);
    }
    if (isNoted) open.uses[index]! |= use;
    else {
      words[word + NOTED] = open.stamp;
      words[word + INDEX] = open.count;
      open.note(word, use);
    }
  }

  #follow(entries: Int32Array, entry: number, open: OpenSection, thread: number, kind: number, mask: number): void {
    const use = entries[entry + USE]!;
    const other = entries[entry + THREAD]!;
    // What has begun before the release is not ordered by it: GWCP is weaker than happens-before.
    if (other === thread || (use & (mask << USE_MASK)) === 0 || entries[entry + ORDER]! > open.order) return;
    const sameBlock = this.#sameBlock(other, thread);
    if (!sameBlock && !open.wide && (use & USE_WIDE) === 0) return;
    if ((use & (sameBlock ? IN_BLOCK : ELSEWHERE)[kind]!) === 0) return;
    if (!this.#clock.before(other, entries[entry + UNTIL]!, thread)) this.#order(entries[entry + SECTION]!, thread);
  }

  /** The open section is over, and goes on as `section`. */
  close(open: OpenSection, section: number): void {
    for (let i = 0; i < open.count; i++) this.#remember(open.words[i]!, section, open.uses[i]!);
  }

  /** Keeps the section, and drops those that it and one other thread's section after them stand for. */
  #remember(word: number, section: number, kindsAndMask: number): void {
    const words = this.#words;
    const sections = this.#sections;
    const chained = this.#chained;
    const thread = sections.thread(section);
    const use = kindsAndMask | (sections.isWide(section) ? USE_WIDE : 0);
    this.#second = -1;
    const keepsNewest = words[word + NEWEST + USE] !== 0 && !this.#drops(words, word + NEWEST, use, thread);
    const keepsSecond = words[word + SECOND + USE] !== 0 && !this.#drops(words, word + SECOND, use, thread);
    let others = words[word + OTHERS]!;
    for (let entry = others, last = 0; entry !== 0; ) {
      const after = chained[entry + NEXT]!;
      if (this.#drops(chained, entry, use, thread)) {
        if (last === 0) others = after;
        else chained[last + NEXT] = after;
        chained[entry + NEXT] = this.#free;
        this.#free = entry;
      } else last = entry;
      entry = after;
    }
    if (keepsNewest) {
      if (keepsSecond) others = this.#chain(word + SECOND, others);
      words.copyWithin(word + SECOND, word + NEWEST, word + SECOND);
    } else if (!keepsSecond) words[word + SECOND + USE] = 0;
    words[word + OTHERS] = others;
    words[word + NEWEST + SECTION] = section;
    words[word + NEWEST + USE] = use;
    words[word + NEWEST + THREAD] = thread;
    words[word + NEWEST + UNTIL] = sections.until(section);
    words[word + NEWEST + ORDER] = sections.order(section);
    words[word + NOTED] = 0;
    sections.keep(section);
  }

  /** Lets an earlier entry go where the new one, and at most one other thread's, stand for it. */
  #drops(entries: Int32Array, entry: number, use: number, thread: number): boolean {
    const other = entries[entry + THREAD]!;
    if (!this.#covers(use, thread, entries[entry + USE]!, other)) return false;
    if (other !== thread && (this.#second < 0 || this.#second === other)) {
      this.#second = other;
      return false;
    }
    this.#sections.drop(entries[entry + SECTION]!);
    return true;
  }

  /**
   * Does whatever conflicts with an earlier use in a section of a thread conflict with this one too? Writes conflict with
   * all.
   */
  #covers(use: number, thread: number, earlier: number, other: number): boolean {
    if (((use ^ earlier) & USE_WIDE) !== 0) return false;
    const all = (use & (1 << Kind.write)) === 0 ? use : use | EVERY_KIND;
    return (earlier & ~all) === 0 && ((use & USE_WIDE) !== 0 || this.#sameBlock(other, thread));
  }

  /** Puts a copy of one of the word's entries before a chain. @returns where it lies */
  #chain(from: number, next: number): number {
    let entry = this.#free;
    if (entry !== 0) this.#free = this.#chained[entry + NEXT]!;
    else {
      entry = this.#used;
      this.#used += CHAINED_FIELDS;
      if (this.#used > MAX_CHAINED * CHAINED_FIELDS)
        throw new OutOfBudget('too many locations are accessed under locks');
      if (entry === this.#chained.length) this.#chained = grown(this.#chained);
    }
    for (let i = 0; i < ENTRY_FIELDS; i++) this.#chained[entry + i] = this.#words[from + i]!;
    this.#chained[entry + NEXT] = next;
    return entry;
  }

  /** Where the word's fields begin. */
  #word(lock: number, key: number): number {
    const table = this.#ofLock[lock] ?? this.#table(lock);
    const words = this.#words;
    const low = key | 0;
    const high = Math.floor(key * 2 ** -32);
    const { slots } = table;
    const last = slots.length - 1;
    let at = hash(low, high) >>> table.shift;
    for (; slots[at] !== 0; at = (at + 1) & last) {
      const word = slots[at]! - 1;
      if (words[word + LOW] === low && words[word + HIGH] === high) return word;
    }
    return this.#newWord(table, at, low, high);
  }

  #newWord(table: Table, slot: number, low: number, high: number): number {
    if (this.#wordCount === MAX_WORDS) throw new OutOfBudget('too many locations are accessed under locks');
    const word = this.#wordCount++ * WORD_FIELDS;
    if (word === this.#words.length) this.#words = grown(this.#words);
    this.#words[word + LOW] = low;
    this.#words[word + HIGH] = high;
    table.slots[slot] = word + 1;
    if (++table.count * 4 > table.slots.length * 3) this.#grow(table);
    return word;
  }

  #table(lock: number): Table {
    const table = { slots: new Int32Array(8), shift: 32 - 3, count: 0 };
    this.#ofLock[lock] = table;
    return table;
  }

  #grow(table: Table): void {
    const old = table.slots;
    const slots = new Int32Array(2 * old.length);
    const last = slots.length - 1;
    table.slots = slots;
    table.shift--;
    for (const one of old) {
      if (one === 0) continue;
      let at = hash(this.#words[one - 1 + LOW]!, this.#words[one - 1 + HIGH]!) >>> table.shift;
      while (slots[at] !== 0) at = (at + 1) & last;
      slots[at] = one;
    }
  }

  #sameBlock(a: number, b: number): boolean {
    return a === b || Math.floor(a / this.#threadsPerBlock) === Math.floor(b / this.#threadsPerBlock);
  }
}

/** By kind of an access: the bits of the kinds that conflict with it, in its block and in others. */
const IN_BLOCK = KINDS.map((kind) => kindsInConflict(kind, true));
const ELSEWHERE = KINDS.map((kind) => kindsInConflict(kind, false));

const EVERY_KIND = (1 << KINDS.length) - 1;

function kindsInConflict(kind: number, sameBlock: boolean): number {
  return KINDS.reduce((bits: number, other) => (conflicting(other, kind, sameBlock) ? bits | (1 << other) : bits), 0);
}
