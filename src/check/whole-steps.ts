/**
 * Loops over whole tiles, as in `for (int i = 0; i < n; i += 128) … row[i + threadIdx.x]`: who writes so takes for granted that `n`
 * is a multiple of the step. Where threads ask anywhere for themselves whether they are past the end, nobody does.
 */
import type { KernelAccess } from '../kernel/index.ts';
import { type Atom, type Cond, conjuncts, type Int, single, someAtom, type Terms, visitAtoms } from '../terms/index.ts';

/** A step of one leaves nothing over. */
const LEAST_STEP = 2n;

interface Kernel {
  readonly terms: Terms;
  readonly parameters: readonly Int[];
  /** All of the kernel. */
  readonly accesses: readonly Pick<KernelAccess, 'path'>[];
}

/** That the parameters which bound the loops around two accesses are multiples of the steps; empty where there are none. */
export function wholeSteps(
  { terms, parameters, accesses: all }: Kernel,
  accesses: readonly Pick<KernelAccess, 'path' | 'iterations'>[],
): Cond[] {
  const asked = new Set(all.flatMap(({ path }) => conjuncts(path)).flatMap(boundsOfThreads));
  const open = new Set(parameters.map((p) => single(p)).filter((atom) => atom !== null && !asked.has(atom)));
  return accesses.flatMap(({ path, iterations }) =>
    conjuncts(path).flatMap((part) => {
      const found = stepBelow(part, new Set(iterations.map((one) => single(one))), open);
      return found === null
        ? []
        : terms.eq(terms.mod(terms.ofAtom(found.bound), terms.constant(found.step)), terms.zero);
    }),
  );
}

interface StepBelow {
  readonly step: bigint;
  readonly bound: Atom;
}

/** `step * k < bound`, for the number `k` of a pass and a parameter. */
function stepBelow(part: Cond, passes: ReadonlySet<Atom | null>, open: ReadonlySet<Atom | null>): StepBelow | null {
  if (part.kind !== 'le' || part.term.constant !== 1n || part.term.monomials.length !== 2) return null;
  const [a, b] = part.term.monomials as [Int['monomials'][number], Int['monomials'][number]];
  const [ofPass, ofBound] = a.coefficient > 0n ? [a, b] : [b, a];
  const [pass, bound] = [ofPass.atoms[0]!, ofBound.atoms[0]!];
  if (ofPass.atoms.length + ofBound.atoms.length !== 2 || ofBound.coefficient !== -1n) return null;
  return ofPass.coefficient >= LEAST_STEP && passes.has(pass) && open.has(bound)
    ? { step: ofPass.coefficient, bound }
    : null;
}

/** What a condition that differs between threads compares with. */
function boundsOfThreads(part: Cond): Atom[] {
  if (!someAtom([part], isThreadIndex)) return [];
  const bounds: Atom[] = [];
  visitAtoms([part], (atom) => bounds.push(atom));
  return bounds;
}

function isThreadIndex(atom: Atom): boolean {
  return atom.kind === 'symbol' && atom.origin === 'input' && atom.sharing === 'thread';
}
