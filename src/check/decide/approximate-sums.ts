/**
 * Bounds of sums in floating point. Of the sums that a search for a proof makes, nearly all may be far above zero, and to see that takes no
 * exact numbers.
 */
import type { Atom, Int, Range, Sum } from '../../terms/index.ts';

/** What rounding takes from a sum at most, as a part of all that is added. */
const ROUNDING = 1e-12;

/** A sum by the numbers of its products. */
interface Row {
  readonly constant: number;
  readonly columns: readonly number[];
  readonly coefficients: readonly number[];
}

export class ApproximateSums {
  readonly #rangeOf: (atoms: readonly Atom[]) => Range;
  /** The number of each product, by its only atom, by its atoms, and by their ids. */
  readonly #ofAtom = new Map<number, number>();
  readonly #ofProduct = new Map<readonly Atom[], number>();
  readonly #byIds = new Map<string, number>();
  readonly #lows: number[] = [];
  readonly #highs: number[] = [];
  readonly #rows = new Map<Int, Row>();
  /** The sum that others are added to: its coefficients by column, and what it is at most, beside products without a bound. */
  readonly #coefficients: number[] = [];
  #columns: readonly number[] = [];
  #most = 0;
  #size = 0;
  #unbounded = 0;

  /** @param rangeOf of a product; it stays the same */
  constructor(rangeOf: (atoms: readonly Atom[]) => Range) {
    this.#rangeOf = rangeOf;
  }

  /** From now on, facts are added to this sum. */
  start(term: Sum): void {
    for (const column of this.#columns) this.#coefficients[column] = 0;
    const { constant, columns, coefficients } = this.#rowOf(term);
    this.#columns = columns;
    this.#most = constant;
    this.#size = Math.abs(constant);
    this.#unbounded = 0;
    for (const [i, column] of columns.entries()) {
      const coefficient = coefficients[i]!;
      this.#coefficients[column] = coefficient;
      const end = this.#end(column, coefficient);
      if (end === Number.POSITIVE_INFINITY) this.#unbounded++;
      else {
        this.#most += end;
        this.#size += Math.abs(end);
      }
    }
  }

  /** Is what bounds leave of `scale·sum + 1 - scale + factor·fact` above zero, whatever is rounded? */
  exceeds(scale: number, factor: number, fact: Int): boolean {
    let row = this.#rows.get(fact);
    if (row === undefined) {
      row = this.#rowOf(fact);
      this.#rows.set(fact, row);
    }
    let most = scale * this.#most + 1 - scale + factor * row.constant;
    let size = scale * this.#size + Math.abs(factor * row.constant) + scale;
    let unbounded = this.#unbounded;
    for (let i = 0; i < row.columns.length; i++) {
      const column = row.columns[i]!;
      const before = scale * (this.#coefficients[column] ?? 0);
      const added = factor * row.coefficients[i]!;
      const after = before + added;
      const isGone = Math.abs(after) <= ROUNDING * Math.abs(added);
      const ends = [this.#end(column, before), isGone ? 0 : this.#end(column, after)];
      for (const [j, end] of ends.entries()) {
        const sign = j === 0 ? -1 : 1;
        if (end === Number.POSITIVE_INFINITY) unbounded += sign;
        else {
          most += sign * end!;
          size += Math.abs(end!);
        }
      }
    }
    return !Number.isNaN(most) && (unbounded > 0 || most > ROUNDING * size);
  }

  /** What a product times a number is at most; not a number where that is out of reach. */
  #end(column: number, coefficient: number): number {
    if (coefficient === 0) return 0;
    const bound = coefficient > 0 ? this.#highs[column]! : this.#lows[column]!;
    const isBounded = Math.abs(bound) !== Number.POSITIVE_INFINITY;
    return isBounded || Number.isNaN(coefficient) ? finite(coefficient * bound) : Number.POSITIVE_INFINITY;
  }

  #rowOf({ constant, monomials }: Sum): Row {
    return {
      constant: finite(constant),
      columns: monomials.map(({ atoms }) => this.#columnOf(atoms)),
      coefficients: monomials.map(({ coefficient }) => finite(coefficient)),
    };
  }

  #columnOf(atoms: readonly Atom[]): number {
    if (atoms.length > 1) {
      const known = this.#ofProduct.get(atoms);
      if (known !== undefined) return known;
      const column = this.#added(this.#byIds, atoms.map(({ id }) => id).join(), atoms);
      this.#ofProduct.set(atoms, column);
      return column;
    }
    return this.#added(this.#ofAtom, atoms[0]!.id, atoms);
  }

  #added<Key>(columns: Map<Key, number>, key: Key, atoms: readonly Atom[]): number {
    const known = columns.get(key);
    if (known !== undefined) return known;
    const column = this.#lows.length;
    const { low, high } = this.#rangeOf(atoms);
    this.#lows.push(low === null ? Number.NEGATIVE_INFINITY : finite(low));
    this.#highs.push(high === null ? Number.POSITIVE_INFINITY : finite(high));
    columns.set(key, column);
    return column;
  }
}

/** Not a number where it is too large for one. */
function finite(value: bigint | number): number {
  const number = Number(value);
  return Number.isFinite(number) ? number : Number.NaN;
}
