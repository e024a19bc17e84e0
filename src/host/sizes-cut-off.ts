/**
 * A `size_t` that is handed on as an `int`, as OpenCL's hosts do: of a number that says how many threads there are it is taken for granted
 * that it fits. A hash, or one of two halves of an address, is none.
 */
import { type Atom, type Int, isConstant, single, someAtom, type Terms } from '../terms/index.ts';
import { numbersOf } from './launch-arguments.ts';
import type { HostLaunch } from './launch-collector.ts';
import { numbersUnder } from './launch-under.ts';

const WORD = 1n << 32n;
const HALF = 1n << 31n;

/** The same launch where nothing is cut off. */
export function withWholeSizes<L extends HostLaunch>(terms: Terms, launch: L): L {
  const sizes = [...launch.gridDim, ...launch.blockDim];
  const numbers = numbersOf(launch);
  const cut = new Map<Atom, Int>();
  for (const number of numbers) {
    const found = cutOff(number);
    if (found === null) continue;
    const isIt = (atom: Atom) => atom === found.size;
    const isElsewhere = numbers.some((other) => other !== number && someAtom([other], isIt));
    if (someAtom(sizes, isIt) && !isElsewhere)
      cut.set(found.rest, terms.add(terms.ofAtom(found.size), terms.constant(HALF)));
  }
  return cut.size === 0
    ? launch
    : numbersUnder(
        launch,
        terms.substitution((atom) => cut.get(atom)),
      );
}

/** Of a wider number what is left in 32 bits, read as signed. */
function cutOff(number: Int): { readonly size: Atom; readonly rest: Atom } | null {
  const [only, ...others] = number.monomials;
  const [rest, ...factors] = only?.atoms ?? [];
  if (only?.coefficient !== 1n || number.constant !== -HALF || others.length + factors.length > 0) return null;
  if (rest?.kind !== 'mod' || !isConstant(rest.divisor) || rest.divisor.constant !== WORD) return null;
  const { constant, monomials } = rest.dividend;
  const [size, ...more] = monomials[0]?.atoms ?? [];
  const isOne = monomials.length === 1 && monomials[0]!.coefficient === 1n && more.length === 0 && constant === HALF;
  return isOne && size !== undefined && isPlain(size) ? { size, rest } : null;
}

/** A number that something holds, and not one that was computed of others; or one of two. */
function isPlain(atom: Atom): boolean {
  const isSide = (side: Int) => {
    const of = single(side);
    return isConstant(side) || (of !== null && isPlain(of));
  };
  return atom.kind === 'symbol' || (atom.kind === 'ite' && isSide(atom.then) && isSide(atom.otherwise));
}
