/** Does a number divide a term, whatever the values of its symbols are? */
import { type Atom, type Int, isConstant, type Terms } from '../../terms/index.ts';

export function divisible(terms: Terms, term: Int, by: bigint): boolean {
  if (by === 1n) return true;
  if (term.constant % by !== 0n) return false;
  return term.monomials.every((m) => m.coefficient % by === 0n || m.atoms.some((a) => divisibleAtom(terms, a, by)));
}

function divisibleAtom(terms: Terms, atom: Atom, by: bigint): boolean {
  switch (atom.kind) {
    case 'ite':
      return divisible(terms, atom.then, by) && divisible(terms, atom.otherwise, by);
    case 'mod':
      return isConstant(atom.divisor) && atom.divisor.constant % by === 0n && divisible(terms, atom.dividend, by);
    default:
      return false;
  }
}
