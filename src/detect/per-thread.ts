/** A sparse array over the threads of a launch, in pages. */
import { OutOfBudget } from './detector.ts';

const PAGE_BITS = 10;
const PAGE = 1 << PAGE_BITS;
/** Pages of a launch: as much as 33 million threads side by side need. */
const MAX_PAGES = 1 << 15;

/** Something that some threads of a launch have: looked up without hashing, and nothing is kept for threads without. */
export class PerThread<T> {
  readonly #threads: number;
  #pages: (T | undefined)[][] = [];
  #taken = 0;

  constructor(threads: number) {
    this.#threads = threads;
  }

  get(thread: number): T | undefined {
    const page = this.#pages[thread >>> PAGE_BITS];
    return page === undefined ? undefined : page[thread & (PAGE - 1)];
  }

  set(thread: number, value: T | undefined): void {
    if (this.#pages.length === 0) this.#pages = new Array(Math.ceil(this.#threads / PAGE));
    const number = thread >>> PAGE_BITS;
    let page = this.#pages[number];
    if (page === undefined) {
      if (value === undefined) return;
      if (++this.#taken > MAX_PAGES) throw new OutOfBudget('too many threads synchronise');
      page = new Array<T | undefined>(PAGE).fill(undefined);
      this.#pages[number] = page;
    }
    page[thread & (PAGE - 1)] = value;
  }
}
