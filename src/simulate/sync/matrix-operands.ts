/**
 * Which bytes of shared memory matrix units read (`wgmma`): PTX ISA, Matrix Descriptor Format and Shared Memory Matrix Layout. Rows that lie
 * by columns are not told apart: of them only the first bytes are known to be read.
 */
import type { Piece } from './async-copies.ts';

/** What a descriptor leads to. */
export interface MatrixOperand {
  readonly pieces: readonly Piece[];
  /** How many threads read it together: an operation of a warpgroup, or of one thread. */
  readonly makers: number;
}

/** Tensor memory: bytes of a column in one lane, and of a lane. */
const COLUMN_BYTES = 4;
const LANE_BYTES = 512 * COLUMN_BYTES;

const UNIT = 16;
const ROWS_OF_GROUP = 8;
/** Pieces of 16 bytes that an instruction reads of each row. */
const PIECES_OF_ROW = 2;

/** Addresses in shared memory are below this number. */
export const SHARED_WINDOW = 2 ** 18;

/** The address, less what lies beyond the window. */
export function startOf(descriptor: bigint): number {
  return field(descriptor, 0n);
}

/** @param start the address that the descriptor holds, in full */
export function piecesOf(descriptor: bigint, start: number, rows: number, isByColumns: boolean): Piece[] {
  const [leading, stride] = [field(descriptor, 16n), field(descriptor, 32n)];
  const swizzle = SWIZZLES[Number((descriptor >> 62n) & 3n)]!;
  // Rows that begin elsewhere, distances that are addresses, pieces of 32 bytes that are swapped: nothing of that is followed.
  if ((descriptor & OTHERWISE) !== 0n) return [];
  const isKnown = !isByColumns && rows > 0;
  if (!isKnown) return [{ address: swapped(start, swizzle), size: UNIT }];
  return Array.from({ length: rows * PIECES_OF_ROW }, (_, i) => {
    const row = Math.floor(i / PIECES_OF_ROW);
    const piece = i % PIECES_OF_ROW;
    const group = Math.floor(row / ROWS_OF_GROUP) * stride;
    const isPlain = swizzle.width === UNIT;
    const along = isPlain ? piece * leading : piece * UNIT;
    const address = start + group + (row % ROWS_OF_GROUP) * swizzle.width + along;
    return { address: swapped(address, swizzle), size: UNIT };
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

const OTHERWISE = (7n << 49n) | (1n << 52n) | (1n << 61n);

interface Swizzle {
  /** Bytes of a row. */
  readonly width: number;
  /** Which of the three bits above those of a row are added to the number of a piece. */
  readonly bits: number;
}

/** By the last two bits of a descriptor. */
const SWIZZLES: readonly Swizzle[] = [
  { width: 16, bits: 0 },
  { width: 128, bits: 7 },
  { width: 64, bits: 3 },
  { width: 32, bits: 1 },
];

function swapped(address: number, { bits }: Swizzle): number {
  const low = address % 1024;
  return address - low + (low ^ (((low >> 7) & bits) << 4));
}

function field(descriptor: bigint, at: bigint): number {
  return Number((descriptor >> at) & 0x3fffn) * UNIT;
}
