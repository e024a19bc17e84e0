/**
 * The number of the iteration in which a loop is left, as a function of what its condition depends on: threads with the same
 * bounds go through the loop equally often, in every iteration of the loops around it. Barriers in the loop are counted by it.
 */
import {
  type Atom,
  type Cond,
  conjuncts,
  type Int,
  isConstant,
  single,
  someAtom,
  type Terms,
} from '../../terms/index.ts';
import { countsBarriers } from '../barrier-counters.ts';
import { LoopEnd } from '../meanings.ts';
import type { Slot } from '../memory.ts';
import type { State } from '../state.ts';
import type { Thread } from '../thread.ts';
import { type Carried, startAtoms, valueIn } from './carried.ts';
import type { Discovery } from './discover.ts';

const COUNT = { low: 0n, high: null };

export interface LastIteration {
  readonly number: Int;
  /** What is known in every iteration that is reached. */
  readonly facts: Cond;
}

/** Does the thread pass barriers in the loop? */
export function passesBarriers({ carried, next }: Discovery): boolean {
  return carried.some((c) => countsBarriers(c) && valueIn(next, c) !== c.start);
}

/**
 * @param goesOn all that it takes for the loop to go on after iteration k
 * @returns null when that depends on more than k and values from before the loop
 */
export function lastIteration(
  { terms: t, symbols }: Thread,
  carried: readonly Carried[],
  goesOn: Cond,
  k: Int,
): LastIteration | null {
  const kAtom = single(k);
  const changing = new Set(carried.flatMap(startAtoms));
  const changes = (atom: Atom): boolean =>
    atom === kAtom || changing.has(atom) || (atom.kind === 'symbol' && symbols.isMadeIn(atom.id, k));
  const parameters = new Map<Atom, Int>();
  const iteration = t.symbol('k', 'launch', 'iteration', COUNT);
  let isKnown = kAtom !== null;
  // The same condition with parameters in the place of values: equal ones describe equal loops.
  const condition = t
    .substitution((atom) => {
      if (atom === kAtom) return iteration;
      if (atom.kind !== 'symbol' && atom.kind !== 'apply') return undefined;
      if (someAtom([t.ofAtom(atom)], changes)) isKnown = false;
      let parameter = parameters.get(atom);
      if (!parameter) {
        parameter = t.symbol(`parameter ${parameters.size}`, 'launch', 'input', atom.range);
        parameters.set(atom, parameter);
      }
      return parameter;
    })
    .cond(goesOn);
  if (!isKnown) return null;
  const of = new LoopEnd(condition, iteration, [...parameters.values()]);
  const values = [...parameters.keys()].map((atom) => t.ofAtom(atom));
  const number = t.apply({ name: of.key, sharing: 'launch', origin: 'iteration', range: COUNT, of }, values);
  // True of a loop that never ends, too: some number lies behind every iteration that is reached.
  return { number, facts: t.and(t.le(k, number), t.or(t.not(goesOn), t.lt(k, number))) };
}

/** The number of the iteration in which a loop is left, where the way out and the way to it leave one only. */
export function onlyIteration(t: Terms, way: Cond, k: Int): Int | null {
  let [low, high]: [bigint, bigint | null] = [0n, null];
  for (const part of conjuncts(way)) {
    const most = mostIn(t, part, k);
    if (most !== null && (high === null || most < high)) high = most;
    if (part.kind !== 'le') continue;
    const least = t.add(part.term, k);
    if (isConstant(least) && least.constant > low) low = least.constant;
  }
  return low === high ? t.constant(low) : null;
}

/** The greatest iteration that `k ≤ n` leaves, or one of several such. */
function mostIn(t: Terms, condition: Cond, k: Int): bigint | null {
  if (condition.kind === 'or') {
    let greatest: bigint | null = null;
    for (const part of condition.parts) {
      const most = mostIn(t, part, k);
      if (most === null) return null;
      if (greatest === null || most > greatest) greatest = most;
    }
    return greatest;
  }
  if (condition.kind !== 'le') return null;
  const most = t.sub(k, condition.term);
  return isConstant(most) ? most.constant : null;
}

/**
 * The state behind the loop, with barriers and numbers by that of its last iteration: what all threads of a block have in
 * common they then still have in common behind it.
 */
export function countedBy(
  { terms: t, machine }: Thread,
  entry: State,
  state: State,
  k: Int,
  last: Pick<LastIteration, 'number'>,
): State {
  const kAtom = single(k);
  const toLast = t.substitution((atom) => (atom === kAtom ? last.number : undefined));
  const counted = (slot: Slot): Slot => {
    const { value } = slot;
    if (value.kind !== 'int') return slot;
    const term = toLast.int(value.term);
    return term === value.term ? slot : { ...slot, value: machine.make(value.width, term, value.signedExact) };
  };
  const memory = new Map(state.memory);
  for (const [object, content] of state.memory) {
    if (content === entry.memory.get(object)) continue;
    memory.set(object, { ...content, slots: new Map([...content.slots].map(([at, slot]) => [at, counted(slot)])) });
  }
  return { ...state, path: toLast.cond(state.path), memory, facts: t.and(state.facts, t.eq(k, last.number)) };
}
