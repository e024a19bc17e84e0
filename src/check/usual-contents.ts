/**
 * Other models of a race, in which tables of sizes hold usual ones. A kernel that reads how many rows and columns its block has is checked for
 * any numbers, and the solver takes the smallest: a matrix of two by two, in which no two warps have anything to do. In a run it is as good
 * as an argument what both threads load from one place, and other threads of that run may meet.
 */
import { isOperation } from '../kernel/index.ts';
import { type Atom, type Cond, Evaluator, type Int, isContent, visitAtomsOutside } from '../terms/index.ts';
import { onTheWay } from './memory-contents.ts';
import type { RacePair } from './races.ts';

type Content = Atom & { readonly kind: 'apply' };

/** Rows that are longer than a warp, or not, and that the threads of a block share. */
const SIZES = [8n, 32n] as const;

/** @param facts of the launch: what they say of memory is kept */
export function* withUsualContents(
  { first, second, pair, values }: RacePair,
  facts: readonly Cond[],
): Iterable<Evaluator> {
  const ours = contentsIn(onTheWay(first, pair.first));
  const theirs = contentsIn(onTheWay(second, pair.second));
  const isOfBoth = (atom: Content) => theirs.has(atom) && values.atom(atom) !== 0n;
  const placeIn = (atom: Content) =>
    placeOf(
      atom,
      atom.args.map((arg) => values.int(arg)),
    );
  const places = new Set([...ours].filter(isOfBoth).map(placeIn));
  if (places.size === 0) return;
  for (const size of SIZES) {
    const other = new Evaluator({
      symbol: (atom) => values.atom(atom),
      apply: (atom, args) => (places.has(placeOf(atom, args)) ? size : values.apply(atom, args)),
    });
    if (facts.every((fact) => other.cond(fact) || !values.cond(fact))) yield other;
  }
}

/** What they load of memory as it is before the kernel, but for what only functions take that the model makes up. */
function contentsIn(roots: readonly (Cond | Int)[]): ReadonlySet<Content> {
  const found = new Set<Content>();
  visitAtomsOutside(roots, isOperation, (atom) => {
    if (isContent(atom)) found.add(atom);
  });
  return found;
}

function placeOf({ name }: Content, args: readonly bigint[]): string {
  return `${name}(${args.join()})`;
}
