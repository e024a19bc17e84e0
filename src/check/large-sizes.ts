/**
 * Witnesses with large sizes: `n = 4` where `n` says nothing of the race makes a reader ask whether it takes so small a launch. Only
 * numbers that bound what blocks and loops go through are sizes; a radius or the number of channels is meant to be small.
 */
import type { KernelAccess } from '../kernel/index.ts';
import {
  type Atom,
  type Cond,
  conjuncts,
  type Evaluator,
  type Int,
  isConstant,
  single,
  someAtom,
} from '../terms/index.ts';
import type { LaunchContext, RaceCondition } from './plausible-launch.ts';

/** Below this a size looks made up. */
const SMALL = 32n;
const LARGE = 1024n;

type Context = Omit<LaunchContext, 'accesses'> & {
  readonly accesses: readonly Pick<KernelAccess, 'path' | 'iterations'>[];
};

/** The model with sizes that are large, by one call of the solver at most; null where none is small, or the race hangs on it. */
export function withLargeSizes(context: Context, race: RaceCondition, values: Evaluator): Evaluator | null {
  const { terms, launch, queries } = context;
  const open = context.parameters.filter((p) => single(p)?.kind === 'symbol');
  const candidates = open.filter((p) => values.int(p) > 0n && values.int(p) < SMALL);
  const small = candidates.length === 0 ? [] : sizesAmong(context, candidates);
  if (small.length === 0) return null;
  const others = [...open, ...launch.blockDim, ...launch.gridDim].filter((size) => single(size)?.kind === 'symbol');
  const kept = others
    .filter((size) => !small.includes(size))
    .map((size) => terms.eq(size, terms.constant(values.int(size))));
  const large = small.map((size) => terms.eq(size, terms.constant(LARGE)));
  context.onQuery?.({ threads: 'the same, with large sizes', parts: [] });
  const answer = queries.solveBriefly([race.condition, ...kept, ...large], race.equalities);
  return answer.status === 'sat' ? answer.values : null;
}

/** Those that a number is held against which grows with the block, or from one pass of a loop of the thread's to the next. */
function sizesAmong({ accesses, launch }: Context, candidates: readonly Int[]): Int[] {
  const blocks = new Set(launch.blockIdx.filter((index) => !isConstant(index)).map((index) => single(index)));
  const threads = new Set(launch.threadIdx.filter((index) => !isConstant(index)).map((index) => single(index)));
  const bounds = new Set<Cond>();
  for (const { path, iterations } of accesses) {
    const passes = new Set(iterations.map((one) => single(one)));
    for (const part of conjuncts(path)) {
      if (part.kind !== 'le') continue;
      const has = (atoms: ReadonlySet<Atom | null>) => someAtom([part], (atom) => atoms.has(atom));
      if (has(blocks) || (has(threads) && has(passes))) bounds.add(part);
    }
  }
  const asked = [...bounds];
  return candidates.filter((size) => someAtom(asked, (atom) => atom === single(size)));
}
