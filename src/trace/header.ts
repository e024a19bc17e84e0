/** The first line of a launch: what ran, in which shape, and where its instructions stand in the source. */
import { z } from 'zod';
import type { Dim3 } from '../model/result.ts';

/** Threads are numbered in 32 bits, with room for "none". */
export const MAX_THREADS = 2 ** 31 - 2;
/** A warp-barrier's mask has 32 bits. */
export const MAX_WARP_SIZE = 32;
/** Larger than any device's limit; a block's state is allocated as one piece. */
const MAX_BLOCK_THREADS = 65_536;

const Extent = z.int().min(1).max(MAX_THREADS);
const Shape = z.tuple([Extent, Extent, Extent]);

export const TraceSite = z.object({
  id: z.int().min(0).max(MAX_THREADS),
  file: z.string().max(4096),
  line: z.int().min(1),
  column: z.int().min(1).default(1),
});
export type TraceSite = z.infer<typeof TraceSite>;

export const TraceHeader = z
  .object({
    format: z.literal('gpurace-trace'),
    version: z.literal(1),
    kernel: z.string().min(1).max(4096),
    grid: Shape,
    block: Shape,
    warpSize: z.int().min(1).max(MAX_WARP_SIZE).default(32),
    /** The stream that it was launched in, as its recorder calls it. */
    stream: z.string().max(100).optional(),
    /** Fences and barriers may name the one memory that they order; it costs the detectors a clock for each memory. */
    fencesBySpace: z.boolean().optional(),
    sites: z.array(TraceSite).max(1_000_000).default([]),
  })
  .superRefine(({ grid, block, sites }, context) => {
    const perBlock = volume(block);
    if (perBlock > MAX_BLOCK_THREADS) {
      context.addIssue({ code: 'custom', path: ['block'], message: `has more than ${MAX_BLOCK_THREADS} threads` });
    }
    if (perBlock * volume(grid) > MAX_THREADS) {
      context.addIssue({ code: 'custom', path: ['grid'], message: `makes more than ${MAX_THREADS} threads` });
    }
    const ids = new Set<number>();
    for (const { id } of sites) {
      if (ids.has(id)) context.addIssue({ code: 'custom', path: ['sites'], message: `site ${id} is given twice` });
      ids.add(id);
      if (context.issues.length > 3) break;
    }
  });
export type TraceHeader = z.infer<typeof TraceHeader>;

/** The header that a JSON value is, or what is wrong with it. */
export function parseHeader(value: unknown): TraceHeader | string {
  const parsed = TraceHeader.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  return `not a header of a launch: ${first?.path.join('.') ?? ''} ${first?.message ?? ''}`.trimEnd();
}

/** The header as the JSON text that both encodings hold. */
export function headerText(header: TraceHeader): string {
  const { format, version, kernel, grid, block, warpSize, stream, fencesBySpace, sites } = header;
  return JSON.stringify({ format, version, kernel, grid, block, warpSize, stream, fencesBySpace, sites });
}

/** The numbers a launch's shape comes down to. */
export interface LaunchShape {
  readonly threadsPerBlock: number;
  readonly blocks: number;
  readonly threads: number;
  readonly warpSize: number;
  readonly warpsPerBlock: number;
}

export function launchShape({ grid, block, warpSize }: Pick<TraceHeader, 'grid' | 'block' | 'warpSize'>): LaunchShape {
  const threadsPerBlock = volume(block);
  const blocks = volume(grid);
  return {
    threadsPerBlock,
    blocks,
    threads: threadsPerBlock * blocks,
    warpSize,
    warpsPerBlock: Math.ceil(threadsPerBlock / warpSize),
  };
}

/** Coordinates of a linear index, x fastest. */
export function coordinates(index: number, extent: Dim3): Dim3 {
  const [x, y] = extent;
  return [index % x, Math.floor(index / x) % y, Math.floor(index / (x * y))];
}

function volume([x, y, z]: Dim3): number {
  return x * y * z;
}
