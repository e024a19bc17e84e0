import type { Problem } from '../model/result.ts';

/**
 * A warning for a file that is not UTF-8. Compilers take such bytes in comments and strings, so the file is analysed;
 * only what reports show of its lines differs.
 */
export function encodingProblem(file: string, bytes: Uint8Array): Problem | null {
  const offset = firstInvalid(bytes);
  if (offset === null) return null;
  let line = 1;
  for (let index = 0; index < offset; index++) if (bytes[index] === 0x0a) line++;
  const byte = `0x${(bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
  const message = `not UTF-8 (byte ${byte}); reports show such bytes as \ufffd`;
  return { file, line, column: null, severity: 'warning', message };
}

/** Offset of the first byte that is not UTF-8. */
function firstInvalid(bytes: Uint8Array): number | null {
  if (isUtf8(bytes)) return null;
  let valid = 0;
  let end = bytes.length;
  // The longest valid prefix, by halving: the decoder does not say where it stopped.
  while (valid < end) {
    const middle = (valid + end + 1) >> 1;
    if (isUtf8(bytes.subarray(0, middle), true)) valid = middle;
    else end = middle - 1;
  }
  return valid;
}

function isUtf8(bytes: Uint8Array, open = false): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: open });
    return true;
  } catch {
    return false;
  }
}
