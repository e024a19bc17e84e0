/**
 * Machine integers as terms. A register of width w is kept as a term that is *congruent* to its bits modulo 2^w; only
 * where an operation reads it as a signed or unsigned number does the representative matter, and only where the range
 * leaves it open does a wrap appear.
 *
 * Two assumptions stand behind this, and each one used is recorded: signed arithmetic does not overflow (undefined in
 * C++), and unsigned arithmetic that only grows from non-negative operands (sizes, indices) stays below 2^w. Both are of indices:
 * they count where places are made of the number (`check/solve-feasible.ts`). A number that
 * the launch was given is a size: it fits into a narrower integer, and is not negative where it is read as unsigned. Integers
 * narrower than 32 bits are never assumed to hold what was stored in them: C++ computes in `int` and cuts off.
 */
import type { BinaryOperator, IntPredicate } from '../ir/program.ts';

import type { Terms } from './arena.ts';
import { isPowerOfTwoOrZero, withoutRemainders } from './powers-of-two.ts';
import { isNonNegativeOn } from './refine.ts';
import {
  type Atom,
  type ChoiceAtom,
  type Cond,
  type Int,
  inRange,
  isConstant,
  isContent,
  type Monomial,
  partsOf,
  single,
} from './term.ts';
import { someAtom, visitTerms } from './visit.ts';

/** An integer register. */
export interface MachineInt {
  readonly kind: 'int';
  readonly width: number;
  readonly term: Int;
  /** True when the term itself is the signed value (it came from an operation that may not overflow). */
  readonly signedExact: boolean;
}

/** What somebody knows of symbols. */
interface OfSymbols {
  /**
   * Whether some thread of the launch has each number in the range of the symbol: then nobody has to assume what becomes of it.
   */
  readonly takesAll: (symbol: Int) => boolean;
  /** Whether it is stated that the symbol is negative, or may be: then it is no size. */
  readonly mayBeNegative: (symbol: Atom) => boolean;
  /** Whether it is stated that the symbol is a power of two. */
  readonly isPowerOfTwo: (symbol: Atom) => boolean;
  /** Whether the symbol stands for a number that comes from outside. */
  readonly isGiven: (symbol: Atom & { readonly kind: 'symbol' }) => boolean;
}

/** Why a number must not be negative, as the rest of a sentence. */
export type UnsignedUse = 'bits of it are taken' | 'it is read as unsigned';

/** Narrower integers are bytes and samples, not sizes: they wrap, and nothing is assumed of them. */
const SIZE_WIDTH = 32;

export class MachineIntegers {
  readonly #terms: Terms;
  readonly #assumeNoOverflow: (width: number, bound: ValueRange) => void;
  readonly #assumePositive: (bound: ValueRange) => void;
  readonly #assumeNotNegative: (bound: ValueRange, use: UnsignedUse) => void;
  readonly #mayBeNegative: OfSymbols['mayBeNegative'];
  readonly #isPowerOfTwo: OfSymbols['isPowerOfTwo'];
  readonly #known: readonly (() => Cond)[];
  readonly #takesAll: OfSymbols['takesAll'];
  readonly #isGiven: OfSymbols['isGiven'];
  /** Symbols that were added, or multiplied, as unsigned numbers. */
  readonly #unsignedParts = new Set<number>();

  /**
   * @param assumes who takes the assumptions: that a value stays in range, that a divisor is positive, and that what is read as
   *     unsigned is not negative
   * @param known what holds where the operation stands
   */
  constructor(
    terms: Terms,
    assumes: {
      readonly noOverflow: (width: number, bound: ValueRange) => void;
      readonly positive: (bound: ValueRange) => void;
      readonly notNegative: (bound: ValueRange, use: UnsignedUse) => void;
    },
    known: readonly (() => Cond)[],
    {
      takesAll = () => false,
      mayBeNegative = () => false,
      isPowerOfTwo = () => false,
      isGiven = isGivenToLaunch,
    }: Partial<OfSymbols> = {},
  ) {
    this.#terms = terms;
    this.#assumeNoOverflow = assumes.noOverflow;
    this.#assumePositive = assumes.positive;
    this.#assumeNotNegative = assumes.notNegative;
    this.#mayBeNegative = mayBeNegative;
    this.#isPowerOfTwo = isPowerOfTwo;
    this.#known = known;
    this.#takesAll = takesAll;
    this.#isGiven = isGiven;
  }

  make(width: number, term: Int, signedExact = false): MachineInt {
    return { kind: 'int', width, term, signedExact };
  }

  /**
   * The value as a number in `0 … 2^w - 1`.
   * @param use what a negative number would be as good as any for: it is said by itself that it is none
   */
  unsigned(x: MachineInt, use: UnsignedUse = 'it is read as unsigned'): Int {
    const modulus = 1n << BigInt(x.width);
    const pattern = this.pattern(x);
    if (pattern === x.term || x.width < SIZE_WIDTH) return pattern;
    if (this.#isRemainder(x.term, x.width)) return x.term;
    const isNonNegative = () => this.#known.some((holds) => isNonNegativeOn(this.#terms, holds(), x.term));
    const isSize = [isSumOfSizes, isIndexBySizes, isSizeOrNone].some((test) => test(x.term, this.#isGiven));
    if (!isSize && !isNonNegative() && !this.#isIndexByRests(x.term)) {
      return this.#inEachChoice(x, (one) => this.unsigned(one, use)) ?? pattern;
    }
    const isBelow = x.term.range.high !== null && x.term.range.high < modulus;
    if (!isBelow && (holdsBits(x.term, modulus / 2n) || this.#isComputed(x.term))) return pattern;
    if (!isNonNegative() && this.#isStatedNegative(x.term)) return pattern;
    const bound = { term: x.term, low: 0n, high: modulus - 1n };
    if (this.#isExcluded(bound)) return pattern;
    if (!isBelow) {
      this.#assumeNoOverflow(x.width, bound);
      this.#assumeUnsigned(x.term, modulus);
    } else if (!isNonNegative()) this.#assumeNotNegative(bound, use);
    return x.term;
  }

  /** A sum that does not overflow has no negative part, where that was unsigned when it was added or multiplied. */
  #assumeUnsigned({ monomials }: Int, modulus: bigint): void {
    for (const { coefficient, atoms } of monomials) {
      for (const atom of atoms) {
        if (coefficient < 0n || atom.kind !== 'symbol' || !this.#unsignedParts.has(atom.id)) continue;
        const term = this.#terms.ofAtom(atom);
        const isNonNegative = this.#known.some((holds) => isNonNegativeOn(this.#terms, holds(), term));
        if (isNonNegative || this.#isStatedNegative(term)) continue;
        this.#assumeNotNegative({ term, low: 0n, high: modulus - 1n }, 'it is read as unsigned');
      }
    }
  }

  /** Signed arithmetic says that it does not wrap; what it does not say it of is unsigned. */
  #notePart({ term, width }: MachineInt): void {
    const atom = single(term);
    if (width >= SIZE_WIDTH && atom?.kind === 'symbol' && this.#isGiven(atom)) this.#unsignedParts.add(atom.id);
  }

  /** The same where one of two sizes is what is left of a number on the way there: `width * (n - first < 64 ? n - first : 64)`. */
  #isIndexByRests(term: Int): boolean {
    const isLeft = (one: Int) =>
      isIndexBySizes(one, this.#isGiven) || this.#known.some((holds) => isNonNegativeOn(this.#terms, holds(), one));
    return isIndexBySizes(
      term,
      this.#isGiven,
      (atom) => atom.kind === 'ite' && isLeft(atom.then) && isLeft(atom.otherwise),
    );
  }

  /** `n - d * (n / d)`, of an `n` that is in range: so is what is left of it. */
  #isRemainder(term: Int, width: number): boolean {
    const t = this.#terms;
    return term.monomials.some(({ coefficient, atoms }) =>
      atoms.some((atom) => {
        if (coefficient > 0n || atom.kind !== 'div') return false;
        const { dividend, divisor } = atom;
        if (t.add(term, t.mul(divisor, t.ofAtom(atom))) !== dividend || !this.#isPositive(divisor, width)) return false;
        return this.#isRemainder(dividend, width) || this.pattern(this.make(width, dividend)) === dividend;
      }),
    );
  }

  /** What holds where the operation stands leaves no number that the value may be taken to be: nothing would be left to check. */
  #isExcluded({ term, low, high }: ValueRange): boolean {
    const t = this.#terms;
    const below = t.sub(t.constant(low - 1n), term);
    const above = t.sub(term, t.constant(high + 1n));
    return this.#known.some((holds) => {
      const here = holds();
      return isNonNegativeOn(t, here, below) || isNonNegativeOn(t, here, above);
    });
  }

  #isStatedNegative(term: Int): boolean {
    return someAtom([term], (atom) => atom.kind === 'symbol' && this.#mayBeNegative(atom));
  }

  /** The same where bits are meant, and no size: a mask of all ones, or two numbers that are handed on as one. */
  pattern(x: MachineInt): Int {
    const t = this.#terms;
    const modulus = 1n << BigInt(x.width);
    if (inRange(x.term, 0n, modulus - 1n)) return x.term;
    const reduced = this.#withoutMultiples(x.term, modulus);
    if (reduced !== x.term) return this.pattern(this.make(x.width, reduced));
    const grows = x.width >= SIZE_WIDTH && x.term.range.low !== null && x.term.range.low >= 0n;
    if (grows && !holdsBits(x.term, modulus / 2n) && !this.#isComputed(x.term)) {
      this.#assumeNoOverflow(x.width, { term: x.term, low: 0n, high: modulus - 1n });
      return x.term;
    }
    return t.mod(x.term, t.constant(modulus));
  }

  /** The value as a number in `-2^(w-1) … 2^(w-1) - 1`. */
  signed(x: MachineInt): Int {
    const t = this.#terms;
    const half = 1n << BigInt(x.width - 1);
    if (inRange(x.term, -half, half - 1n)) return x.term;
    if (x.width < SIZE_WIDTH) return this.#wrapped(x);
    if (x.signedExact) {
      this.#assumeNoOverflow(x.width, { term: x.term, low: -half, high: half - 1n });
      return x.term;
    }
    if (isConstant(x.term)) return t.constant(BigInt.asIntN(x.width, x.term.constant));
    const reduced = this.#withoutMultiples(x.term, half * 2n);
    if (reduced !== x.term) return this.signed(this.make(x.width, reduced));
    const isPosition = isTakenApart(x.term, this.#isGiven);
    if (!isPosition && (holdsBits(x.term, half) || this.#isComputed(x.term))) return this.#wrappedInEachChoice(x);
    const { low, high } = x.term.range;
    // A pattern that is already unsigned may have its top bit set (`x & 0x80000000`): that one really wraps.
    const isPattern = high !== null && low !== null && low >= 0n && high < half * 2n;
    const isSize =
      isPosition ||
      (low !== null && low >= -half && !isPattern) ||
      (isPattern && isSumOfIndices(x.term)) ||
      isWiderSize(x.term, this.#isGiven) ||
      isSizeOrNone(x.term, this.#isGiven) ||
      isIndexByComputedSizes(x.term);
    const bound = { term: x.term, low: -half, high: half - 1n };
    if (!isSize || this.#isExcluded(bound)) return this.#wrappedInEachChoice(x);
    this.#assumeNoOverflow(x.width, bound);
    return x.term;
  }

  /** The signed value of a bit pattern, or what it is in each of two cases. */
  #wrappedInEachChoice(x: MachineInt): Int {
    return this.#inEachChoice(x, (one) => this.signed(one)) ?? this.#wrapped(x);
  }

  /**
   * Where what the launch was given chooses between two numbers, one of them may be a size, and it is known which where that is stated.
   * @param read as what sort of number
   * @returns null where nothing chooses
   */
  #inEachChoice(x: MachineInt, read: (x: MachineInt) => Int): Int | null {
    const condition = choiceOfLaunch(x.term, this.#isGiven);
    if (condition === null) return null;
    const isChoice = (atom: Atom): atom is ChoiceAtom => atom.kind === 'ite' && atom.condition === condition;
    const valueIn = (side: 'then' | 'otherwise') => {
      const chosen = this.#terms.substitution((atom) => (isChoice(atom) ? atom[side] : undefined));
      return read(this.make(x.width, chosen.int(x.term)));
    };
    return this.#terms.ite(condition, valueIn('then'), valueIn('otherwise'));
  }

  /** A factor of the modulus or more wraps whatever it is multiplied with: only what is left of it counts. */
  #withoutMultiples(term: Int, modulus: bigint): Int {
    const t = this.#terms;
    let result = term;
    for (const { coefficient, atoms } of term.monomials) {
      if (coefficient < modulus) continue;
      const product = atoms.reduce((factors, atom) => t.mul(factors, t.ofAtom(atom)), t.one);
      result = t.combine(result, -(coefficient - (coefficient % modulus)), product);
    }
    return result;
  }

  /** True for numbers that are made of indices whose sizes are known: their ranges say what they can be. */
  #isComputed(term: Int): boolean {
    return !someAtom([term], (atom) => {
      return atom.kind === 'apply' || (atom.kind === 'symbol' && !this.#takesAll(this.#terms.ofAtom(atom)));
    });
  }

  /** The signed value of a bit pattern, whatever stands for it. */
  #wrapped(x: MachineInt): Int {
    const t = this.#terms;
    const half = 1n << BigInt(x.width - 1);
    const shifted = t.add(x.term, t.constant(half));
    return t.sub(t.mod(shifted, t.constant(half * 2n)), t.constant(half));
  }

  binary(operator: BinaryOperator, a: MachineInt, b: MachineInt, noSignedWrap: boolean): MachineInt | null {
    const t = this.#terms;
    const width = a.width;
    if (!noSignedWrap && (operator === 'add' || operator === 'mul')) for (const part of [a, b]) this.#notePart(part);
    switch (operator) {
      case 'add':
        return this.make(width, t.add(this.#operand(a, noSignedWrap), this.#operand(b, noSignedWrap)), noSignedWrap);
      case 'sub':
        return this.make(
          width,
          withoutRemainders(t, t.sub(this.#operand(a, noSignedWrap), this.#operand(b, noSignedWrap))),
          noSignedWrap,
        );
      case 'mul':
        return this.make(width, t.mul(this.#operand(a, noSignedWrap), this.#operand(b, noSignedWrap)), noSignedWrap);
      case 'shl':
        if (isConstant(b.term) && b.term.constant >= 0n && b.term.constant < BigInt(width)) {
          return this.make(width, t.scale(this.#operand(a, noSignedWrap), 1n << b.term.constant), noSignedWrap);
        }
        return this.#powerOrBits('shl', a, b);
      case 'lshr':
        // As by a division, and so of a size: bits of a pattern are taken by a mask.
        if (isConstant(b.term)) return this.make(width, t.bits('lshr', this.unsigned(a), b.term, width));
        return this.#powerOrBits('lshr', a, b);
      case 'ashr': {
        const x = this.signed(a);
        if (isConstant(b.term) && b.term.constant >= 0n && b.term.constant < BigInt(width)) {
          return this.make(width, t.div(x, t.constant(1n << b.term.constant)), true);
        }
        if (x.range.low !== null && x.range.low >= 0n) return this.#powerOrBits('lshr', this.make(width, x, true), b);
        return this.make(width, t.bits('ashr', this.pattern(a), this.pattern(b), width));
      }
      case 'and':
        // `n & ~7`: a size that is rounded down, no mask.
        if (isConstant(b.term))
          return this.make(width, t.bits('and', this.unsigned(a, 'bits of it are taken'), this.pattern(b), width));
        return this.make(
          width,
          this.#lowBits(a, b) ?? this.#lowBits(b, a) ?? t.bits('and', this.pattern(a), this.pattern(b), width),
        );
      case 'or':
        return this.make(width, t.bits('or', this.pattern(a), this.pattern(b), width));
      case 'xor':
        return (
          this.#swizzled(a, b) ??
          this.#swizzled(b, a) ??
          this.make(width, t.bits('xor', this.pattern(a), this.pattern(b), width))
        );
      case 'udiv':
        return this.#quotient(this.unsigned(a), this.unsigned(b), width, 'div');
      case 'urem':
        return this.#quotient(this.unsigned(a), this.unsigned(b), width, 'mod');
      case 'sdiv':
        return this.#truncating(this.signed(a), this.signed(b), width, 'div');
      case 'srem':
        return this.#truncating(this.signed(a), this.signed(b), width, 'mod');
      default:
        return null;
    }
  }

  /**
   * An address of which low bits are flipped, below those that say where its memory begins: `x ^ s` is `x`, with another
   * remainder of the power of two above `s`. Null for other numbers.
   */
  #swizzled(x: MachineInt, s: MachineInt): MachineInt | null {
    const t = this.#terms;
    if (isConstant(s.term) || inRange(x.term, 0n, (1n << BigInt(x.width)) - 1n)) return null;
    const flips = this.pattern(s);
    const { low, high } = flips.range;
    if (low === null || low < 0n || high === null) return null;
    const unit = t.constant(1n << BigInt(high.toString(2).length));
    const rest = t.mod(x.term, unit);
    const atom = single(rest);
    // Nothing of it is known to be a multiple.
    if (rest === x.term || (atom?.kind === 'mod' && atom.dividend === x.term)) return null;
    return this.make(x.width, t.add(t.sub(x.term, rest), t.bits('xor', rest, flips, x.width)));
  }

  /** `x & (p - 1)` for a power of two that loops go through, or that is stated to be one: the remainder. Null for other masks. */
  #lowBits(x: MachineInt, mask: MachineInt): Int | null {
    const power = this.#terms.add(mask.term, this.#terms.one);
    if (isConstant(power) || !isPowerOfTwoOrZero(power, this.#isPowerOfTwo)) return null;
    const symbol = single(power);
    const isStated = symbol !== null && this.#isPowerOfTwo(symbol);
    const isOne = isStated || (power.range.low !== null && power.range.low >= 1n);
    if (!isOne && !this.#known.some((holds) => isNonNegativeOn(this.#terms, holds(), mask.term))) return null;
    return this.#terms.mod(this.pattern(x), power);
  }

  /** Operands of an operation that may not overflow are meant as signed numbers. */
  #operand(x: MachineInt, signed: boolean): Int {
    return signed ? this.signed(x) : isConstant(x.term) ? this.signed(x) : x.term;
  }

  #powerOrBits(operator: 'shl' | 'lshr', a: MachineInt, b: MachineInt): MachineInt {
    const t = this.#terms;
    return this.make(a.width, t.bits(operator, this.pattern(a), this.pattern(b), a.width));
  }

  #quotient(a: Int, b: Int, width: number, part: 'div' | 'mod'): MachineInt {
    const t = this.#terms;
    if (this.#isPositive(b, width)) return this.make(width, part === 'div' ? t.div(a, b) : t.mod(a, b));
    if (!isConstant(b)) {
      // Division by zero is undefined: the divisor counts as positive.
      const positive = t.ite(t.le(t.one, b), b, t.one);
      return this.make(width, part === 'div' ? t.div(a, positive) : t.mod(a, positive));
    }
    return this.make(width, t.zero);
  }

  /** Signed division rounds towards zero; floor division does not, so signs are told apart where they are open. */
  #truncating(a: Int, b: Int, width: number, part: 'div' | 'mod'): MachineInt {
    const t = this.#terms;
    const nonNegative = (x: Int) => x.range.low !== null && x.range.low >= 0n;
    if (isConstant(b) && b.constant < 0n) {
      const flipped = this.#truncating(a, t.constant(-b.constant), width, part);
      return part === 'div' ? this.make(width, t.negate(flipped.term), true) : flipped;
    }
    const byPositive = (x: Int, y: Int): Int => {
      const direct = part === 'div' ? t.div(x, y) : t.mod(x, y);
      if (nonNegative(x)) return direct;
      const negated = t.negate(x);
      const mirrored = t.negate(part === 'div' ? t.div(negated, y) : t.mod(negated, y));
      return t.ite(t.le(t.zero, x), direct, mirrored);
    };
    if (this.#isPositive(b, width)) return this.make(width, byPositive(a, b), true);
    if (isConstant(b)) return this.make(width, t.zero, true);
    const magnitude = t.ite(t.le(t.one, b), b, t.ite(t.lt(b, t.zero), t.negate(b), t.one));
    const quotient = byPositive(a, magnitude);
    const term = part === 'div' ? t.ite(t.lt(b, t.zero), t.negate(quotient), quotient) : quotient;
    return this.make(width, term, true);
  }

  /** A size that something is divided by counts as positive: of a negative one quotients would be no index. */
  #isPositive(divisor: Int, width: number): boolean {
    if (divisor.range.low !== null && divisor.range.low >= 1n) return true;
    if (isConstant(divisor) || !isSumOfSizes(divisor, this.#isGiven) || this.#isStatedNegative(divisor)) return false;
    const less = this.#terms.sub(divisor, this.#terms.one);
    if (!this.#known.some((holds) => isNonNegativeOn(this.#terms, holds(), less))) {
      this.#assumePositive({ term: divisor, low: 1n, high: 2n ** BigInt(width) - 1n });
    }
    return true;
  }

  compare(predicate: IntPredicate, a: MachineInt, b: MachineInt): Cond {
    const t = this.#terms;
    switch (predicate) {
      case 'eq':
      case 'ne': {
        const [x, y] = this.#sameRepresentation(a, b);
        return predicate === 'eq' ? t.eq(x, y) : t.ne(x, y);
      }
      case 'slt':
        return t.lt(this.signed(a), this.signed(b));
      case 'sle':
        return t.le(this.signed(a), this.signed(b));
      case 'sgt':
        return t.lt(this.signed(b), this.signed(a));
      case 'sge':
        return t.le(this.signed(b), this.signed(a));
      case 'ult':
        return t.lt(this.unsigned(a), this.unsigned(b));
      case 'ule':
        return t.le(this.unsigned(a), this.unsigned(b));
      case 'ugt':
        return t.lt(this.unsigned(b), this.unsigned(a));
      case 'uge':
        return t.le(this.unsigned(b), this.unsigned(a));
    }
  }

  #sameRepresentation(a: MachineInt, b: MachineInt): [Int, Int] {
    const half = 1n << BigInt(a.width - 1);
    const fitsUnsigned = (x: MachineInt) => inRange(x.term, 0n, half * 2n - 1n);
    if (fitsUnsigned(a) && fitsUnsigned(b)) return [a.term, b.term];
    return [this.signed(a), this.signed(b)];
  }
}

/** Is a number that was cut off at `modulus`, for want of knowledge, a size or an index, which counts as staying below? */
export function staysBelow(term: Int, modulus: bigint): boolean {
  const { low } = term.range;
  return (
    modulus >= 1n << BigInt(SIZE_WIDTH) &&
    low !== null &&
    low >= 0n &&
    isSumOfIndices(term) &&
    !holdsBits(term, modulus / 2n)
  );
}

/** A sum of products of numbers that the launch was given, or a quotient of one: `(n + 7) / 8`. It counts as not negative. */
function isSumOfSizes(term: Int, isGiven: OfSymbols['isGiven']): boolean {
  const isSize = (atom: Atom): boolean => {
    if (atom.kind === 'div') return isSumOfSizes(atom.dividend, isGiven) && isConstant(atom.divisor);
    return atom.kind === 'symbol' && isGiven(atom);
  };
  return term.constant >= 0n && term.monomials.every((m) => m.coefficient > 0n && m.atoms.every(isSize));
}

/** Coefficients above this are those of hashes and random numbers, which are meant to wrap. */
const MOST_ELEMENTS = 1n << 16n;

/**
 * `blockIdx.x * rows + r`: a sum of products of indices and of numbers that the launch was given, or of one of two such numbers.
 * `rows` is of type `int` and counts as a size all the same, so that the sum counts as not negative.
 */
function isIndexBySizes(
  term: Int,
  isGiven: OfSymbols['isGiven'],
  isOneOfTwo: (atom: Atom) => boolean = () => false,
): boolean {
  const isIndex = ({ range: { low } }: Atom) => low !== null && low >= 0n;
  // `(blockIdx.x + first) / tiles`: which image a block is of.
  const isQuotient = (atom: Atom) =>
    atom.kind === 'div' &&
    isIndexBySizes(atom.dividend, isGiven) &&
    (isConstant(atom.divisor) || isSumOfSizes(atom.divisor, isGiven));
  const isFactor = (atom: Atom) => isIndex(atom) || (atom.kind === 'symbol' && isGiven(atom)) || isQuotient(atom);
  // By itself one of two numbers is none that something is multiplied by.
  const isChosen = (atom: Atom) =>
    isOneOfTwo(atom) ||
    (atom.kind === 'ite' && isIndexBySizes(atom.then, isGiven) && isIndexBySizes(atom.otherwise, isGiven));
  return (
    term.constant >= 0n &&
    term.monomials.every(({ coefficient, atoms }) => {
      const isPart = (atom: Atom) => isFactor(atom) || (atoms.length > 1 && isChosen(atom));
      return coefficient > 0n && coefficient <= MOST_ELEMENTS && atoms.every(isPart);
    })
  );
}

/**
 * The same with numbers from memory: `blockIdx.x * width + column[i]`, `row[i] * width + x`. That these make an index is known only where it
 * says which place is meant: bits that are mixed are none.
 */
export function isIndexFromMemory(term: Int): boolean {
  const isIndex = (atom: Atom) =>
    (atom.range.low !== null && atom.range.low >= 0n) || (atom.kind === 'symbol' && isGivenToLaunch(atom));
  const isPart = (atom: Atom) => isContent(atom) || isIndex(atom);
  const areIndices = term.monomials.every(
    ({ coefficient, atoms }) => coefficient > 0n && coefficient <= MOST_ELEMENTS && atoms.every(isPart),
  );
  const isFromMemory = term.monomials.some(({ atoms }) => atoms.some(isContent));
  // A number by itself is the same place or another, with its sign or without.
  return term.constant >= 0n && single(term) === null && isFromMemory && areIndices && !isScrambled(term);
}

/**
 * The same where sizes were computed of what the launch has: `blockDim.x * gridDim.x`, of a grid that is the ceiling of a
 * product, or a multiple of what the host has asked the device for. The host computes it with signs, so that it may only be read as a signed number.
 */
function isIndexByComputedSizes(term: Int): boolean {
  const isOther = (atom: Atom) =>
    atom.kind === 'apply' ||
    atom.kind === 'bits' ||
    atom.kind === 'geometric' ||
    (atom.kind === 'symbol' && atom.sharing !== 'launch');
  const isFactor = (atom: Atom) =>
    (atom.range.low !== null && atom.range.low >= 0n) || !(isOther(atom) || someAtom(partsOf(atom), isOther));
  return (
    term.constant >= 0n &&
    term.monomials.every(({ coefficient, atoms }) => {
      return coefficient > 0n && coefficient <= MOST_ELEMENTS && atoms.every(isFactor);
    })
  );
}

/**
 * `n / d`, or `(mulhi(n, m) + n) >> s`, or `n - d * that`: how a position is taken apart by a number d of the launch, of which the host may
 * have made a multiplier and a shift. Bits of a pattern are taken by shifts that the code has, and not the launch. A hash is no position.
 */
function isTakenApart({ constant, monomials }: Int, isGiven: OfSymbols['isGiven']): boolean {
  const isBy = (by: Int) => !isConstant(by) && isUpToTheLaunch(by, isGiven);
  const isQuotient = (atom: Atom) => {
    if (atom.kind === 'div') return isBy(atom.divisor) && !isScrambled(atom.dividend);
    return atom.kind === 'bits' && atom.operator === 'lshr' && isBy(atom.right) && !isScrambled(atom.left);
  };
  const isSize = (atom: Atom) => atom.kind === 'symbol' && isGiven(atom);
  const isIndex = (atom: Atom) => isSize(atom) || (atom.range.low !== null && atom.range.low >= 0n);
  const [ofQuotients, rest] = [true, false].map((is) => monomials.filter(({ atoms }) => atoms.some(isQuotient) === is));
  const isProduct = ({ atoms }: Monomial) =>
    atoms.filter(isQuotient).length === 1 && atoms.every((atom) => isQuotient(atom) || isSize(atom));
  const areOfIndices = rest!.every(({ coefficient, atoms }) => coefficient > 0n && atoms.every(isIndex));
  return constant === 0n && ofQuotients!.length > 0 && ofQuotients!.every(isProduct) && areOfIndices;
}

/** Is a hash in it, or are bits that are mixed? What a hash multiplies by may stand there as a negative number. */
function isScrambled(term: Int): boolean {
  const mixes = (atom: Atom) => atom.kind === 'bits' && !['shl', 'lshr', 'ashr'].includes(atom.operator);
  let isFound = false;
  visitTerms([term], ({ monomials }) => {
    isFound ||= monomials.some(
      ({ coefficient, atoms }) => isOfHash(coefficient < 0n ? -coefficient : coefficient) || atoms.some(mixes),
    );
  });
  return isFound;
}

/** What all choices between two numbers in a sum with others hang on, if the launch was given it: several would have many outcomes. */
function choiceOfLaunch({ constant, monomials }: Int, isGiven: OfSymbols['isGiven']): Cond | null {
  const choices = monomials.flatMap(({ atoms }) =>
    atoms.flatMap((atom) => (atom.kind === 'ite' ? atom.condition : [])),
  );
  const [condition, ...others] = new Set(choices);
  if (condition === undefined || others.length > 0 || (constant === 0n && monomials.length < 2)) return null;
  return isUpToTheLaunch(condition, isGiven) ? condition : null;
}

/** Is nothing in it that the launch was not given? */
function isUpToTheLaunch(root: Int | Cond, isGiven: OfSymbols['isGiven']): boolean {
  return !someAtom([root], (part) => part.kind === 'apply' || (part.kind === 'symbol' && !isGiven(part)));
}

/** A `size_t` that is handed on as an `int`: a number that the launch was given, or a quotient of two, counts as one that fits. */
function isWiderSize(term: Int, isGiven: OfSymbols['isGiven']): boolean {
  const atom = single(term);
  if (atom?.kind === 'div') return [atom.dividend, atom.divisor].every((part) => isGivenNumber(part, isGiven));
  return isGivenNumber(term, isGiven);
}

function isGivenNumber(term: Int, isGiven: OfSymbols['isGiven']): boolean {
  const atom = single(term);
  return atom?.kind === 'symbol' && isGiven(atom);
}

/** `rows = shape ? shape->rows : 0`: a number that the launch was given, or none. */
function isSizeOrNone(term: Int, isGiven: OfSymbols['isGiven']): boolean {
  const choice = single(term);
  if (choice?.kind !== 'ite') return false;
  const isNone = (one: Int) => isConstant(one) && one.constant === 0n;
  const { then, otherwise } = choice;
  return (isNone(then) && isWiderSize(otherwise, isGiven)) || (isNone(otherwise) && isWiderSize(then, isGiven));
}

/** A number that the launch was given. */
export function isGivenToLaunch({ origin, sharing }: Atom & { readonly kind: 'symbol' }): boolean {
  return origin === 'input' && sharing === 'launch';
}

/** True for sums and products of non-negative symbols with non-negative factors: sizes and indices, not bit patterns. */
function isSumOfIndices(term: Int): boolean {
  if (term.constant < 0n) return false;
  const isIndex = (atom: Atom): boolean => {
    switch (atom.kind) {
      case 'bits':
        return false;
      case 'mod':
        return !isConstant(atom.divisor) || atom.divisor.constant < 1n << 31n;
      case 'div':
        return isSumOfIndices(atom.dividend);
      case 'ite':
        return isSumOfIndices(atom.then) && isSumOfIndices(atom.otherwise);
      default:
        return true;
    }
  };
  return term.monomials.every((m) => m.coefficient > 0n && m.atoms.every(isIndex));
}

/** True when part of the term is a bit pattern whose top bit (of weight `half`) may be set: a negative number's, say, or a hash. */
function holdsBits(term: Int, half: bigint): boolean {
  const mayReach = (x: Int | Atom) => x.range.high === null || x.range.high >= half;
  const isBits = (atom: Atom): boolean => {
    switch (atom.kind) {
      case 'bits':
        return mayReach(atom);
      case 'mod':
        return mayReach(atom) && isConstant(atom.divisor) && atom.divisor.constant > half;
      case 'div':
        return mayReach(atom) && holdsBits(atom.dividend, half);
      case 'ite':
        return holdsBits(atom.then, half) || holdsBits(atom.otherwise, half);
      default:
        return false;
    }
  };
  return (
    term.constant >= half ||
    term.monomials.some(({ coefficient, atoms }) => isOfHash(coefficient) || atoms.some(isBits))
  );
}

/** Lengths of rows and planes are products of small numbers, or of one such and a length that is not. */
const SMALL_PRIMES = [2n, 3n, 5n, 7n, 11n, 13n];

/** Is a number one that hashes and random numbers multiply by? What comes of it is meant to wrap, and says nothing of the index in it. */
function isOfHash(coefficient: bigint): boolean {
  if (coefficient <= MOST_ELEMENTS) return false;
  const rest = SMALL_PRIMES.reduce((left, prime) => {
    let divided = left;
    while (divided % prime === 0n) divided /= prime;
    return divided;
  }, coefficient);
  return rest > MOST_ELEMENTS;
}

/** The numbers that an integer of so many bits is read as: signed ones, and 0 and 1 for a flag. */
export function integerRange(bits: number): { readonly low: bigint; readonly high: bigint } {
  if (bits === 1) return { low: 0n, high: 1n };
  const half = 1n << BigInt(bits - 1);
  return { low: -half, high: half - 1n };
}

/** A value, and the numbers that it is assumed to be. */
export interface ValueRange {
  readonly term: Int;
  readonly low: bigint;
  readonly high: bigint;
}

/** A value that the program is assumed to keep in range (no overflow). */
export interface NoOverflow extends ValueRange {
  /** Where the value is used: a path that does not come by may overflow it as it likes. */
  readonly path: Cond;
  /** GPUs have it wrap: only a number of which a place is made is taken for an index that does not. */
  readonly mayWrap: boolean;
}
