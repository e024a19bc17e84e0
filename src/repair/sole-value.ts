/** Names that are given a value once. */
import type { Place } from './source-text.ts';
import { valueAt } from './uniformity.ts';

/** What a name stands for that is given a value once, where it is declared; anything else stands for itself. */
export function soleValue({ source, function: fn }: Place, text: string): string {
  const name = text.trim();
  if (!/^[A-Za-z_]\w*$/.test(name)) return name;
  const code = source.codeOf(fn.body);
  const [set, ...more] = code.matchAll(new RegExp(`(?<![\\w.])${name}\\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)`, 'g'));
  const isChanged = new RegExp(
    `(?<![\\w.])${name}\\s*(?:\\+\\+|--)|(?:\\+\\+|--)\\s*${name}\\b|(?<!&)&\\s*${name}\\b`,
  ).test(code);
  const isDeclared = new RegExp(`[A-Za-z_]\\w*\\s+${name}\\s*=`).test(code);
  if (set === undefined || more.length > 0 || isChanged || !isDeclared) return name;
  return valueAt(code, set.index + set[0].length).trim();
}
