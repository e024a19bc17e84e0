/** Code that keeps a kernel from being decided within seconds. */

/** More paths than anybody follows in a second. It uses `in`, `n`, `x` and `y` of the kernel. */
export function endless(depth: number): string {
  if (depth === 0) return 'in[x & 255] = x;';
  const i = `i${depth}`;
  return `for (int ${i} = 0; ${i} < n; ${i}++) { x += in[x & 255] * ${i}; y ^= x; if (y > ${depth}) x -= y; ${endless(depth - 1)} }`;
}
