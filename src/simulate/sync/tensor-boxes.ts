/** Where the elements of a box of a tensor lie: in shared memory one behind the other, in global memory as the map says. */
import { EXTENT_BITS, LARGEST_BOX, MOST_AXES } from '../../intrinsics/index.ts';
import type { AsyncCopy } from './async-copies.ts';

/** Rows of a box, of which the parts within the tensor are copied. */
export type Plane = Pick<AsyncCopy, 'from' | 'to' | 'count' | 'readCount' | 'elementBytes' | 'readStep' | 'writeStep'>;

/** Numbers of the operands of copies of boxes: words of the map from 1 on, and coordinates. */
const [ELEMENT, EXTENTS, SIZES, STRIDES, AXES, COORDINATES] = [2, 3, 4, 9, 13, 14] as const;

interface Operands {
  readonly number: (operand: number) => number;
  /** The same of one that may be negative, of 32 bits. */
  readonly signed: (operand: number) => number;
}

/** @returns null where the map does not say how large the box is */
export function boxIn({ number, signed }: Operands, shared: number, tensor: number): readonly Plane[] | null {
  const axes = number(AXES);
  const element = number(ELEMENT);
  if (axes < 1 || axes > MOST_AXES || ![1, 2, 4, 8].includes(element)) return null;
  const extents = number(EXTENTS);
  const axis = (at: number) => {
    const extent = Math.floor(extents / 2 ** (EXTENT_BITS * at)) % 2 ** EXTENT_BITS;
    const first = at < axes ? signed(COORDINATES + at) : 0;
    const size = at < axes ? number(SIZES + at) : 1;
    const stride = at === 0 ? element : number(STRIDES + at - 1);
    // What of it lies within the tensor.
    const [low, high] = [Math.max(0, -first), Math.min(extent, size - first)];
    return { extent, first, stride, low, high };
  };
  const all = Array.from({ length: MOST_AXES }, (_, at) => axis(at));
  const [x, y, ...others] = all;
  const boxBytes = all.reduce((product, { extent }) => product * extent, element);
  if (!x || !y || boxBytes === 0 || boxBytes > LARGEST_BOX) return null;
  const rowBytes = x.extent * element;
  const rows = Math.max(0, y.high - y.low);
  const row: Plane = {
    from: shared + x.low * element + y.low * rowBytes,
    to: tensor + (x.first + x.low) * element + (y.first + y.low) * y.stride,
    count: rows,
    readCount: rows,
    elementBytes: Math.max(0, x.high - x.low) * element,
    readStep: rowBytes,
    writeStep: y.stride,
  };
  if (rows === 0 || row.elementBytes === 0) return [];
  let planes: readonly Plane[] = [row];
  let bytes = rowBytes * y.extent;
  for (const { extent, first, stride, low, high } of others) {
    const indices = Array.from({ length: Math.max(0, high - low) }, (_, i) => low + i);
    const inShared = bytes;
    planes = planes.flatMap((plane) =>
      indices.map((i) => ({ ...plane, from: plane.from + i * inShared, to: plane.to + (first + i) * stride })),
    );
    bytes *= extent;
  }
  return planes;
}
