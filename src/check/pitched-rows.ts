/**
 * Pitched rows: rows of memory whose distance is an argument, in bytes as `cudaMallocPitch` returns it, or in elements. A
 * pitch is never less than the length of a row. Where a kernel uses an argument as a pitch and for nothing else, a race that
 * takes a shorter one is none that any program is known to have. Where the length of rows is a number of the source, nobody is
 * known to ask for longer ones.
 */
import {
  type Atom,
  type Cond,
  content,
  type Int,
  isConstant,
  type Monomial,
  someAtom,
  type Terms,
} from '../terms/index.ts';
import { isOfLaunch, symbolsOf } from './symbols.ts';

/** A remainder by this, or by its square, is the wrap-around of a register. */
const WORD = 1n << 32n;

/** The bytes that an access touches. */
interface Reach {
  readonly address: Int;
  /** In bytes. */
  readonly size: number;
}

/**
 * Conditions under which two accesses that stay within their rows overlap; null when no argument is a pitch in an address.
 * @param known conditions and sizes besides the addresses: an argument that they mention is used for more than a pitch
 */
export function overlapWithinRows(
  terms: Terms,
  reaches: readonly [Reach, Reach],
  known: readonly (Cond | Int)[],
): readonly Cond[] | null {
  const mentioned = symbolsOf(known);
  const isPitch = (atom: Atom): boolean =>
    !someAtom([terms.ofAtom(atom)], (part) => {
      if (part.kind !== 'symbol') return part.kind === 'apply';
      return part.sharing !== 'launch' || part.origin !== 'input' || mentioned.has(part.id);
    });
  const [x, y] = reaches.map(({ address }) => unwrapped(terms, address)) as [Int, Int];
  const pitches = pitchesIn(x, isPitch);
  const theirs = pitchesIn(y, isPitch);
  const both = theirs.filter((atom) => pitches.includes(atom));
  if (both.length === 0) {
    // Two parts of one allocation, say: whatever the other one is, a row is no longer than the pitch.
    const [ours, other] = [withinRow(terms, x, pitches, mentioned), withinRow(terms, y, theirs, mentioned)];
    return ours.length + other.length === 0 ? null : [...ours, ...other];
  }
  if (!areApart(terms, both)) return null;
  // Accesses within their rows overlap only if they are in the same row; and so it is of rows within planes, with two distances.
  const sameRows: Cond[] = [];
  let [column1, column2] = [x, y];
  for (const pitch of both) {
    const [row1, rest1] = terms.splitFactor(column1, terms.ofAtom(pitch));
    const [row2, rest2] = terms.splitFactor(column2, terms.ofAtom(pitch));
    sameRows.push(terms.eq(row1, row2));
    [column1, column2] = [rest1, rest2];
  }
  const end = (column: Int, { size }: Reach) => terms.add(column, terms.constant(size));
  return [...sameRows, terms.lt(column1, end(column2, reaches[1])), terms.lt(column2, end(column1, reaches[0]))];
}

/**
 * That the column lies within a row of the one pitch. Nothing of more pitches than one, nor where an unknown distance is part of
 * the address, as of a part of an allocation: where its rows begin is then not known.
 * @param counted symbols that say how far a loop or a guard goes: `x[n - 1 - i]`
 */
function withinRow(terms: Terms, address: Int, pitches: readonly Atom[], counted: ReadonlySet<number>): Cond[] {
  const [atom, ...more] = pitches;
  if (atom === undefined || more.length > 0) return [];
  const pitch = terms.ofAtom(atom);
  const [row, column] = terms.splitFactor(address, pitch);
  if (isOfLaunch([row])) return [];
  const isDistance = column.monomials.some(({ atoms }) => {
    if (!isOfLaunch(atoms.map((one) => terms.ofAtom(one)))) return false;
    return atoms.length > 1 || !counted.has(atoms[0]!.id);
  });
  if (isDistance) return [];
  return [terms.le(terms.zero, column), terms.lt(column, terms.scale(pitch, content(row)))];
}

/** Of one that is made of another it is not known which is the distance of rows. */
function areApart(terms: Terms, pitches: readonly Atom[]): boolean {
  const symbols = pitches.flatMap((pitch) => [...symbolsOf([terms.ofAtom(pitch)])]);
  return symbols.length === new Set(symbols).size;
}

/**
 * How many elements a row has whose length is a number of the source, where each thread has a row of its own in both addresses.
 * @param indices the threads' indices
 * @returns null where they have no such rows
 */
export function constantRow(terms: Terms, reaches: readonly [Reach, Reach], indices: ReadonlySet<Atom>): bigint | null {
  const lengths = reaches.map(({ address, size }) => {
    // `2 * t - (t & step)` is no place in a row of two: what else hangs on the thread says where its elements are.
    const isOfThread = ({ atoms }: Monomial) =>
      atoms.some((atom) => someAtom([terms.ofAtom(atom)], (part) => indices.has(part)));
    const [only, ...more] = unwrapped(terms, address).monomials.filter(isOfThread);
    const isIndex = only?.atoms.length === 1 && indices.has(only.atoms[0]!);
    const isRow = isIndex && more.length === 0 && only.coefficient > BigInt(size);
    return isRow && only.coefficient % BigInt(size) === 0n ? only.coefficient / BigInt(size) : null;
  });
  return lengths[0] === lengths[1] ? lengths[0]! : null;
}

/** The address when no register overflows on the way to it. */
export function unwrapped(terms: Terms, address: Int): Int {
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

/** The pitches that are multiplied by a row. */
function pitchesIn(address: Int, isPitch: (atom: Atom) => boolean): Atom[] {
  const found = new Set<Atom>();
  for (const { atoms } of address.monomials) {
    if (atoms.length < 2) continue;
    for (const atom of atoms) if (isPitch(atom)) found.add(atom);
  }
  return [...found];
}
