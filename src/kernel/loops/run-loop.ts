/**
 * Loops. A loop is executed once for an arbitrary iteration `k`: first its body is explored with every carried variable
 * replaced by a fresh symbol, to see what an iteration does to each (`discover.ts`); variables with a closed form in `k`
 * (unchanged, affine, geometric, swapped) get it, all others stay unknown (`closed-forms.ts`). Then the body is run for
 * good. A loop that closed forms do not describe is unrolled when its iterations are few and its exits are decided, and one with barriers
 * that may be left in several ways when they are very few.
 */
import { conjuncts, type Int, single } from '../../terms/index.ts';
import { BARRIER_COUNTERS } from '../barrier-counters.ts';
import type { Loop } from '../control-flow.ts';
import type { Frame } from '../frame.ts';
import type { Edge, Passed, Regions } from '../regions.ts';
import { beforeAnyIteration, contentOf, type State } from '../state.ts';
import type { Thread } from '../thread.ts';
import { valueIn, withHavocked, withValues } from './carried.ts';
import { type ClosedForms, closedForms } from './closed-forms.ts';
import { type Discovery, discover } from './discover.ts';
import { type GoesOn, goesOn } from './goes-on.ts';
import { type Iterate, LoopBody, type Pass } from './iteration.ts';
import { countedBy, lastIteration, onlyIteration, passesBarriers } from './last-iteration.ts';
import { leave } from './leave.ts';
import { loopRounds, nameless } from './rounds.ts';
import { onePassBy } from './single-pass.ts';
import { mayBeUnrolled, UNROLL_LIMIT, unroll } from './unroll.ts';

/** Runs a whole loop. */
export function runLoop(regions: Regions, frame: Frame, loop: Loop, incoming: readonly Edge[]): Passed {
  const { thread } = regions;
  const { terms, symbols } = thread;
  const body = new LoopBody(regions, frame, loop);
  // What the last iteration took: in loops within loops, iterations that are run in vain multiply.
  let steps = 0;
  const iterate: Iterate = (start) => {
    const before = regions.steps;
    const pass = body.iterate(start);
    steps = regions.steps - before;
    return pass;
  };
  const entry = body.enter(incoming);
  const way = `${frame.key}@${loop.header}`;
  const again = unrolledAgain(regions, frame, way, entry, iterate);
  if (again !== null) return again;

  const counter = onePassBy(frame, loop, entry);
  const once = counter && unroll(regions, loopRounds(frame, loop, [counter]), entry, iterate, 1);
  if (once) return once;

  const before = symbols.count;
  const { accessesMet } = thread.recorder;
  const discovery = discover(thread, frame, loop, entry, iterate);
  if (discovery === null) return leave(thread, frame, entry, iterate(entry));

  const learned = symbols.count;
  const k = symbols.iteration();
  symbols.varyWith(k, before, learned);
  const forms = closedForms(thread, discovery, k);
  const isStoredByIndex = storesByIndex(thread, discovery, thread.recorder.accessesMet > accessesMet);
  const rounds = loopRounds(frame, loop, discovery.carried);
  const reached = goesOn(thread, entry, discovery, forms, k);
  const most = passesThatTell(thread, discovery, forms, reached, k);
  const gains = forms.isInexact || isStoredByIndex || isPlainByNumber(thread, reached, k);
  const isBetterKnown = gains && mayBeUnrolled(thread, steps);
  const isWorthIt = most !== null || (isBetterKnown && !discovery.mayLeaveAtOnce);
  const unrolled = isWorthIt ? unroll(regions, rounds, entry, iterate, most) : null;
  if (unrolled) {
    thread.unrolled.set(way, most);
    return unrolled;
  }
  const last = passesBarriers(discovery) ? lastIteration(thread, discovery.carried, reached.condition, k) : null;
  const startState = stateIn(thread, entry, discovery, forms, reached);
  const start = last ? { ...startState, facts: terms.and(startState.facts, last.facts) } : startState;
  return symbols.within(k, rounds.roundOf(k, start), () => {
    const pass = iterate(start);
    record(thread, k, entry, reached, pass);
    if (changesMoreBarriers(discovery, start, pass))
      thread.recorder.refuse('unidentified barriers in a loop', frame.fn.location);
    const exits = pass.exits.map((edge) => {
      const number = last?.number ?? onlyIteration(terms, edge.state.path, k);
      return number === null ? edge : { ...edge, state: countedBy(thread, entry, edge.state, k, { number }) };
    });
    return leave(thread, frame, entry, { ...pass, exits });
  });
}

/**
 * In a pass that only explores, a loop that was run pass by pass before is run so at once: to find out anew each time that closed forms do
 * not describe it multiplies from loop to loop.
 */
function unrolledAgain(regions: Regions, frame: Frame, way: string, entry: State, iterate: Iterate): Passed | null {
  const { unrolled, recorder } = regions.thread;
  const most = unrolled.get(way);
  if (!recorder.journal.isExploring || most === undefined) return null;
  const passed = unroll(regions, { frame, roundOf: nameless }, entry, iterate, most);
  if (passed === null) unrolled.delete(way);
  return passed;
}

/** Is the number of the iteration multiplied by another one, such as that of the blocks? */
function multipliesBy({ values }: ClosedForms, k: Int): boolean {
  const iteration = single(k);
  return values.some(
    ([, value]) =>
      value.kind === 'int' &&
      value.term.monomials.some(({ atoms }) => atoms.length > 1 && atoms.some((atom) => atom === iteration)),
  );
}

/** Passes of a loop with barriers that are run one by one whatever way it is left. */
const FEW_PASSES = 4;

/**
 * Passes of a loop in a kernel that say more one by one, although it may be left in each: their number at most, or null. Has the kernel as
 * many blocks, say, as there are rows, each of which the loop would go on by? Then nothing is multiplied. Has it barriers, and several ways
 * out? Then each way has passed its own number of them.
 */
function passesThatTell(
  thread: Thread,
  discovery: Discovery,
  forms: ClosedForms,
  reached: GoesOn,
  k: Int,
): number | null {
  if (thread.input.host !== null) return null;
  if (multipliesBy(forms, k) && endsWithin(thread, reached, k, 1)) return 1;
  const hasWaysOut = discovery.exits > 1 && passesBarriers(discovery);
  return hasWaysOut && endsWithin(thread, reached, k, FEW_PASSES) ? FEW_PASSES : null;
}

/** Is it plain that the loop has so many passes at most? */
function endsWithin({ terms }: Thread, { condition }: GoesOn, k: Int, passes: number): boolean {
  const iteration = single(k);
  const after = terms.substitution((atom) => (atom === iteration ? terms.constant(passes) : undefined));
  return after.cond(condition).kind === 'false';
}

/**
 * Is a loop of the host's left by a condition that is plain for each number of the iteration, and says nothing of them all, as that for the
 * highest bit of a number does (`size & 1 << bit`)?
 */
function isPlainByNumber({ input, terms }: Thread, { condition }: GoesOn, k: Int): boolean {
  if (input.host === null || conjuncts(condition).every(({ kind }) => kind === 'le' || kind === 'true')) return false;
  const iteration = single(k);
  for (let i = 0; i < UNROLL_LIMIT; i++) {
    const { kind } = terms.substitution((atom) => (atom === iteration ? terms.constant(i) : undefined)).cond(condition);
    if (kind !== 'true') return kind === 'false';
  }
  return false;
}

/**
 * Does the loop store by index what is then known only of each pass by itself? Pointers, on the host anything; and numbers, where
 * no accesses are multiplied by running pass by pass.
 */
function storesByIndex({ input, memory }: Thread, { carried, next, havocked }: Discovery, accesses: boolean): boolean {
  if (input.host !== null) return havocked.size > 0;
  const lost = carried.filter((c) => valueIn(next, c) === undefined);
  const objects = [...havocked.keys(), ...lost.map(({ object }) => object)];
  const stored = new Set(objects.map((object) => memory.local.storedByIndex(object)));
  return stored.has('pointers') || (stored.has('numbers') && !accesses);
}

/** The state in which iteration k starts. */
function stateIn({ terms }: Thread, entry: State, discovery: Discovery, forms: ClosedForms, reached: GoesOn): State {
  const start = withValues(entry, forms.values);
  return beforeAnyIteration({
    ...withHavocked(start, discovery.havocked),
    written: new Set([...entry.written, ...discovery.next.written]),
    path: terms.and(entry.path, reached.isReached),
    ldsWait: null,
  });
}

/** Does the loop come to barriers of which its exploration has not told? */
function changesMoreBarriers({ carried }: Discovery, start: State, { next }: Pass): boolean {
  if (next === null) return false;
  const known = new Set(carried.filter(({ object }) => object === BARRIER_COUNTERS).map(({ offset }) => offset));
  const before = contentOf(start, BARRIER_COUNTERS);
  const after = contentOf(next, BARRIER_COUNTERS);
  if (before === after) return false;
  return [...after.slots].some(([at, { value }]) => !known.has(at) && before.slots.get(at)?.value !== value);
}

function record({ terms: t, recorder }: Thread, k: Int, entry: State, reached: GoesOn, pass: Pass): void {
  recorder.loop({
    iteration: k,
    entered: entry.path,
    goesOn: reached.goesOn,
    isPartial: reached.isPartial,
    left: t.or(...pass.exits.map((e) => t.and(e.state.path, e.state.facts))),
    leftBy: t.or(...pass.exits.map((e) => e.state.path)),
  });
}
