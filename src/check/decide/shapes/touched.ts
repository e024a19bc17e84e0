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
  #keys = new Float64Array(0);
  #first = new Int32Array(0);
  /** Another thread that touches the place, too. */
  #other = new Int32Array(0);
  #size = 0;
  /** So many neighbours count as one: a warp, where only threads of different warps are to meet. */
  readonly #neighbours: number;

  /** @param expected places */
  constructor(expected: number, neighbours: number) {
    this.#neighbours = neighbours;
    this.#grow(2 ** Math.ceil(Math.log2(4 * expected)));
  }

  get size(): number {
    return this.#size;
  }

  /** @returns false for a place too far away to be kept */
  add(address: number, interval: number, event: Event): boolean {
    if (!(Math.abs(address) < MOST_ADDRESS && interval >= 0 && interval < MOST_INTERVAL)) return false;
    if (this.#size * 2 >= this.#keys.length) this.#grow(this.#keys.length * 4);
    const key = interval * 2 * MOST_ADDRESS + address + MOST_ADDRESS;
    const at = this.#find(key);
    if (this.#first[at] === NOBODY) {
      this.#keys[at] = key;
      this.#first[at] = event;
      this.#size++;
    } else if (this.#other[at] === NOBODY && this.#areApart(this.#first[at]!, event)) this.#other[at] = event;
    return true;
  }

  /** Accesses of two threads that meet, one of each table. */
  meeting(theirs: Touched): readonly [Event, Event] | null {
    if (theirs.size < this.size) {
      const found = theirs.meeting(this);
      return found && [found[1], found[0]];
    }
    for (let i = 0; i < this.#keys.length; i++) {
      const [first, other] = [this.#first[i]!, this.#other[i]!];
      if (first === NOBODY) continue;
      const at = theirs.#find(this.#keys[i]!);
      const [their, another] = [theirs.#first[at]!, theirs.#other[at]!];
      if (their === NOBODY) continue;
      if (this.#areApart(their, first)) return [first, their];
      if (another !== NOBODY) return [first, another];
      if (other !== NOBODY) return [other, their];
    }
    return null;
  }

  #areApart(a: Event, b: Event): boolean {
    return Math.floor((a % THREADS) / this.#neighbours) !== Math.floor((b % THREADS) / this.#neighbours);
  }

  /** Where the key is, or would be. */
  #find(key: number): number {
    const mask = this.#keys.length - 1;
    const high = Math.floor(key / (2 * MOST_ADDRESS));
    let at = Math.imul((key - high * 2 * MOST_ADDRESS) ^ (high << 16), 0x9e3779b1);
    at = (at ^ (at >>> 15)) & mask;
    while (this.#first[at] !== NOBODY && this.#keys[at] !== key) at = (at + 1) & mask;
    return at;
  }

  #grow(capacity: number): void {
    const [keys, first, other] = [this.#keys, this.#first, this.#other];
    this.#keys = new Float64Array(capacity);
    this.#first = new Int32Array(capacity).fill(NOBODY);
    this.#other = new Int32Array(capacity).fill(NOBODY);
    for (let i = 0; i < keys.length; i++) {
      if (first[i] === NOBODY) continue;
      const at = this.#find(keys[i]!);
      this.#keys[at] = keys[i]!;
      this.#first[at] = first[i]!;
      this.#other[at] = other[i]!;
    }
  }
}
