/**
 * Races whose two addresses come together only because memory holds what the solver chose. `out[perm[i]] = in[i]` races where
 * two elements of `perm` are equal, and nobody says that they are: stream compaction, permutations, rows of sparse matrices and
 * slots of a cache are written like this, and are right. A read-modify-write is not: `bins[x[i]]++` is for elements of `x` that
 * are equal.
 */
import type { KernelAccess } from '../kernel/index.ts';
import { type Atom, type Cond, type Int, type Substitution, someAtom, visitAtoms } from '../terms/index.ts';
import type { AccessPair } from './order/index.ts';
import { addressOf } from './overlap.ts';
import { symbolsOf } from './symbols.ts';

/**
 * @param accesses all of the kernel
 * @param same what else is known of the terms of both threads
 */
export function restsOnContents(
  { first, second }: AccessPair,
  accesses: readonly KernelAccess[],
  same: Substitution | null = null,
): boolean {
  const contentsOf = (side: AccessPair['first']): ReadonlySet<Atom> => {
    const address = [addressOf(side), ...side.access.base.map((base) => side.terms.int(base))];
    const found = new Set<Atom>();
    visitAtoms(same === null ? address : address.map((term) => same.int(term)), (atom) => {
      if (isContent(atom)) found.add(atom);
    });
    return found;
  };
  const [ours, theirs] = [contentsOf(first), contentsOf(second)];
  // What both load from one place is like an argument.
  if (ours.size === theirs.size && [...ours].every((atom) => theirs.has(atom))) return false;
  // Nobody brings data to shared memory for each thread to load its own.
  if (first.access.object.space === 'shared' && (ours.size === 0 || theirs.size === 0)) return false;
  return ![first.access, second.access].every((access) => isUpdate(access, accesses));
}

function isContent(atom: Atom): boolean {
  return atom.kind === 'apply' && atom.origin === 'input-memory';
}

/** Reads what it writes, at an index that is loaded: not one that runs through a range whose ends are loaded. */
function isUpdate(access: KernelAccess, accesses: readonly KernelAccess[]): boolean {
  const isPartner = (other: KernelAccess) =>
    other.object === access.object &&
    other.offset === access.offset &&
    other.base.every((base, i) => base === access.base[i]) &&
    (access.kind === 'read' ? other.kind === 'write' : other.kind === 'read') &&
    other.location?.file === access.location?.file &&
    other.location?.line === access.location?.line;
  if (access.kind !== 'atomic' && !accesses.some(isPartner)) return false;
  return !boundedByContents(access.path, iterationsOutside(access.offset));
}

/** Symbols of loops in a term, those apart that only choose what is loaded. */
function iterationsOutside(address: Int): ReadonlySet<number> {
  const plain = address.monomials.flatMap(({ atoms }) => atoms).filter((atom) => !isContent(atom));
  const found = new Set<number>();
  for (const atom of plain) if (atom.kind === 'symbol' && atom.origin === 'iteration') found.add(atom.id);
  return found;
}

/** Is one of the iterations compared with something that is loaded? */
function boundedByContents(path: Cond, iterations: ReadonlySet<number>): boolean {
  if (iterations.size === 0) return false;
  const parts = 'parts' in path ? path.parts : [path];
  return parts.some((part) => someAtom([part], isContent) && [...symbolsOf([part])].some((id) => iterations.has(id)));
}
