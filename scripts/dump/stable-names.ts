/**
 * Names that do not shift: symbols are numbered as they appear in a text, whatever was made and dropped before them.
 * `round#21` and `round#31` become `round#1` and `round#2`; a solver's `a104` becomes `a1`.
 */

/** A symbol that the execution made: what it is, and a number. */
const MADE = /([\w.[\]@]+)#(\d+)/g;
/** What the solver is asked about, and the parts of it that have names. */
const ASKED = /(?<![\w.])([acm])(\d+(?:_\d+)*)\b/g;
/** The content of memory as a function of place and time; the number of the object and the type of the load are left out. */
const CONTENT = /\[\]:\d+:\w+\(/g;

export function withStableNames(text: string): string {
  return numbered(text.replace(CONTENT, '[]('), MADE, '#');
}

/** For SMT-LIB, with the legend above it. */
export function withStableTerms(text: string): string {
  return numbered(text, ASKED, '');
}

/** All symbols that the execution made, of those that a text names. */
export function symbolsIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(MADE), ([name]) => name));
}

function numbered(text: string, pattern: RegExp, mark: string): string {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  return text.replace(pattern, (old, kind: string) => {
    const known = names.get(old);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    names.set(old, `${kind}${mark}${count}`);
    return `${kind}${mark}${count}`;
  });
}
