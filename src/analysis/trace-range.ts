/** Detection on one range of a trace file: what a worker is given, and what it answers. Plain data both ways. */
import { closeSync, openSync, readSync } from 'node:fs';
import { type DetectOptions, type DetectorName, detectTrace, type TraceOutcome } from '../detect/index.ts';
import { createTraceReader, type Encoding, type LaunchRange, type TraceProblem } from '../trace/index.ts';

/** A trace is read in pieces of this size, however large it is. */
const PIECE_BYTES = 1 << 20;
const NEWLINE = 0x0a;

export interface TraceJob {
  readonly path: string;
  readonly detectors: readonly DetectorName[];
  readonly options: DetectOptions;
  /** Null: the file as it comes, for what cannot be read at a place of one's choice. */
  readonly part: { readonly encoding: Encoding; readonly range: LaunchRange } | null;
}

export interface RangeOutcome extends TraceOutcome {
  /** Nothing behind this range can be trusted. */
  readonly stopped: boolean;
}

/** @throws Error when the file cannot be read */
export function detectInRange({ path, part, detectors, options }: TraceJob): RangeOutcome {
  const { sink, launches, problems } = detectTrace(detectors, options);
  const reader = createTraceReader(sink, part?.encoding);
  const from = part?.range.from ?? 0;
  const descriptor = openSync(path, 'r');
  try {
    const whole = eachPiece(descriptor, from, part?.range.to ?? null, (bytes) => reader.write(bytes));
    if (whole) reader.end();
    const before = problems.some(({ line }) => line !== null) && from > 0 ? linesBefore(descriptor, from) : 0;
    const placed = problems.map((problem): TraceProblem => {
      const { line, offset } = problem;
      return { ...problem, line: line === null ? null : line + before, offset: offset === null ? null : offset + from };
    });
    return { launches, problems: placed, stopped: !whole };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads a file piece by piece; the bytes are overwritten after each call.
 * @param to Null: up to the end, and without seeking.
 * @returns false when `take` wanted no more
 */
export function eachPiece(
  descriptor: number,
  from: number,
  to: number | null,
  take: (bytes: Uint8Array) => boolean,
): boolean {
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  for (let at = from; to === null || at < to; ) {
    const wanted = to === null ? PIECE_BYTES : Math.min(PIECE_BYTES, to - at);
    const read = readSync(descriptor, piece, 0, wanted, to === null ? null : at);
    if (read === 0) break;
    at += read;
    if (!take(piece.subarray(0, read))) return false;
  }
  return true;
}

function linesBefore(descriptor: number, offset: number): number {
  let lines = 0;
  eachPiece(descriptor, 0, offset, (bytes) => {
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
    return true;
  });
  return lines;
}
