/** Words of a command line, as a shell would make them; nothing is expanded and nothing is executed. */

/** Beyond these a text is no command line. */
const MAX_LENGTH = 1 << 20;
const MAX_WORDS = 20_000;

/**
 * @param windows True when a backslash separates folders; then it escapes a quote and nothing else.
 * @returns null when the text is too long, or ends inside quotes
 */
export function splitCommand(text: string, windows: boolean): string[] | null {
  if (text.length > MAX_LENGTH) return null;
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    const next = text[i + 1];
    if (c === '\\' && quote !== "'" && next !== undefined && escapes(next, quote, windows)) {
      word = (word ?? '') + (next === '\n' ? '' : next);
      i++;
    } else if (quote !== null) {
      if (c === quote) quote = null;
      else word += c;
    } else if (c === '"' || (c === "'" && !windows)) {
      quote = c;
      word ??= '';
    } else if (/\s/.test(c)) {
      if (word !== null) words.push(word);
      word = null;
      if (words.length > MAX_WORDS) return null;
    } else word = (word ?? '') + c;
  }
  if (quote !== null) return null;
  return word === null ? words : [...words, word];
}

function escapes(next: string, quote: string | null, windows: boolean): boolean {
  if (windows) return next === '"';
  return quote === null || '$`"\\\n'.includes(next);
}
