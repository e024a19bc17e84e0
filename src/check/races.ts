/** Pairs of accesses of one kernel: can two threads meet at one byte without an order between them? */

import type { KernelAccess, KernelLaunch, KernelLoop, Phase } from '../kernel/index.ts';
import type { WarpModel } from '../model/options.ts';
import type { RuleId } from '../model/result.ts';
import { RULE_NATURE } from '../model/rules.ts';
import {
  type Bound,
  type Cond,
  type Evaluator,
  type Int,
  isConstant,
  type Substitution,
  type SymbolOrigin,
  type Terms,
  visitAtoms,
} from '../terms/index.ts';
import type { ConcreteBlock } from './concrete-block.ts';
import { divisible } from './divisibility.ts';
import type { AskedQuestion } from './explain.ts';
import type { Strictness } from './fence-order.ts';
import type { GroupOrder } from './group-order.ts';
import type { Queries, QueryAnswer } from './query.ts';
import { brokenRounds, doubtfulRounds, loopsIn } from './rounds.ts';
import { meetInRow } from './rows.ts';
import { growth } from './sums.ts';
import { symbolsOf } from './symbols.ts';
import { LENIENT, type MissingOrder, STRICT, type Synchronisation, UNFENCED_READER } from './synchronisation.ts';
import type { Distance, LaunchTerms, ThreadPair } from './thread-pair.ts';
import { distinctTickets, type ReliableTicket } from './tickets.ts';

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
  /** Set when a lock or a hand-over is there and would order the two, were its fences and scopes enough. */
  readonly missing: MissingOrder | null;
  /** Both write, and whatever the launch, they write the same value. */
  readonly sameValue: boolean;
  /**
   * Set when the race is not there under every usual launch, although nobody was seen to launch the kernel otherwise; or
   * when it takes unusual values of arguments that the host code leaves open, or rows of memory that overlap because of
   * one.
   */
  readonly unusual: 'launch' | 'arguments' | 'rows' | null;
}

export type PairAnswer =
  | { readonly status: 'safe' }
  | { readonly status: 'race'; readonly race: RacePair }
  | { readonly status: 'open'; readonly reason: string };

export interface RaceContext {
  readonly terms: Terms;
  readonly launch: LaunchTerms;
  readonly launchKnownFrom: KernelLaunch['knownFrom'];
  /** The kernel's scalar parameters. */
  readonly parameters: readonly Int[];
  /** Two threads at a distance; their terms are shared by all pairs of accesses. */
  readonly threads: (distance: Distance | 'same-block') => ThreadPair;
  /** Values that are assumed to stay in range; a model that breaks one of them shows no race of this program. */
  readonly bounds: readonly Bound[];
  /** The kernel's loops: a model may pick a round only if the loop reaches it. */
  readonly loops: readonly KernelLoop[];
  /** All threads of a block of known size. */
  readonly concrete: ConcreteBlock | null;
  /** What barriers of some threads of a block order. */
  readonly groups: GroupOrder;
  /** Sums over rounds that are functions of their own. */
  /** What atomic additions returned, where it is known to differ between threads. */
  readonly tickets: ReadonlyMap<number, ReliableTicket>;
  /** Orders that are no barriers; null when the kernel has none. */
  readonly synchronisation: Synchronisation | null;
  /** Told of what an order between threads takes for granted. */
  readonly assume: (text: string) => void;
  /** Facts of the launch and of the kernel's assumptions, over one thread. */
  readonly facts: readonly Cond[];
  readonly queries: Queries;
  readonly warpModel: WarpModel;
  /** Told of each question before it is decided. */
  readonly onQuestion: ((question: AskedQuestion) => void) | null;
}

/** Can two threads of one block meet there, as far as anybody knows? */
export function mayMeetInBlock(context: RaceContext, a: KernelAccess, b: KernelAccess): boolean {
  return decideAt(context, a, b, 'same-block').status !== 'safe';
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

/** True when a pair is safe and that takes no solver to tell. */
export function isPlainlySafe(context: RaceContext, a: KernelAccess, b: KernelAccess): boolean {
  return context.queries.withoutSolver(
    () => decidePair({ ...context, synchronisation: null, onQuestion: null }, a, b).status === 'safe',
  );
}

const SAFE: PairAnswer = { status: 'safe' };

const THREADS: Readonly<Record<Distance | 'same-block', string>> = {
  'inter-block': 'threads of different blocks',
  'same-block': 'two threads of a block',
  'intra-block': 'threads of a block in different warps',
  'intra-warp': 'threads of one warp',
};

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
  const { terms } = context;
  const pair = context.threads(distance);
  const unordered = mayRunTogether(context, pair, a, b, distance);
  if (unordered === null) {
    context.onQuestion?.({ threads: THREADS[distance], conditions: null });
    return SAFE;
  }
  if (distance === 'same-block' && context.concrete?.neverMeet(a, b)) {
    const settled = 'computed for every thread of the block: no two share a byte';
    context.onQuestion?.({ threads: THREADS[distance], conditions: null, settled });
    return SAFE;
  }
  const conditions: Cond[] = [...pair.conditions];
  for (const fact of context.facts) conditions.push(pair.first.cond(fact), pair.second.cond(fact));
  conditions.push(...unordered);
  const paths = [pair.first.cond(a.path), pair.second.cond(b.path)];
  conditions.push(...paths, pair.first.cond(a.facts), pair.second.cond(b.facts));
  // Memory behind pointers that were loaded: the same pointer on both sides.
  for (let i = 0; i < a.base.length; i++) {
    conditions.push(terms.eq(pair.first.int(a.base[i]!), pair.second.int(b.base[i] ?? a.base[i]!)));
  }
  conditions.push(...distinctTickets(terms, context.tickets, pair, [a.path, a.offset], [b.path, b.offset]));
  const x = pair.first.int(a.offset);
  const y = pair.second.int(b.offset);
  const overlap = overlapOf(terms, x, a.size, y, b.size);
  conditions.push(...overlap.conditions);
  conditions.push(...growth(terms, terms.and(...conditions)));
  const differ = differentValues(terms, pair, a, b, overlap.aligned);
  context.onQuestion?.({
    threads: THREADS[distance],
    conditions: [
      { what: 'no barrier between', holds: unordered },
      { what: 'both are reached', holds: paths },
      { what: 'the bytes overlap', holds: overlap.conditions },
      { what: 'the values written differ', holds: [differ] },
    ],
  });
  const together = terms.and(...conditions);
  if (together.kind === 'false') {
    context.queries.solve([together], []);
    return SAFE;
  }

  const rows = () => {
    const facts = context.facts.filter((fact) => symbolsOf([fact]).size > 1);
    const known = [...paths, a.facts, b.facts, ...facts, ...context.launch.gridDim, ...context.launch.blockDim];
    const reaches = [
      { address: x, size: a.size },
      { address: y, size: b.size },
    ] as const;
    return meetInRow(terms, reaches, known);
  };
  const race = (
    { condition, values, isDoubtful }: Model,
    sameValue: boolean,
    missing: MissingOrder | null,
  ): PairAnswer => ({
    status: 'race',
    race: {
      first: a,
      second: b,
      distance: distance === 'same-block' ? 'intra-block' : distance,
      pair,
      values: distance === 'same-block' ? values : smallLaunch(context, values, [condition], overlap.equalities),
      leansOn: leaningOn(
        isDoubtful,
        originsOf([
          ...paths,
          ...unordered,
          x,
          y,
          ...a.base.map((term) => pair.first.int(term)),
          ...b.base.map((term) => pair.second.int(term)),
          ...sizesThatMatter(distance === 'inter-block' ? 'inter-block-race' : 'intra-block-race', context.launch),
        ]),
      ),
      narrowScope: a.kind === 'atomic' && b.kind === 'atomic',
      sameValue,
      missing,
      unusual: distance === 'same-block' ? null : unusual(context, condition, overlap.equalities, rows()),
    },
  });
  const condition = terms.and(together, differ);
  const solve = (asked: Cond) => solveInBounds(context, pair, a, b, asked, overlap.equalities);
  const answer = solveUnordered(context, pair, a, b, distance, condition, solve);
  if (answer.status === 'sat') return race(answer, false, answer.missing);
  if (answer.status === 'open') return answer;
  if (differ.kind === 'true') return SAFE;
  context.onQuestion?.({ threads: 'the same, with equal values written', conditions: [] });
  // Only the stored values keep this from changing anything: everyone writes the same.
  const harmless = solveUnordered(context, pair, a, b, distance, together, solve);
  return harmless.status === 'sat' ? race(harmless, true, harmless.missing) : SAFE;
}

/** Solves; two accesses that meet must also not be ordered by a lock or by a hand-over through memory. */
function solveUnordered(
  context: RaceContext,
  pair: ThreadPair,
  a: KernelAccess,
  b: KernelAccess,
  distance: Distance | 'same-block',
  condition: Cond,
  solve: (condition: Cond) => Solved,
): Solved & { missing: MissingOrder | null } {
  const { terms, synchronisation } = context;
  const meeting = solve(condition);
  if (meeting.status !== 'sat' || synchronisation === null) return { ...meeting, missing: null };
  context.onQuestion?.({ threads: 'the same, not ordered by a lock or a hand-over', conditions: [] });
  const strict = synchronisation.unordered(pair, a, b, distance, STRICT);
  const answer = strict === null ? meeting : solve(terms.and(condition, ...strict.conditions));
  if (strict !== null && answer.status === 'unsat') for (const text of strict.assumptions) context.assume(text);
  if (answer.status !== 'sat') return { ...answer, missing: null };
  const isSafe = (strictness: Strictness) => {
    const unordered = synchronisation.unordered(pair, a, b, distance, strictness);
    return unordered !== null && solve(terms.and(condition, ...unordered.conditions)).status === 'unsat';
  };
  const pattern = synchronisation.patternOf(a, b);
  if (pattern === 'fence' && isSafe(UNFENCED_READER)) return { ...answer, missing: 'reader-fence' };
  return { ...answer, missing: isSafe(LENIENT) ? pattern : null };
}

/** How often a model that overflows somewhere, or picks a round that does not come, is sent back with what it breaks. */
const CORRECTIONS = 8;

type Solved = Exclude<QueryAnswer, { status: 'sat' }> | Model;

interface Model {
  readonly status: 'sat';
  readonly values: Evaluator;
  /** What the model was found for: the question with all corrections. */
  readonly condition: Cond;
  /** True when it is not known that the loops get to the rounds that the model picked. */
  readonly isDoubtful: boolean;
}

/**
 * Solves, and rejects models in which a value that the two accesses depend on leaves its assumed range, or a loop is in
 * a round that it does not reach.
 */
function solveInBounds(
  context: RaceContext,
  pair: ThreadPair,
  a: KernelAccess,
  b: KernelAccess,
  condition: Cond,
  equalities: readonly Int[],
): Solved {
  const { terms, queries } = context;
  const loops = [a, b].map((x) =>
    loopsIn(context.loops, [x.path, x.facts, x.offset, ...countsOf(x.phase), ...x.base]),
  ) as [KernelLoop[], KernelLoop[]];
  let constrained = condition;
  for (let round = 0; ; round++) {
    const answer = queries.solve([constrained], equalities);
    if (answer.status !== 'sat') return answer;
    const broken: Cond[] = [
      ...brokenRounds(terms, loops[0], pair.first, answer.values),
      ...brokenRounds(terms, loops[1], pair.second, answer.values),
    ];
    for (const [access, side] of [
      [a, pair.first],
      [b, pair.second],
    ] as const) {
      const relevant = symbolsOf([access.path, access.offset]);
      for (const bound of context.bounds) {
        if (!within(symbolsOf([bound.term]), relevant)) continue;
        const elsewhere = terms.not(side.cond(bound.path));
        const term = side.int(bound.term);
        const inRange = terms.and(
          terms.le(terms.constant(bound.low), term),
          terms.le(term, terms.constant(bound.high)),
        );
        const holds = terms.or(elsewhere, inRange);
        if (!answer.values.cond(holds)) broken.push(holds);
      }
    }
    if (broken.length === 0) return settled(constrained, answer.values);
    if (round === CORRECTIONS) return { ...answer, condition: constrained, isDoubtful: true };
    constrained = terms.and(constrained, ...broken);
  }

  /** Prefers a model in which every loop is in a round that it is known to reach. */
  function settled(found: Cond, values: Evaluator): Model {
    const doubtful = [
      ...doubtfulRounds(loops[0], pair.first, values),
      ...doubtfulRounds(loops[1], pair.second, values),
    ];
    if (doubtful.length === 0) return { status: 'sat', values, condition: found, isDoubtful: false };
    const first = terms.and(found, ...doubtful.map((r) => terms.le(r, terms.zero)));
    const answer = queries.solveOnce([first], equalities);
    if (answer.status !== 'sat') return { status: 'sat', values, condition: found, isDoubtful: true };
    return { status: 'sat', values: answer.values, condition: first, isDoubtful: false };
  }
}

/** The barrier counts that order threads of a block. */
function countsOf({ block, warp, groups }: Phase): Int[] {
  return [block, warp, ...[...groups.values()].flatMap(({ arrived, waited }) => [arrived, waited])];
}

function within(inner: ReadonlySet<number>, outer: ReadonlySet<number>): boolean {
  for (const id of inner) if (!outer.has(id)) return false;
  return true;
}

/** Block sizes that people launch with, by the number of axes; three blocks along each axis. */
const USUAL_BLOCKS: readonly (readonly (readonly number[])[])[] = [
  [],
  [[64], [128], [256]],
  [
    [16, 16],
    [32, 8],
    [8, 32],
  ],
  [
    [8, 8, 4],
    [4, 4, 4],
  ],
];
const USUAL_BLOCK_COUNT = 3;
/** Scalar arguments of such a launch: sizes that its threads do not exceed. */
const USUAL_ARGUMENTS = [4096n, 1n << 15n] as const;

/** Does the race need sizes or arguments that nobody would choose? What the user gave counts as it is. */
function unusual(
  context: RaceContext,
  condition: Cond,
  equalities: readonly Int[],
  rows: readonly Cond[] | null,
): RacePair['unusual'] {
  const { terms, launch, queries, launchKnownFrom } = context;
  if (launchKnownFrom === 'user') return null;
  if (launchKnownFrom === 'host' && rows !== null) {
    context.onQuestion?.({ threads: 'the same, both within their rows', conditions: [] });
    if (queries.solve([condition, ...rows], equalities).status === 'unsat') return 'rows';
  }
  context.onQuestion?.({ threads: 'the same, with usual sizes and arguments', conditions: [] });
  const open = launch.blockDim.filter((d) => !isConstant(d));
  const grid = launch.gridDim.filter((d) => !isConstant(d)).map((d) => terms.eq(d, terms.constant(USUAL_BLOCK_COUNT)));
  const usualSize = (p: Int) =>
    terms.and(terms.le(terms.constant(USUAL_ARGUMENTS[0]), p), terms.le(p, terms.constant(USUAL_ARGUMENTS[1])));
  const sizes = context.parameters.filter((p) => !isConstant(p)).map(usualSize);
  if (launchKnownFrom === 'host') {
    const isRacy = (usual: readonly Cond[]) => queries.solve([condition, ...usual], equalities).status === 'sat';
    const isPossible = (usual: readonly Cond[]) => queries.solve([...context.facts, ...usual], []).status !== 'unsat';
    const most = terms.constant(USUAL_ARGUMENTS[1]);
    sizes.push(...launch.gridDim.filter((d) => !isConstant(d)).map((d) => terms.le(d, most)));
    if (sizes.length === 0 || isRacy(sizes)) return null;
    if (isPossible(sizes)) return 'arguments';
    // Some are never large (a radius that the block's size is made of); those that cannot all be (`n` and `1000 - n`)
    // say nothing.
    const rest = sizes.filter((size) => isPossible([size]));
    return rest.length === 0 || !isPossible(rest) || isRacy(rest) ? null : 'arguments';
  }
  const blocks = open.length === 0 ? [[]] : USUAL_BLOCKS[open.length]!;
  const everywhere = blocks.every((block) => {
    const fixed = open.map((d, i) => terms.eq(d, terms.constant(block[i]!)));
    return queries.solve([condition, ...fixed, ...grid, ...sizes], equalities).status === 'sat';
  });
  return everywhere ? null : 'launch';
}

/** Blocks along an axis, and threads, that are easy to follow. */
const FEW = 64;
/** Arguments above this may be bounds of loops that no replay gets to the end of. */
const MANY = 1n << 20n;

/** A model with few threads and small arguments when there is one, or the given one. */
function smallLaunch(
  context: RaceContext,
  values: Evaluator,
  conditions: readonly Cond[],
  equalities: readonly Int[],
): Evaluator {
  const { terms, launch, queries } = context;
  const sizes = [...launch.blockDim, ...launch.gridDim].filter((d) => d.monomials.length > 0);
  const large = context.parameters.filter((p) => values.int(p) > MANY);
  if (large.length === 0 && sizes.every((d) => values.int(d) <= FEW)) return values;
  const few = sizes.map((d) => terms.le(d, terms.constant(FEW)));
  const short = large.map((p) => terms.le(p, terms.constant(MANY)));
  for (const small of large.length > 0 ? [[...few, ...short], few] : [few]) {
    context.onQuestion?.({ threads: 'the same, with few threads', conditions: [] });
    const answer = queries.solveOnce([...conditions, ...small], equalities);
    if (answer.status === 'sat') return answer.values;
  }
  return values;
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
    a.copy === null && b.copy === null
      ? terms.eq(pair.first.int(a.phase[which]), pair.second.int(b.phase[which]))
      : terms.and(begins(pair.first, a, which, pair.second, b), begins(pair.second, b, which, pair.first, a));
  /** A copy takes place anywhere between its call and the wait for it: it begins before the other access is over. */
  const begins = (
    mine: Substitution,
    x: KernelAccess,
    which: 'block' | 'warp' | 'grid',
    theirs: Substitution,
    y: KernelAccess,
  ) => {
    const end = y.copy === null ? y.phase : y.copy.until;
    return end === null ? terms.true : terms.le(mine.int(x.phase[which]), theirs.int(end[which]));
  };
  const conditions: Cond[] = [];
  if (distance !== 'inter-block' && a.copy !== null && b.copy !== null && a.copy.id === b.copy.id) {
    // Both threads speak of one and the same copy, unless it is another round's.
    conditions.push(
      terms.or(...a.copy.iterations.map((round) => terms.ne(pair.first.int(round), pair.second.int(round)))),
    );
  }
  if (distance === 'inter-block') conditions.push(same('grid'));
  else conditions.push(same('block'));
  if (distance !== 'inter-block' && a.copy === null && b.copy === null) {
    conditions.push(...context.groups.unordered(pair, a.phase, b.phase));
  }
  if (distance === 'intra-warp') {
    // In lockstep a warp's instructions follow one another; only one instruction meets itself.
    const isCopy = a.copy !== null || b.copy !== null;
    if (context.warpModel === 'lockstep' && a.index !== b.index && !isCopy) return null;
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
  const origins = originsOf([a.value, b.value]);
  if (origins.has('input-memory') || origins.has('unknown')) return terms.true;
  return terms.ne(pair.first.int(a.value), pair.second.int(b.value));
}

/** The sizes that must be large enough for two threads to be there at all. */
export function sizesThatMatter(rule: RuleId, { gridDim, blockDim }: LaunchTerms): readonly Int[] {
  return RULE_NATURE[rule].threads === 'grid' ? gridDim : blockDim;
}

/** Rounds that a loop may not reach are guesses like values without a closed form. */
function leaningOn(isDoubtful: boolean, origins: Set<SymbolOrigin>): Set<SymbolOrigin> {
  return isDoubtful ? origins.add('approximate') : origins;
}

/** What the terms depend on, apart from plain inputs and rounds of loops. */
function originsOf(roots: readonly (Cond | Int)[]): Set<SymbolOrigin> {
  const origins = new Set<SymbolOrigin>();
  visitAtoms(roots, (atom) => {
    if (atom.kind === 'symbol' || atom.kind === 'apply') origins.add(atom.origin);
  });
  origins.delete('input');
  origins.delete('iteration');
  return origins;
}
