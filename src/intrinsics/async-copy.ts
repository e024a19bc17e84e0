/** What the name of an OpenCL group copy says: IR pointers have no element type, the mangled name does. */

const BYTES: Readonly<Record<string, number>> = {
  c: 1,
  a: 1,
  h: 1,
  b: 1,
  s: 2,
  t: 2,
  Dh: 2,
  i: 4,
  j: 4,
  f: 4,
  l: 8,
  m: 8,
  x: 8,
  y: 8,
  d: 8,
};

/**
 * Bytes of the elements that `async_work_group_copy` or `async_work_group_strided_copy` of this mangled name copies, and
 * whether the destination is the global side; null when the name does not say.
 */
export function groupCopyOf(symbol: string): { readonly elementBytes: number; readonly toGlobal: boolean } | null {
  const found = /async_work_group_(?:strided_)?copyPU3AS([13])(?:Dv(\d+)_)?(Dh|[a-z])P/.exec(symbol);
  const bytes = found ? BYTES[found[3]!] : undefined;
  if (!found || bytes === undefined) return null;
  // Vectors of three take the room of four.
  const lanes = found[2] === '3' ? 4 : Number(found[2] ?? 1);
  return { elementBytes: bytes * lanes, toGlobal: found[1] === '1' };
}
