/** Walks through terms. Shared parts are seen once, so a walk costs as much as the terms have nodes. */
import { type Atom, type Comparison, type Cond, type Int, isConnective, partsOf } from './term.ts';

/** Every integer term below the roots once, the roots included. */
export function visitTerms(roots: Iterable<Int | Cond>, onTerm: (term: Int) => void): void {
  walk(roots, (node) => {
    if ('monomials' in node) onTerm(node);
  });
}

/** Every comparison below the roots once, those that atoms hang on included. */
export function visitComparisons(roots: Iterable<Int | Cond>, onComparison: (condition: Comparison) => void): void {
  walk(roots, (node) => {
    if ('term' in node) onComparison(node);
  });
}

function walk(roots: Iterable<Int | Cond>, onNode: (node: Int | Cond) => void): void {
  const seen = new Set<number>();
  const stack = [...roots];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.has(node.id)) continue;
    seen.add(node.id);
    onNode(node);
    if ('monomials' in node) {
      for (const { atoms } of node.monomials) for (const atom of atoms) stack.push(...partsOf(atom));
    } else if (isConnective(node)) stack.push(...node.parts);
    else if (node.kind !== 'true' && node.kind !== 'false') stack.push(node.term);
  }
}

/** Every atom below the roots once, those inside of other atoms included. */
export function visitAtoms(roots: Iterable<Int | Cond>, onAtom: (atom: Atom) => void): void {
  someAtom(roots, (atom) => {
    onAtom(atom);
    return false;
  });
}

/** True when some atom below the roots passes the test. */
export function someAtom(roots: Iterable<Int | Cond>, test: (atom: Atom) => boolean): boolean {
  return someAtomOf(roots, test, () => true);
}

/** The same, for atoms that the values are made of: those of conditions, which only choose between values, do not count. */
export function someAtomOfValue(roots: Iterable<Int>, test: (atom: Atom) => boolean): boolean {
  return someAtomOf(roots, test, (part) => 'monomials' in part);
}

/** Every atom below the roots once, but for those that stand only inside of atoms that pass the test. */
export function visitAtomsOutside(
  roots: Iterable<Int | Cond>,
  isClosed: (atom: Atom) => boolean,
  onAtom: (atom: Atom) => void,
): void {
  const visit = (atom: Atom) => {
    onAtom(atom);
    return false;
  };
  someAtomOf(roots, visit, (_, atom) => !isClosed(atom));
}

function someAtomOf(
  roots: Iterable<Int | Cond>,
  test: (atom: Atom) => boolean,
  counts: (part: Int | Cond, atom: Atom) => boolean,
): boolean {
  const seen = new Set<number>();
  const stack = [...roots];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.has(node.id)) continue;
    seen.add(node.id);
    if (!('monomials' in node)) {
      if (isConnective(node)) stack.push(...node.parts);
      else if (node.kind !== 'true' && node.kind !== 'false') stack.push(node.term);
      continue;
    }
    for (const { atoms } of node.monomials) {
      for (const atom of atoms) {
        if (seen.has(atom.id)) continue;
        seen.add(atom.id);
        if (test(atom)) return true;
        for (const part of partsOf(atom)) if (counts(part, atom)) stack.push(part);
      }
    }
  }
  return false;
}
