/**
 * Terms: the arithmetic that a kernel does, as mathematical integers and conditions.
 *
 * An `Int` is a polynomial with integer coefficients over atoms (symbols, divisions, loads, …). It stands for an
 * *unbounded* integer; where a machine operation needs the value as a bit pattern of a given width, the executor asks
 * for it by `asSigned`/`asUnsigned` (see `machine-integers.ts`), which wraps only where the range does not rule it out.
 * All terms are hash-consed in one `Terms`: equal terms are the same object, so identity is equality.
 */

/** Who shares a symbol's value: all threads of the launch, those of one block, or nobody. */
export type Sharing = 'launch' | 'block' | 'thread';

/** Inclusive bounds; null is unbounded. */
export interface Range {
  readonly low: bigint | null;
  readonly high: bigint | null;
}

export type BitOperator = 'and' | 'or' | 'xor' | 'shl' | 'lshr' | 'ashr';

interface AtomBase {
  readonly id: number;
  readonly range: Range;
}

export type Atom = AtomBase &
  (
    | { readonly kind: 'symbol'; readonly name: string; readonly sharing: Sharing; readonly origin: SymbolOrigin }
    /** Floor division and its remainder (0 ≤ mod < divisor); the divisor is positive. */
    | { readonly kind: 'div' | 'mod'; readonly dividend: Int; readonly divisor: Int }
    | { readonly kind: 'ite'; readonly condition: Cond; readonly then: Int; readonly otherwise: Int }
    /** An uninterpreted function: equal arguments, equal value, for all threads that share it. */
    | {
        readonly kind: 'apply';
        readonly name: string;
        readonly args: readonly Int[];
        readonly sharing: Sharing;
        readonly origin: SymbolOrigin;
      }
    /** Bit operations on the two's complement pattern of `width` bits; operands and result are unsigned values. */
    | {
        readonly kind: 'bits';
        readonly operator: BitOperator;
        readonly left: Int;
        readonly right: Int;
        readonly width: number;
      }
    /** `start / 2^(shift·step)` (floor) or `start · 2^(shift·step)`: a geometric loop variable after `step` rounds. */
    | {
        readonly kind: 'geometric';
        readonly direction: 'down' | 'up';
        readonly start: Int;
        readonly shift: number;
        readonly step: Int;
      }
  );

/** Why a symbol exists; decides whether a model that uses it can be turned into a run. */
export type SymbolOrigin =
  /** A kernel parameter, a launch size, a thread or block index: free to choose. */
  | 'input'
  /** Content of memory that the kernel does not write: free to choose. */
  | 'input-memory'
  /** A loop's iteration number. */
  | 'iteration'
  /** A value that the analysis does not follow (memory that the kernel writes, an exchange between lanes). */
  | 'unknown'
  /** A loop-carried value without a closed form. */
  | 'approximate';

export interface Monomial {
  readonly coefficient: bigint;
  /** Atoms with repetition, sorted by id. */
  readonly atoms: readonly Atom[];
}

export interface Int {
  readonly id: number;
  readonly constant: bigint;
  readonly monomials: readonly Monomial[];
  readonly range: Range;
}

/** `term ≤ 0`, `term = 0`, `term ≠ 0`. */
/** A sum that nobody keeps: searches make many. */
export type Sum = Pick<Int, 'constant' | 'monomials'>;

/** `a + factor·b`; `factor` is not zero. */
export function combined(a: Sum, factor: bigint, b: Sum): Sum {
  const monomials: Monomial[] = [];
  let i = 0;
  let j = 0;
  while (i < a.monomials.length || j < b.monomials.length) {
    const x = a.monomials[i];
    const y = b.monomials[j];
    const order = x === undefined ? 1 : y === undefined ? -1 : compareAtoms(x.atoms, y.atoms);
    if (order < 0) {
      monomials.push(x!);
      i++;
    } else if (order > 0) {
      monomials.push({ coefficient: y!.coefficient * factor, atoms: y!.atoms });
      j++;
    } else {
      const coefficient = x!.coefficient + y!.coefficient * factor;
      if (coefficient !== 0n) monomials.push({ coefficient, atoms: x!.atoms });
      i++;
      j++;
    }
  }
  return { constant: a.constant + factor * b.constant, monomials };
}

export interface Comparison {
  readonly id: number;
  readonly kind: 'le' | 'eq' | 'ne';
  readonly term: Int;
}

export interface Connective {
  readonly id: number;
  readonly kind: 'and' | 'or';
  readonly parts: readonly Cond[];
}

export type Cond =
  | { readonly id: number; readonly kind: 'true' }
  | { readonly id: number; readonly kind: 'false' }
  | Comparison
  | Connective;

export function isConnective(c: Cond): c is Connective {
  return c.kind === 'and' || c.kind === 'or';
}

function compares(kind: 'le' | 'eq' | 'ne', value: bigint): boolean {
  return kind === 'le' ? value <= 0n : kind === 'eq' ? value === 0n : value !== 0n;
}

const UNBOUNDED: Range = { low: null, high: null };

function addBound(a: bigint | null, b: bigint | null): bigint | null {
  return a === null || b === null ? null : a + b;
}

function scaleRange(range: Range, factor: bigint): Range {
  const low = range.low === null ? null : range.low * factor;
  const high = range.high === null ? null : range.high * factor;
  return factor >= 0n ? { low, high } : { low: high, high: low };
}

function productRange(a: Range, b: Range): Range {
  if (a.low !== null && a.high !== null && b.low !== null && b.high !== null) {
    const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
    let low = corners[0]!;
    let high = corners[0]!;
    for (const c of corners) {
      if (c < low) low = c;
      if (c > high) high = c;
    }
    return { low, high };
  }
  if (a.low !== null && a.low >= 0n && b.low !== null && b.low >= 0n) {
    const high = a.high !== null && b.high !== null ? a.high * b.high : null;
    return { low: a.low * b.low, high };
  }
  return UNBOUNDED;
}

export function floorDiv(a: bigint, b: bigint): bigint {
  const q = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? q - 1n : q;
}

export function floorMod(a: bigint, b: bigint): bigint {
  return a - b * floorDiv(a, b);
}

/** Reads an atom's value: what `evaluate` asks for symbols and applications. */
export interface Valuation {
  symbol(atom: Atom & { kind: 'symbol' }): bigint;
  apply(atom: Atom & { kind: 'apply' }, args: readonly bigint[]): bigint;
}

/** The arena of one analysis. Not shared between kernels: it lives and dies with one. */
export class Terms {
  readonly #ints = new Map<string, Int>();
  readonly #atoms = new Map<string, Atom>();
  readonly #conds = new Map<string, Cond>();
  #next = 1;

  readonly true: Cond = { id: 0, kind: 'true' };
  readonly false: Cond = { id: -1, kind: 'false' };

  /** How many terms exist: the measure of the arena's memory. */
  get size(): number {
    return this.#ints.size + this.#atoms.size + this.#conds.size;
  }

  // ---- integers ------------------------------------------------------------------------------------------------

  constant(value: bigint | number): Int {
    return this.#int(BigInt(value), []);
  }

  readonly zero: Int = this.constant(0n);
  readonly one: Int = this.constant(1n);

  #int(constant: bigint, monomials: readonly Monomial[]): Int {
    let key = `${constant}`;
    for (const m of monomials) {
      key += `|${m.coefficient}`;
      for (const a of m.atoms) key += `.${a.id}`;
    }
    const known = this.#ints.get(key);
    if (known) return known;
    let low: bigint | null = constant;
    let high: bigint | null = constant;
    for (const m of monomials) {
      const range = scaleRange(this.monomialRange(m.atoms), m.coefficient);
      low = addBound(low, range.low);
      high = addBound(high, range.high);
    }
    const int: Int = { id: this.#next++, constant, monomials, range: { low, high } };
    this.#ints.set(key, int);
    return int;
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
    const { constant, monomials } = combined(a, factor, b);
    return this.#int(constant, monomials);
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
    if (a.monomials.length * b.monomials.length > 64) return this.apply('mul', [a, b], 'launch', 'input', UNBOUNDED);
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

  symbol(name: string, sharing: Sharing, origin: SymbolOrigin, range: Range): Int {
    return this.#atom(`s:${name}`, (id) => ({ id, kind: 'symbol', name, sharing, origin, range }));
  }

  /** The term that is one atom. */
  ofAtom(atom: Atom): Int {
    return this.#int(0n, [{ coefficient: 1n, atoms: [atom] }]);
  }

  apply(name: string, args: readonly Int[], sharing: Sharing, origin: SymbolOrigin, range: Range): Int {
    const key = `f:${name}:${sharing}:${args.map((a) => a.id).join(',')}`;
    return this.#atom(key, (id) => ({ id, kind: 'apply', name, args, sharing, origin, range }));
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
      const inner = single(dividend);
      if (inner?.kind === 'div' && isConstant(inner.divisor)) {
        return this.div(inner.dividend, this.constant(inner.divisor.constant * d));
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

  /** Splits a term into `d·whole + rest` by its coefficients; the constant goes along so that rest's is in 0 … d-1. */
  #splitDivisible(term: Int, d: bigint): [Int, Int] {
    const whole: Monomial[] = [];
    const rest: Monomial[] = [];
    for (const m of term.monomials) {
      if (m.coefficient % d === 0n) whole.push({ coefficient: m.coefficient / d, atoms: m.atoms });
      else rest.push(m);
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
    const range: Range = {
      low: then.range.low === null || otherwise.range.low === null ? null : min(then.range.low, otherwise.range.low),
      high:
        then.range.high === null || otherwise.range.high === null ? null : max(then.range.high, otherwise.range.high),
    };
    const key = `?:${condition.id}:${then.id}:${otherwise.id}`;
    return this.#atom(key, (id) => ({ id, kind: 'ite', condition, then, otherwise, range }));
  }

  #commonPart(a: Int, b: Int): Int {
    const shared = a.monomials.filter((x) =>
      b.monomials.some((y) => y.coefficient === x.coefficient && compareAtoms(x.atoms, y.atoms) === 0),
    );
    return this.#int(0n, shared);
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
    if (isConstant(start) && isConstant(step)) {
      const by = BigInt(shift) * step.constant;
      return this.constant(direction === 'up' ? start.constant << by : start.constant >> by);
    }
    const key = `g:${direction}:${start.id}:${shift}:${step.id}`;
    const low = start.range.low !== null && start.range.low >= 0n ? (direction === 'up' ? start.range.low : 0n) : null;
    const range: Range =
      direction === 'up' ? { low, high: null } : { low, high: low === null ? null : start.range.high };
    return this.#atom(key, (id) => ({ id, kind: 'geometric', direction, start, shift, step, range }));
  }

  // ---- conditions ------------------------------------------------------------------------------------------------

  #cond(key: string, make: (id: number) => Cond): Cond {
    let cond = this.#conds.get(key);
    if (!cond) {
      cond = make(this.#next++);
      this.#conds.set(key, cond);
    }
    return cond;
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
    return this.#cond(`le:${term.id}`, (id) => ({ id, kind: 'le', term }));
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
    const g = content(term);
    if (term.constant % g !== 0n) return kind === 'eq' ? this.false : this.true;
    const sign = term.monomials[0]!.coefficient < 0n ? -1n : 1n;
    if (g !== 1n || sign < 0n) {
      const d = g * sign;
      term = this.#int(
        term.constant / d,
        term.monomials.map((m) => ({ coefficient: m.coefficient / d, atoms: m.atoms })),
      );
    }
    // ite(c, x, y) = z with constants: the condition itself.
    const only = single(term, true);
    if (only?.kind === 'ite' && isConstant(only.then) && isConstant(only.otherwise)) {
      const wanted = -term.constant;
      const whenThen = only.then.constant === wanted;
      const whenElse = only.otherwise.constant === wanted;
      const holds =
        whenThen && whenElse ? this.true : whenThen ? only.condition : whenElse ? this.not(only.condition) : this.false;
      return kind === 'eq' ? holds : this.not(holds);
    }
    const flipped = withoutFlips(term);
    if (flipped) return this.#equality(kind, flipped[0], flipped[1]);
    const digits = this.#splitDigits(term);
    if (digits === 'never') return kind === 'eq' ? this.false : this.true;
    if (digits) {
      const parts = digits.map((digit) => this.#equality(kind, digit, this.zero));
      return kind === 'eq' ? this.and(...parts) : this.or(...parts);
    }
    return this.#cond(`${kind}:${term.id}`, (id) => ({ id, kind, term }));
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

  not(c: Cond): Cond {
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
    return this.#list('or', parts);
  }

  #list(kind: 'and' | 'or', parts: Map<number, Cond>): Cond {
    if (parts.size === 0) return kind === 'and' ? this.true : this.false;
    const list = [...parts.values()].sort((a, b) => a.id - b.id);
    if (list.length === 1) return list[0]!;
    return this.#cond(`${kind}:${list.map((p) => p.id).join(',')}`, (id) => ({ id, kind, parts: list }));
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
    // x ∨ (¬x ∧ y) = x ∨ y
    if (leftOnly.length === 1) {
      const negated = this.not(leftOnly[0]!);
      rightOnly = rightOnly.filter((x) => x !== negated);
      if (rightOnly.length === 0) return this.and(...common);
    }
    if (rightOnly.length === 1) {
      const negated = this.not(rightOnly[0]!);
      leftOnly = leftOnly.filter((x) => x !== negated);
      if (leftOnly.length === 0) return this.and(...common);
    }
    return this.and(...common, this.or(this.and(...leftOnly), this.and(...rightOnly)));
  }

  // ---- substitution and evaluation -----------------------------------------------------------------------------------

  /** A reusable replacement of atoms; `replace` returns undefined for what stays. Results are remembered. */
  substitution(replace: (atom: Atom) => Int | undefined): Substitution {
    return this.#rewriting(replace, false);
  }

  /** Brings terms of another arena into this one; `symbol` says what their symbols become. */
  importing(symbol: (atom: Atom & { kind: 'symbol' }) => Int): Substitution {
    return this.#rewriting((atom) => (atom.kind === 'symbol' ? symbol(atom) : undefined), true);
  }

  #rewriting(replace: (atom: Atom) => Int | undefined, foreign: boolean): Substitution {
    const ints = new Map<number, Int>();
    const atoms = new Map<number, Int>();
    const conds = new Map<number, Cond>();
    const onAtom = (atom: Atom): Int => {
      const known = atoms.get(atom.id);
      if (known) return known;
      const result = replace(atom) ?? rebuild(atom);
      atoms.set(atom.id, result);
      return result;
    };
    const rebuild = (atom: Atom): Int => {
      switch (atom.kind) {
        case 'symbol':
          return this.#int(0n, [{ coefficient: 1n, atoms: [atom] }]);
        case 'div':
          return this.div(onInt(atom.dividend), onInt(atom.divisor));
        case 'mod':
          return this.mod(onInt(atom.dividend), onInt(atom.divisor));
        case 'ite':
          return this.ite(onCond(atom.condition), onInt(atom.then), onInt(atom.otherwise));
        case 'apply':
          return this.apply(atom.name, atom.args.map(onInt), atom.sharing, atom.origin, atom.range);
        case 'bits':
          return this.bits(atom.operator, onInt(atom.left), onInt(atom.right), atom.width);
        case 'geometric':
          return this.geometric(atom.direction, onInt(atom.start), atom.shift, onInt(atom.step));
      }
    };
    const onInt = (term: Int): Int => {
      const known = ints.get(term.id);
      if (known) return known;
      let sum: Sum = { constant: term.constant, monomials: [] };
      let changed = foreign;
      for (const m of term.monomials) {
        let product = this.constant(m.coefficient);
        for (const atom of m.atoms) {
          const value = onAtom(atom);
          if (single(value) !== atom) changed = true;
          product = this.mul(product, value);
        }
        sum = combined(sum, 1n, product);
      }
      const result = changed ? this.#int(sum.constant, sum.monomials) : term;
      ints.set(term.id, result);
      return result;
    };
    const onCond = (c: Cond): Cond => {
      if (c.kind === 'true' || c.kind === 'false') return this[c.kind];
      const known = conds.get(c.id);
      if (known) return known;
      const result = isConnective(c) ? this[c.kind](...c.parts.map(onCond)) : this[c.kind](onInt(c.term), this.zero);
      conds.set(c.id, result);
      return result;
    };
    return { int: onInt, cond: onCond };
  }

  /** Visits every integer term below the roots once. */
  visitTerms(roots: Iterable<Int | Cond>, onTerm: (term: Int) => void): void {
    const seen = new Set<number>();
    const stack: (Int | Cond)[] = [...roots];
    while (stack.length > 0) {
      const node = stack.pop()!;
      if (seen.has(node.id)) continue;
      seen.add(node.id);
      if ('monomials' in node) {
        onTerm(node);
        for (const m of node.monomials) for (const atom of m.atoms) stack.push(...partsOf(atom));
      } else if (isConnective(node)) stack.push(...node.parts);
      else if (node.kind !== 'true' && node.kind !== 'false') stack.push(node.term);
    }
  }

  /** Visits every atom below a term or condition once, inner ones included. */
  visit(roots: Iterable<Int | Cond>, onAtom: (atom: Atom) => void): void {
    const seen = new Set<number>();
    const stack: (Int | Cond)[] = [...roots];
    while (stack.length > 0) {
      const node = stack.pop()!;
      if (seen.has(node.id)) continue;
      seen.add(node.id);
      if ('monomials' in node) {
        for (const m of node.monomials) {
          for (const atom of m.atoms) {
            if (seen.has(atom.id)) continue;
            seen.add(atom.id);
            onAtom(atom);
            for (const part of partsOf(atom)) stack.push(part);
          }
        }
      } else if (node.kind === 'true' || node.kind === 'false') continue;
      else if (isConnective(node)) stack.push(...node.parts);
      else stack.push(node.term);
    }
  }
}

export interface Substitution {
  int(term: Int): Int;
  cond(cond: Cond): Cond;
}

/** The terms directly below an atom. */
export function partsOf(atom: Atom): (Int | Cond)[] {
  switch (atom.kind) {
    case 'symbol':
      return [];
    case 'div':
    case 'mod':
      return [atom.dividend, atom.divisor];
    case 'ite':
      return [atom.condition, atom.then, atom.otherwise];
    case 'apply':
      return [...atom.args];
    case 'bits':
      return [atom.left, atom.right];
    case 'geometric':
      return [atom.start, atom.step];
  }
}

export function isConstant(term: Int): boolean {
  return term.monomials.length === 0;
}

/** The atom when the term is that atom alone (coefficient 1, and constant 0 unless `anyConstant`). */
export function single(term: Int, anyConstant = false): Atom | null {
  if (term.monomials.length !== 1 || (!anyConstant && term.constant !== 0n)) return null;
  const m = term.monomials[0]!;
  return m.coefficient === 1n && m.atoms.length === 1 ? m.atoms[0]! : null;
}

export function inRange(term: Int, low: bigint, high: bigint): boolean {
  return term.range.low !== null && term.range.low >= low && term.range.high !== null && term.range.high <= high;
}

/** The conjuncts of a condition. */
export function conjuncts(c: Cond): readonly Cond[] {
  return c.kind === 'and' ? c.parts : c.kind === 'true' ? [] : [c];
}

/** Greatest common divisor of the coefficients (1 for a constant). */
export function content(term: Int): bigint {
  let g = 0n;
  for (const m of term.monomials) {
    g = gcd(g, m.coefficient < 0n ? -m.coefficient : m.coefficient);
    if (g === 1n) return 1n;
  }
  return g === 0n ? 1n : g;
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** Evaluates terms and conditions under a valuation, exactly. */
export class Evaluator {
  readonly #valuation: Valuation;
  readonly #atoms = new Map<number, bigint>();
  readonly #conds = new Map<number, boolean>();

  constructor(valuation: Valuation) {
    this.#valuation = valuation;
  }

  int(term: Int): bigint {
    let sum = term.constant;
    for (const m of term.monomials) {
      let product = m.coefficient;
      for (const atom of m.atoms) product *= this.atom(atom);
      sum += product;
    }
    return sum;
  }

  cond(c: Cond): boolean {
    switch (c.kind) {
      case 'true':
        return true;
      case 'false':
        return false;
      default: {
        const known = this.#conds.get(c.id);
        if (known !== undefined) return known;
        const value = isConnective(c) ? this.#connective(c) : compares(c.kind, this.int(c.term));
        this.#conds.set(c.id, value);
        return value;
      }
    }
  }

  #connective(c: Connective): boolean {
    return c.kind === 'and' ? c.parts.every((p) => this.cond(p)) : c.parts.some((p) => this.cond(p));
  }

  /** The value of an application whose arguments are known. */
  apply(atom: Atom & { kind: 'apply' }, args: readonly bigint[]): bigint {
    return this.#valuation.apply(atom, args);
  }

  atom(atom: Atom): bigint {
    const known = this.#atoms.get(atom.id);
    if (known !== undefined) return known;
    const value = this.#compute(atom);
    this.#atoms.set(atom.id, value);
    return value;
  }

  #compute(atom: Atom): bigint {
    switch (atom.kind) {
      case 'symbol':
        return this.#valuation.symbol(atom);
      case 'apply': {
        const args = atom.args.map((a) => this.int(a));
        return atom.name === 'mul' ? args[0]! * args[1]! : this.#valuation.apply(atom, args);
      }
      case 'div': {
        const d = this.int(atom.divisor);
        return d === 0n ? 0n : floorDiv(this.int(atom.dividend), d);
      }
      case 'mod': {
        const d = this.int(atom.divisor);
        return d === 0n ? this.int(atom.dividend) : floorMod(this.int(atom.dividend), d);
      }
      case 'ite':
        return this.cond(atom.condition) ? this.int(atom.then) : this.int(atom.otherwise);
      case 'bits':
        return bitOperation(atom.operator, this.int(atom.left), this.int(atom.right), atom.width);
      case 'geometric': {
        const by = BigInt(atom.shift) * this.int(atom.step);
        const start = this.int(atom.start);
        if (by < 0n || by > 4096n) return atom.direction === 'up' || start >= 0n ? 0n : -1n;
        return atom.direction === 'up' ? start << by : start >> by;
      }
    }
  }
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function ownRange(atom: Atom): Range {
  return atom.range;
}

function squareRange(range: Range): Range {
  const product = productRange(range, range);
  return { low: product.low === null || product.low < 0n ? 0n : product.low, high: product.high };
}

function compareAtoms(a: readonly Atom[], b: readonly Atom[]): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const d = a[i]!.id - b[i]!.id;
    if (d !== 0) return d;
  }
  return a.length - b.length;
}

/** `atoms` less `removed` (as multisets), or null when one is missing. */
function withoutAtoms(atoms: readonly Atom[], removed: readonly Atom[]): Atom[] | null {
  const left = [...atoms];
  for (const r of removed) {
    const at = left.indexOf(r);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

function quotientRange(a: Range, b: Range): Range {
  // The divisor is at least 1.
  const least = b.low !== null && b.low >= 1n ? b.low : 1n;
  const low =
    a.low === null ? null : a.low >= 0n ? (b.high === null ? 0n : floorDiv(a.low, b.high)) : floorDiv(a.low, least);
  const high =
    a.high === null ? null : a.high >= 0n ? floorDiv(a.high, least) : b.high === null ? -1n : floorDiv(a.high, b.high);
  return { low, high };
}

function bitRange(operator: BitOperator, a: Range, b: Range, modulus: bigint): Range {
  const top = modulus - 1n;
  const ah = a.high === null || a.high > top ? top : a.high;
  const bh = b.high === null || b.high > top ? top : b.high;
  switch (operator) {
    case 'and':
      return { low: 0n, high: min(ah, bh) };
    case 'or':
    case 'xor': {
      const bits = BigInt(max(ah, bh).toString(2).length);
      return { low: 0n, high: (1n << bits) - 1n };
    }
    case 'lshr':
      return { low: 0n, high: ah };
    default:
      return { low: 0n, high: top };
  }
}

/** Operands are unsigned patterns of `width` bits (`ashr` reads the left one as signed and returns unsigned). */
export function bitOperation(operator: BitOperator, left: bigint, right: bigint, width: number): bigint {
  const w = BigInt(width);
  const a = BigInt.asUintN(width, left);
  const b = BigInt.asUintN(width, right);
  switch (operator) {
    case 'and':
      return a & b;
    case 'or':
      return a | b;
    case 'xor':
      return a ^ b;
    case 'shl':
      return b >= w ? 0n : BigInt.asUintN(width, a << b);
    case 'lshr':
      return b >= w ? 0n : a >> b;
    case 'ashr':
      return BigInt.asUintN(width, BigInt.asIntN(width, a) >> (b >= w ? w - 1n : b));
  }
}

/** How many bits of a constant `xor` are written out as arithmetic. */
const FLIPPED_BITS = 4;

/** The powers of two that make up a number. */
function bitWeights(value: bigint): bigint[] {
  const weights: bigint[] = [];
  for (let w = 1n; w <= value; w <<= 1n) if ((value & w) !== 0n) weights.push(w);
  return weights;
}

function trailingZeros(value: bigint): bigint {
  let n = 0n;
  while (value !== 0n && (value & 1n) === 0n) {
    value >>= 1n;
    n++;
  }
  return n;
}

/** `x ^ c = y ^ c` is `x = y`: the two, where the term is such a difference. */
function withoutFlips(term: Int): [Int, Int] | null {
  const [p, q] = term.monomials;
  if (term.constant !== 0n || term.monomials.length !== 2 || p!.coefficient + q!.coefficient !== 0n) return null;
  if (p!.atoms.length !== 1 || q!.atoms.length !== 1) return null;
  const [a, b] = [p!.atoms[0]!, q!.atoms[0]!];
  if (a.kind !== 'bits' || b.kind !== 'bits' || a.operator !== 'xor' || b.operator !== 'xor') return null;
  if (a.width !== b.width) return null;
  if (a.left === b.left) return [a.right, b.right];
  if (a.left === b.right) return [a.right, b.left];
  if (a.right === b.left) return [a.left, b.right];
  return a.right === b.right ? [a.left, b.left] : null;
}

/** True when no value of the term has a bit of `mask`: it lies below the mask's lowest bit, or is a multiple above it. */
function noCommonBits(term: Int, mask: bigint): boolean {
  if (mask <= 0n || term.range.low === null || term.range.low < 0n) return false;
  const lowest = 1n << trailingZeros(mask);
  if (term.range.high !== null && term.range.high < lowest) return true;
  const above = 1n << BigInt(mask.toString(2).length);
  return term.constant % above === 0n && content(term) % above === 0n;
}

/** True when one operand is a multiple of a power of two above the other's range. */
function disjointBits(a: Int, b: Int): boolean {
  const test = (small: Int, big: Int): boolean => {
    if (small.range.low === null || small.range.low < 0n || small.range.high === null) return false;
    if (big.range.low === null || big.range.low < 0n) return false;
    const unit = 1n << BigInt(small.range.high === 0n ? 0 : small.range.high.toString(2).length);
    return big.constant % unit === 0n && content(big) % unit === 0n;
  };
  return test(a, b) || test(b, a);
}
