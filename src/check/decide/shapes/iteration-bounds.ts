/**
 * How far an iteration may go: the least number from which on some condition of the path cannot hold any more. Intervals tell,
 * with the iterations chosen so far, any thread of the block, and all iterations from that number on.
 */
import { type Atom, type Cond, conjuncts, type Int } from '../../../terms/index.ts';
import type { BlockValues, Interval } from './block-values.ts';
import type { Values } from './calculation.ts';

/** Iterations of one loop that are looked at. */
const MOST_ITERATIONS = 4096;

/** More than a few operations on doubles lose, as a part of the number. */
const ROUNDING = 1e-9;

const ANY: Interval = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** The iterations that an atom may stand for under conditions. @returns null when there is no end to them */
export function iterationsOf(values: BlockValues, atom: Atom, conditions: readonly Cond[]): readonly number[] | null {
  const fixed = fixedBy(values, atom, conditions);
  if (fixed !== null) return fixed;
  const isOver = (from: number) => {
    const intervals = new Intervals(values, atom, from);
    return conditions.some((condition) => intervals.isNever(condition));
  };
  let high = 1;
  while (!isOver(high)) {
    if (high >= MOST_ITERATIONS) return null;
    high *= 2;
  }
  let low = 0;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isOver(middle)) high = middle;
    else low = middle + 1;
  }
  return Array.from({ length: high }, (_, i) => i);
}

/** The one iteration that an equality leaves. */
function fixedBy(values: BlockValues, atom: Atom, conditions: readonly Cond[]): number[] | null {
  for (const part of conditions.flatMap((condition) => [...conjuncts(condition)])) {
    if (part.kind !== 'eq') continue;
    const m = part.term.monomials.find(({ atoms }) => atoms.length === 1 && atoms[0] === atom);
    if (m === undefined || (m.coefficient !== 1n && m.coefficient !== -1n)) continue;
    const rest = values.without(part.term, m);
    if (typeof rest !== 'number') continue;
    const iteration = m.coefficient === 1n ? -rest : rest;
    return iteration < 0 ? [] : [iteration];
  }
  return null;
}

class Intervals {
  readonly #values: BlockValues;
  readonly #atom: Atom;
  readonly #from: number;

  constructor(values: BlockValues, atom: Atom, from: number) {
    this.#values = values;
    this.#atom = atom;
    this.#from = from;
  }

  isNever(c: Cond): boolean {
    switch (c.kind) {
      case 'true':
        return false;
      case 'false':
        return true;
      case 'and':
        return c.parts.some((part) => this.isNever(part));
      case 'or':
        return c.parts.every((part) => this.isNever(part));
      case 'le':
        return this.#int(c.term)[0] > 0;
      case 'eq': {
        const [low, high] = this.#int(c.term);
        return low > 0 || high < 0;
      }
      case 'ne': {
        const [low, high] = this.#int(c.term);
        return low === 0 && high === 0;
      }
    }
  }

  #int(term: Int): Interval {
    const known = this.#values.isKnown(term) ? this.#values.int(term) : null;
    if (known !== null) return extremes(known);
    let sum = point(term.constant);
    for (const m of term.monomials) {
      let product = point(m.coefficient);
      for (const atom of m.atoms) product = times(product, this.#atomInterval(atom));
      sum = rounded([sum[0] + product[0], sum[1] + product[1]]);
    }
    return sum;
  }

  #atomInterval(atom: Atom): Interval {
    if (atom === this.#atom) return [this.#from, Number.POSITIVE_INFINITY];
    const range: Interval = [
      atom.range.low === null ? ANY[0] : Number(atom.range.low),
      atom.range.high === null ? ANY[1] : Number(atom.range.high),
    ];
    switch (atom.kind) {
      case 'symbol': {
        const known = this.#values.symbol(atom);
        return known === null ? (this.#values.rangeOf(atom) ?? range) : extremes(known);
      }
      case 'geometric':
        return within(range, geometric(atom, this.#int(atom.start), this.#int(atom.step)));
      case 'div': {
        const [x, y] = [this.#int(atom.dividend), this.#int(atom.divisor)];
        if (x[0] < 0 || y[0] < 1) return range;
        return within(range, [Math.floor(x[0] / y[1]), Math.floor(x[1] / y[0])]);
      }
      case 'mod': {
        const [x, y] = [this.#int(atom.dividend), this.#int(atom.divisor)];
        if (x[0] >= 0 && x[1] < y[0]) return x;
        return y[0] >= 1 ? within(range, [0, y[1] - 1]) : range;
      }
      case 'ite': {
        const [x, y] = [this.#int(atom.then), this.#int(atom.otherwise)];
        return [Math.min(x[0], y[0]), Math.max(x[1], y[1])];
      }
      default:
        return range;
    }
  }
}

function geometric(
  { direction, shift }: Atom & { readonly kind: 'geometric' },
  start: Interval,
  step: Interval,
): Interval {
  if (start[0] < 0 || step[0] < 0) return ANY;
  // Beyond what a double holds it is infinite, and the least then no bound from below that one may rely on.
  const [least, most] = [2 ** Math.min(shift * step[0], 1000), 2 ** (shift * step[1])];
  if (direction === 'up') return times(start, [least, most]);
  return [most === Number.POSITIVE_INFINITY ? 0 : Math.floor(start[0] / most), Math.floor(start[1] / least)];
}

/** What lies in both; the first where a rounding has made them disjoint. */
function within(range: Interval, other: Interval): Interval {
  if (Number.isNaN(other[0]) || Number.isNaN(other[1])) return range;
  const both: Interval = [Math.max(range[0], other[0]), Math.min(range[1], other[1])];
  return both[0] <= both[1] ? both : range;
}

function times(a: Interval, b: Interval): Interval {
  const corners = [product(a[0], b[0]), product(a[0], b[1]), product(a[1], b[0]), product(a[1], b[1])];
  return rounded([Math.min(...corners), Math.max(...corners)]);
}

function point(value: bigint): Interval {
  return rounded([Number(value), Number(value)]);
}

/** The interval with what rounding may have taken from it. */
function rounded([low, high]: Interval): Interval {
  if (Number.isNaN(low) || Number.isNaN(high)) return ANY;
  const slack = (value: number) =>
    Number.isFinite(value) && Math.abs(value) > Number.MAX_SAFE_INTEGER ? Math.abs(value) * ROUNDING : 0;
  return [low - slack(low), high + slack(high)];
}

/** Nothing times whatever there is no end to is nothing. */
function product(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

function extremes(values: Values): Interval {
  if (typeof values === 'number') return [values, values];
  let [low, high] = ANY.toReversed() as [number, number];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}
