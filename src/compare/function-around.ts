/** The function around a line, by the text alone. */
import type { LineRange } from '../diff/patch.ts';
import { functionsIn } from '../lexical/declarations.ts';
import { linesOf } from '../lexical/lines.ts';

/** The function that a line stands in; null also of a text that overflows a regular expression. */
export function functionAround(text: string, line: number): LineRange | null {
  const lines = linesOf(text);
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const whole = lines.join('\n');
  try {
    const found = functionsIn(whole).find(({ start, end }) => start <= before && before < end);
    if (found === undefined) return null;
    const lineAt = (at: number) => linesOf(whole.slice(0, at)).length;
    return { start: lineAt(found.start), end: lineAt(found.end) };
  } catch {
    return null;
  }
}
