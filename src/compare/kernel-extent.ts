import type { LineRange } from '../diff/patch.ts';

/** What the search for braces steps over as one: comments, strings and characters. */
const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|[{};\n]/g;

/**
 * The lines from a kernel's first line to the brace that closes its body, found by counting braces in the text.
 * Null when they do not balance, or when no body follows.
 */
export function kernelExtent(source: string, firstLine: number): LineRange | null {
  let offset = 0;
  for (let line = 1; line < firstLine; line += 1) {
    const end = source.indexOf('\n', offset);
    if (end < 0) return null;
    offset = end + 1;
  }
  let line = firstLine;
  let depth = 0;
  TOKEN.lastIndex = offset;
  for (let match = TOKEN.exec(source); match !== null; match = TOKEN.exec(source)) {
    const token = match[0];
    if (token === '{') depth += 1;
    else if (token === '}') {
      depth -= 1;
      if (depth <= 0) return depth === 0 ? { start: firstLine, end: line } : null;
    } else if (token === ';' && depth === 0) return null;
    else line += token.split('\n').length - 1;
  }
  return null;
}
