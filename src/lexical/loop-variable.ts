const FOR = /\bfor\s*\(([^;]*);([^;]*);(.*)/;
/** `i++`, `++i`, `i += 2`, `i >>= 1`, `i = next(i)`. */
const STEPPED = /(?:\+\+|--)\s*([A-Za-z_]\w*)|([A-Za-z_]\w*)\s*(?:\+\+|--|(?:<<|>>|[-+*/%&|^])?=(?!=))/;

/**
 * The variable that a `for` steps and looks at, from the line that it stands in.
 * @returns null where the line has no such loop
 */
export function loopVariable(line: string): string | null {
  const [, , condition = '', step = ''] = FOR.exec(line) ?? [];
  const [, before, behind] = STEPPED.exec(step) ?? [];
  const name = before ?? behind;
  if (name === undefined) return null;
  return new RegExp(`\\b${name}\\b`).test(condition) ? name : null;
}
