/** The array with as much room again. */
export function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(2 * array.length);
  wider.set(array);
  return wider;
}
