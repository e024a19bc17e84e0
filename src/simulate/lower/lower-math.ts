/** Lowering of functions of floats (`intrinsics/libm.ts`), elementwise: most are a helper, some have a shape of their own. */
import type { EffectOf, MathFunction } from '../../intrinsics/index.ts';
import type { Builder } from '../bytecode/builder.ts';
import { arityOf, type ElementaryFunction, isElementary } from '../bytecode/helpers.ts';
import { heldScalars, type Scalar } from '../scalars.ts';
import type { CallSite } from './call-site.ts';
import { exponent, isOfClass } from './float-bits.ts';
import { binary, cast, convertFloat } from './lower-arithmetic.ts';

const FLOAT: Scalar = { representation: 'float', bits: 0, offset: 0, size: 4 };
const DOUBLE: Scalar = { representation: 'double', bits: 0, offset: 0, size: 8 };

type LowerMath = (call: CallSite) => readonly number[];

export function lowerMath(call: CallSite, { function: name }: EffectOf<'math'>): readonly number[] {
  return isElementary(name) ? elementary(call, name) : SPECIAL[name](call);
}

/** A function that the helpers have for float and double; halves are computed as floats, and rounded. */
function elementary(call: CallSite, name: ElementaryFunction): readonly number[] {
  const b = call.builder;
  const { results } = call;
  const representation = results[0]?.representation;
  const arity = arityOf(name);
  if (call.operands.length < arity) throw call.unsupported();
  if (representation === 'float' || representation === 'double') {
    const operands = call.operands.slice(0, arity);
    return results.map((_, i) =>
      b.helper(`${name}:${representation}`, ...operands.map((lanes) => lanes[i] ?? lanes[0]!)),
    );
  }
  if (representation !== 'half' && representation !== 'bfloat') throw call.unsupported();
  if (name === 'fma') return narrowFusedMultiplyAdd(call);
  return results.map((scalar, lane) => {
    const operands = Array.from({ length: arity }, (_, i) => widened(call, i, lane));
    return convertFloat(b, FLOAT, scalar, b.helper(`${name}:float`, ...operands));
  });
}

/** Element `lane` of argument `at`, a half as a float; integers stay what they are. */
function widened(call: CallSite, at: number, lane: number): number {
  const scalars = call.scalars(at);
  const scalar = scalars[lane] ?? scalars[0]!;
  const value = call.operands[at]![lane] ?? call.operand(at);
  return scalar.bits === 0 ? convertFloat(call.builder, scalar, FLOAT, value) : value;
}

/** A product of halves and the sum are exact in double, or too far apart to matter. */
function narrowFusedMultiplyAdd(call: CallSite): readonly number[] {
  const b = call.builder;
  return call.results.map((scalar, lane) => {
    const [x, y, z] = [0, 1, 2].map((at) => convertFloat(b, FLOAT, DOUBLE, widened(call, at, lane)));
    return convertFloat(b, DOUBLE, scalar, b.helper('fma:double', x!, y!, z!));
  });
}

/** LLVM and OpenCL leave open whether this rounds once or twice. Twice is what the source says. */
function multiplyAdd(call: CallSite): readonly number[] {
  const b = call.builder;
  const [x, y, z] = call.operands;
  if (x === undefined || y === undefined || z === undefined) throw call.unsupported();
  const at = (lanes: readonly number[], i: number) => lanes[i] ?? lanes[0]!;
  return call.results.map((scalar, i) =>
    binary(b, 'fadd', scalar, binary(b, 'fmul', scalar, at(x, i), at(y, i)), at(z, i)),
  );
}

function integerOf(helper: 'rint' | 'round'): LowerMath {
  return (call) => {
    const from = widthOf(call);
    const rounded = call.builder.helper(`${helper}:${from.representation}`, call.operand(0));
    return [cast(call.builder, 'fptosi', from, call.results[0]!, rounded)];
  };
}

/** The scalar of a first argument of float or double. */
function widthOf(call: CallSite): Scalar & { readonly representation: 'float' | 'double' } {
  const [scalar] = call.scalars(0);
  const representation = scalar?.representation;
  if (scalar === undefined || (representation !== 'float' && representation !== 'double')) throw call.unsupported();
  return { ...scalar, representation };
}

function length(isInverse: boolean): LowerMath {
  return (call) => {
    const b = call.builder;
    const from = widthOf(call);
    const [dx, dy, dz] = call.operands.map(([value]) => convertFloat(b, from, DOUBLE, value!));
    const value = b.helper('hypot:double', b.helper('hypot:double', dx!, dy!), dz!);
    return [convertFloat(b, DOUBLE, from, isInverse ? binary(b, 'fdiv', DOUBLE, b.double(1), value) : value)];
  };
}

/** Neighbours: of halves they are found among halves, which stand in the helper as floats. */
function neighbour(b: Builder, scalar: Scalar, x: number, y: number): number | null {
  const { representation } = scalar;
  if (representation === 'float' || representation === 'double') return b.helper(`nextafter:${representation}`, x, y);
  if (representation !== 'half') return null;
  const next = b.helper('nextafter:half', convertFloat(b, scalar, FLOAT, x), convertFloat(b, scalar, FLOAT, y));
  return convertFloat(b, FLOAT, scalar, next);
}

const SPECIAL: Readonly<Record<Exclude<MathFunction, ElementaryFunction>, LowerMath>> = {
  muladd: multiplyAdd,
  norm3d: length(false),
  rnorm3d: length(true),
  lrint: integerOf('rint'),
  lround: integerOf('round'),
  ilogb: (call) => call.scalars(0).map((scalar, i) => exponent(call.builder, scalar, call.operands[0]![i]!)),
  nextafter: (call) =>
    call.scalars(0).map((scalar, i) => {
      const next = neighbour(call.builder, scalar, call.operands[0]![i]!, call.operands[1]![i]!);
      if (next === null) throw call.unsupported();
      return next;
    }),
  isfpclass: (call) => {
    const mask = call.instruction.arguments[1];
    if (mask?.kind !== 'int') throw call.unsupported();
    return [isOfClass(call.builder, widthOf(call), call.operand(0), Number(mask.value))];
  },
  nan: (call) => {
    const { builder: b } = call;
    return [
      heldScalars(call.instruction.type)[0]?.representation === 'double' ? b.double(Number.NaN) : b.float(Number.NaN),
    ];
  },
};
