/**
 * Enumerates the threads of a block of known size. Where an address depends on nothing but the thread's index (and on
 * values that all threads of the block share, which cancel out), it is computed for every thread: two accesses are safe if
 * no byte is touched by two different threads, and no solver is asked. Other conditions of a path are left out, which only
 * lets more threads take part.
 */

import type { KernelAccess } from '../../kernel/index.ts';
import { type Atom, type Cond, conjuncts, type Int, isConstant, someAtom, type Terms } from '../../terms/index.ts';
import type { LaunchTerms } from '../thread-pair.ts';

const THREAD_LIMIT = 1024;
/** Arrays with a value for each thread that are kept. */
const ARRAY_LIMIT = 20_000;
/** Beyond this an integer is not exact as a double. */
const EXACT = Number.MAX_SAFE_INTEGER;

/** Which threads touch a byte: the first that does, and another one if there is one. */
type Touched = Map<number, readonly [number, number | null]>;

interface Footprint {
  /** The part of the address that all threads of the block have in common. */
  readonly common: Int;
  readonly bytes: Touched;
}

export class EnumeratedBlock {
  readonly #terms: Terms;
  readonly #size: number;
  /** The values of the thread's indices, by the id of their atoms. */
  readonly #indices = new Map<number, Float64Array>();
  readonly #ints = new Map<number, Float64Array | null>();
  readonly #conds = new Map<number, Float64Array | null>();
  readonly #footprints = new Map<string, Footprint | null>();

  private constructor(terms: Terms, launch: LaunchTerms, sizes: readonly number[]) {
    this.#terms = terms;
    this.#size = sizes.reduce((product, size) => product * size, 1);
    let stride = 1;
    launch.threadIdx.forEach((index, axis) => {
      const atom = index.monomials[0]?.atoms[0];
      const [by, size] = [stride, sizes[axis]!];
      if (atom)
        this.#indices.set(
          atom.id,
          Float64Array.from({ length: this.#size }, (_, i) => Math.floor(i / by) % size),
        );
      stride *= size;
    });
  }

  /** @returns null for blocks whose size is open, or too large. */
  static of(terms: Terms, launch: LaunchTerms): EnumeratedBlock | null {
    if (!launch.blockDim.every(isConstant)) return null;
    const sizes = launch.blockDim.map((size) => Number(size.constant));
    return sizes.reduce((product, size) => product * size, 1) <= THREAD_LIMIT
      ? new EnumeratedBlock(terms, launch, sizes)
      : null;
  }

  /** True when no two threads of a block can touch the same byte; false when they may, or nothing is known. */
  neverMeet(a: KernelAccess, b: KernelAccess): boolean {
    if (a.base.length > 0 || b.base.length > 0 || a.copy !== null || b.copy !== null) return false;
    const x = this.#footprint(a);
    const y = x && this.#footprint(b);
    if (!x || !y || x.common !== y.common) return false;
    const [small, large] = x.bytes.size <= y.bytes.size ? [x.bytes, y.bytes] : [y.bytes, x.bytes];
    for (const [byte, [first, other]] of small) {
      const touched = large.get(byte);
      if (touched && (other !== null || touched[1] !== null || touched[0] !== first)) return false;
    }
    return true;
  }

  #footprint(access: KernelAccess): Footprint | null {
    const key = `${access.offset.id}:${access.path.id}:${access.size}`;
    const known = this.#footprints.get(key);
    if (known !== undefined) return known;
    const made = this.#makeFootprint(access);
    this.#footprints.set(key, made);
    return made;
  }

  #makeFootprint({ offset, path, size }: KernelAccess): Footprint | null {
    const [common, own] = this.#split(offset);
    const at = this.#int(own);
    if (at === null || size > 64) return null;
    const guards = conjuncts(path).flatMap((part) => this.#cond(part) ?? []);
    const bytes = new Map<number, readonly [number, number | null]>();
    for (let thread = 0; thread < this.#size; thread++) {
      if (guards.some((guard) => guard[thread] === 0)) continue;
      for (let i = 0; i < size; i++) {
        const byte = at[thread]! + i;
        const touched = bytes.get(byte);
        if (touched === undefined) bytes.set(byte, [thread, null]);
        else if (touched[1] === null && touched[0] !== thread) bytes.set(byte, [touched[0], thread]);
      }
    }
    return { common, bytes };
  }

  /** The part of the sum that all threads of the block share, and the rest. */
  #split(term: Int): [Int, Int] {
    let common = this.#terms.zero;
    for (const m of term.monomials) {
      let product = this.#terms.constant(m.coefficient);
      for (const atom of m.atoms) product = this.#terms.mul(product, this.#terms.ofAtom(atom));
      if (this.#isShared(product)) common = this.#terms.add(common, product);
    }
    return [common, this.#terms.sub(term, common)];
  }

  #isShared(term: Int): boolean {
    return !someAtom([term], (atom) => {
      if (atom.kind === 'apply' && atom.args.length > 0) return true;
      return (atom.kind === 'symbol' || atom.kind === 'apply') && atom.sharing === 'thread';
    });
  }

  // ---- values of all threads: null where they depend on more than the thread's index -----------------------------------------

  #int(term: Int): Float64Array | null {
    const known = this.#ints.get(term.id);
    if (known !== undefined) return known;
    const made = this.#ints.size > ARRAY_LIMIT ? null : this.#makeInt(term);
    const isExact = made?.every((value) => Math.abs(value) <= EXACT) ?? false;
    this.#ints.set(term.id, isExact ? made : null);
    return isExact ? made : null;
  }

  #makeInt(term: Int): Float64Array | null {
    const sum = new Float64Array(this.#size).fill(Number(term.constant));
    for (const m of term.monomials) {
      const factors = m.atoms.map((atom) => this.#atom(atom));
      for (let i = 0; i < this.#size; i++) {
        let product = Number(m.coefficient);
        for (const factor of factors) {
          if (factor === null) return null;
          product *= factor[i]!;
        }
        // An inexact product need not show in the sum, where another may cancel it: each is tested.
        if (Math.abs(product) > EXACT) return null;
        sum[i]! += product;
      }
    }
    return sum;
  }

  #atom(atom: Atom): Float64Array | null {
    switch (atom.kind) {
      case 'symbol':
        return this.#indices.get(atom.id) ?? null;
      case 'div':
      case 'mod': {
        const [x, y] = [this.#int(atom.dividend), this.#int(atom.divisor)];
        if (!x || !y || y.some((divisor) => divisor <= 0)) return null;
        return x.map((value, i) => {
          const quotient = Math.floor(value / y[i]!);
          return atom.kind === 'div' ? quotient : value - quotient * y[i]!;
        });
      }
      case 'ite': {
        const [c, x, y] = [this.#cond(atom.condition), this.#int(atom.then), this.#int(atom.otherwise)];
        return c && x && y ? c.map((holds, i) => (holds === 0 ? y[i]! : x[i]!)) : null;
      }
      case 'bits': {
        const [x, y] = [this.#int(atom.left), this.#int(atom.right)];
        const isWord = (value: number) => value >= 0 && value < 2 ** 31;
        if (!x?.every(isWord) || !y?.every(isWord)) return null;
        switch (atom.operator) {
          case 'and':
            return x.map((value, i) => value & y[i]!);
          case 'or':
            return x.map((value, i) => value | y[i]!);
          case 'xor':
            return x.map((value, i) => value ^ y[i]!);
          default:
            return null;
        }
      }
      case 'apply':
      case 'geometric':
        return null;
    }
  }

  #cond(c: Cond): Float64Array | null {
    const known = this.#conds.get(c.id);
    if (known !== undefined) return known;
    const made = this.#makeCond(c);
    this.#conds.set(c.id, made);
    return made;
  }

  #makeCond(c: Cond): Float64Array | null {
    switch (c.kind) {
      case 'true':
      case 'false':
        return new Float64Array(this.#size).fill(c.kind === 'true' ? 1 : 0);
      case 'and':
      case 'or': {
        const parts = c.parts.map((part) => this.#cond(part));
        if (parts.some((part) => part === null)) return null;
        const decides = c.kind === 'and' ? 0 : 1;
        return new Float64Array(this.#size).map((_, i) =>
          parts.some((part) => part![i] === decides) ? decides : 1 - decides,
        );
      }
      default: {
        const term = this.#int(c.term);
        if (!term) return null;
        const { kind } = c;
        return term.map((value) => ((kind === 'le' ? value <= 0 : kind === 'eq' ? value === 0 : value !== 0) ? 1 : 0));
      }
    }
  }
}
