/**
 * What a thread may come to behind an access before it waits for others. Barrier intervals have no direction: where code is
 * repeated, two accesses may share one because the second comes before the first, and not the other way round.
 */
import { OCCURRENCE_LIMIT } from '../model/outline.ts';
import type { Crossing, Flow } from './flow.ts';

/** Steps over edges in all: of what takes more nobody knows. */
const STEP_LIMIT = 2_000_000;

/** Bits by number, as base64. */
function packed(bits: ReadonlySet<number>): string {
  const bytes = new Uint8Array(Math.ceil((Math.max(-1, ...bits) + 1) / 8));
  for (const bit of bits) bytes[bit >> 3]! |= 1 << (bit & 7);
  return Buffer.from(bytes).toString('base64');
}

/** @returns the numbers of the bits that are set */
export function unpacked(text: string): ReadonlySet<number> {
  const bytes = Buffer.from(text, 'base64');
  const bits = new Set<number>();
  for (const [at, byte] of bytes.entries()) for (let i = 0; i < 8; i++) if (byte & (1 << i)) bits.add(at * 8 + i);
  return bits;
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
   * @param cuts which crossings end the way
   * @returns null when there are too many
   */
  behind({ edges }: Pick<Flow, 'edges'>, cuts: (crossing: Crossing) => boolean): readonly string[] | null {
    if (this.#segments.length > OCCURRENCE_LIMIT) return null;
    const bySegment = new Map<number, number[]>();
    for (const [one, segment] of this.#segments.entries())
      bySegment.set(segment, [...(bySegment.get(segment) ?? []), one]);
    let steps = 0;
    const found: string[] = new Array<string>(this.#segments.length).fill('');
    for (const [segment, own] of bySegment) {
      const seen = new Set<number>();
      const open = [segment];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        for (const { to, crossing } of edges[at]!) {
          if (++steps > STEP_LIMIT) return null;
          if (seen.has(to) || (crossing !== null && cuts(crossing))) continue;
          seen.add(to);
          open.push(to);
        }
      }
      const later = [...seen].flatMap((one) => bySegment.get(one) ?? []);
      for (const one of own) found[one] = packed(new Set([...later, ...own.filter((other) => other > one)]));
    }
    return found;
  }
}

/** Both sets of bits together. */
export function joined(a: string, b: string): string {
  return a === b ? a : packed(new Set([...unpacked(a), ...unpacked(b)]));
}
