/** Which name somebody may have meant who misspelt one. */

/** Of so many letters one may be wrong. */
const LETTERS_PER_MISTAKE = 3;

/** The candidate that takes the fewest changes of a letter (Levenshtein), or null where all take too many. */
export function similarName(name: string, candidates: Iterable<string>): string | null {
  let best: { readonly candidate: string; readonly changes: number } | null = null;
  const most = Math.max(1, Math.round(name.length / LETTERS_PER_MISTAKE));
  for (const candidate of [...new Set(candidates)].sort()) {
    if (Math.abs(candidate.length - name.length) > most) continue;
    const changes = changesBetween(name.toLowerCase(), candidate.toLowerCase());
    if (changes <= most && (best === null || changes < best.changes)) best = { candidate, changes };
  }
  return best?.candidate ?? null;
}

function changesBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = row[j]! + (letter === b[j] ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
