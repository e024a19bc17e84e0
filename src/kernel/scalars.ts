/** The scalars that a type is made of. */
import { fieldOffset, sizeOf, strideOf } from '../ir/layout.ts';
import type { Type } from '../ir/program.ts';

/** Arrays, vectors and structs with more scalars than this are not taken apart. */
export const SCALAR_LIMIT = 256;

/**
 * The scalar fields of `type` that lie within `[from, from+bytes)`; null when there are too many.
 * @param limit of those that are still taken apart
 */
export function scalarsWithin(
  type: Type,
  offset: number,
  from: number,
  bytes: number,
  limit = SCALAR_LIMIT,
): { offset: number; type: Type }[] | null {
  const scalars: { offset: number; type: Type }[] = [];
  const walk = (x: Type, at: number): boolean => {
    if (scalars.length > limit) return false;
    if (at >= from + bytes || at + sizeOf(x) <= from) return true;
    switch (x.kind) {
      case 'struct': {
        let ok = true;
        x.fields.forEach((f, i) => {
          ok = ok && walk(f, at + fieldOffset(x, i));
        });
        return ok;
      }
      case 'array':
      case 'vector': {
        const stride = x.kind === 'vector' ? sizeOf(x.element) : strideOf(x.element);
        const first = Math.max(0, Math.floor((from - at) / Math.max(1, stride)));
        for (let i = first; i < x.length && at + i * stride < from + bytes; i++) {
          if (!walk(x.element, at + i * stride)) return false;
        }
        return true;
      }
      default:
        if (at >= from && at + sizeOf(x) <= from + bytes) scalars.push({ offset: at, type: x });
        return true;
    }
  };
  return walk(type, offset) ? scalars : null;
}
