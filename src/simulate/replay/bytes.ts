/** The bytes that an access touches, and those that two have in common. */

export interface Bytes {
  readonly address: number;
  readonly size: number;
}

/** Do they have a byte in common? */
export function overlap(a: Bytes, b: Bytes): boolean {
  return a.address < b.address + b.size && b.address < a.address + a.size;
}

/** The first and the last four bytes of memory that are touched, by their numbers. */
export interface Granules {
  readonly from: number;
  readonly to: number;
}

/** Null where numbers are too large to be counted through: no memory lies there. */
export function granulesOf({ address, size }: Bytes): Granules | null {
  if (!Number.isSafeInteger(address + size)) return null;
  return { from: Math.floor(address / 4), to: Math.floor((address + Math.max(size, 1) - 1) / 4) };
}
