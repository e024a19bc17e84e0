/**
 * Values as the executor holds them: every IR value is a list of scalars, one register each. A register is 64 bits
 * wide and read as two int32 words, a float (low word) or a double.
 *
 * - integers up to 32 bits: the low word; narrower than 32 bits they are zero-extended;
 * - integers up to 64 bits: both words, zero-extended;
 * - half and bfloat: their bits in the low word; float: the low word; double: both words;
 * - pointers: a double holding the address as a signed integer (see `address-space.ts`).
 */
import { alignOf, fieldOffset, sizeOf, strideOf } from '../ir/layout.ts';
import type { Type } from '../ir/program.ts';

export type Representation = 'word' | 'pair' | 'half' | 'bfloat' | 'float' | 'double' | 'pointer';

export interface Scalar {
  readonly representation: Representation;
  /** The width of an integer; 0 for others. */
  readonly bits: number;
  /** Where it lies in memory, from the value's start. */
  readonly offset: number;
  /** Bytes in memory. */
  readonly size: number;
}

/** More scalars than this in one register are refused: such a value is an array that was meant for memory. */
const MAX_SCALARS = 512;

/** Something the executor cannot run, with the reason. Caught where functions are lowered; it becomes an error value. */
export class Unsupported extends Error {}

const cache = new WeakMap<Type, readonly Scalar[]>();

/** The scalars of `type` in memory order; none for `void`. */
export function heldScalars(type: Type): readonly Scalar[] {
  const known = cache.get(type);
  if (known !== undefined) return known;
  const scalars: Scalar[] = [];
  collect(type, 0, scalars);
  cache.set(type, scalars);
  return scalars;
}

function collect(type: Type, offset: number, into: Scalar[]): void {
  if (into.length >= MAX_SCALARS) throw new Unsupported(`a value of more than ${MAX_SCALARS} elements`);
  switch (type.kind) {
    case 'void':
      return;
    case 'int': {
      if (type.bits > 64) throw new Unsupported(`an integer of ${type.bits} bits`);
      into.push({ representation: type.bits <= 32 ? 'word' : 'pair', bits: type.bits, offset, size: sizeOf(type) });
      return;
    }
    case 'float': {
      const { format } = type;
      if (format === 'x86_fp80' || format === 'fp128') throw new Unsupported(`the type ${format}`);
      into.push({ representation: format, bits: 0, offset, size: sizeOf(type) });
      return;
    }
    case 'pointer':
      into.push({ representation: 'pointer', bits: 0, offset, size: sizeOf(type) });
      return;
    case 'array':
    case 'vector': {
      if (type.length > MAX_SCALARS) throw new Unsupported(`a value of more than ${MAX_SCALARS} elements`);
      // Elements of a vector lie densely; for the types that clang emits that is the stride as well.
      const stride = strideOf(type.element);
      for (let i = 0; i < type.length; i++) collect(type.element, offset + i * stride, into);
      return;
    }
    case 'struct':
      type.fields.forEach((field, i) => {
        collect(field, offset + fieldOffset(type, i), into);
      });
      return;
    case 'opaque':
      // An image is named by an address, which leads to none of its texels; a sampler by nothing that matters here.
      if (/^target\("spirv\.(?:Image|Sampler|SampledImage)"/.test(type.name)) {
        into.push({ representation: 'pointer', bits: 0, offset, size: 8 });
        return;
      }
      throw new Unsupported(`a value of type ${type.name}`);
  }
}

/** Number of scalars before the element that `indices` selects, and the element's type. */
export function scalarRange(type: Type, indices: readonly number[]): { start: number; count: number; type: Type } {
  let start = 0;
  let current = type;
  for (const index of indices) {
    if (current.kind === 'struct') {
      for (let i = 0; i < index; i++) start += heldScalars(current.fields[i]!).length;
      current = current.fields[index]!;
    } else if (current.kind === 'array' || current.kind === 'vector') {
      start += index * heldScalars(current.element).length;
      current = current.element;
    } else throw new Unsupported('an index into a scalar');
  }
  return { start, count: heldScalars(current).length, type: current };
}

/** True when values of both types are held and stored the same way. */
export function sameScalars(a: Type, b: Type): boolean {
  if (a === b) return true;
  const left = heldScalars(a);
  const right = heldScalars(b);
  return (
    left.length === right.length &&
    left.every((scalar, i) => {
      const other = right[i]!;
      return (
        scalar.representation === other.representation && scalar.bits === other.bits && scalar.offset === other.offset
      );
    })
  );
}

export { alignOf, fieldOffset, sizeOf, strideOf };
