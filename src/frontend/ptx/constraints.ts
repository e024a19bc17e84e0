/**
 * The constraints of inline assembly as LLVM writes them (`=r,l,0,~{memory}`). In: the string. Out: what the placeholders
 * stand for, outputs first, then inputs.
 */
import { UnsupportedPtx } from './operands.ts';

export interface Constraints {
  /** Letters of the outputs, in order: `r`, `l`, `f` … */
  readonly outputs: readonly string[];
  /** For each input its letter, or the output whose register it is given in (`+r`). */
  readonly inputs: readonly (string | number)[];
}

const MAX_CONSTRAINTS = 512;
const MAX_CHARACTERS = 1 << 14;

/** @throws UnsupportedPtx */
export function parseConstraints(text: string): Constraints {
  if (text.length > MAX_CHARACTERS) throw new UnsupportedPtx('too many operands');
  const outputs: string[] = [];
  const inputs: (string | number)[] = [];
  const parts = text === '' ? [] : text.split(',');
  if (parts.length > MAX_CONSTRAINTS) throw new UnsupportedPtx('too many operands');
  for (const part of parts) {
    const output = /^=&?([hrlfdqb])$/.exec(part)?.[1];
    const tied = /^\d{1,3}$/.test(part) ? Number(part) : null;
    if (part.startsWith('~{')) continue;
    else if (output !== undefined && inputs.length === 0) outputs.push(output);
    else if (tied !== null && tied < outputs.length) inputs.push(tied);
    else if (/^[hrlfdqbni]$/.test(part)) inputs.push(part);
    else throw new UnsupportedPtx(`the constraint '${part.slice(0, 20)}'`);
  }
  return { outputs, inputs };
}
