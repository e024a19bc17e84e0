/** Lowering of OpenCL's conversions between numbers, and of halves that lie in memory. */
import type { EffectOf, Rounding } from '../../intrinsics/index.ts';
import type { Builder } from '../bytecode/builder.ts';
import { type Scalar, Unsupported } from '../scalars.ts';
import type { CallSite } from './call-site.ts';
import { integer, isFloat } from './float-bits.ts';
import { cast, compare, convertFloat, select } from './lower-arithmetic.ts';

const FLOAT: Scalar = { representation: 'float', bits: 0, offset: 0, size: 4 };
const DOUBLE: Scalar = { representation: 'double', bits: 0, offset: 0, size: 8 };
const HALF: Scalar = { representation: 'half', bits: 0, offset: 0, size: 2 };

type Conversion = EffectOf<'convert'>;

export function lowerConversion(call: CallSite, conversion: Conversion): readonly number[] {
  const sources = call.scalars(0);
  return call.results.map((to, i) => converted(call.builder, conversion, sources[i]!, to, call.operands[0]![i]!));
}

export function lowerReinterpret(call: CallSite): readonly number[] {
  return call.lowering.castTo('bitcast', call.instruction.arguments[0]!, call.instruction.type);
}

/** How a float is rounded before it is cut off; cutting off is to zero. */
const BEFORE_CUT = { e: 'rint', p: 'ceil', n: 'floor', z: null } as const;

function converted(b: Builder, conversion: Conversion, from: Scalar, to: Scalar, value: number): number {
  if (conversion.to.isFloat) return convertedToFloat(b, conversion, from, to, value);
  if (!conversion.from.isFloat) return convertedInteger(b, conversion, from, to, value);
  const wide = from.representation === 'half' ? FLOAT : from;
  let x = convertFloat(b, from, wide, value);
  const round = BEFORE_CUT[conversion.rounding ?? 'z'];
  if (round !== null) x = b.helper(`${round}:${wide.representation === 'double' ? 'double' : 'float'}`, x);
  // What does not fit is the nearest number that does, and NaN is 0, whether asked for or not.
  return cast(b, conversion.to.isSigned ? 'fptosi' : 'fptoui', wide, to, x);
}

function convertedToFloat(b: Builder, conversion: Conversion, from: Scalar, to: Scalar, value: number): number {
  const { rounding } = conversion;
  const { isFloat: fromFloat, isSigned } = conversion.from;
  // To even is what every conversion to a float does unless it is told otherwise.
  if (rounding === null || rounding === 'e') {
    if (!fromFloat) return cast(b, isSigned ? 'sitofp' : 'uitofp', from, to, value);
    return convertFloat(b, from, to, value);
  }
  const format = formatOf(to);
  if (!fromFloat && from.representation === 'pair') {
    return b.helper(`round-${rounding}:${isSigned ? 's' : 'u'}64:${format}`, value);
  }
  const exact = fromFloat
    ? convertFloat(b, from, DOUBLE, value)
    : cast(b, isSigned ? 'sitofp' : 'uitofp', from, DOUBLE, value);
  return b.helper(`round-${rounding}:double:${format}`, exact);
}

function formatOf({ representation }: Scalar): 'half' | 'float' | 'double' {
  if (representation === 'half' || representation === 'float' || representation === 'double') return representation;
  throw new Unsupported(`a conversion to ${representation}`);
}

function convertedInteger(b: Builder, conversion: Conversion, from: Scalar, to: Scalar, value: number): number {
  const fromSigned = conversion.from.isSigned;
  const toSigned = conversion.to.isSigned;
  let x = value;
  if (conversion.saturates) {
    const low = toSigned ? -(2n ** BigInt(to.bits - 1)) : 0n;
    const high = toSigned ? 2n ** BigInt(to.bits - 1) - 1n : 2n ** BigInt(to.bits) - 1n;
    const lowest = fromSigned ? -(2n ** BigInt(from.bits - 1)) : 0n;
    const highest = fromSigned ? 2n ** BigInt(from.bits - 1) - 1n : 2n ** BigInt(from.bits) - 1n;
    const less = fromSigned ? 'slt' : 'ult';
    const bound = (n: bigint) => integer(b, from, n);
    if (low > lowest) x = select(b, from, compare(b, less, from, x, bound(low)), bound(low), x);
    if (high < highest) x = select(b, from, compare(b, less, from, bound(high), x), bound(high), x);
  }
  if (to.bits === from.bits) return x;
  return cast(b, to.bits < from.bits ? 'trunc' : fromSigned ? 'sext' : 'zext', from, to, x);
}

// ---- halves in memory -------------------------------------------------------------------------------------------------------

/** So many halves side by side. */
export function halves(count: number): Scalar[] {
  return Array.from({ length: count }, (_, i) => ({ ...HALF, offset: 2 * i }));
}

/** A float or double as `vstore_half` and its like store it; null rounding is to even. */
export function toHalf(b: Builder, rounding: Rounding | null, scalar: Scalar, value: number): number {
  if (rounding === null || rounding === 'e') return convertFloat(b, scalar, HALF, value);
  return b.helper(`round-${rounding}:double:half`, convertFloat(b, scalar, DOUBLE, value));
}

/** A half that was loaded, as `vload_half` gives it. */
export function fromHalf(b: Builder, scalar: Scalar, value: number): number {
  if (!isFloat(scalar)) throw new Unsupported('a half that becomes no number');
  return convertFloat(b, HALF, scalar, value);
}
