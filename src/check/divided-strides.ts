/** Strides in bytes that a kernel divides by the size of an element, to count elements: `pitch / sizeof(float)`. */
import { type Atom, type Int, isConstant } from '../terms/index.ts';

/** A number, and what it is divided by. */
export interface Divided {
  readonly whole: Atom;
  readonly by: bigint;
}

/** What an atom is a quotient of: rounded down, or towards zero, which are one where nothing is left. Null where it is none. */
export function dividedIn(atom: Atom): Divided | null {
  if (atom.kind === 'ite') {
    const [above, below] = [quotientIn(atom.then, 1n), quotientIn(atom.otherwise, -1n)];
    return above?.whole === below?.whole && above?.by === below?.by ? above : null;
  }
  return atom.kind === 'div' ? quotient(atom, 1n) : null;
}

/** Of `sign * (sign * whole / by)`. */
function quotientIn({ constant, monomials }: Int, sign: 1n | -1n): Divided | null {
  const [only, ...others] = monomials;
  const [atom, ...factors] = only?.atoms ?? [];
  const isOne = constant === 0n && others.length === 0 && factors.length === 0 && only?.coefficient === sign;
  return isOne && atom?.kind === 'div' ? quotient(atom, sign) : null;
}

function quotient(
  { dividend, divisor }: { readonly dividend: Int; readonly divisor: Int },
  sign: 1n | -1n,
): Divided | null {
  const [only, ...others] = dividend.monomials;
  if (!isConstant(divisor) || dividend.constant !== 0n || others.length > 0 || only?.coefficient !== sign) return null;
  return only.atoms.length === 1 ? { whole: only.atoms[0]!, by: divisor.constant } : null;
}
