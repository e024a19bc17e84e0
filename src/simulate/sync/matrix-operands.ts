/**
 * Which bytes of shared memory matrix units read (`wgmma`): PTX ISA, Matrix Descriptor Format and Shared Memory Matrix Layout. Rows that lie
 * by columns are not told apart: of them only the first bytes are known to be read.
 */
import {
  COLUMN_BYTES,
  DESCRIPTOR_UNIT,
  descriptorField,
  LANE_BYTES,
  OF_BLACKWELL,
  ROW_WIDTHS,
  ROWS_OF_GROUP,
} from '../../intrinsics/index.ts';
import type { Piece } from './async-copies.ts';

/** What a descriptor leads to. */
export interface MatrixOperand {
  readonly pieces: readonly Piece[];
  /** How many threads read it together: an operation of a warpgroup, or of one thread. */
  readonly makers: number;
}

/** Pieces of 16 bytes that an instruction reads of each row. */
const PIECES_OF_ROW = 2;

/** The address, less what lies beyond the window. */
export function startOf(descriptor: bigint): number {
  return descriptorField(descriptor, 0n);
}

/** @param start the address that the descriptor holds, in full */
export function piecesOf(descriptor: bigint, start: number, rows: number, isByColumns: boolean): Piece[] {
  const [leading, stride] = [descriptorField(descriptor, 16n), descriptorField(descriptor, 32n)];
  const width = ROW_WIDTHS[Number((descriptor >> 62n) & 3n)]!;
  // Rows that begin elsewhere, distances that are addresses, pieces of 32 bytes that are swapped: nothing of that is followed.
  if ((descriptor & OTHERWISE) !== 0n) return [];
  const isKnown = !isByColumns && rows > 0;
  if (!isKnown) return [{ address: swapped(start, width), size: DESCRIPTOR_UNIT }];
  return Array.from({ length: rows * PIECES_OF_ROW }, (_, i) => {
    const row = Math.floor(i / PIECES_OF_ROW);
    const piece = i % PIECES_OF_ROW;
    const group = Math.floor(row / ROWS_OF_GROUP) * stride;
    const isPlain = width === DESCRIPTOR_UNIT;
    const along = isPlain ? piece * leading : piece * DESCRIPTOR_UNIT;
    const address = start + group + (row % ROWS_OF_GROUP) * width + along;
    return { address: swapped(address, width), size: DESCRIPTOR_UNIT };
  });
}

/**
 * Lanes of tensor memory, of which an address has the lane in its upper half and the column in its lower one.
 * @param start where the block's tensor memory lies
 */
export function tensorLanes(start: number, address: number, lanes: number, columns: number): Piece[] {
  const [first, column] = [Math.floor(address / 2 ** 16), address % 2 ** 16];
  return Array.from({ length: lanes }, (_, i) => {
    return { address: start + (first + i) * LANE_BYTES + column * COLUMN_BYTES, size: columns * COLUMN_BYTES };
  });
}

/** Rows that begin elsewhere, and what is Blackwell's. */
const OTHERWISE = (7n << 49n) | OF_BLACKWELL;

/** With the number of its piece changed by the bits above those of a row, of which there are as many as such rows have pieces. */
function swapped(address: number, width: number): number {
  const low = address % 1024;
  const bits = width / DESCRIPTOR_UNIT - 1;
  return address - low + (low ^ (((low >> 7) & bits) << 4));
}
