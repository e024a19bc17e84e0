/**
 * Races whose two addresses come together only because memory holds what the solver chose. `out[perm[i]] = in[i]` races where
 * two elements of `perm` are equal, and nobody says that they are: stream compaction, permutations, rows of sparse matrices and
 * slots of a cache are written like this, and are right. A read-modify-write is not: `bins[x[i]]++` is for elements of `x` that
 * are equal.
 */
import { type KernelAccess, Load } from '../kernel/index.ts';
import {
  type Atom,
  type Cond,
  conjuncts,
  type Int,
  isConstant,
  isContent,
  type Substitution,
  single,
  someAtom,
  type Terms,
  visitAtoms,
} from '../terms/index.ts';
import type { AccessPair, UniqueFetchAdd } from './order/index.ts';
import { addressOf } from './overlap.ts';
import { isOfLaunch } from './symbols.ts';

/** What is known of a kernel. */
interface KnownKernel {
  readonly terms: Terms;
  /** All of the kernel. */
  readonly accesses: readonly KernelAccess[];
  /** By the atoms of their results. */
  readonly fetchAdds: ReadonlyMap<number, UniqueFetchAdd>;
}

/** @param same what else is known of the terms of both threads */
export function restsOnContents(
  kernel: KnownKernel,
  { first, second }: AccessPair,
  same: Substitution | null = null,
): boolean {
  const contentsOf = (side: AccessPair['first']): ReadonlySet<Atom> => {
    const { offset, base } = side.access;
    const now = (term: Int) => (same === null ? term : same.int(term));
    const found = new Set<Atom>();
    visitAtoms([addressOf(side), ...base.map((term) => side.terms.int(term))].map(now), (atom) => {
      if (isContent(atom)) found.add(atom);
    });
    visitAtoms([offset, ...base], (atom) => {
      const result = countsFromContents(kernel, atom) ? single(now(side.terms.int(kernel.terms.ofAtom(atom)))) : null;
      if (result !== null) found.add(result);
    });
    return found;
  };
  const [ours, theirs] = [contentsOf(first), contentsOf(second)];
  // What both load from one place is like an argument.
  if (ours.size === theirs.size && [...ours].every((atom) => theirs.has(atom))) return false;
  // Nobody brings data to shared memory for each thread to load its own.
  if (first.access.object.space === 'shared' && (ours.size === 0 || theirs.size === 0)) return false;
  return ![first.access, second.access].every((access) => isUpdate(kernel, access));
}

/**
 * Does where an access goes hang on a load of which nobody knows what it finds: of memory that the kernel itself has written?
 * @param loadPlaces such loads, by their atoms
 */
export function isPlacedByLoad(
  { offset, base }: Pick<KernelAccess, 'offset' | 'base'>,
  loadPlaces: ReadonlyMap<number, unknown>,
): boolean {
  return someAtom([offset, ...base], ({ id }) => loadPlaces.has(id));
}

/** Does where an access goes hang on what memory holds when the kernel begins? */
export function isPlacedByContent({ offset, base }: Pick<KernelAccess, 'offset' | 'base'>): boolean {
  return someAtom([offset, ...base], isContent);
}

/** Does the kernel hand on digits of what memory holds, as of the keys that it sorts? These may be in the order of their digits. */
export function handsOnDigits(accesses: readonly Pick<KernelAccess, 'kind' | 'object' | 'value'>[]): boolean {
  return accesses.some(
    ({ kind, object, value }) =>
      kind === 'write' && object.space === 'shared' && value !== null && someAtom([value], isDigit),
  );
}

function isDigit(atom: Atom): boolean {
  if (atom.kind === 'bits') return someAtom([atom.left, atom.right], isContent);
  return (atom.kind === 'div' || atom.kind === 'mod') && someAtom([atom.dividend], isContent);
}

/**
 * Is it the result of counting on from what each block has loaded for itself? In a radix sort `next[digit]` begins with where
 * the keys of the block have their place.
 */
function countsFromContents({ terms, accesses, fetchAdds }: KnownKernel, atom: Atom): boolean {
  const object = fetchAdds.get(atom.id)?.object;
  if (object?.space !== 'shared') return false;
  const isLoaded = (value: Int | null) =>
    value === null || someAtom([value], (part) => isContent(part) && !isOfLaunch([terms.ofAtom(part)]));
  return accesses.some((access) => access.object === object && access.kind === 'write' && isLoaded(access.value));
}

/**
 * That an array in which each thread looks for a value is sorted and has no value twice: of the elements that decide whether the two
 * threads get to their accesses. `if (keys[t] == key[b]) found[b] = t` and `if (begin[t] <= i && i < begin[t + 1]) row[i] = t` are
 * for one thread to find something. A value that is found by a number of the source or of the host may well be there twice.
 * @returns nothing where no array is searched
 */
export function sortedWhereSearched(terms: Terms, { first, second }: AccessPair): Cond[] {
  const others = searchedIn(terms, second);
  return searchedIn(terms, first).flatMap((mine) =>
    others.flatMap((yours) => {
      if (mine.load.key !== yours.load.key || mine.key !== yours.key) return [];
      return mine.elements.flatMap((a) => yours.elements.flatMap((b) => [before(terms, a, b), before(terms, b, a)]));
    }),
  );
}

interface Searched {
  readonly load: Load;
  /** What is looked for, as far as it has to be the same for both; null for a place between two neighbours. */
  readonly key: Int | null;
  /** One, or one and its neighbour. */
  readonly elements: readonly (Atom & { readonly kind: 'apply' })[];
}

function searchedIn(terms: Terms, { access, terms: ofThread }: AccessPair['first']): Searched[] {
  const loads = new Set<LoadOfThread>();
  const parts = conjuncts(access.path);
  visitAtoms(parts, (atom) => {
    if (isLoadOfThread(atom)) loads.add(atom);
  });
  const inThread = (atom: Atom) => single(ofThread.int(terms.ofAtom(atom)));
  const searched: Searched[] = [];
  const add = (load: Load, key: Int | null, atoms: readonly Atom[]) => {
    const elements = atoms.map(inThread).filter((atom) => atom !== null && isLoadOfThread(atom));
    if (elements.length === atoms.length) searched.push({ load, key, elements });
  };
  for (const part of parts) {
    if (part.kind !== 'eq') continue;
    for (const { coefficient, atoms } of part.term.monomials) {
      const [atom] = atoms;
      if (atoms.length !== 1 || !isLoadOfThread(atom!) || (coefficient !== 1n && coefficient !== -1n)) continue;
      const key = ofThread.int(terms.combine(part.term, -coefficient, terms.ofAtom(atom)));
      if (someAtom([key], isContent)) add(atom.of, terms.scale(key, coefficient), [atom]);
    }
  }
  for (const one of loads) {
    const isNext = (other: LoadOfThread) => {
      const distance = terms.sub(other.args[0]!, one.args[0]!);
      return other.of.key === one.of.key && isConstant(distance) && distance.constant === BigInt(one.of.size);
    };
    const next = [...loads].find(isNext);
    if (next !== undefined) add(one.of, null, [one, next]);
  }
  return searched;
}

type LoadOfThread = Atom & { readonly kind: 'apply'; readonly of: Load };

function isLoadOfThread(atom: Atom): atom is LoadOfThread {
  return isContent(atom) && atom.of instanceof Load && atom.args.length === 1;
}

/** That the element that stands before another one is less. */
function before(terms: Terms, a: Atom & { readonly kind: 'apply' }, b: Atom & { readonly kind: 'apply' }): Cond {
  return terms.or(terms.le(b.args[0]!, a.args[0]!), terms.lt(terms.ofAtom(a), terms.ofAtom(b)));
}

/**
 * Reads what it writes, at an index that is loaded: not one that runs through a range whose beginning is loaded. On one line, or
 * where both are volatile: a thread that asks whether what it has stored is still there expects others to store there at once.
 */
function isUpdate({ terms, accesses }: KnownKernel, access: KernelAccess): boolean {
  const isPartner = (other: KernelAccess) =>
    other.object === access.object &&
    other.offset === access.offset &&
    other.base.every((base, i) => base === access.base[i]) &&
    (access.kind === 'read' ? other.kind === 'write' : other.kind === 'read') &&
    other.location?.file === access.location?.file &&
    (other.location?.line === access.location?.line || (other.volatile && access.volatile));
  if (access.kind !== 'atomic' && !accesses.some(isPartner)) return false;
  return !runsThroughRange(terms, access.offset);
}

/**
 * Is what is loaded counted in the same units as what the thread or its iterations add to it? `values[begin[row] + k]` is an
 * element of a range; in `sums[target[row] * width + k]` the index names a row.
 */
function runsThroughRange(terms: Terms, { monomials }: Int): boolean {
  const isLoaded = (atom: Atom) => someAtom([terms.ofAtom(atom)], isContent);
  const isOwn = (atom: Atom) => !isLoaded(atom) && !isOfLaunch([terms.ofAtom(atom)]);
  const units = (isCounted: (atom: Atom) => boolean) =>
    monomials.flatMap(({ coefficient, atoms }) => {
      const counted = atoms.filter(isCounted);
      const rest = atoms.filter((atom) => !counted.includes(atom)).map(({ id }) => id);
      return counted.length === 0 ? [] : `${coefficient} ${rest.sort((x, y) => x - y).join()}`;
    });
  const own = new Set(units(isOwn));
  return units(isLoaded).some((unit) => own.has(unit));
}
