/** Which threads touch which place, in which barrier interval: a hash table in typed arrays, for there may be millions. */

/** One access by one thread: its number among the accesses of its footprint, times the most threads, and the thread's. */
export type Event = number;

/** Events of one thread have the same remainder by it. */
export const THREADS = 1024;
/** Barriers that are counted. */
const MOST_INTERVAL = 2 ** 20;

const NOBODY = -1;
/** Addresses within an object, from its start, and barriers passed; together they fit into the 53 bits of a double. */
const MOST_ADDRESS = 2 ** 31;

export class Touched {
  /** What is in the table, in the order in which it came. */
  #keys: Float64Array;
  #first: Int32Array;
  /** Another thread that touches the place, too. */
  #other: Int32Array;
  #size = 0;
  /** Where in the lists above a key is. */
  #slots: Int32Array;
  /** So many neighbours count as one: a warp, where only threads of different warps are to meet. */
  readonly #neighbours: number;

  /** @param expected places */
  constructor(expected: number, neighbours: number) {
    this.#neighbours = neighbours;
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(2, expected)));
    this.#keys = new Float64Array(capacity);
    this.#first = new Int32Array(capacity);
    this.#other = new Int32Array(capacity);
    this.#slots = new Int32Array(2 * capacity).fill(NOBODY);
  }

  get size(): number {
    return this.#size;
  }

  /** @returns false for a place too far away to be kept */
  add(address: number, interval: number, event: Event): boolean {
    if (!(Math.abs(address) < MOST_ADDRESS && interval >= 0 && interval < MOST_INTERVAL)) return false;
    const key = interval * 2 * MOST_ADDRESS + address + MOST_ADDRESS;
    let slot = this.#find(key);
    const at = this.#slots[slot]!;
    if (at !== NOBODY) {
      if (this.#other[at] === NOBODY && this.#areApart(this.#first[at]!, event)) this.#other[at] = event;
      return true;
    }
    if (this.#size === this.#keys.length) {
      this.#grow();
      slot = this.#find(key);
    }
    this.#slots[slot] = this.#size;
    this.#keys[this.#size] = key;
    this.#first[this.#size] = event;
    this.#other[this.#size] = NOBODY;
    this.#size++;
    return true;
  }

  /** Accesses of two threads that meet, one of each table. */
  meeting(theirs: Touched): readonly [Event, Event] | null {
    if (theirs.size < this.size) {
      const found = theirs.meeting(this);
      return found && [found[1], found[0]];
    }
    for (let i = 0; i < this.#size; i++) {
      const at = theirs === this ? i : theirs.#slots[theirs.#find(this.#keys[i]!)]!;
      if (at === NOBODY) continue;
      const [first, other] = [this.#first[i]!, this.#other[i]!];
      const [their, another] = [theirs.#first[at]!, theirs.#other[at]!];
      if (this.#areApart(their, first)) return [first, their];
      if (another !== NOBODY) return [first, another];
      if (other !== NOBODY) return [other, their];
    }
    return null;
  }

  #areApart(a: Event, b: Event): boolean {
    return Math.floor((a % THREADS) / this.#neighbours) !== Math.floor((b % THREADS) / this.#neighbours);
  }

  /** The slot in which the key is, or would be. */
  #find(key: number): number {
    const mask = this.#slots.length - 1;
    const high = Math.floor(key / (2 * MOST_ADDRESS));
    let slot = Math.imul((key - high * 2 * MOST_ADDRESS) ^ (high << 16), 0x9e3779b1);
    slot = (slot ^ (slot >>> 15)) & mask;
    for (let at = this.#slots[slot]!; at !== NOBODY && this.#keys[at] !== key; at = this.#slots[slot]!) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const capacity = 2 * this.#keys.length;
    const [keys, first, other] = [this.#keys, this.#first, this.#other];
    this.#keys = new Float64Array(capacity);
    this.#first = new Int32Array(capacity);
    this.#other = new Int32Array(capacity);
    this.#keys.set(keys);
    this.#first.set(first);
    this.#other.set(other);
    this.#slots = new Int32Array(2 * capacity).fill(NOBODY);
    for (let at = 0; at < this.#size; at++) this.#slots[this.#find(keys[at]!)] = at;
  }
}
