/**
 * Views: a pointer with the distances of what it leads to along each axis, in one struct or as arguments. Where it is stated that no two
 * indices of a view lead to one element, two accesses meet only where all their indices are the same.
 */
import { type Execution, type KernelLaunch, type PointerKey, pointerKey } from '../kernel/index.ts';
import { type Atom, type Cond, type Int, single, type Terms } from '../terms/index.ts';
import { dividedIn } from './divided-strides.ts';
import type { AccessPair } from './order/index.ts';
import { addressOf, type Overlap } from './overlap.ts';

export interface View {
  /** Where the memory is known by: the pointer itself, or the one that it shares memory with. */
  readonly pointer: PointerKey;
  /** Numbers that indices are multiplied by. */
  readonly strides: ReadonlySet<Atom>;
  /** There may be one index more, which counts single elements. */
  readonly countsElements: boolean;
}

/** Of which it is stated. */
export function statedViews({ stated, aliases }: KernelLaunch, parameters: Execution['parameters']): View[] {
  return stated.flatMap(({ contents }) => {
    if (contents?.kind !== 'strided') return [];
    const { strides } = contents;
    const isMeant = (key: string) =>
      strides.kind === 'beside' ? key.startsWith(`${strides.struct}@`) : strides.keys.includes(key);
    const meant = [...parameters].flatMap(([key, term]) => (isMeant(key) ? (single(term) ?? []) : []));
    const to = aliases.get(contents.pointer)?.to;
    const pointer = to?.kind === 'parameter' ? pointerKey(to.index, to.offset) : contents.pointer;
    return { pointer, strides: new Set(meant), countsElements: strides.kind === 'listed' };
  });
}

/** What follows from two accesses touching a common byte. */
export function strideLemmas(
  terms: Terms,
  views: readonly View[],
  { first, second }: AccessPair,
  { isAligned }: Pick<Overlap, 'isAligned'>,
): Cond[] {
  const { origin } = first.access.object;
  const key = origin.kind === 'parameter' ? pointerKey(origin.index, origin.offset) : null;
  // Elements are what is accessed.
  if (first.access.size !== second.access.size) return [];
  const size = BigInt(first.access.size);
  return views.flatMap((view) => {
    if (view.pointer !== key) return [];
    const [a, b] = [first, second].map((side) => indicesOf(terms, addressOf(side), size, view.strides));
    if (!a || !b) return [];
    if (view.countsElements) {
      // Strides may be in bytes: what begins in the middle of an element overlaps others.
      if (!isAligned) return [];
    } else {
      // Both count from the view's beginning.
      if (!a.isOfElements(size) || !b.isOfElements(size) || a.rest !== b.rest || !isOfLaunch(a.rest)) return [];
    }
    const strides = new Set([...a.indices.keys(), ...b.indices.keys()]);
    const equal = [...strides].map(
      (stride) => [a.indices.get(stride) ?? terms.zero, b.indices.get(stride) ?? terms.zero] as const,
    );
    return equalIndices(terms, [...equal, [a.rest, b.rest]]);
  });
}

/** That they are equal. One index may be made of another: what equals a single atom stands for it in all of them. */
function equalIndices(terms: Terms, indices: readonly (readonly [Int, Int])[]): Cond[] {
  const known = indices.flatMap((pair) => {
    const [of, standing] = pair.map(onlyAtom);
    return of && standing && of.coefficient === standing.coefficient
      ? [{ pair, atom: standing.atom, by: terms.ofAtom(of.atom) }]
      : [];
  });
  return indices.flatMap((pair) => {
    const others = known.filter((one) => one.pair !== pair);
    const replaced = terms.substitution((atom) => others.find((one) => one.atom === atom)?.by);
    const [a, b] = pair;
    return [terms.eq(a, b), terms.eq(a, replaced.int(b))];
  });
}

/** Of a multiple of an atom. */
function onlyAtom({ constant, monomials }: Int): { readonly coefficient: bigint; readonly atom: Atom } | null {
  const [only, ...others] = monomials;
  if (only === undefined || others.length > 0 || constant !== 0n || only.atoms.length !== 1) return null;
  return { coefficient: only.coefficient, atom: only.atoms[0]! };
}

/** The same for all threads. */
function isOfLaunch({ monomials }: Int): boolean {
  return monomials.every(({ atoms }) => atoms.every((atom) => atom.kind === 'symbol' && atom.sharing === 'launch'));
}

interface Indices {
  /** By stride, in bytes. */
  readonly indices: ReadonlyMap<Atom, Int>;
  /** What is multiplied by no stride. */
  readonly rest: Int;
  /** Are all strides in elements of that many bytes? */
  readonly isOfElements: (size: bigint) => boolean;
}

/** An address as a sum of indices, each times its stride; null where it is none. */
function indicesOf(terms: Terms, address: Int, size: bigint, strides: ReadonlySet<Atom>): Indices | null {
  const indices = new Map<Atom, Int>();
  let rest = terms.constant(address.constant);
  const factors: bigint[] = [];
  for (const { coefficient, atoms } of address.monomials) {
    const [found, ...others] = atoms.flatMap((atom) => strideIn(atom, size, strides) ?? []);
    if (others.length > 0) return null;
    const factor = found === undefined ? coefficient : coefficient / found.by;
    if (found !== undefined && coefficient % found.by !== 0n) return null;
    const index = atoms
      .filter((atom) => atom !== found?.atom)
      .reduce((product, atom) => terms.mul(product, terms.ofAtom(atom)), terms.constant(factor));
    if (found === undefined) {
      rest = terms.add(rest, index);
    } else {
      factors.push(factor);
      indices.set(found.stride, terms.add(indices.get(found.stride) ?? terms.zero, index));
    }
  }
  return { indices, rest, isOfElements: (size) => factors.every((factor) => factor % size === 0n) };
}

/** The stride that an atom is: by itself, or in bytes and divided by the size of an element, as strides are of whole elements. */
function strideIn(
  atom: Atom,
  size: bigint,
  strides: ReadonlySet<Atom>,
): { readonly atom: Atom; readonly stride: Atom; readonly by: bigint } | null {
  if (strides.has(atom)) return { atom, stride: atom, by: 1n };
  const divided = dividedIn(atom);
  const isStride = divided !== null && strides.has(divided.whole) && divided.by === size;
  return isStride ? { atom, stride: divided.whole, by: divided.by } : null;
}
