/**
 * Terms: the arithmetic that a kernel does, as mathematical integers and conditions.
 *
 * An `Int` is a polynomial with integer coefficients over atoms (symbols, divisions, loads, …). It stands for an
 * *unbounded* integer; where a machine operation needs the value as a bit pattern of a given width, the executor asks
 * for it by `asSigned`/`asUnsigned` (see `machine-integers.ts`), which wraps only where the range does not rule it out.
 * All terms are hash-consed in one `Terms`: equal terms are the same object, so identity is equality.
 */

import { bitOperation, disjointBits, FLIPPED_BITS, noCommonBits, onlyBitsOf, withoutFlips } from './bits.ts';
import { areSameSums, hashOfSum, Interned } from './interned.ts';
import { bitWeights, floorDiv, floorMod, gcd, trailingZeros } from './number-theory.ts';
import {
  addBound,
  bitRange,
  max,
  min,
  ownRange,
  productRange,
  quotientRange,
  scaleRange,
  squareRange,
  UNBOUNDED,
} from './range.ts';
import { Rewriting, type Substitution } from './rewrite.ts';
import {
  type Atom,
  type BitOperator,
  type ChoiceAtom,
  type Comparison,
  type Cond,
  type Connective,
  combined,
  compareAtoms,
  conjuncts,
  content,
  type Int,
  inRange,
  isConstant,
  MAX_SHIFT,
  type Meaning,
  type Monomial,
  PRODUCT,
  type Range,
  type Sharing,
  type Sum,
  type SymbolOrigin,
  single,
  type Uninterpreted,
  withoutAtoms,
} from './term.ts';

const OPAQUE_PRODUCT: Uninterpreted = {
  name: 'mul',
  sharing: 'launch',
  origin: 'input',
  range: UNBOUNDED,
  of: PRODUCT,
};

/** The values of a register's half: less is seldom packed. */
const WORD = 1n << 32n;

/** All that tells an uninterpreted function or symbol from others. */
function identity({ name, sharing, origin, range, of }: Uninterpreted): string {
  return `${name}:${of?.key}:${sharing}:${origin}:${range.low}:${range.high}`;
}

/** What a connective is made of. */
type Parts = Pick<Connective, 'kind' | 'parts'>;

function hashOfParts({ kind, parts }: Parts): number {
  let hash = kind === 'and' ? 1 : 2;
  for (const { id } of parts) hash = (Math.imul(hash, 31) + Math.imul(id, 0x9e3779b1)) | 0;
  return hash;
}

function areSameParts(a: Parts, b: Parts): boolean {
  return a.kind === b.kind && a.parts.length === b.parts.length && a.parts.every((part, i) => part === b.parts[i]);
}

/** The arena of one analysis. Not shared between kernels: it lives and dies with one. */
export class Terms {
  readonly #ints = new Interned<Int, Sum>(hashOfSum, areSameSums);
  readonly #atoms = new Map<string, Atom>();
  /** By the ids of their terms. */
  readonly #comparisons = { le: new Map<number, Cond>(), eq: new Map<number, Cond>(), ne: new Map<number, Cond>() };
  readonly #connectives = new Interned<Connective, Parts>(hashOfParts, areSameParts);
  /** Negations of connectives, by their ids. */
  readonly #negations = new Map<number, Cond>();
  /** Of terms with choices: when they are zero, as far as one of these says so. */
  readonly #settled = new Map<number, Cond | null>();
  #next = 1;

  readonly #made = ({ constant, monomials }: Sum): Int => {
    let low: bigint | null = constant;
    let high: bigint | null = constant;
    for (const m of monomials) {
      const range = scaleRange(this.monomialRange(m.atoms), m.coefficient);
      low = addBound(low, range.low);
      high = addBound(high, range.high);
    }
    return { id: this.#next++, constant, monomials, range: { low, high } };
  };

  readonly true: Cond = { id: 0, kind: 'true' };
  readonly false: Cond = { id: -1, kind: 'false' };

  /** How many terms exist: the measure of the arena's memory. */
  get size(): number {
    const { le, eq, ne } = this.#comparisons;
    return this.#ints.size + this.#atoms.size + le.size + eq.size + ne.size + this.#connectives.size;
  }

  // ---- integers ------------------------------------------------------------------------------------------------

  constant(value: bigint | number): Int {
    return this.#int(BigInt(value), []);
  }

  readonly zero: Int = this.constant(0n);
  readonly one: Int = this.constant(1n);

  #int(constant: bigint, monomials: readonly Monomial[]): Int {
    return this.#interned({ constant, monomials });
  }

  #interned(sum: Sum): Int {
    return this.#ints.of(sum, this.#made);
  }

  /** The range of a product of atoms. @param rangeOf what is known of each, when it is more than its own range. */
  monomialRange(atoms: readonly Atom[], rangeOf: (atom: Atom) => Range = ownRange): Range {
    let range: Range = rangeOf(atoms[0]!);
    for (let i = 1; i < atoms.length; i++) {
      const atom = atoms[i]!;
      range = atom === atoms[i - 1] && atoms.length === 2 ? squareRange(range) : productRange(range, rangeOf(atom));
    }
    return range;
  }

  #fromMap(constant: bigint, map: Map<string, { coefficient: bigint; atoms: readonly Atom[] }>): Int {
    const monomials: Monomial[] = [];
    for (const m of map.values()) if (m.coefficient !== 0n) monomials.push(m);
    monomials.sort((a, b) => compareAtoms(a.atoms, b.atoms));
    return this.#int(constant, monomials);
  }

  add(a: Int, b: Int): Int {
    return this.combine(a, 1n, b);
  }

  sub(a: Int, b: Int): Int {
    return this.combine(a, -1n, b);
  }

  /** `a + factor·b`. */
  combine(a: Int, factor: bigint, b: Int): Int {
    if (factor === 0n || b === this.zero) return a;
    return this.#withoutChoice(this.#interned(combined(a, factor, b)));
  }

  /** Two alternatives of one condition whose sum is the same in both: `(c ? x + 1 : 1) - (c ? x : 0)` is 1. */
  #withoutChoice(sum: Int): Int {
    let first: { readonly coefficient: bigint; readonly atom: ChoiceAtom } | null = null;
    for (const { coefficient, atoms } of sum.monomials) {
      const [atom, ...others] = atoms;
      if (atom?.kind !== 'ite' || others.length > 0) continue;
      if (first !== null && first.atom.condition === atom.condition) {
        const [then, otherwise] = (['then', 'otherwise'] as const).map((side) =>
          this.combine(this.scale(first!.atom[side], first!.coefficient), coefficient, atom[side]),
        );
        if (then === otherwise) {
          const rest = this.combine(sum, -first.coefficient, this.ofAtom(first.atom));
          return this.add(this.combine(rest, -coefficient, this.ofAtom(atom)), then!);
        }
      }
      first ??= { coefficient, atom };
    }
    return sum;
  }

  negate(a: Int): Int {
    return this.combine(this.zero, -1n, a);
  }

  scale(a: Int, factor: bigint): Int {
    return this.combine(this.zero, factor, a);
  }

  mul(a: Int, b: Int): Int {
    if (a.monomials.length === 0) return this.scale(b, a.constant);
    if (b.monomials.length === 0) return this.scale(a, b.constant);
    // A product of long sums grows quickly; such a product is kept opaque.
    if (a.monomials.length * b.monomials.length > 64) return this.apply(OPAQUE_PRODUCT, [a, b]);
    const map = new Map<string, { coefficient: bigint; atoms: readonly Atom[] }>();
    const put = (coefficient: bigint, atoms: readonly Atom[]) => {
      const key = atoms.map((x) => x.id).join('.');
      const old = map.get(key);
      map.set(key, { coefficient: (old?.coefficient ?? 0n) + coefficient, atoms });
    };
    for (const x of a.monomials) {
      for (const y of b.monomials) {
        put(
          x.coefficient * y.coefficient,
          [...x.atoms, ...y.atoms].sort((p, q) => p.id - q.id),
        );
      }
      if (b.constant !== 0n) put(x.coefficient * b.constant, x.atoms);
    }
    if (a.constant !== 0n) for (const y of b.monomials) put(y.coefficient * a.constant, y.atoms);
    return this.#fromMap(a.constant * b.constant, map);
  }

  // ---- atoms -----------------------------------------------------------------------------------------------------

  #atom(key: string, make: (id: number) => Atom): Int {
    let atom = this.#atoms.get(key);
    if (!atom) {
      atom = make(this.#next++);
      this.#atoms.set(key, atom);
    }
    // A range of one value needs no atom.
    if (atom.range.low !== null && atom.range.low === atom.range.high) return this.constant(atom.range.low);
    return this.#int(0n, [{ coefficient: 1n, atoms: [atom] }]);
  }

  /** Symbols of one name are one symbol when they are of one kind: executions that share the arena number theirs alike. */
  symbol(name: string, sharing: Sharing, origin: SymbolOrigin, range: Range, of: Meaning | null = null): Int {
    const key = `s:${identity({ name, sharing, origin, range, of })}`;
    return this.#atom(key, (id) => ({ id, kind: 'symbol', name, sharing, origin, range, of }));
  }

  /** The term of a sum that was put together outside. */
  ofSum(sum: Sum): Int {
    return this.#interned(sum);
  }

  /** The term that is one product. */
  ofProduct({ coefficient, atoms }: Monomial): Int {
    return atoms.reduce((made, atom) => this.mul(made, this.ofAtom(atom)), this.constant(coefficient));
  }

  /** The term that is one atom. */
  ofAtom(atom: Atom): Int {
    return this.#int(0n, [{ coefficient: 1n, atoms: [atom] }]);
  }

  /** @param fn an application itself stands for its function. */
  apply(fn: Uninterpreted, args: readonly Int[]): Int {
    const { name, sharing, origin, range, of = null } = fn;
    if (of?.valueFor && args.every(isConstant)) {
      const value = of.valueFor(args.map(({ constant }) => constant));
      if (value !== null) return this.constant(value);
    }
    const key = `f:${identity(fn)}(${args.map((a) => a.id).join(',')}`;
    return this.#atom(key, (id) => ({ id, kind: 'apply', name, args, sharing, origin, range, of }));
  }

  /** Floor division; `divisor` must be positive (the caller knows it or has assumed it). */
  div(dividend: Int, divisor: Int): Int {
    if (divisor === this.one) return dividend;
    if (isConstant(divisor)) {
      const d = divisor.constant;
      if (d === 0n) return this.zero;
      if (isConstant(dividend)) return this.constant(floorDiv(dividend.constant, d));
      if (inRange(dividend, 0n, d - 1n)) return this.zero;
      // What is divisible leaves the division: (d·a + b) / d = a + b / d.
      const [whole, rest] = this.#splitDivisible(dividend, d);
      if (whole !== this.zero) return this.add(whole, this.div(rest, divisor));
      const [unit, less] = this.#inUnits(dividend, d);
      if (unit > 1n) return this.div(less, this.constant(d / unit));
      const inner = single(dividend);
      if (inner?.kind === 'div' && isConstant(inner.divisor)) {
        return this.div(inner.dividend, this.constant(inner.divisor.constant * d));
      }
      if (inner?.kind === 'geometric' && inner.direction === 'up' && isConstant(inner.start)) {
        const { start, shift, step } = inner;
        if (start.constant % d === 0n) return this.geometric('up', this.constant(start.constant / d), shift, step);
      }
    } else {
      if (dividend === divisor) return this.one;
      // (d·a + b) / d with symbolic d.
      const [quotient, rest] = this.splitFactor(dividend, divisor);
      if (quotient !== this.zero) return this.add(quotient, this.div(rest, divisor));
      if (this.#below(dividend, divisor)) return this.zero;
    }
    const key = `/:${dividend.id}:${divisor.id}`;
    const range = quotientRange(dividend.range, divisor.range);
    return this.#atom(key, (id) => ({ id, kind: 'div', dividend, divisor, range }));
  }

  /** `dividend - divisor · div(dividend, divisor)`, in `0 … divisor-1`; `divisor` must be positive. */
  mod(dividend: Int, divisor: Int): Int {
    if (divisor === this.one) return this.zero;
    if (isConstant(divisor)) {
      const d = divisor.constant;
      if (d === 0n) return dividend;
      if (isConstant(dividend)) return this.constant(floorMod(dividend.constant, d));
      if (inRange(dividend, 0n, d - 1n)) return dividend;
      const [whole, rest] = this.#splitDivisible(dividend, d);
      if (whole !== this.zero) return this.mod(rest, divisor);
      const [unit, less] = this.#inUnits(dividend, d);
      if (unit > 1n) {
        const left = this.constant(floorMod(dividend.constant, unit));
        return this.add(this.scale(this.mod(less, this.constant(d / unit)), unit), left);
      }
      const inner = single(dividend);
      if (inner?.kind === 'mod' && isConstant(inner.divisor) && floorMod(inner.divisor.constant, d) === 0n) {
        return this.mod(inner.dividend, divisor);
      }
    } else {
      if (dividend === divisor) return this.zero;
      const [quotient, rest] = this.splitFactor(dividend, divisor);
      if (quotient !== this.zero) return this.mod(rest, divisor);
      if (this.#below(dividend, divisor)) return dividend;
    }
    const key = `%:${dividend.id}:${divisor.id}`;
    let high = divisor.range.high === null ? null : divisor.range.high - 1n;
    if (dividend.range.low !== null && dividend.range.low >= 0n && dividend.range.high !== null) {
      if (high === null || dividend.range.high < high) high = dividend.range.high;
    }
    return this.#atom(key, (id) => ({ id, kind: 'mod', dividend, divisor, range: { low: 0n, high } }));
  }

  /** True when `0 ≤ a < b` follows from ranges alone. */
  #below(a: Int, b: Int): boolean {
    const difference = this.sub(b, a);
    return a.range.low !== null && a.range.low >= 0n && difference.range.low !== null && difference.range.low > 0n;
  }

  /**
   * What divides a divisor and all of a dividend but a number, and the dividend in such units, rounded down: `(8·a + 3) / 32` is `a / 4`,
   * and `(8·a + 3) % 32` is `8·(a % 4) + 3`. Registers keep their width.
   */
  #inUnits(term: Int, d: bigint): [bigint, Int] {
    const unit = d > 0n && d < WORD ? gcd(content(term), d) : 1n;
    const less = term.monomials.map((m) => ({ coefficient: m.coefficient / unit, atoms: m.atoms }));
    return [unit, this.#int(floorDiv(term.constant, unit), less)];
  }

  /** Splits a term into `d·whole + rest` by its coefficients; the constant goes along so that rest's is in 0 … d-1. */
  #splitDivisible(term: Int, d: bigint): [Int, Int] {
    const whole: Monomial[] = [];
    const rest: Monomial[] = [];
    for (const m of term.monomials) {
      const left = m.coefficient % d;
      if (left === 0n) whole.push({ coefficient: m.coefficient / d, atoms: m.atoms });
      else if (d >= WORD && m.coefficient / d !== 0n) {
        // One number in both halves of a register.
        whole.push({ coefficient: m.coefficient / d, atoms: m.atoms });
        rest.push({ coefficient: left, atoms: m.atoms });
      } else rest.push(m);
    }
    const carried = floorDiv(term.constant, d);
    return [this.#int(carried, whole), this.#int(term.constant - carried * d, rest)];
  }

  /** Splits `term` into `factor·quotient + rest`, where `factor` is a single monomial with coefficient 1. */
  splitFactor(term: Int, factor: Int): [Int, Int] {
    const f = factor.monomials[0];
    if (factor.constant !== 0n || factor.monomials.length !== 1 || f === undefined || f.coefficient !== 1n) {
      return [this.zero, term];
    }
    let quotient = this.zero;
    let rest = this.constant(term.constant);
    for (const m of term.monomials) {
      const left = withoutAtoms(m.atoms, f.atoms);
      if (left === null) rest = this.add(rest, this.#int(0n, [m]));
      else if (left.length === 0) quotient = this.add(quotient, this.constant(m.coefficient));
      else quotient = this.add(quotient, this.#int(0n, [{ coefficient: m.coefficient, atoms: left }]));
    }
    return [quotient, rest];
  }

  ite(condition: Cond, then: Int, otherwise: Int): Int {
    if (then === otherwise || condition.kind === 'true') return then;
    if (condition.kind === 'false') return otherwise;
    if (!isConstant(then) && !isConstant(otherwise)) {
      // What both sides share stands outside: the solver sees less, and `x + ite(c,1,0)` is recognised as monotone.
      const common = this.#commonPart(then, otherwise);
      if (common !== this.zero) {
        return this.add(common, this.ite(condition, this.sub(then, common), this.sub(otherwise, common)));
      }
    }
    const next = this.#nextInTurn(condition, then, otherwise);
    if (next) return next;
    const [chosen, other] = [this.#rangeWhere(condition, then), this.#rangeWhere(this.not(condition), otherwise)];
    const range: Range = {
      low: chosen.low === null || other.low === null ? null : min(chosen.low, other.low),
      high: chosen.high === null || other.high === null ? null : max(chosen.high, other.high),
    };
    const key = `?:${condition.id}:${then.id}:${otherwise.id}`;
    return this.#atom(key, (id) => ({ id, kind: 'ite', condition, then, otherwise, range }));
  }

  /** The range of a term where it is compared with a number: `n < 64 ? n : 64` is at most 64. */
  #rangeWhere(condition: Cond, { monomials, constant, range }: Int): Range {
    if (condition.kind !== 'le' || monomials.length === 0) return range;
    const { term } = condition;
    const [by, of] = [monomials[0]!.coefficient, term.monomials[0]!.coefficient];
    const isMultiple =
      term.monomials.length === monomials.length &&
      monomials.every(({ coefficient, atoms }, i) => {
        const one = term.monomials[i]!;
        return one.coefficient * by === coefficient * of && compareAtoms(one.atoms, atoms) === 0;
      });
    if (!isMultiple) return range;
    // The comparison says that `of * x` is at most something, of an `x` that the term has `by` times.
    const most = -term.constant * by;
    if (by > 0n === of > 0n) {
      const high = constant + floorDiv(most, of);
      return { ...range, high: range.high === null ? high : min(range.high, high) };
    }
    const low = constant - floorDiv(-most, of);
    return { ...range, low: range.low === null ? low : max(range.low, low) };
  }

  /** `x % n == n - 1 ? 0 : x % n + 1` is `(x + 1) % n`: the one form of it, from which the one after is made in turn. */
  #nextInTurn(condition: Cond, then: Int, otherwise: Int): Int | null {
    if (condition.kind === 'ne') return this.#nextInTurn(this.not(condition), otherwise, then);
    const atom = single(otherwise, true);
    if (condition.kind !== 'eq' || then !== this.zero || atom?.kind !== 'mod' || otherwise.constant !== 1n) return null;
    const last = this.sub(atom.divisor, this.one);
    if (condition !== this.eq(this.ofAtom(atom), last)) return null;
    return this.mod(this.add(atom.dividend, this.one), atom.divisor);
  }

  #commonPart(a: Int, b: Int): Int {
    const shared = a.monomials.filter((x) =>
      b.monomials.some((y) => y.coefficient === x.coefficient && compareAtoms(x.atoms, y.atoms) === 0),
    );
    return this.#int(0n, shared);
  }

  /** `x ^ (c ? 1 : 0)` of a bit x: the other one where the condition holds. */
  #flippedWhere(bit: Int, by: Int): Int | null {
    const atom = single(by);
    if (atom?.kind !== 'ite' || !inRange(bit, 0n, 1n) || isConstant(bit)) return null;
    const [then, otherwise] = [atom.then, atom.otherwise];
    const isBit = (then === this.one && otherwise === this.zero) || (then === this.zero && otherwise === this.one);
    if (!isBit) return null;
    const next = this.#nextRound(then === this.one ? atom.condition : this.not(atom.condition), bit);
    if (next) return next;
    const other = this.#otherBit(bit);
    return then === this.one ? this.ite(atom.condition, other, bit) : this.ite(atom.condition, bit, other);
  }

  /** The parity of `x / n`, turned around where `x % n == n - 1`, is that of `(x + 1) / n`. */
  #nextRound(condition: Cond, bit: Int): Int | null {
    const parity = single(bit);
    if (condition.kind !== 'eq' || parity?.kind !== 'mod' || parity.divisor !== this.constant(2)) return null;
    for (const { coefficient, atoms } of parity.dividend.monomials) {
      const [rounds, ...others] = atoms;
      if (rounds?.kind !== 'div' || coefficient !== 1n || others.length > 0 || !isConstant(rounds.divisor)) continue;
      const { dividend, divisor } = rounds;
      if (condition !== this.eq(this.mod(dividend, divisor), this.sub(divisor, this.one))) {
        const place = single(condition.term, true);
        const isOfRing = place?.kind === 'mod' && place.divisor === divisor;
        const isLast = isOfRing && condition.term.constant === 1n - divisor.constant;
        if (!isLast || this.mod(this.sub(dividend, place.dividend), divisor) !== this.zero) continue;
      }
      const next = this.div(this.add(dividend, this.one), divisor);
      return this.mod(this.add(this.sub(parity.dividend, this.ofAtom(rounds)), next), parity.divisor);
    }
    return null;
  }

  #otherBit(bit: Int): Int {
    const atom = single(bit);
    if (atom?.kind !== 'ite') return this.sub(this.one, bit);
    return this.ite(atom.condition, this.#otherBit(atom.then), this.#otherBit(atom.otherwise));
  }

  /** A bit operation on unsigned operands below 2^width. */
  bits(operator: BitOperator, left: Int, right: Int, width: number): Int {
    const modulus = 1n << BigInt(width);
    if (isConstant(left) && isConstant(right)) {
      return this.constant(bitOperation(operator, left.constant, right.constant, width));
    }
    const commutes = operator === 'and' || operator === 'or' || operator === 'xor';
    if (commutes && (isConstant(left) || (!isConstant(right) && left.id > right.id))) [left, right] = [right, left];
    if (commutes && left === right) return operator === 'xor' ? this.zero : left;
    if (operator === 'xor') {
      const flipped = this.#flippedWhere(left, right) ?? this.#flippedWhere(right, left);
      if (flipped) return flipped;
    }
    if (isConstant(right)) {
      const c = right.constant;
      if (operator === 'and') {
        if (c === 0n) return this.zero;
        if (c === modulus - 1n) return left;
        // A mask of low bits is a remainder; a mask of high bits is what is left of it.
        if ((c & (c + 1n)) === 0n) return this.mod(left, this.constant(c + 1n));
        const low = modulus - c;
        if ((low & (low - 1n)) === 0n) return this.sub(left, this.mod(left, this.constant(low)));
        // A run of bits in the middle: ((x >> s) mod 2^n) << s.
        const shift = trailingZeros(c);
        const run = c >> shift;
        if ((run & (run + 1n)) === 0n) {
          const unit = this.constant(1n << shift);
          return this.mul(this.mod(this.div(left, unit), this.constant(run + 1n)), unit);
        }
      }
      if ((operator === 'or' || operator === 'xor') && c === 0n) return left;
      if (operator === 'or' && onlyBitsOf(left, c)) return right;
      if ((operator === 'or' || operator === 'xor') && noCommonBits(left, c)) return this.add(left, right);
      if (operator === 'xor' && c === modulus - 1n) return this.sub(this.constant(modulus - 1n), left);
      if (operator === 'xor') {
        // Flipping a bit adds or subtracts its weight: x ^ 2^b = x + 2^b - 2·2^b·bit(x).
        const weights = bitWeights(c);
        if (weights.length <= FLIPPED_BITS) {
          let result = left;
          for (const w of weights) {
            const bit = this.mod(this.div(left, this.constant(w)), this.constant(2));
            result = this.combine(this.add(result, this.constant(w)), -2n * w, bit);
          }
          return result;
        }
      }
      // A shift by the width or more is undefined, and by 2^32 - 1 it would need as many bits here.
      if (commutes === false && (c < 0n || c >= BigInt(width)))
        return this.constant(bitOperation(operator, 0n, c, width));
      if (operator === 'shl') return this.mod(this.scale(left, 1n << c), this.constant(modulus));
      if (operator === 'lshr') return this.div(left, this.constant(1n << c));
    }
    if ((operator === 'or' || operator === 'xor') && disjointBits(left, right)) return this.add(left, right);
    const key = `b:${operator}:${left.id}:${right.id}:${width}`;
    return this.#atom(key, (id) => ({
      id,
      kind: 'bits',
      operator,
      left,
      right,
      width,
      range: bitRange(operator, left.range, right.range, modulus),
    }));
  }

  geometric(direction: 'down' | 'up', start: Int, shift: number, step: Int): Int {
    if (step === this.zero) return start;
    const by = isConstant(step) ? BigInt(shift) * step.constant : null;
    // Beyond the bound, and in an iteration that no loop has, it stays a term: the number may not fit into memory.
    if (isConstant(start) && by !== null && by >= 0n && by <= MAX_SHIFT) {
      return this.constant(direction === 'up' ? start.constant << by : start.constant >> by);
    }
    const key = `g:${direction}:${start.id}:${shift}:${step.id}`;
    const low = start.range.low !== null && start.range.low >= 0n ? (direction === 'up' ? start.range.low : 0n) : null;
    const range: Range =
      direction === 'up' ? { low, high: null } : { low, high: low === null ? null : start.range.high };
    return this.#atom(key, (id) => ({ id, kind: 'geometric', direction, start, shift, step, range }));
  }

  // ---- conditions ------------------------------------------------------------------------------------------------

  #comparison(kind: Comparison['kind'], term: Int): Cond {
    let known = this.#comparisons[kind].get(term.id);
    if (known === undefined) {
      known = { id: this.#next++, kind, term };
      this.#comparisons[kind].set(term.id, known);
    }
    return known;
  }

  /** `a ≤ b` */
  le(a: Int, b: Int): Cond {
    let term = this.sub(a, b);
    const { low, high } = term.range;
    if (high !== null && high <= 0n) return this.true;
    if (low !== null && low > 0n) return this.false;
    const g = content(term);
    // Σ g·x + c ≤ 0 over integers tightens to Σ x + ceil(c/g) ≤ 0.
    if (g > 1n) {
      const monomials = term.monomials.map((m) => ({ coefficient: m.coefficient / g, atoms: m.atoms }));
      term = this.#int(-floorDiv(-term.constant, g), monomials);
    }
    return this.#comparison('le', term);
  }

  lt(a: Int, b: Int): Cond {
    return this.le(this.add(a, this.one), b);
  }

  eq(a: Int, b: Int): Cond {
    return this.#equality('eq', a, b);
  }

  ne(a: Int, b: Int): Cond {
    return this.#equality('ne', a, b);
  }

  #equality(kind: 'eq' | 'ne', a: Int, b: Int): Cond {
    let term = this.sub(a, b);
    const { low, high } = term.range;
    const never = (low !== null && low > 0n) || (high !== null && high < 0n);
    if (never) return kind === 'eq' ? this.false : this.true;
    if (isConstant(term)) return kind === 'eq' ? this.true : this.false;
    if (term.constant % content(term) !== 0n) return kind === 'eq' ? this.false : this.true;
    term = this.#primitive(term);
    // ite(c, x, y) = z with constants, or choices of constants: where the condition holds, or does not.
    const only = single(term, true);
    if (only?.kind === 'ite' && isChoiceOfNumbers(only)) {
      const wanted = this.constant(-term.constant);
      const holds = this.#chosen(only.condition, this.eq(only.then, wanted), this.eq(only.otherwise, wanted));
      return kind === 'eq' ? holds : this.not(holds);
    }
    const taken = term.monomials.some(hasChoice) ? this.#whereTaken(term) : null;
    if (taken) return kind === 'eq' ? taken : this.not(taken);
    const apart = this.#apartInRing(term);
    if (apart !== null) return (kind === 'eq') === (apart === this.zero) ? this.true : this.false;
    const flipped = withoutFlips(term);
    if (flipped) return this.#equality(kind, flipped[0], flipped[1]);
    const digits = this.#splitDigits(term);
    if (digits === 'never') return kind === 'eq' ? this.false : this.true;
    if (digits) {
      const parts = digits.map((digit) => this.#equality(kind, digit, this.zero));
      return kind === 'eq' ? this.and(...parts) : this.or(...parts);
    }
    return this.#comparison(kind, term);
  }

  /** The term, or its negation, without a common factor: it is zero for the same values, as far as the constant has the factor. */
  #primitive(term: Int): Int {
    const d = content(term) * (term.monomials[0]!.coefficient < 0n ? -1n : 1n);
    if (d === 1n || term.constant % d !== 0n) return term;
    const monomials = term.monomials.map((m) => ({ coefficient: m.coefficient / d, atoms: m.atoms }));
    return this.#int(term.constant / d, monomials);
  }

  /**
   * `(c ? x : y) ≠ y`: c holds, and x is not y. So `if (p != end) p += step;` leaves no cases where it is asked for again.
   * @param term with a choice; is it zero?
   * @returns null where no choice settles it
   */
  #whereTaken(term: Int): Cond | null {
    let known = this.#settled.get(term.id);
    if (known === undefined) {
      known = this.#settledBy(term);
      this.#settled.set(term.id, known);
    }
    return known;
  }

  #settledBy(term: Int): Cond | null {
    const conditions = new Set<Cond>();
    for (const { atoms } of term.monomials) {
      for (const atom of atoms) if (atom.kind === 'ite') conditions.add(atom.condition);
    }
    // What was chosen last may have been chosen from what was chosen before.
    const latest = [...conditions].sort((a, b) => b.id - a.id).slice(0, MOST_CONDITIONS);
    for (const condition of latest) {
      const not = this.not(condition);
      for (const [holds, other] of [
        [not, condition],
        [condition, not],
      ] as const) {
        if (!this.#isZeroUnder(holds, this.#under(holds, term))) continue;
        return this.or(holds, this.eq(this.#under(other, term), this.zero));
      }
    }
    return null;
  }

  /** Is a term zero where a condition holds, which says no less? */
  #isZeroUnder(condition: Cond, term: Int): boolean {
    if (isConstant(term)) return term === this.zero;
    const primitive = this.#primitive(term);
    if (this.#settled.get(primitive.id) === condition) return true;
    return conjuncts(condition).some((part) => part.kind === 'eq' && part.term === primitive);
  }

  /** A term where a condition holds: of its choices that is left which the condition says. */
  #under(condition: Cond, term: Int): Int {
    if (!term.monomials.some(hasChoice)) return term;
    const known = new Set(conjuncts(condition));
    const holds = (one: Cond) => known.has(one) || conjuncts(one).every((part) => known.has(part));
    const chosen = (atom: Atom): Int => {
      if (atom.kind === 'ite' && holds(atom.condition)) return sumOf(atom.then);
      if (atom.kind === 'ite' && holds(this.not(atom.condition))) return sumOf(atom.otherwise);
      return this.ofAtom(atom);
    };
    const sumOf = (sum: Int): Int =>
      sum.monomials.reduce(
        (added, { coefficient, atoms }) =>
          this.add(
            added,
            atoms.reduce((product, atom) => this.mul(product, chosen(atom)), this.constant(coefficient)),
          ),
        this.constant(sum.constant),
      );
    return sumOf(term);
  }

  /** The one where the condition holds, and the other where it does not. */
  #chosen(condition: Cond, then: Cond, otherwise: Cond): Cond {
    if (then === otherwise) return then;
    if (then.kind === 'true') return this.or(condition, otherwise);
    if (otherwise.kind === 'true') return this.or(this.not(condition), then);
    return this.or(this.and(condition, then), this.and(this.not(condition), otherwise));
  }

  /** How far apart two remainders by the same number are, if their dividends are a fixed number apart. */
  #apartInRing(term: Int): Int | null {
    const [a, b] = term.monomials;
    if (term.constant !== 0n || term.monomials.length !== 2 || a!.coefficient + b!.coefficient !== 0n) return null;
    const [x, y] = [
      single(this.#int(0n, [{ ...a!, coefficient: 1n }])),
      single(this.#int(0n, [{ ...b!, coefficient: 1n }])),
    ];
    if (x?.kind !== 'mod' || y?.kind !== 'mod' || x.divisor !== y.divisor || !isConstant(x.divisor)) return null;
    const apart = this.mod(this.sub(x.dividend, y.dividend), x.divisor);
    return isConstant(apart) ? apart : null;
  }

  /**
   * Splits `U + L = 0` where every coefficient of U is a multiple of g and L's range holds one multiple of g at most:
   * then `L = m·g` and `U = -m·g`. This reads row and column off `64·(y-y') + (x-x')` without asking a solver.
   */
  #splitDigits(term: Int): [Int, Int] | 'never' | null {
    if (term.monomials.length < 2) return null;
    const size = (m: Monomial) => (m.coefficient < 0n ? -m.coefficient : m.coefficient);
    const sorted = [...term.monomials].sort((a, b) => (size(a) < size(b) ? -1 : size(a) > size(b) ? 1 : 0));
    for (let i = 1; i < sorted.length; i++) {
      if (size(sorted[i]!) === size(sorted[i - 1]!)) continue;
      let g = 0n;
      for (const m of sorted.slice(i)) g = gcd(g, size(m));
      if (g <= 1n) continue;
      const lower = this.#int(
        term.constant,
        sorted.slice(0, i).sort((a, b) => compareAtoms(a.atoms, b.atoms)),
      );
      const { low, high } = lower.range;
      if (low === null || high === null) return null;
      const first = -floorDiv(-low, g);
      const last = floorDiv(high, g);
      if (first > last) return 'never';
      if (first < last) continue;
      const carried = this.constant(first * g);
      return [this.sub(lower, carried), this.add(this.sub(term, lower), carried)];
    }
    return null;
  }

  /** Shared parts are negated once: conditions of paths are graphs with far more ways than nodes. */
  not(c: Cond): Cond {
    let known = this.#negations.get(c.id);
    if (known === undefined) {
      known = this.#negated(c);
      this.#negations.set(c.id, known);
    }
    return known;
  }

  #negated(c: Cond): Cond {
    switch (c.kind) {
      case 'true':
        return this.false;
      case 'false':
        return this.true;
      case 'le':
        return this.le(this.one, c.term);
      case 'eq':
        return this.ne(c.term, this.zero);
      case 'ne':
        return this.eq(c.term, this.zero);
      case 'and':
        return this.or(...c.parts.map((p) => this.not(p)));
      case 'or':
        return this.and(...c.parts.map((p) => this.not(p)));
    }
  }

  and(...conds: Cond[]): Cond {
    const parts = new Map<number, Cond>();
    for (const c of conds) {
      if (c.kind === 'false') return this.false;
      if (c.kind === 'and') for (const p of c.parts) parts.set(p.id, p);
      else if (c.kind !== 'true') parts.set(c.id, c);
    }
    for (const p of parts.values()) {
      if (p.kind === 'or' || p.kind === 'and') continue;
      if (parts.has(this.not(p).id)) return this.false;
    }
    return this.#list('and', parts);
  }

  or(...conds: Cond[]): Cond {
    const parts = new Map<number, Cond>();
    for (const c of conds) {
      if (c.kind === 'true') return this.true;
      if (c.kind === 'or') for (const p of c.parts) parts.set(p.id, p);
      else if (c.kind !== 'false') parts.set(c.id, c);
    }
    for (const p of parts.values()) {
      if (p.kind === 'or' || p.kind === 'and') continue;
      if (parts.has(this.not(p).id)) return this.true;
    }
    // x ∨ (¬x ∧ y) = x ∨ y
    for (const p of parts.values()) {
      if (p.kind !== 'and') continue;
      const left = p.parts.filter((x) => x.kind === 'or' || !parts.has(this.not(x).id));
      if (left.length === p.parts.length) continue;
      parts.delete(p.id);
      return this.or(...parts.values(), this.and(...left));
    }
    return this.#list('or', parts);
  }

  #list(kind: 'and' | 'or', parts: Map<number, Cond>): Cond {
    if (parts.size === 0) return kind === 'and' ? this.true : this.false;
    const list = [...parts.values()].sort((a, b) => a.id - b.id);
    if (list.length === 1) return list[0]!;
    return this.#connectives.of({ kind, parts: list }, () => ({ id: this.#next++, kind, parts: list }));
  }

  /** What the parts of a disjunction are the negations of. */
  #negatedParts(c: Cond): ReadonlySet<Cond> {
    return new Set((c.kind === 'or' ? c.parts : [c]).map((part) => this.not(part)));
  }

  /**
   * The disjunction of two path conditions that meet at a join: what they share is factored out, and the branch that
   * parted them disappears.
   */
  join(a: Cond, b: Cond): Cond {
    if (a === b || b.kind === 'false') return a;
    if (a.kind === 'false') return b;
    const left = conjuncts(a);
    const right = conjuncts(b);
    const common = left.filter((x) => right.includes(x));
    let leftOnly = left.filter((x) => !common.includes(x));
    let rightOnly = right.filter((x) => !common.includes(x));
    if (leftOnly.length === 0) return this.and(...common);
    if (rightOnly.length === 0) return this.and(...common);
    // x ∨ (¬x ∧ y) = x ∨ y, and so with each part of x where that is a disjunction
    if (leftOnly.length === 1) {
      const negated = this.#negatedParts(leftOnly[0]!);
      rightOnly = rightOnly.filter((x) => !negated.has(x));
      if (rightOnly.length === 0) return this.and(...common);
    }
    if (rightOnly.length === 1) {
      const negated = this.#negatedParts(rightOnly[0]!);
      leftOnly = leftOnly.filter((x) => !negated.has(x));
      if (leftOnly.length === 0) return this.and(...common);
    }
    return this.and(...common, this.or(this.and(...leftOnly), this.and(...rightOnly)));
  }

  // ---- substitution ------------------------------------------------------------------------------------------------

  /** A reusable replacement of atoms; `replace` returns undefined for what stays. Results are remembered. */
  substitution(replace: (atom: Atom) => Int | undefined): Substitution {
    return new Rewriting(this, replace, false);
  }

  /**
   * Brings what the host has computed of a launch into this arena; `symbol` says what its symbols become. It is the same for all
   * threads of the launch, and so is what was loaded for it.
   */
  importing(symbol: (atom: Atom & { kind: 'symbol' }) => Int): Substitution {
    const imported: Substitution = new Rewriting(
      this,
      (atom) => {
        if (atom.kind === 'symbol') return symbol(atom);
        if (atom.kind !== 'apply' || atom.sharing === 'launch') return undefined;
        return this.apply({ ...atom, name: `host ${atom.name}`, sharing: 'launch' }, atom.args.map(imported.int));
      },
      true,
    );
    return imported;
  }
}

function hasChoice({ atoms }: Monomial): boolean {
  return atoms.some(({ kind }) => kind === 'ite');
}

/** Conditions of choices in a comparison that are looked at. */
const MOST_CONDITIONS = 3;

/** Numbers of which a comparison is taken apart. */
const MOST_CHOICES = 16;

/** Is it one of a few numbers, by conditions alone? */
function isChoiceOfNumbers(choice: ChoiceAtom): boolean {
  let left = MOST_CHOICES;
  const areNumbers = (term: Int): boolean => {
    if (left-- <= 0) return false;
    if (isConstant(term)) return true;
    const only = single(term, true);
    return only?.kind === 'ite' && areNumbers(only.then) && areNumbers(only.otherwise);
  };
  return areNumbers(choice.then) && areNumbers(choice.otherwise);
}
