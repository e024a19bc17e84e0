/** Arrays that grow: tables of records in one typed array each, which the detectors keep instead of objects. */

/** A copy with room for `length` entries; those that are new are 0. */
export function grown(array: Int32Array, length = 2 * array.length): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
