/**
 * Sizes and offsets in bytes, under the data layouts of nvptx64, x86_64 and spir64. For the types that clang emits they
 * agree: 8-byte pointers, natural alignment, `i128` and `fp128` aligned to 16.
 */

import type { Type } from './program.ts';

type StructType = Extract<Type, { kind: 'struct' }>;

interface StructLayout {
  readonly size: number;
  readonly align: number;
  readonly offsets: readonly number[];
}

/** Structs are shared objects and may contain one another many times over, so each is laid out once. */
const structLayouts = new WeakMap<StructType, StructLayout>();

/**
 * The bytes that a load or store of `type` touches: like {@link sizeOf}, but a `<3 x float>` touches 12 bytes and an
 * `x86_fp80` touches 10.
 */
export function storeSizeOf(type: Type): number {
  if (type.kind === 'vector') return Math.ceil((type.length * bitsOf(type.element)) / 8);
  return type.kind === 'float' && type.format === 'x86_fp80' ? 10 : sizeOf(type);
}

/** The bytes an object of `type` takes up. Vectors take a power of two; types without data have size 0. */
export function sizeOf(type: Type): number {
  switch (type.kind) {
    case 'int':
      return Math.ceil(type.bits / 8);
    case 'float':
      return FLOAT_SIZES[type.format];
    case 'pointer':
      return pointerSize(type.space);
    case 'array':
      return type.length * strideOf(type.element);
    case 'vector':
      return powerOfTwo(storeSizeOf(type));
    case 'struct':
      return structLayout(type).size;
    default:
      return 0;
  }
}

/** The ABI alignment of `type`. */
export function alignOf(type: Type): number {
  switch (type.kind) {
    case 'int':
      return type.bits > 64 ? 16 : powerOfTwo(Math.ceil(type.bits / 8));
    case 'float':
      return FLOAT_SIZES[type.format];
    case 'pointer':
      return pointerSize(type.space);
    case 'array':
      return alignOf(type.element);
    case 'vector':
      return sizeOf(type);
    case 'struct':
      return structLayout(type).align;
    default:
      return 1;
  }
}

/** The distance between neighbours of an array of `element`: its size rounded up to its alignment. */
export function strideOf(element: Type): number {
  return roundUp(sizeOf(element), alignOf(element));
}

/** The offset of field `index` of `struct`; the struct's size when there is no such field. */
export function fieldOffset(struct: StructType, index: number): number {
  const layout = structLayout(struct);
  return layout.offsets[index] ?? layout.size;
}

const FLOAT_SIZES = { half: 2, bfloat: 2, float: 4, double: 8, x86_fp80: 16, fp128: 16 } as const;

/** NVPTX addresses tensor memory (space 6) with 32 bits. */
function pointerSize(space: number): number {
  return space === 6 ? 4 : 8;
}

function bitsOf(type: Type): number {
  return type.kind === 'int' ? type.bits : sizeOf(type) * 8;
}

function powerOfTwo(size: number): number {
  let power = 1;
  while (power < size) power *= 2;
  return power;
}

function roundUp(size: number, align: number): number {
  return Math.ceil(size / align) * align;
}

function structLayout(struct: StructType): StructLayout {
  const known = structLayouts.get(struct);
  if (known) return known;
  const offsets: number[] = [];
  let end = 0;
  let align = 1;
  for (const field of struct.fields) {
    if (!struct.packed) {
      const fieldAlign = alignOf(field);
      align = Math.max(align, fieldAlign);
      end = roundUp(end, fieldAlign);
    }
    offsets.push(end);
    end += strideOf(field);
  }
  const layout = { size: roundUp(end, align), align, offsets };
  structLayouts.set(struct, layout);
  return layout;
}
