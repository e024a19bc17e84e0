/** Arguments in addresses, and in what is asked on the way to an access. */
import { type Atom, type Cond, conjuncts, single } from '../terms/index.ts';
import type { FindingContext } from './findings.ts';

/** Arguments by the atoms that stand for them. */
export function namesOf(parameters: FindingContext['parameters']): Map<Atom, string> {
  const names = new Map<Atom, string>();
  for (const [name, term] of parameters) {
    const atom = single(term);
    if (atom !== null) names.set(atom, name);
  }
  return names;
}

/** Which arguments the path has something below that is made of such atoms. */
export function boundsIn(path: Cond, names: ReadonlyMap<Atom, string>): (atoms: readonly Atom[]) => readonly string[] {
  const compared = conjuncts(path).flatMap((one) => (one.kind === 'le' ? [one.term.monomials] : []));
  return (atoms) => {
    const found = compared.flatMap((monomials) => {
      // What is below it twice over has half as many elements: that is no row of so many.
      const meant = monomials.filter((one) => one.coefficient > 0n && one.atoms.some((atom) => atoms.includes(atom)));
      if (!meant.some(({ coefficient }) => coefficient === 1n)) return [];
      return monomials.flatMap(({ coefficient, atoms: [atom, ...others] }) =>
        coefficient < 0n && others.length === 0 ? (names.get(atom!) ?? []) : [],
      );
    });
    return [...new Set(found)];
  };
}
