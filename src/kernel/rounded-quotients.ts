/**
 * Whole numbers that come out of floating point on the host: `(int)ceil(n / 256.0)`. A quotient of two whole numbers is
 * rounded to the nearest number that the format holds, which never crosses a whole number as long as both are whole in it.
 */
import { type Cond, type Int, isConstant, single, type Terms } from '../terms/index.ts';
import { FloatConstant, Operation } from './meanings.ts';

/** A number as a fraction of whole ones; the denominator is positive. */
interface Fraction {
  readonly numerator: Int;
  readonly denominator: bigint;
}

const FLOAT_WHOLE = 1n << 24n;
const CEILING = /^(?:llvm\.)?ceilf?(?:\.f(?:32|64))?$/;
const FLOOR = /^(?:llvm\.)?floorf?(?:\.f(?:32|64))?$/;
const NARROW = /f$|\.f32$/;

export interface Rounded {
  readonly term: Int;
  /** That the number is whole in the format: `float` holds whole numbers up to 2^24 only. */
  readonly holds: Cond;
}

/** The integer that a floating value becomes when it is converted; null when it is no rounded quotient. */
export function roundedQuotient(t: Terms, value: Int): Rounded | null {
  const { name, args } = operationOf(value) ?? { name: '', args: [] };
  const direction = CEILING.test(name) ? 'up' : FLOOR.test(name) ? 'down' : 'to zero';
  // Of a plain division the format is not told.
  const isFloat = direction === 'to zero' || NARROW.test(name);
  const inner = direction === 'to zero' ? value : args[0]!;
  const fraction = fractionOf(t, inner, 0);
  if (fraction === null) return null;
  const { numerator, denominator } = fraction;
  const divisor = t.constant(denominator);
  const down = t.div(numerator, divisor);
  const up = t.negate(t.div(t.negate(numerator), divisor));
  const term = direction === 'down' ? down : direction === 'up' ? up : t.ite(t.le(t.zero, numerator), down, up);
  const limit = t.constant(FLOAT_WHOLE);
  const holds = isFloat ? t.and(t.le(t.negate(limit), numerator), t.le(numerator, limit)) : t.true;
  return { term, holds };
}

const DEPTH = 6;

function fractionOf(t: Terms, value: Int, depth: number): Fraction | null {
  if (depth > DEPTH) return null;
  const constant = constantOf(value);
  if (constant !== null) return { numerator: t.constant(constant), denominator: 1n };
  const operation = operationOf(value);
  if (operation === null) return null;
  const [x, y] = operation.args;
  switch (operation.name) {
    case 'sitofp':
    case 'uitofp':
      return { numerator: x!, denominator: 1n };
    case 'fpext':
    case 'fptrunc':
      return fractionOf(t, x!, depth + 1);
    case 'fdiv':
      return quotientOf(fractionOf(t, x!, depth + 1), fractionOf(t, y!, depth + 1));
    default:
      return null;
  }
}

function quotientOf(above: Fraction | null, below: Fraction | null): Fraction | null {
  if (!above || !below || above.denominator !== 1n || below.denominator !== 1n) return null;
  // A divisor that the host does not fix may be zero.
  if (!isConstant(below.numerator) || below.numerator.constant <= 0n) return null;
  return { numerator: above.numerator, denominator: below.numerator.constant };
}

function operationOf(value: Int): { readonly name: string; readonly args: readonly Int[] } | null {
  const atom = single(value);
  if (atom?.kind !== 'apply' || !(atom.of instanceof Operation)) return null;
  return { name: atom.of.name, args: atom.args };
}

/** A whole number that is written as one with a fraction. */
function constantOf(value: Int): bigint | null {
  const atom = single(value);
  if (atom?.kind !== 'apply' || !(atom.of instanceof FloatConstant)) return null;
  return Number.isInteger(atom.of.value) ? BigInt(atom.of.value) : null;
}
