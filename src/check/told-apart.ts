/**
 * Cases that a kernel tells apart by the number of a block: `z == 0`, `z == 1`, and whatever is left. Who writes so launches
 * three of them: where no address hangs on `z` any more, a fourth would do the work of the third once again.
 */
import { type Atom, type Cond, conjuncts, type Int, single, someAtom, type Terms } from '../terms/index.ts';
import type { AccessPair } from './order/index.ts';
import type { LaunchTerms } from './thread-pair.ts';

/** From how many on they are counted as cases; `if (blockIdx.x == 0)` alone says nothing of the others. */
const FEWEST = 2n;

/** That a launch has no more cases than are told apart; empty where the two accesses are not of the last one. */
export function noFurtherCase(terms: Terms, launch: LaunchTerms, { first, second }: AccessPair): Cond[] {
  return [first, second].flatMap(({ access: { path, offset }, terms: ofThread }) =>
    launch.blockIdx.flatMap((index, axis) =>
      lastCases(path, index).flatMap((cases) => {
        if (mentions(terms, offset, cases, index)) return [];
        const { value, last } = cases;
        const most = terms.constant(last);
        const [block] = index.monomials[0]!.atoms;
        const ofLastBlock = terms.substitution((atom) =>
          atom === block ? terms.sub(launch.gridDim[axis]!, terms.one) : undefined,
        );
        const number = terms.ofAtom(value);
        return [terms.le(ofLastBlock.int(number), most), terms.le(ofThread.int(number), most)];
      }),
    ),
  );
}

interface LastCase {
  /** The block's number, or a quotient of it. */
  readonly value: Atom;
  readonly last: bigint;
}

/** What a path has found to be none of 0, 1 … */
function lastCases(path: Cond, index: Int): LastCase[] {
  const excluded = new Map<Atom, Set<bigint>>();
  for (const part of conjuncts(path)) {
    const [monomial, ...more] = part.kind === 'ne' ? part.term.monomials : [];
    const [value, ...factors] = monomial?.atoms ?? [];
    if (part.kind !== 'ne' || monomial === undefined || value === undefined || more.length + factors.length > 0)
      continue;
    if (monomial.coefficient !== 1n && monomial.coefficient !== -1n) continue;
    if (!isNumberOf(value, index)) continue;
    const one = -part.term.constant * monomial.coefficient;
    excluded.set(value, (excluded.get(value) ?? new Set()).add(one));
  }
  return [...excluded].flatMap(([value, numbers]) => {
    const last = BigInt(numbers.size);
    const areFirst = [...numbers].every((number) => number >= 0n && number < last);
    return last >= FEWEST && areFirst ? { value, last } : [];
  });
}

function isNumberOf(value: Atom, index: Int): boolean {
  const [only] = index.monomials;
  return value === only?.atoms[0] || (value.kind === 'div' && value.dividend === index);
}

/** Does an address hang on which one of the other cases it is? On what is left of the block's number when it is divided it may. */
function mentions(terms: Terms, offset: Int, { value, last }: LastCase, index: Int): boolean {
  const block = index.monomials[0]?.atoms[0];
  const isRest = (atom: Atom) =>
    value.kind === 'div' && atom.kind === 'mod' && atom.dividend === index && atom.divisor === value.divisor;
  const other = terms.symbol('another case', 'thread', 'input', { low: last, high: null });
  const ofOther = terms.substitution((atom) => (atom === value ? other : isRest(atom) ? terms.zero : undefined));
  return someAtom([ofOther.int(offset)], (atom) => atom === block || atom === single(other));
}
