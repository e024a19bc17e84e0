/** NumPy's `.npy`: the elements as they lie in memory. Format: numpy.org, `numpy.lib.format`, versions 1 to 3. */

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

/** The elements' bytes, or what is wrong with the file. */
export function npyData(bytes: Uint8Array): Uint8Array | string {
  if (bytes.length < 10 || MAGIC.some((byte, i) => bytes[i] !== byte)) return 'is no .npy file';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const major = bytes[6]!;
  if (major < 1 || major > 3) return `has version ${major} of the format, which is not known`;
  const start = major === 1 ? 10 : 12;
  if (bytes.length < start) return 'is cut off in its header';
  const end = start + (major === 1 ? view.getUint16(8, true) : view.getUint32(8, true));
  if (end > bytes.length) return 'is cut off in its header';
  const header = new TextDecoder().decode(bytes.subarray(start, end));
  const type = /'descr'\s*:\s*'([<>|=])([a-z])(\d+)'/.exec(header);
  const shape = /'shape'\s*:\s*\(([\d\s,L]*)\)/.exec(header);
  if (type === null || shape === null) return 'does not say the type of its elements in a way that is understood';
  if (!'biufc'.includes(type[2]!)) return `has elements of type ${type[2]}${type[3]}, which are no numbers`;
  if (type[1] === '>' && type[3] !== '1') return 'has big-endian numbers; GPUs are little-endian';
  if (/'fortran_order'\s*:\s*True/.test(header) && shape[1]!.split(',').filter((n) => n.trim() !== '').length > 1) {
    return 'has its columns first (fortran_order); save it with np.ascontiguousarray';
  }
  const count = shape[1]!
    .split(',')
    .reduce((product, n) => (n.trim() === '' ? product : product * Number.parseInt(n, 10)), 1);
  const size = count * Number(type[3]);
  if (end + size > bytes.length) return `has ${bytes.length - end} bytes of the ${size} that its shape needs`;
  return bytes.slice(end, end + size);
}
