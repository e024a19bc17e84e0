import type { Problem } from '../model/result.ts';

/**
 * A warning for a file that is not UTF-8. Compilers take such bytes in comments and strings, so the file is analysed;
 * only what reports show of its lines differs.
 */
export function encodingProblem(file: string, bytes: Uint8Array): Problem | null {
  if (isUtf8(bytes)) return null;
  // No character of UTF-8 has a line feed in its middle, so lines can be judged one by one.
  let start = 0;
  let line = 1;
  for (
    let end = bytes.indexOf(0x0a);
    end >= 0 && isUtf8(bytes.subarray(start, end));
    end = bytes.indexOf(0x0a, start)
  ) {
    start = end + 1;
    line += 1;
  }
  const message = 'not UTF-8 here; reports show such bytes as \ufffd';
  return { file, line, column: null, severity: 'warning', message };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
