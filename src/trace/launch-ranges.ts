/**
 * Where the launches of a trace lie, found without reading them: chunk heads of the binary encoding, header lines of
 * NDJSON. Where the trace is damaged, the rest is one range; who reads it says what is wrong.
 */
import { CHUNK_HEAD_BYTES, Chunk, MAGIC, MAX_CHUNK_BYTES } from './binary-format.ts';

export type Encoding = 'ndjson' | 'binary';

/** One launch, or what could not be taken apart. */
export interface LaunchRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Fills the buffer from the offset on. @returns how many bytes there were */
export type ReadAt = (buffer: Uint8Array, offset: number) => number;

/** Launches that are told apart; the last range holds all further ones. */
const MAX_RANGES = 100_000;
const PIECE_BYTES = 1 << 20;
const NEXT_HEADER = Buffer.from('\n{"format"');
const END_BYTES = 8;

export function launchRanges(read: ReadAt, size: number): { encoding: Encoding; ranges: LaunchRange[] } {
  const first = new Uint8Array(1);
  const encoding = read(first, 0) === 1 && first[0] === MAGIC[0] ? 'binary' : 'ndjson';
  const starts = encoding === 'binary' ? binaryStarts(read, size) : ndjsonStarts(read, size);
  return { encoding, ranges: starts.map((from, i) => ({ from, to: starts[i + 1] ?? size })) };
}

function binaryStarts(read: ReadAt, size: number): number[] {
  const starts = [0];
  const head = new Uint8Array(CHUNK_HEAD_BYTES);
  const view = new DataView(head.buffer);
  for (let at = MAGIC.length; starts.length < MAX_RANGES; ) {
    if (read(head, at) < CHUNK_HEAD_BYTES) return starts;
    const type = head[0];
    const length = view.getUint32(1, true);
    if (type !== Chunk.header && type !== Chunk.events && type !== Chunk.end) return starts;
    at += CHUNK_HEAD_BYTES + length;
    if (length > MAX_CHUNK_BYTES || at > size) return starts;
    if (type !== Chunk.end) continue;
    if (length !== END_BYTES || at === size) return starts;
    starts.push(at);
    at += MAGIC.length;
  }
  return starts;
}

function ndjsonStarts(read: ReadAt, size: number): number[] {
  const starts = [0];
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  // Pieces overlap, so that a header line on the border is whole in one of them.
  for (let at = 0; at < size && starts.length < MAX_RANGES; at += PIECE_BYTES - NEXT_HEADER.length + 1) {
    const bytes = piece.subarray(0, read(piece, at));
    if (bytes.length < NEXT_HEADER.length) break;
    for (
      let i = bytes.indexOf(NEXT_HEADER);
      i >= 0 && starts.length < MAX_RANGES;
      i = bytes.indexOf(NEXT_HEADER, i + 1)
    )
      starts.push(at + i + 1);
  }
  return starts;
}
