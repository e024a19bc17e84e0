/**
 * Fractions that a launch finds in memory of which nobody says anything but the type: whether a thread gets to an access may hang on
 * a comparison of them, and zeros are never less than zeros.
 */
import { strideOf } from '../ir/layout.ts';
import type { Type } from '../ir/program.ts';
import { heldScalars, Unsupported } from './scalars.ts';
import { scattered } from './scattered.ts';

/** Of elements of so many bytes: where in each of them fractions lie. All else is zero. */
export interface Fractions {
  readonly stride: number;
  readonly at: readonly { readonly offset: number; readonly size: number }[];
}

/** Bytes of an object, which begins at `owner.origin`. */
interface Stretch {
  readonly u8: Uint8Array;
  readonly base: number;
  readonly size: number;
  readonly owner: { readonly origin: number };
}

/** Null where elements of the type have no fractions. */
export function fractionsOf(type: Type): Fractions | null {
  try {
    const at = heldScalars(type).filter(
      ({ representation }) => representation === 'float' || representation === 'double',
    );
    return at.length === 0 ? null : { stride: strideOf(type), at };
  } catch (failure) {
    if (failure instanceof Unsupported) return null;
    throw failure;
  }
}

/** Whole ones, which differ from one to the next. */
export function fillWithFractions({ u8, base, size, owner }: Stretch, { stride, at }: Fractions): void {
  const view = new DataView(u8.buffer);
  const from = base - owner.origin;
  for (let element = Math.floor(from / stride); element * stride < from + size; element++) {
    for (const fraction of at) {
      const place = element * stride + fraction.offset;
      if (place < from || place + fraction.size > from + size) continue;
      const value = scattered(place >> 2);
      if (fraction.size === 4) view.setFloat32(place - from, value, true);
      else view.setFloat64(place - from, value, true);
    }
  }
}
