/**
 * Counters of threads that are done: every block (or every thread of the launch) adds one, once, and a thread that finds
 * that all have added comes after all of them (CUDA's `threadFenceReduction`, barriers of a grid made by hand).
 */
import type { Execution, KernelAccess } from '../../kernel/index.ts';
import { type Int, isConstant, single, type Terms, visitAtoms } from '../../terms/index.ts';
import { isOfLaunch } from '../symbols.ts';
import { blockMate, blockSize, gridSize } from '../thread-pair.ts';
import type { IdiomContext } from './context.ts';
import type { Handover, HandoverQuery } from './handover.ts';
import { modificationsByObject, touching } from './modifications.ts';
import { isPublished } from './publication.ts';

interface Counter {
  /** The operation that adds one. */
  readonly step: KernelAccess;
  /** Writes of zero by the thread that has added last. */
  readonly resets: readonly KernelAccess[];
  /** When all have added it is zero again. */
  readonly endsAtZero: boolean;
  /** How many add. */
  readonly total: Int;
  /** One thread adds for its block; else every thread of the launch does. */
  readonly isPerBlock: boolean;
  /** Nothing else of its object is ever written: it is not a place behind the data that it counts for. */
  readonly isWholeObject: boolean;
}

export function counters(context: IdiomContext, isLock: (object: string) => boolean): Handover {
  const byObject = countersOf(context, isLock);
  return {
    objects: new Set([...byObject].flatMap(([object, { isWholeObject }]) => (isWholeObject ? [object] : []))),
    explains: (object) => byObject.has(object),
    initially: () => 0n,
    // Modifications of one place have an order of their own.
    isAtSignal: (access, { access: read }) => byObject.get(read.object.key)?.step === access,
    isReset: (access) => byObject.get(access.object.key)?.resets.includes(access) ?? false,
    notOver: (query) => notCounted(context, byObject.get(query.signal.access.object.key)!, query),
  };
}

/** That not everybody has counted yet, or that the thread that counted for `earlier` does not publish it. */
function notCounted(
  context: IdiomContext,
  { step, endsAtZero, total, isPerBlock }: Counter,
  { pair, earlier, signal, observer, demands }: HandoverQuery,
) {
  const { terms: t, launch, fences, others, initial } = context;
  // Who begins at what an earlier launch has left counts too far, unless each sets the counter back.
  if (!endsAtZero && initial(step) === null) return null;
  const read = signal.access;
  if (read.size !== step.size) return null;
  const found = observer.int(signal.found);
  if (read !== step && read.update?.kind !== 'keep' && read.kind !== 'read') return null;
  const counted = read === step ? t.add(found, t.one) : found;
  const elsewhere = t.ne(observer.int(read.offset), step.offset);
  const incomplete = t.or(elsewhere, t.and(t.lt(counted, total), t.le(t.zero, found)));
  const { access, suffix, terms } = earlier;
  if (access === step) return incomplete;
  if (!isPerBlock) return access.index < step.index && fences.publishes(access, step, demands) ? incomplete : null;
  const counts = others.of(pair, `count${suffix}`, () => blockMate(t, launch, `'c${suffix}`, terms));
  return t.or(
    incomplete,
    t.and(
      ...counts.conditions,
      counts.terms.cond(step.path),
      counts.terms.cond(step.facts),
      t.not(isPublished(context, earlier, step, counts, demands)),
    ),
  );
}

function countersOf(context: IdiomContext, isLock: (object: string) => boolean): Map<string, Counter> {
  const { terms, launch, execution } = context;
  const blocks = gridSize(terms, launch);
  const threads = terms.mul(blocks, blockSize(terms, launch));
  const counters = new Map<string, Counter>();
  for (const [object, modifications] of modificationsByObject(execution.accesses)) {
    const counter = isLock(object) ? null : counterOf(context, modifications, blocks, threads);
    if (counter !== null) counters.set(object, counter);
  }
  return counters;
}

function counterOf(
  { terms, execution, contradict, twice }: IdiomContext,
  modifications: readonly KernelAccess[],
  blocks: Int,
  threads: Int,
): Counter | null {
  const steps = modifications.filter(
    (x) =>
      (x.update?.kind === 'increment' || (x.update?.kind === 'add' && x.found !== null)) &&
      isOfLaunch([...x.base, x.offset]),
  );
  const [step] = steps;
  if (steps.length !== 1 || !step?.update || step.found === null || step.iterations.length > 0) return null;
  if (step.update.kind === 'add' && step.update.value !== terms.one) return null;
  const isPerBlock = !twice(terms.and(step.path, step.facts));
  if (!isPerBlock && step.path.kind !== 'true') return null;
  const total = isPerBlock ? blocks : threads;
  if (step.update.kind === 'increment' && !contradict([terms.lt(terms.add(step.update.bound, terms.one), total)])) {
    return null;
  }
  const isByTheLast = (x: KernelAccess) =>
    stores(x, 0n) &&
    numbersFound(terms, execution, step, x).some((found) =>
      contradict([x.path, x.facts, terms.lt(terms.add(found, terms.one), total)]),
    );
  const isElsewhere = (x: KernelAccess) => {
    const conditions = touching(terms, x, step);
    return conditions !== null && contradict(conditions);
  };
  const others = modifications.filter((x) => x !== step);
  const resets = others.filter((x) => !isElsewhere(x));
  const wrapsAtTheLast =
    step.update.kind === 'increment' && contradict([terms.lt(total, terms.add(step.update.bound, terms.one))]);
  const endsAtZero = resets.length > 0 || wrapsAtTheLast;
  const isWholeObject = resets.length === others.length;
  return resets.every(isByTheLast) ? { step, resets, endsAtZero, total, isPerBlock, isWholeObject } : null;
}

/** What the step found, as the thread knows it at an access: its own number, or one that another thread handed on. */
function numbersFound(terms: Terms, execution: Execution, step: KernelAccess, access: KernelAccess): Int[] {
  const operation = single(step.found!)?.id;
  const numbers: Int[] = [];
  visitAtoms([access.path, access.facts], (atom) => {
    const fetchAdd = execution.fetchAdds.get(atom.id);
    if (fetchAdd?.operation === operation) numbers.push(terms.ofAtom(atom));
  });
  return numbers;
}

function stores({ update, kind, value }: KernelAccess, number: bigint): boolean {
  const stored = update?.kind === 'replace' ? update.value : kind === 'write' ? value : null;
  return stored !== null && isConstant(stored) && stored.constant === number;
}
