/** Comparisons in the text of a kernel. */

/** What holds where a comparison does not. */
export const OPPOSITE: Readonly<Record<string, string>> = {
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '==': '!=',
  '!=': '==',
};
