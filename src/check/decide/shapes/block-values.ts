/**
 * Terms as numbers, for all threads of a block at once: the sizes of the block are known, and so are the iterations of loops
 * that have been chosen. A value is one number where all threads have the same, or one for each thread; null where it hangs on
 * anything else. Every number is exact: one that a double does not hold counts as not known.
 */
import { LoopEnd, LoopSum } from '../../../kernel/index.ts';
import {
  type Atom,
  bitOperation,
  type Cond,
  type Int,
  isConnective,
  type Monomial,
  PRODUCT,
  partsOf,
  type Sum,
  visitAtoms,
} from '../../../terms/index.ts';
import { calculated, chosen, combined, exact, mapped, some, tested, type Values } from './calculation.ts';
import { LoopNumbers } from './loop-numbers.ts';

const WORD = 2 ** 32;
/** Further up nothing is exact, further down nothing is left. */
const MOST_SHIFT = 1000;

/** Which atoms are known in which block. */
export interface Known {
  readonly threads: number;
  /** By the ids of their atoms. */
  readonly indices: ReadonlyMap<number, Float64Array>;
  readonly sizes: ReadonlyMap<number, number>;
  /** Of numbers that are not known it may be known how large they are. */
  readonly ranges: ReadonlyMap<number, Interval>;
}

export type Interval = readonly [low: number, high: number];

export class BlockValues {
  readonly #known: Known;
  readonly #loops: LoopNumbers;
  /** Which place the iterations have among those that are chosen, by the ids of their atoms. */
  readonly #places: ReadonlyMap<number, number>;
  readonly #iterations: number[];
  /** How many of them are chosen. */
  #chosen = 0;
  /** Behind which choice a term is known; shared by all shapes. */
  readonly #levels: Levels;
  /** What is known of terms at each level: with the iterations up to that one chosen. */
  readonly #ints: Map<number, Values | null>[];
  readonly #conds: Map<number, Values | null>[];

  constructor(known: Known, levels: Levels, loops = new LoopNumbers(known.sizes)) {
    this.#known = known;
    this.#levels = levels;
    this.#places = levels.places;
    this.#iterations = new Array<number>(levels.places.size).fill(0);
    this.#ints = Array.from({ length: levels.places.size + 1 }, () => new Map());
    this.#conds = Array.from({ length: levels.places.size + 1 }, () => new Map());
    this.#loops = loops;
  }

  /** The same for the first threads of the block, as `if (t < half)` leaves them. */
  ofFirst(threads: number): BlockValues {
    const { indices, sizes, ranges } = this.#known;
    const few = new Map([...indices].map(([id, values]) => [id, values.subarray(0, threads)]));
    const first = new BlockValues({ threads, indices: few, sizes, ranges }, this.#levels, this.#loops);
    for (const [place, iteration] of this.#iterations.entries()) first.#iterations[place] = iteration;
    first.#chosen = this.#chosen;
    return first;
  }

  /** Takes back the choices from that place on. */
  open(place: number): void {
    this.#chosen = place;
  }

  /** Are all iterations chosen that the term hangs on? Others must not be asked for. */
  isKnown(term: Int | Cond): boolean {
    return this.#levels.of(term) <= this.#chosen;
  }

  /** The value of a symbol; null where it is not chosen, or unknown. */
  symbol({ id }: Atom): Values | null {
    const place = this.#places.get(id);
    if (place !== undefined) return place < this.#chosen ? this.#iterations[place]! : null;
    return this.#known.indices.get(id) ?? this.#known.sizes.get(id) ?? null;
  }

  /** How large a symbol may be that has no value, where that is known. */
  rangeOf({ id }: Atom): Interval | null {
    return this.#known.ranges.get(id) ?? null;
  }

  /** The value of a sum but for one of its terms; null where that is not known. */
  without(term: Int, left: Monomial): Values | null {
    const rest = { ...term, monomials: term.monomials.filter((m) => m !== left) };
    const isKnown = rest.monomials.every(({ atoms }) =>
      atoms.every((atom) => this.#levels.ofAtom(atom) <= this.#chosen),
    );
    return isKnown ? exact(this.#sum(rest)) : null;
  }

  get threads(): number {
    return this.#known.threads;
  }

  /** Chooses an iteration; what hangs on it is forgotten, and those behind it are open. */
  choose(place: number, iteration: number): void {
    this.#iterations[place] = iteration;
    this.#chosen = place + 1;
    for (let level = place + 1; level < this.#ints.length; level++) {
      this.#ints[level]!.clear();
      this.#conds[level]!.clear();
    }
  }

  int(term: Int): Values | null {
    const known = this.#ints[this.#levels.of(term)]!;
    let values = known.get(term.id);
    if (values !== undefined) return values;
    values = exact(this.#sum(term));
    known.set(term.id, values);
    return values;
  }

  /** 0 where the condition does not hold, 1 where it does or nobody knows; null: nobody knows of any thread. */
  mayHold(c: Cond): Values | null {
    const known = this.#conds[this.#levels.of(c)]!;
    let values = known.get(c.id);
    if (values !== undefined) return values;
    values = this.#holds(c);
    known.set(c.id, values);
    return values;
  }

  #sum(term: Sum): Values | null {
    let sum: Values = Number(term.constant);
    for (const m of term.monomials) {
      let product: Values = Number(m.coefficient);
      for (const atom of m.atoms) {
        const factor = this.#atom(atom);
        if (factor === null) return null;
        product = product === 1 ? factor : calculated('mul', product, factor);
      }
      // An inexact product need not show in the sum, where another may cancel it: each is tested.
      if (exact(product) === null) return null;
      sum = sum === 0 ? product : calculated('add', sum, product);
    }
    return sum;
  }

  #atom(atom: Atom): Values | null {
    switch (atom.kind) {
      case 'symbol':
        return this.symbol(atom);
      case 'div':
      case 'mod': {
        const [x, y] = [this.int(atom.dividend), this.int(atom.divisor)];
        if (x === null || y === null || some(y, (divisor) => divisor <= 0)) return null;
        return calculated(atom.kind, x, y);
      }
      case 'ite': {
        const [c, x, y] = [this.mayHold(atom.condition), this.int(atom.then), this.int(atom.otherwise)];
        if (c === null || x === null || y === null || !this.#isCertain(atom.condition)) return null;
        return chosen(c, x, y);
      }
      case 'bits':
        return this.#bits(atom);
      case 'geometric': {
        const [start, step] = [this.int(atom.start), this.int(atom.step)];
        if (start === null || step === null) return null;
        if (some(start, (x) => x < 0) || some(step, (x) => x < 0)) return null;
        const { shift } = atom;
        const power = mapped(step, (k) => 2 ** Math.min(MOST_SHIFT, shift * k));
        return calculated(atom.direction === 'up' ? 'mul' : 'div', start, power);
      }
      case 'apply':
        return this.#application(atom);
    }
  }

  #bits({ operator, left, right, width }: Atom & { readonly kind: 'bits' }): Values | null {
    const [x, y] = [this.int(left), this.int(right)];
    const isWord = (value: number) => value < 0 || value >= WORD;
    if (x === null || y === null || some(x, isWord) || some(y, isWord)) return null;
    if (operator === 'and' || operator === 'or' || operator === 'xor') return calculated(operator, x, y);
    return combined(x, y, (a, b) => Number(bitOperation(operator, BigInt(a), BigInt(b), width)));
  }

  #application(atom: Atom & { readonly kind: 'apply' }): Values | null {
    const args = atom.args.map((arg) => this.int(arg));
    if (atom.of === PRODUCT && args[0] !== null && args[1] !== null) return calculated('mul', args[0]!, args[1]!);
    if (!(atom.of instanceof LoopEnd || atom.of instanceof LoopSum)) return null;
    const numbers: number[] = [];
    for (const arg of args) {
      if (typeof arg !== 'number') return null;
      numbers.push(arg);
    }
    return atom.of instanceof LoopEnd ? this.#loops.end(atom.of, numbers) : this.#loops.sum(atom.of, numbers);
  }

  #holds(c: Cond): Values | null {
    switch (c.kind) {
      case 'true':
        return 1;
      case 'false':
        return 0;
      case 'and':
      case 'or': {
        let values: Values = c.kind === 'and' ? 1 : 0;
        for (const part of c.parts) values = calculated(c.kind, values, this.mayHold(part) ?? 1);
        return values;
      }
      default: {
        const values = this.int(c.term);
        return values === null ? null : tested(c.kind, values);
      }
    }
  }

  /** Is everything known that the condition hangs on? */
  #isCertain(c: Cond): boolean {
    if (isConnective(c)) return c.parts.every((part) => this.#isCertain(part));
    return c.kind === 'true' || c.kind === 'false' || this.int(c.term) !== null;
  }
}

/** How many iterations have to be chosen before a term is known. */
export class Levels {
  readonly places: ReadonlyMap<number, number>;
  readonly #levels = new Map<number, number>();

  /** @param places the iterations in the order in which they are chosen, by the ids of their atoms */
  constructor(places: ReadonlyMap<number, number>) {
    this.places = places;
  }

  of(root: Int | Cond): number {
    const known = this.#levels.get(root.id);
    if (known !== undefined) return known;
    let level = 0;
    visitAtoms([root], (atom) => {
      const place = this.places.get(atom.id);
      if (place !== undefined && place >= level) level = place + 1;
    });
    this.#levels.set(root.id, level);
    return level;
  }

  ofAtom(atom: Atom): number {
    const known = this.#levels.get(atom.id);
    if (known !== undefined) return known;
    const place = this.places.get(atom.id);
    const level = place === undefined ? Math.max(0, ...partsOf(atom).map((part) => this.of(part))) : place + 1;
    this.#levels.set(atom.id, level);
    return level;
  }
}
