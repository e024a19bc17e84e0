/** Arithmetic of whole numbers of any size. */
export function floorDiv(a: bigint, b: bigint): bigint {
  const q = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? q - 1n : q;
}

export function floorMod(a: bigint, b: bigint): bigint {
  return a - b * floorDiv(a, b);
}

export function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

/** The powers of two that make up a number. */
export function bitWeights(value: bigint): bigint[] {
  const weights: bigint[] = [];
  for (let w = 1n; w <= value; w <<= 1n) if ((value & w) !== 0n) weights.push(w);
  return weights;
}

export function trailingZeros(value: bigint): bigint {
  let n = 0n;
  while (value !== 0n && (value & 1n) === 0n) {
    value >>= 1n;
    n++;
  }
  return n;
}
