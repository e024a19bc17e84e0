/**
 * Conditions that hold nowhere because of equalities, each way a choice may go: what a loop leaves is counted by the number of
 * its last iteration where it was entered, and the loop behind it goes on from there. It takes no solver.
 */
import { type Atom, type Cond, conjuncts, type Int, isConnective, someAtom, type Terms } from '../../terms/index.ts';

/** Choices that are gone through. */
const MOST_CHOICES = 4;

/** Does the condition hold nowhere where the other does? False where that is not plain. */
export function isNeverByCases(t: Terms, known: Cond, condition: Cond, choices = MOST_CHOICES): boolean {
  if (known.kind === 'false') return true;
  const same = equalitiesOf(t, known);
  const replaced = t.substitution((atom) => same.get(atom)).cond(condition);
  if (replaced.kind === 'false') return true;
  const choice = choices > 0 ? choiceIn(replaced) : null;
  if (choice === null) return false;
  return [true, false].every((holds) => {
    const chosen = t.substitution((atom) => {
      if (atom.kind !== 'ite' || atom.condition !== choice) return undefined;
      return chosen.int(holds ? atom.then : atom.otherwise);
    });
    const here = t.and(assuming(t, known, choice, holds), holds ? choice : t.not(choice));
    return isNeverByCases(t, here, chosen.cond(replaced), choices - 1);
  });
}

/** What stands for an atom that is equal to another. */
function equalitiesOf(t: Terms, known: Cond): ReadonlyMap<Atom, Int> {
  const same = new Map<Atom, Int>();
  const kept = new Set<Atom>();
  for (const part of conjuncts(known)) {
    if (part.kind !== 'eq' || part.term.constant !== 0n || part.term.monomials.length !== 2) continue;
    const [first, second] = part.term.monomials;
    const [a, b] = [first, second].map((one) => (one!.atoms.length === 1 ? one!.atoms[0]! : null));
    if (!a || !b || first!.coefficient + second!.coefficient !== 0n) continue;
    const [old, newer] = a.id < b.id ? [a, b] : [b, a];
    if (same.has(newer) || kept.has(newer) || same.has(old)) continue;
    same.set(newer, t.ofAtom(old));
    kept.add(old);
  }
  return same;
}

function choiceIn(condition: Cond): Cond | null {
  let choice: Cond | null = null;
  someAtom([condition], (atom) => {
    if (atom.kind === 'ite') choice ??= atom.condition;
    return choice !== null;
  });
  return choice;
}

/** What is known where a choice has been made. */
function assuming(t: Terms, known: Cond, choice: Cond, holds: boolean): Cond {
  const other = t.not(choice);
  const rewritten = (part: Cond): Cond => {
    if (part === choice) return holds ? t.true : t.false;
    if (part === other) return holds ? t.false : t.true;
    return isConnective(part) ? t[part.kind](...part.parts.map(rewritten)) : part;
  };
  return rewritten(known);
}
