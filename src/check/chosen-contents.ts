/**
 * Races whose two addresses come together only because memory holds what the solver chose. `out[perm[i]] = in[i]` races where
 * two elements of `perm` are equal, and nobody says that they are: stream compaction, permutations, rows of sparse matrices and
 * slots of a cache are written like this, and are right. A read-modify-write is not: `bins[x[i]]++` is for elements of `x` that
 * are equal.
 */
import type { KernelAccess } from '../kernel/index.ts';
import { type Atom, type Int, type Substitution, single, someAtom, type Terms, visitAtoms } from '../terms/index.ts';
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

function isContent(atom: Atom): boolean {
  return atom.kind === 'apply' && atom.origin === 'input-memory';
}

/** Reads what it writes, at an index that is loaded: not one that runs through a range whose beginning is loaded. */
function isUpdate({ terms, accesses }: KnownKernel, access: KernelAccess): boolean {
  const isPartner = (other: KernelAccess) =>
    other.object === access.object &&
    other.offset === access.offset &&
    other.base.every((base, i) => base === access.base[i]) &&
    (access.kind === 'read' ? other.kind === 'write' : other.kind === 'read') &&
    other.location?.file === access.location?.file &&
    other.location?.line === access.location?.line;
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
