/**
 * Rows of memory at a distance in bytes that the host hands in: a pitch, as `cudaMallocPitch` gives it, which is no less
 * than a row is long. Where a kernel uses an argument so and for nothing else, that is taken for granted. A distance in
 * elements is not: it is as often the size that was mistaken for another one.
 */
import { type Atom, type Cond, type Int, isConstant, type Terms, visitAtoms } from '../terms/index.ts';
import { symbolsOf } from './symbols.ts';

/** A remainder by it, or by its square, is what is left in a register. */
const WORD = 1n << 32n;

export interface Reach {
  readonly address: Int;
  /** In bytes. */
  readonly size: number;
}

/**
 * What it takes for two accesses to meet without leaving their rows; null when no argument is a pitch in both addresses.
 * @param known what is known of arguments besides the addresses: an argument that is in there is no mere pitch
 */
export function meetInRow(
  terms: Terms,
  reaches: readonly [Reach, Reach],
  known: readonly (Cond | Int)[],
): readonly Cond[] | null {
  const spoken = symbolsOf(known);
  const isFree = (atom: Atom): boolean => {
    let isComputed = true;
    visitAtoms([terms.ofAtom(atom)], (part) => {
      if (part.kind === 'apply') isComputed = false;
      if (part.kind === 'symbol' && (part.sharing !== 'launch' || part.origin !== 'input' || spoken.has(part.id)))
        isComputed = false;
    });
    return isComputed;
  };
  const [x, y] = reaches.map(({ address }) => unwrapped(terms, address)) as [Int, Int];
  const distances = distancesIn(x, isFree);
  const shared = distancesIn(y, isFree).filter((atom) => distances.includes(atom));
  // Which of two is the longer one nobody says.
  const [distance, ...more] = shared;
  if (distance === undefined || more.length > 0) return null;
  // Both in their rows, which are as far apart as they are long: then they meet in one row.
  const [row1, column1] = terms.splitFactor(x, terms.ofAtom(distance));
  const [row2, column2] = terms.splitFactor(y, terms.ofAtom(distance));
  const isInElements = (row: Int, { size }: Reach) =>
    [row.constant, ...row.monomials.map(({ coefficient }) => coefficient)].every((n) => n % BigInt(size) === 0n);
  if (isInElements(row1, reaches[0]) || isInElements(row2, reaches[1])) return null;
  const end = (column: Int, { size }: Reach) => terms.add(column, terms.constant(size));
  return [
    terms.eq(row1, row2),
    terms.lt(column1, end(column2, reaches[1])),
    terms.lt(column2, end(column1, reaches[0])),
  ];
}

/** The address as it is when no register overflows on the way to it. */
function unwrapped(terms: Terms, address: Int): Int {
  let sum = terms.constant(address.constant);
  for (const { coefficient, atoms } of address.monomials) {
    let term = terms.constant(coefficient);
    for (const atom of atoms) {
      const isWrap = atom.kind === 'mod' && isConstant(atom.divisor) && atom.divisor.constant >= WORD;
      term = terms.mul(term, isWrap ? unwrapped(terms, atom.dividend) : terms.ofAtom(atom));
    }
    sum = terms.add(sum, term);
  }
  return sum;
}

/** What is multiplied by something that is no constant. */
function distancesIn(address: Int, isFree: (atom: Atom) => boolean): Atom[] {
  const found = new Set<Atom>();
  for (const { atoms } of address.monomials) {
    if (atoms.length < 2) continue;
    for (const atom of atoms) if (isFree(atom)) found.add(atom);
  }
  return [...found];
}
