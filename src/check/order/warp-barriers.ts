/**
 * Barriers of the whole warp (`__syncwarp()`, `sub_group_barrier`). What a lane did before its n-th one happens before what
 * another does behind its n-th one, provided that the first lane comes to it: of a lane that leaves the kernel or takes
 * another way, nobody knows what it has done.
 */
import type { Execution, KernelAccess, KernelEnd, WarpCounts } from '../../kernel/index.ts';
import { type Atom, type Cond, type Int, single, someAtom, type Terms } from '../../terms/index.ts';
import type { Side } from './sides.ts';

interface WarpBarrierContext {
  readonly terms: Terms;
  readonly execution: Pick<Execution, 'barriers' | 'end' | 'isCutShort' | 'iterationsOf'>;
}

/** A thread at an access, or at what else it does to that memory. */
interface Located extends Pick<Side, 'terms'> {
  readonly access: Pick<KernelAccess, 'interval' | 'iterations' | 'object'>;
}

export interface WarpBarrierOrder {
  /** Holds whenever the barriers of their warp order neither access before the other. */
  readonly unordered: (first: Side, second: Side) => Cond;
}

export function warpBarrierOrder(context: WarpBarrierContext): WarpBarrierOrder {
  const { terms, execution } = context;
  const { end, barriers, isCutShort } = execution;
  const before = ({ access, terms: thread }: Side) => thread.int(access.interval.warp);
  return {
    unordered(first, second) {
      const [a, b] = [before(first), before(second)];
      const isSame = terms.eq(a, b);
      // Without barriers the counts are zero; of an execution that was given up nothing is proved anyway.
      if (isCutShort || barriers.length === 0) return isSame;
      if (end === null) return terms.true;
      return terms.or(
        isSame,
        terms.and(terms.lt(a, b), comesToNoOther(context, end, first)),
        terms.and(terms.lt(b, a), comesToNoOther(context, end, second)),
      );
    },
  };
}

/** That the thread comes to no barrier of its warp after the access. */
export function comesToNoOther(
  { terms, execution }: WarpBarrierContext,
  end: KernelEnd,
  { access, terms: thread }: Located,
): Cond {
  const { iterations } = access;
  const count = end.warp[counted(access)];
  const isLast = (atEnd: Int) => terms.le(atEnd, thread.int(access.interval.warp));
  const madeIn = (atom: Atom) => iterationsOf(execution, iterations, atom);
  if (!someAtom([count], (atom) => execution.iterationsOf.has(atom.id))) return isLast(thread.int(count));
  // In a loop around the access the terms speak of the access's iteration; the thread leaves in that one or a later one.
  const later = new Map<Atom, Int>();
  const renaming = terms.substitution((atom) => {
    if (atom.kind !== 'symbol' || madeIn(atom) === null) return undefined;
    const renamed = terms.symbol(`${atom.name}'end`, atom.sharing, atom.origin, atom.range);
    later.set(atom, renamed);
    return renamed;
  });
  const atEnd = renaming.int(count);
  const known = [renaming.cond(end.path), renaming.cond(end.facts), notBefore(terms, iterations, renaming.int)];
  for (const [atom, renamed] of later) {
    const isSameIteration = terms.and(...(madeIn(atom) ?? []).map((one) => terms.eq(one, renaming.int(one))));
    known.push(terms.or(terms.not(isSameIteration), terms.eq(terms.ofAtom(atom), renamed)));
  }
  return terms.and(...known.map((cond) => thread.cond(cond)), isLast(thread.int(atEnd)));
}

/** That these iterations of nested loops, outermost first, are not followed by what the function makes of them. */
function notBefore(terms: Terms, iterations: readonly Int[], later: (iteration: Int) => Int): Cond {
  return iterations.reduceRight<Cond>(
    (inner, one) => terms.or(terms.lt(one, later(one)), terms.and(terms.eq(one, later(one)), inner)),
    terms.true,
  );
}

/** In which of these iterations a symbol has its value, if not in all; for one of them, itself. Null when it has one value. */
function iterationsOf(execution: WarpBarrierContext['execution'], around: readonly Int[], atom: Atom): Int[] | null {
  if (atom.kind !== 'symbol') return null;
  const own = around.find((one) => single(one)?.id === atom.id);
  if (own) return [own];
  const made = execution.iterationsOf.get(atom.id) ?? [];
  return made.some((one) => around.includes(one)) ? [...made] : null;
}

function counted({ object: { origin, space } }: Located['access']): keyof WarpCounts {
  if (origin.kind === 'image') return 'images';
  return space === 'global' ? 'global' : 'shared';
}
