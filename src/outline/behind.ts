/**
 * What a thread may come to behind an access before it waits for others. Barrier intervals have no direction: where code is
 * repeated, two accesses may share one because the second comes before the first, and not the other way round.
 */
import { OCCURRENCE_LIMIT } from '../model/outline.ts';
import type { Components } from './cycles.ts';

/** Numbers, a bit for each. */
type Bits = Uint8Array;

/** As base64, without what is zero at the end. */
function packed(bits: Bits): string {
  return Buffer.from(bits.subarray(0, bits.findLastIndex((byte) => byte !== 0) + 1)).toString('base64');
}

/** @returns the numbers of the bits that are set */
export function unpacked(text: string): ReadonlySet<number> {
  const bytes = Buffer.from(text, 'base64');
  const bits = new Set<number>();
  for (const [at, byte] of bytes.entries()) for (let i = 0; i < 8; i++) if (byte & (1 << i)) bits.add(at * 8 + i);
  return bits;
}

function add(bits: Bits, bit: number): void {
  bits[bit >> 3]! |= 1 << (bit & 7);
}

function addAll(bits: Bits, more: Bits): void {
  for (let i = 0; i < more.length; i++) bits[i]! |= more[i]!;
}

/** Code that may be come to again, with the segment that it lies in. Of one segment it comes in the order of its numbers. */
export class Occurrences {
  readonly #segments: number[] = [];

  /** @returns its number */
  add(segment: number): number {
    return this.#segments.push(segment) - 1;
  }

  /**
   * For each of them the ones that come behind it.
   * @returns null when there are too many
   */
  behind({ inOrder, isRepeated, next }: Components): readonly Bits[] | null {
    if (this.#segments.length > OCCURRENCE_LIMIT) return null;
    const bytes = Math.ceil(this.#segments.length / 8);
    const own = new Map<number, number[]>();
    for (const [one, segment] of this.#segments.entries()) {
      const known = own.get(segment);
      if (known === undefined) own.set(segment, [one]);
      else known.push(one);
    }
    /** Of each segment, and behind it. */
    const from: Bits[] = [];
    const found: Bits[] = [];
    for (const component of inOrder) {
      const behind = new Uint8Array(bytes);
      for (const segment of component) for (const to of next[segment]!) if (from[to]) addAll(behind, from[to]);
      const all = behind.slice();
      for (const segment of component) for (const one of own.get(segment) ?? []) add(all, one);
      for (const segment of component) {
        from[segment] = all;
        const here = own.get(segment) ?? [];
        for (const one of here) {
          if (isRepeated[segment]) found[one] = all;
          else {
            found[one] = behind.slice();
            for (const other of here) if (other > one) add(found[one], other);
          }
        }
      }
    }
    return found;
  }
}

/** All bits of them together, as base64. */
export function joined(sets: readonly Bits[]): string {
  const [first, ...others] = sets;
  if (first === undefined) return '';
  const all = first.slice();
  for (const one of others) addAll(all, one);
  return packed(all);
}
