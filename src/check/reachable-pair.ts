/** Whether a condition leaves anything of a kernel: one that keeps all threads away from a race makes it free of races, too. */
import type { KernelAccess, KernelBarrier } from '../kernel/index.ts';
import type { FindingWithoutId } from '../model/result.ts';
import { type Cond, conjuncts, isConstant, isContent, someAtom } from '../terms/index.ts';
import { preparedLaunch } from './check-launch.ts';
import { contentLemmas } from './content-lemmas.ts';
import type { KernelCheck } from './kernel-check.ts';
import { OutcomeCollector } from './kernel-outcome.ts';
import { accessPair } from './order/index.ts';
import type { RaceContext } from './race-context.ts';
import { sizesInRange } from './races.ts';
import type { Distance } from './thread-pair.ts';

const DISTANCES: Partial<Record<FindingWithoutId['rule'], readonly (Distance | 'same-block')[]>> = {
  'inter-block-race': ['inter-block'],
  // A block of one warp is none that keeps threads away.
  'intra-block-race': ['same-block'],
  'intra-warp-race': ['intra-warp'],
  'barrier-divergence': ['same-block'],
  'scoped-fence-race': ['inter-block', 'same-block'],
};

/**
 * True when two threads at the finding's distance get to its two accesses under some launch of the check, with no argument negative.
 * @param isAlone it is enough that some thread gets to each of them
 */
export function isReachable(check: KernelCheck, finding: FindingWithoutId, isAlone: boolean): boolean {
  const distances = DISTANCES[finding.rule];
  const [first, second = first] = finding.accesses;
  if (distances === undefined || first === undefined || second === undefined) return false;
  const deadline = performance.now() + check.timeLimit;
  return check.launches.some((makeLaunch) => {
    const prepared = preparedLaunch(check, makeLaunch, new OutcomeCollector(check, false), deadline);
    if (prepared === null) return false;
    const { execution, context, place } = prepared;
    // Nobody has a size below zero: what is reached with such ones only is not reached.
    const { terms } = context;
    const ordinary = context.parameters.flatMap((p) => (isConstant(p) ? [] : terms.le(terms.zero, p)));
    const isAt = (access: KernelAccess, { file, line, column, kind }: typeof first) => {
      const at = place(access);
      return access.kind === kind && at.file === file && at.line === line && at.column === column;
    };
    const [ours, theirs] = [first, second].map((wanted) => execution.accesses.filter((access) => isAt(access, wanted)));
    if (finding.rule === 'barrier-divergence') {
      const isHere = ({ location }: KernelBarrier) => {
        const at = place({ location, addressLocation: null });
        return at.file === first.file && at.line === first.line && at.column === first.column;
      };
      return execution.barriers.some((barrier) => isHere(barrier) && isReachedTogether(context, barrier, ordinary));
    }
    const isReached = (distance: Distance | 'same-block', a: KernelAccess, b: KernelAccess) => {
      const { pair, first: one, second: other } = accessPair(context.threads(distance), distance, a, b);
      const facts = context.facts.flatMap((fact) => [one.terms.cond(fact), other.terms.cond(fact)]);
      const paths = [
        context.terms.and(one.terms.cond(a.path), one.terms.cond(a.facts), ...sizesInRange(context, a)),
        context.terms.and(other.terms.cond(b.path), other.terms.cond(b.facts), ...sizesInRange(context, b)),
      ];
      const isPossible = (conditions: readonly Cond[]) =>
        context.queries.solve([...conditions, ...ordinary], []).status === 'sat';
      if (isAlone) return paths.every((path) => isPossible([...facts, path]));
      // No memory may be as it is stated for two threads that look there: rows that begin in one row, say, and share nothing.
      const looked = [...paths, one.terms.int(a.offset), other.terms.int(b.offset)];
      const lemmas = contentLemmas(context.terms, context.contents, looked);
      // What they find there may keep one of them from going on.
      const asFarAs = paths.flatMap(conjuncts).filter((part) => !someAtom([part], isContent));
      const isThereMemory = () => isPossible([...pair.conditions, ...facts, ...lemmas, ...asFarAs]);
      return isPossible([...pair.conditions, ...facts, ...paths]) && (lemmas.length === 0 || isThereMemory());
    };
    const isReachedAt = (distance: Distance | 'same-block') =>
      (ours ?? []).some((a) => (theirs ?? []).some((b) => isReached(distance, a, b)));
    return distances.some(isReachedAt);
  });
}

/** Do two threads of a block get to a barrier? */
function isReachedTogether(context: RaceContext, barrier: KernelBarrier, ordinary: readonly Cond[]): boolean {
  const { first, second, conditions } = context.threads('same-block');
  const ofEach = [barrier.path, barrier.facts, ...context.facts];
  const both = ofEach.flatMap((condition) => [first.cond(condition), second.cond(condition)]);
  return context.queries.solve([...conditions, ...both, ...ordinary], []).status === 'sat';
}
