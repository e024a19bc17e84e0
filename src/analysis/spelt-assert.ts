/**
 * Asserts of the host as the source writes them: `blocks >= 1` for `(n+1023)/1024 >= 1`. What the analysis has put in for a name is
 * longer than the name, and nobody finds it in the code.
 */
import { type Assumption, assumptionText } from '../model/assumption.ts';

/** Characters of a fact that is read more easily as the source has it; quotients and choices always are. */
const LONG = 40;
/** Characters of an expression; what is longer is easier to read where it stands. */
const MAX_LENGTH = 80;

const ASSERTION = /\w*(?:assert|assume|check|ensure|expect|require)\w*\s*\(/gi;
const COMPARISON = /[<>=!]=|[<>&|%]/;

/** Each text once: one assert may have taught several facts. */
export function speltAsserts(
  assumptions: readonly Assumption[],
  line: (path: string, line: number) => string | undefined,
): Assumption[] {
  const spelt = assumptions.map((assumption) => {
    const { kind, text, place } = assumption;
    if (kind !== 'assert' || place === null || place.line === null || !isComputed(text)) return assumption;
    const written = assertedIn(line(place.file, place.line) ?? '');
    return written === null ? assumption : { ...assumption, text: written };
  });
  return [...new Map(spelt.map((one) => [assumptionText(one), one])).values()];
}

function isComputed(text: string): boolean {
  return text.length > LONG || /[/?]/.test(text);
}

/** What a line asserts; null where it does so more than once, or goes on in the next line. */
function assertedIn(line: string): string | null {
  const found = [...line.matchAll(ASSERTION)];
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const from = only.index + only[0].length;
  const end = endOfArgument(line, from);
  const text = end === null ? '' : line.slice(from, end).trim().replace(/\s+/g, ' ');
  const isPlain = text !== '' && text.length <= MAX_LENGTH && COMPARISON.test(text) && !/["'`]|\/[/*]/.test(text);
  return isPlain ? text : null;
}

/** Where the first argument ends. */
function endOfArgument(line: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < line.length; at++) {
    const char = line[at]!;
    if (depth === 0 && (char === ',' || char === ')')) return at;
    if ('([{'.includes(char)) depth++;
    if (')]}'.includes(char)) depth--;
  }
  return null;
}
