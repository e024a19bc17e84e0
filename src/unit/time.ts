/** One clock for all threads. */

/** Milliseconds since 1970, which never go back. */
export function timeNow(): number {
  return performance.timeOrigin + performance.now();
}
