/** Pairs of accesses of one kernel: can two threads meet at one byte without an order between them? */
import type { KernelAccess } from '../kernel/kernel-model.ts';
import type { Cond, Evaluator, Int, SymbolOrigin, Terms } from '../kernel/terms.ts';
import type { WarpModel } from '../model/options.ts';
import { divisible } from './divisibility.ts';
import type { Queries } from './query.ts';
import { type Distance, type LaunchTerms, type ThreadPair, threadPair } from './thread-pair.ts';

export interface RacePair {
  readonly first: KernelAccess;
  readonly second: KernelAccess;
  readonly distance: Distance;
  readonly pair: ThreadPair;
  readonly values: Evaluator;
  /** Origins of what the model chose beyond inputs. */
  readonly leansOn: ReadonlySet<SymbolOrigin>;
  /** Both are atomic, and the race is that a scope is too narrow. */
  readonly narrowScope: boolean;
  /** Both write, and whatever the launch, they write the same value. */
  readonly sameValue: boolean;
}

export type PairAnswer =
  | { readonly status: 'safe' }
  | { readonly status: 'race'; readonly race: RacePair }
  | { readonly status: 'open'; readonly reason: string };

export interface RaceContext {
  readonly terms: Terms;
  readonly launch: LaunchTerms;
  /** Facts of the launch and of the kernel's assumptions, over one thread. */
  readonly facts: readonly Cond[];
  readonly queries: Queries;
  readonly warpModel: WarpModel;
}

/** The pairs worth a question: same object, at least one write, not both atomic at a sufficient scope. */
export function candidatePairs(accesses: readonly KernelAccess[]): [KernelAccess, KernelAccess][] {
  const byObject = new Map<number, KernelAccess[]>();
  for (const access of distinct(accesses)) {
    const list = byObject.get(access.object.id);
    if (list) list.push(access);
    else byObject.set(access.object.id, [access]);
  }
  const pairs: [KernelAccess, KernelAccess][] = [];
  for (const list of byObject.values()) {
    if (list.every((a) => a.kind === 'read')) continue;
    for (let i = 0; i < list.length; i++) {
      for (let j = i; j < list.length; j++) {
        const a = list[i]!;
        const b = list[j]!;
        if (a.kind === 'read' && b.kind === 'read') continue;
        if (a.kind === 'atomic' && b.kind === 'atomic' && a.scope !== 'block' && b.scope !== 'block') continue;
        pairs.push([a, b]);
      }
    }
  }
  return pairs;
}

/** Accesses that are the same in every respect that a query sees count once. */
function distinct(accesses: readonly KernelAccess[]): KernelAccess[] {
  const seen = new Map<string, KernelAccess>();
  for (const a of accesses) {
    const place = `${a.location?.file}:${a.location?.line}:${a.location?.column}`;
    const phase = `${a.phase.block.id}.${a.phase.warp.id}.${a.phase.grid.id}`;
    const key = `${a.kind}|${a.object.id}|${a.offset.id}|${a.size}|${a.path.id}|${a.facts.id}|${phase}|${place}|${a.value?.id}|${a.scope}`;
    if (!seen.has(key)) seen.set(key, a);
  }
  return [...seen.values()];
}

/** Decides one pair at every distance, widest first; the first race found is the answer. */
export function decidePair(context: RaceContext, a: KernelAccess, b: KernelAccess): PairAnswer {
  const bothAtomic = a.kind === 'atomic' && b.kind === 'atomic';
  const between = a.object.space === 'global' ? decideAt(context, a, b, 'inter-block') : SAFE;
  // Two atomics that only synchronise their block are wrong between blocks, and right within one.
  if (between.status === 'race' || bothAtomic) return between;
  const within = decideWithinBlock(context, a, b);
  return within.status === 'safe' ? between : within;
}

const SAFE: PairAnswer = { status: 'safe' };

/** Asks for any two threads of a block first: most pairs are safe and need no second question. */
function decideWithinBlock(context: RaceContext, a: KernelAccess, b: KernelAccess): PairAnswer {
  const any = decideAt(context, a, b, 'same-block');
  if (any.status !== 'race') return any;
  const apart = decideAt(context, a, b, 'intra-block');
  if (apart.status === 'race') return apart;
  const close = decideAt(context, a, b, 'intra-warp');
  return close.status === 'safe' ? apart : close;
}

function decideAt(
  context: RaceContext,
  a: KernelAccess,
  b: KernelAccess,
  distance: Distance | 'same-block',
): PairAnswer {
  const { terms, queries } = context;
  const pair = threadPair(terms, context.launch, distance);
  const conditions: Cond[] = [...pair.conditions];
  for (const fact of context.facts) conditions.push(pair.first.cond(fact), pair.second.cond(fact));
  const unordered = mayRunTogether(context, pair, a, b, distance);
  if (unordered === null) return SAFE;
  conditions.push(...unordered);
  const paths = [pair.first.cond(a.path), pair.second.cond(b.path)];
  conditions.push(...paths, pair.first.cond(a.facts), pair.second.cond(b.facts));
  const x = pair.first.int(a.offset);
  const y = pair.second.int(b.offset);
  const overlap = overlapOf(terms, x, a.size, y, b.size);
  conditions.push(...overlap.conditions);
  const together = terms.and(...conditions);
  if (together.kind === 'false') return SAFE;

  const race = (condition: Cond, values: Evaluator, sameValue: boolean): PairAnswer => ({
    status: 'race',
    race: {
      first: a,
      second: b,
      distance: distance === 'same-block' ? 'intra-block' : distance,
      pair,
      values: distance === 'same-block' ? values : (smallLaunch(context, [condition], overlap.equalities) ?? values),
      leansOn: originsOf(terms, [...paths, ...unordered, x, y]),
      narrowScope: a.kind === 'atomic' && b.kind === 'atomic',
      sameValue,
    },
  });
  const differ = differentValues(terms, pair, a, b, overlap.aligned);
  const condition = terms.and(together, differ);
  const answer = queries.solve([condition], overlap.equalities);
  if (answer.status === 'sat') return race(condition, answer.values, false);
  if (answer.status === 'open') return answer;
  if (differ.kind === 'true') return SAFE;
  // Only the stored values keep this from changing anything: everyone writes the same.
  const harmless = queries.solve([together], overlap.equalities);
  return harmless.status === 'sat' ? race(together, harmless.values, true) : SAFE;
}

/** A model with few threads is easier to follow; null when there is none or sizes are fixed anyway. */
function smallLaunch(context: RaceContext, conditions: readonly Cond[], equalities: readonly Int[]): Evaluator | null {
  const { terms, launch, queries } = context;
  const sizes = [...launch.blockDim, ...launch.gridDim].filter((d) => d.monomials.length > 0);
  if (sizes.length === 0) return null;
  const answer = queries.solveOnce([...conditions, ...sizes.map((d) => terms.le(d, terms.constant(64)))], equalities);
  return answer.status === 'sat' ? answer.values : null;
}

/** Conditions under which no barrier orders the two, or null when one always does. */
function mayRunTogether(
  context: RaceContext,
  pair: ThreadPair,
  a: KernelAccess,
  b: KernelAccess,
  distance: Distance | 'same-block',
): Cond[] | null {
  const { terms } = context;
  const same = (which: 'block' | 'warp' | 'grid') =>
    terms.eq(pair.first.int(a.phase[which]), pair.second.int(b.phase[which]));
  const conditions: Cond[] = [];
  if (distance === 'inter-block') conditions.push(same('grid'));
  else conditions.push(same('block'));
  if (distance === 'intra-warp') {
    // In lockstep a warp's instructions follow one another; only one instruction meets itself.
    if (context.warpModel === 'lockstep' && a.index !== b.index) return null;
    conditions.push(same('warp'));
  }
  return conditions.some((c) => c.kind === 'false') ? null : conditions;
}

interface Overlap {
  readonly conditions: readonly Cond[];
  readonly equalities: readonly Int[];
  /** The two can only overlap by starting at the same byte. */
  readonly aligned: boolean;
}

function overlapOf(terms: Terms, x: Int, sizeX: number, y: Int, sizeY: number): Overlap {
  const difference = terms.sub(x, y);
  if (sizeX === sizeY && divisible(terms, difference, BigInt(sizeX))) {
    return { conditions: [terms.eq(x, y)], equalities: [difference], aligned: true };
  }
  return {
    conditions: [terms.lt(x, terms.add(y, terms.constant(sizeY))), terms.lt(y, terms.add(x, terms.constant(sizeX)))],
    equalities: [difference],
    aligned: false,
  };
}

/**
 * Two writes of one value to one place leave the same memory in either order; true when that cannot be told. Only values
 * made of inputs count: that two loads return the same is a fact about other memory, not about the program.
 */
function differentValues(terms: Terms, pair: ThreadPair, a: KernelAccess, b: KernelAccess, aligned: boolean): Cond {
  if (a.kind !== 'write' || b.kind !== 'write' || !aligned || a.value === null || b.value === null) return terms.true;
  const origins = originsOf(terms, [a.value, b.value]);
  if (origins.has('input-memory') || origins.has('unknown')) return terms.true;
  return terms.ne(pair.first.int(a.value), pair.second.int(b.value));
}

/** What the terms depend on, apart from plain inputs and rounds of loops. */
function originsOf(terms: Terms, roots: readonly (Cond | Int)[]): Set<SymbolOrigin> {
  const origins = new Set<SymbolOrigin>();
  terms.visit(roots, (atom) => {
    if (atom.kind === 'symbol' || atom.kind === 'apply') origins.add(atom.origin);
  });
  origins.delete('input');
  origins.delete('iteration');
  return origins;
}
