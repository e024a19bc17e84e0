/**
 * What the first lines of a GPUVerify test say of its launch: `//--blockDim=64 --gridDim=64` for CUDA,
 * `//--local_size=64 --num_groups=2` or `--global_size=128` for OpenCL, and `-DNAME=VALUE` among them.
 */
import type { Dim3 } from '../model/result.ts';

export interface HeaderLine {
  readonly gridDim: Dim3 | null;
  readonly blockDim: Dim3 | null;
  /** `NAME` or `NAME=VALUE`. */
  readonly defines: readonly string[];
  /** Counts from 1. */
  readonly line: number;
}

/** Header lines stand before any code. */
export const HEADER_LINES = 10;
const SIZE = /--(blockDim|local_size|gridDim|num_groups|global_size)=(\[?)(\d{1,10}(?:,\d{1,10}){0,2})(\]?)(?=\s|$)/g;
const LARGEST = 2 ** 31 - 1;

/** @returns null when the text does not begin with such a line. */
export function headerLine(text: string): HeaderLine | null {
  for (const [index, line] of text.split('\n', HEADER_LINES).entries()) {
    if (line.trim() === '') continue;
    if (!line.startsWith('//')) return null;
    if (!/^\/\/\s*--/.test(line)) continue;
    const sizes = new Map<string, Dim3>();
    for (const [, name, open, list, close] of line.matchAll(SIZE)) {
      const extents = list!.split(',').map(Number);
      if ((open === '') !== (close === '') || extents.some((n) => n < 1 || n > LARGEST)) continue;
      sizes.set(name!, [extents[0] ?? 1, extents[1] ?? 1, extents[2] ?? 1]);
    }
    const blockDim = sizes.get('blockDim') ?? sizes.get('local_size') ?? null;
    const gridDim = sizes.get('gridDim') ?? sizes.get('num_groups') ?? groups(sizes.get('global_size'), blockDim);
    if (gridDim === null && blockDim === null) continue;
    const defines = Array.from(line.matchAll(/(?:^|\s)-D\s?([A-Za-z_]\w*(?:=\S*)?)/g), ([, define]) => define!);
    return { gridDim, blockDim, defines, line: index + 1 };
  }
  return null;
}

/** OpenCL asks that the local size divides the global one. */
function groups(globalSize: Dim3 | undefined, blockDim: Dim3 | null): Dim3 | null {
  if (globalSize === undefined || blockDim === null) return null;
  const counts = globalSize.map((n, axis) => n / blockDim[axis]!);
  return counts.every(Number.isInteger) ? [counts[0]!, counts[1]!, counts[2]!] : null;
}
