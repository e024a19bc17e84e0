/**
 * Critical sections that are over, by number. What is asked for together lies together, and the place of a section without
 * users is given to the next one.
 */

import { grown } from './array-growth.ts';
import type { Row } from './clock.ts';
import { OutOfBudget } from './detector.ts';

/** What all sections take together, in entries of 4 bytes. */
const MAX_ENTRIES = 1 << 26;

const MAX_SECTIONS = 0x7fff_fff0;

const FIRST_CAPACITY = 64;
const FIRST_COLUMNS = 16;

// Fields of a section.
const THREAD = 0;
const SINCE = 1;
const UNTIL = 2;
const WIDE = 3;
const USERS = 4;
const ORDER = 5;
const FIELDS = 8;

export class Sections {
  /** Their clocks, one after the other. */
  rows: Row = new Int32Array(FIRST_CAPACITY * FIRST_COLUMNS);
  /** The length of a clock. */
  columns = FIRST_COLUMNS;
  /** Sections of the launch that are over, those that were forgotten included. */
  over = 0;
  #fields = new Int32Array(FIRST_CAPACITY * FIELDS);
  #count = 0;
  #capacity = FIRST_CAPACITY;
  readonly #free: number[] = [];

  /**
   * @param since The thread's counter at the acquire.
   * @param until Its counter at the release.
   * @param wide Of device scope, or else of block scope.
   * @param before What happened before the release, the release included; copied up to `columns`.
   */
  add(thread: number, since: number, until: number, wide: boolean, before: Row, columns: number): number {
    if (this.over === MAX_SECTIONS) throw new OutOfBudget('more critical sections than 32 bits can number');
    if (columns > this.columns) this.#widen(columns);
    const section = this.#free.pop() ?? this.#create();
    const { rows } = this;
    const fields = this.#fields;
    const at = section * FIELDS;
    fields[at + THREAD] = thread;
    fields[at + SINCE] = since;
    fields[at + UNTIL] = until;
    fields[at + WIDE] = wide ? 1 : 0;
    fields[at + ORDER] = ++this.over;
    const row = section * this.columns;
    const used = Math.min(before.length, columns);
    for (let i = 0; i < used; i++) rows[row + i] = before[i]!;
    for (let i = used; i < this.columns; i++) rows[row + i] = 0;
    return section;
  }

  thread(section: number): number {
    return this.#fields[section * FIELDS + THREAD]!;
  }

  since(section: number): number {
    return this.#fields[section * FIELDS + SINCE]!;
  }

  until(section: number): number {
    return this.#fields[section * FIELDS + UNTIL]!;
  }

  isWide(section: number): boolean {
    return this.#fields[section * FIELDS + WIDE] === 1;
  }

  /** Its number among all sections, in the order of the releases. */
  order(section: number): number {
    return this.#fields[section * FIELDS + ORDER]!;
  }

  /** Counts one more user of the section. */
  keep(section: number): void {
    this.#fields[section * FIELDS + USERS]!++;
  }

  /** Counts one user less; without users the section's place is given away. */
  drop(section: number): void {
    if (--this.#fields[section * FIELDS + USERS]! === 0) this.#free.push(section);
  }

  #create(): number {
    if (this.#count === this.#capacity) {
      this.#reserve(2 * this.#capacity, this.columns);
      this.#fields = grown(this.#fields);
      this.rows = grown(this.rows);
      this.#capacity *= 2;
    }
    return this.#count++;
  }

  #widen(columns: number): void {
    let wider = this.columns;
    while (wider < columns) wider *= 2;
    this.#reserve(this.#capacity, wider);
    const rows = new Int32Array(this.#capacity * wider);
    for (let section = 0; section < this.#count; section++) {
      rows.set(this.rows.subarray(section * this.columns, (section + 1) * this.columns), section * wider);
    }
    this.rows = rows;
    this.columns = wider;
  }

  #reserve(capacity: number, columns: number): void {
    if (capacity * (columns + FIELDS) > MAX_ENTRIES) {
      throw new OutOfBudget('too many critical sections are to be remembered');
    }
  }
}
