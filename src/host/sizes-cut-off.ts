/**
 * A `size_t` that is handed on as an `int`, as OpenCL's hosts do: of a number that says how many threads there are it is taken for granted
 * that it fits. A hash is none, and neither is a number of which the upper half is of use as well.
 */
import { type Atom, type Cond, type Int, isConstant, single, someAtom, type Terms } from '../terms/index.ts';
import { numbersOf } from './launch-arguments.ts';
import type { HostLaunch } from './launch-collector.ts';
import { numbersUnder } from './launch-under.ts';

const WORD = 1n << 32n;
const HALF = 1n << 31n;

/** The same launch where nothing is cut off. */
export function withWholeSizes<L extends HostLaunch>(terms: Terms, launch: L): L {
  const sizes = [...launch.gridDim, ...launch.blockDim];
  const numbers = numbersOf(launch);
  const whole = new Map<Atom, Int>();
  for (const number of numbers) {
    const found = cutOff(number);
    if (found === null) continue;
    const { size, bits, atom } = found;
    const others = numbers.filter((other) => other !== number);
    const isSize = someAtom(sizes, (one) => one === atom);
    if (isSize && !isTakenApart([...sizes, ...others, launch.path], atom))
      whole.set(bits, terms.add(size, terms.constant(HALF)));
  }
  return whole.size === 0
    ? launch
    : numbersUnder(
        launch,
        terms.substitution((atom) => whole.get(atom)),
      );
}

/** Of a wider number what is left in 32 bits, read as signed: `(size % 2^32 + 2^31) % 2^32 - 2^31`, where `bits` is the outer remainder. */
interface CutOff {
  readonly size: Int;
  readonly bits: Atom;
  /** What the size is a multiple of. */
  readonly atom: Atom;
}

function cutOff(number: Int): CutOff | null {
  const bits = onlyAtom(number, -HALF);
  if (bits?.coefficient !== 1n || !isRest(bits.atom)) return null;
  const low = onlyAtom(bits.atom.dividend, HALF);
  if (low?.coefficient !== 1n || !isRest(low.atom)) return null;
  const size = low.atom.dividend;
  const of = onlyAtom(size, 0n);
  return of !== null && of.coefficient > 0n && isPlain(of.atom) ? { size, bits: bits.atom, atom: of.atom } : null;
}

/** The atom of `coefficient · atom + constant`. */
function onlyAtom(term: Int, constant: bigint): { readonly coefficient: bigint; readonly atom: Atom } | null {
  const [only, ...others] = term.monomials;
  const [atom, ...factors] = only?.atoms ?? [];
  if (term.constant !== constant || only === undefined || atom === undefined) return null;
  return others.length + factors.length > 0 ? null : { coefficient: only.coefficient, atom };
}

function isRest(atom: Atom): atom is Atom & { readonly kind: 'mod' } {
  return atom.kind === 'mod' && isConstant(atom.divisor) && atom.divisor.constant === WORD;
}

/** A number that something holds, and not one that was computed of others; or one of two. */
function isPlain(atom: Atom): boolean {
  const isSide = (side: Int) => {
    const of = single(side);
    return isConstant(side) || (of !== null && isPlain(of));
  };
  return atom.kind === 'symbol' || (atom.kind === 'ite' && isSide(atom.then) && isSide(atom.otherwise));
}

/** Is one half of the number of use somewhere, or are single bits? */
function isTakenApart(roots: readonly (Int | Cond)[], number: Atom): boolean {
  const isOfNumber = (term: Int) => someAtom([term], (atom) => atom === number);
  return someAtom(roots, (atom) => {
    if (atom.kind === 'bits') return isOfNumber(atom.left) || isOfNumber(atom.right);
    if (atom.kind !== 'div' && atom.kind !== 'mod') return false;
    const isOfHalves = isConstant(atom.divisor) && atom.divisor.constant >= HALF && atom.divisor.constant < WORD * WORD;
    return isOfHalves && isOfNumber(atom.dividend);
  });
}
