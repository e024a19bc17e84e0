/** Numbers for memory of which nobody says what it holds. */

/** Knuth's multiplier: neighbours get numbers that have nothing to do with each other. */
const SCATTER = 2654435761;
const LARGEST = 97;

/** A whole number from 1 to 97 for an index. */
export function scattered(index: number): number {
  return 1 + ((Math.imul(index, SCATTER) >>> 0) % LARGEST);
}
