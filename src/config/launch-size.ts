import type { Dim3 } from '../model/result.ts';

/** The largest extent of a dimension that a launch can have on any device. */
const MAX_EXTENT = 2 ** 31 - 1;

/**
 * Reads `X[,Y[,Z]]`; what is missing is 1.
 * @returns null when it is not one to three whole numbers above 0
 */
export function parseLaunchSize(value: string | number | readonly unknown[]): Dim3 | null {
  const parts = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : [value].flat();
  if (parts.length < 1 || parts.length > 3) return null;
  const extents: number[] = [];
  for (const part of parts) {
    if (typeof part === 'string' ? !/^\d{1,10}$/.test(part) : typeof part !== 'number') return null;
    const extent = Number(part);
    if (!Number.isInteger(extent) || extent < 1 || extent > MAX_EXTENT) return null;
    extents.push(extent);
  }
  return [extents[0] ?? 1, extents[1] ?? 1, extents[2] ?? 1];
}

/** What a launch size must look like, for error messages. */
export const LAUNCH_SIZE_FORM = 'X[,Y[,Z]] with whole numbers above 0';
