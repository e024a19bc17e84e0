/**
 * Whether people would launch the kernel as a model does. The race is real for the program either way; but one that needs
 * sizes or arguments that nobody chooses is only shown as possible, and a model with few threads is easier to follow.
 */
import { ALLOCATION_UNIT, isNullSymbol, type KernelAccess, type KernelLaunch } from '../kernel/index.ts';
import type { RuleId } from '../model/result.ts';
import { RULE_NATURE } from '../model/rules.ts';
import {
  type Atom,
  type Cond,
  Evaluator,
  floorMod,
  type Int,
  isConstant,
  single,
  someAtom,
  type Terms,
  visitAtoms,
} from '../terms/index.ts';
import { blocksOfRows, ofSizes, type TriedBlock } from './blocks-of-rows.ts';
import type { DescribedQuery } from './explanation-log.ts';
import { IndependentParts } from './smt/independent-parts.ts';
import type { Queries } from './smt/query.ts';
import { isGuess, isSubset, originsOf, symbolsOf } from './symbols.ts';
import type { LaunchTerms } from './thread-pair.ts';

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
/** Block sizes that a witness is looked for with, by the number of axes that are open: small ones first, they are easy to follow. */
export const SHOWN_BLOCKS: readonly (readonly (readonly number[])[])[] = [
  [],
  [[32], [128], [256], [64], [512], [1024]],
  [
    [16, 16],
    [32, 8],
    [8, 32],
    [32, 32],
    [256, 1],
  ],
  [
    [8, 8, 4],
    [4, 4, 4],
    [16, 16, 1],
    [256, 1, 1],
  ],
];
/** Calls of the solver for a witness with one of them. */
const CALLS_FOR_BLOCK = 3;
/** The range of scalar arguments of such a launch: sizes that its threads do not exceed. */
const USUAL_ARGUMENTS = [4096n, 1n << 15n] as const;
/** Who reads and writes vectors of so many bytes has sizes that are multiples of so many. */
const WIDE = 16;
const USUAL_MULTIPLE = 64n;
/** Threads along an axis of a block. */
const USUAL_SIZES = Array.from({ length: 11 }, (_, i) => 2 ** i);
/** Blocks along an axis, and threads, that are easy to follow. */
const FEW = 64;
/** Arguments above these may be bounds of loops that a replay takes long for, or never gets to the end of. */
const MANY = [1n << 12n, 1n << 20n] as const;

/** Arguments from here on are several tiles long. */
const ROUNDS = 512n;
/** Arguments above the first that a reader takes for sizes, and the values that are best believed. */
const SMALL_ARGUMENT = 16n;
/** Channels of a pixel, fields of a record, faces of a cube: what is added to an address is less than this where it says which. */
const ADDENDS = 8n;
const USUAL_VALUES = [32n, 64n, 128n, 256n, 512n, 1024n, 2048n, 4096n] as const;

/** What about a race makes it one that nobody minds, or has. */
export type Unusual = 'launch' | 'block' | 'arguments' | 'rows' | 'contents' | 'seed' | 'exchange';

export interface LaunchContext {
  readonly terms: Terms;
  readonly launch: LaunchTerms;
  readonly launchKnownFrom: KernelLaunch['knownFrom'];
  /** The kernel's scalar parameters. */
  readonly parameters: readonly Int[];
  /** One where a pointer is null that the kernel asks about, and that the launch leaves open. */
  readonly nulls: readonly Int[];
  /** All accesses of the kernel. */
  readonly accesses: readonly Pick<KernelAccess, 'size' | 'alignment' | 'offset'>[];
  /** How far pointers of the launch that share memory lie from each other, in bytes. */
  readonly distances: readonly Int[];
  /** How far pointers lead into their memory, in bytes, where the host code leaves that open. */
  readonly openStarts: readonly Int[];
  /** Facts of the launch and of the kernel's assumptions, over one thread. */
  readonly facts: readonly Cond[];
  readonly queries: Queries;
  /** Told of each query before it is decided. */
  readonly onQuery: ((query: DescribedQuery) => void) | null;
}

/** A race as a condition. */
export interface RaceCondition {
  readonly condition: Cond;
  /** Terms that it sets to zero. */
  readonly equalities: readonly Int[];
  /**
   * What holds of two threads that meet in a block of these sizes (those that are open, by their axes), as far as that was gone
   * through thread by thread. Null: not known.
   */
  readonly meetingIn: (sizes: readonly number[]) => readonly Cond[] | 'never' | null;
}

/** What else holds of two accesses that stay within their rows; null where there are none. */
export interface Rows {
  /** Rows whose distance is used for nothing else. */
  readonly pitched: readonly Cond[] | null;
  /** Rows whose distance may be their length as well. */
  readonly any: readonly Cond[] | null;
  /** Elements in the row of each thread, where that is a number of the source, and the symbols that say how many are gone through. */
  readonly constant: { readonly length: bigint; readonly counts: ReadonlySet<number> } | null;
}

/** The same race, looked at in other ways. */
interface OtherViews {
  readonly rows: Rows;
  /** That the launch has no more cases than the kernel tells apart; empty where it tells none apart. */
  readonly cases: readonly Cond[];
  /** That loops around the two are over whole tiles; empty where there are no such loops. */
  readonly wholeSteps: readonly Cond[];
  /** Arguments that are only added to the addresses of the two, whatever the thread. */
  readonly addends: readonly Int[];
  /** Of `nulls`, those that say where the two take place, and not whether they do. */
  readonly placing: readonly Int[];
  /** The race between any two threads of a block; null where that is no other question. */
  readonly anyInBlock: () => RaceCondition | null;
  /** Every usual block was seen to show it: it is narrowed to one of them. */
  readonly isOfEveryBlock: boolean;
}

/** Does the race need sizes or arguments that nobody would choose? What the user gave counts as it is. */
export function unusualIn(
  context: LaunchContext,
  race: RaceCondition,
  { rows, cases, wholeSteps, addends, placing, anyInBlock, isOfEveryBlock }: OtherViews,
): Unusual | null {
  const { terms, queries, launchKnownFrom } = context;
  if (launchKnownFrom === 'user') return null;
  let ordinary = race;
  if (rows.pitched !== null) {
    ordinary = { ...race, condition: terms.and(race.condition, ...rows.pitched) };
    context.onQuery?.({ threads: 'the same, both within their rows', parts: [] });
    if (queries.solve([ordinary.condition], race.equalities).status === 'unsat') return 'rows';
  }
  if (rows.constant !== null && needsLongerRows(context, race, rows.constant)) return 'rows';
  if (launchKnownFrom === 'host' && needsNegativeSizes(context, race)) return 'arguments';
  if (launchKnownFrom === 'host' && needsOddStart(context, race)) return 'arguments';
  if (launchKnownFrom === 'host' && needsPartOfATile(context, ordinary)) return 'arguments';
  if (launchKnownFrom === 'host' && needsFurtherCase(context, ordinary, cases)) return 'arguments';
  if (needsPartOfAStep(context, ordinary, wholeSteps)) return launchKnownFrom === 'host' ? 'arguments' : 'launch';
  if (launchKnownFrom === 'host' && !isOfEveryBlock && needsUnusualBlock(context, ordinary)) return 'block';
  if (needsLargeAddend(context, ordinary, addends)) return launchKnownFrom === 'host' ? 'arguments' : 'launch';
  if (rows.any !== null && leavesRows(context, race, rows.any))
    return launchKnownFrom === 'host' ? 'arguments' : 'launch';
  context.onQuery?.({ threads: 'the same, with usual sizes and arguments', parts: [] });
  if (launchKnownFrom === 'host') return needsUnusualArguments(context, race) ? 'arguments' : null;
  if (needsOneOfTwo(context, ordinary, placing)) return 'launch';
  const elsewhere = rows.pitched === null ? anyInBlock : () => null;
  return needsUnusualLaunch(context, ordinary, wholeSteps, elsewhere) ? 'launch' : null;
}

/**
 * Does it take arguments or a block that nobody would choose that not all threads come to a barrier? Where no launch is known,
 * nothing is said: which threads there are is then all that it hangs on.
 */
export function isUnusualDivergence(context: LaunchContext, condition: Cond): boolean {
  const { terms, launch, queries, facts, launchKnownFrom } = context;
  if (launchKnownFrom !== 'host') return false;
  if (needsUnusualBlock(context, { condition, equalities: [], meetingIn: () => null })) return true;
  const blocks = launch.blockDim.filter(isOpen).map((size) => isPowerOfTwo(terms, size));
  const usual = [...usualArguments(context), ...blocks];
  // Where that is open, what was found stands.
  const isNever = (conditions: readonly Cond[]) => queries.solve([...conditions, ...usual], []).status === 'unsat';
  return usual.length > 0 && isNever([condition]) && !isNever(facts);
}

/**
 * Do two pointers into one piece of memory come together only when some of the sizes between them are negative, or nothing at
 * all, or larger than what is usual?
 */
function needsNegativeSizes({ terms, distances, queries, onQuery }: LaunchContext, race: RaceCondition): boolean {
  const involved = symbolsOf([race.condition, ...race.equalities]);
  const sizes = new Map<number, Atom>();
  visitAtoms(distances, (atom) => {
    const isSize = atom.kind === 'symbol' && atom.sharing === 'launch' && atom.origin === 'input';
    if (isSize && involved.has(atom.id)) sizes.set(atom.id, atom);
  });
  if (sizes.size === 0) return false;
  onQuery?.({ threads: 'the same, with sizes of memory that are positive', parts: [] });
  const most = terms.constant(USUAL_ARGUMENTS[1]);
  const positive = [...sizes.values()].map((atom) => {
    const size = terms.ofAtom(atom);
    return terms.and(terms.lt(terms.zero, size), terms.le(size, most));
  });
  return queries.solve([race.condition, ...positive], race.equalities).status !== 'sat';
}

/** Is there a race only where an argument is larger than the rows are long that the source gives each thread? */
function needsLongerRows(
  { terms, parameters, facts, queries, onQuery }: LaunchContext,
  race: RaceCondition,
  { length, counts }: NonNullable<Rows['constant']>,
): boolean {
  const most = terms.constant(length);
  const isCount = (p: Int) => isOpen(p) && isSubset(symbolsOf([p]), counts);
  const within = parameters.filter(isCount).map((p) => terms.and(terms.le(terms.zero, p), terms.le(p, most)));
  if (within.length === 0) return false;
  onQuery?.({ threads: 'the same, with no more than a row for each', parts: [] });
  if (queries.solve([race.condition, ...within], race.equalities).status !== 'unsat') return false;
  return queries.solve([...facts, ...within], []).status !== 'unsat';
}

/** Is there a race only where a pointer leads to what nothing is aligned by? The kernel computes with its address. */
function needsOddStart({ terms, openStarts, facts, queries, onQuery }: LaunchContext, race: RaceCondition): boolean {
  const involved = symbolsOf([race.condition, ...race.equalities]);
  const starts = openStarts.filter((start) => isSubset(symbolsOf([start]), involved));
  if (starts.length === 0) return false;
  const unit = terms.constant(ALLOCATION_UNIT);
  const aligned = starts.map((start) => terms.eq(terms.mod(start, unit), terms.zero));
  onQuery?.({ threads: 'the same, with pointers that are aligned', parts: [] });
  if (queries.solve([race.condition, ...aligned], race.equalities).status !== 'unsat') return false;
  return queries.solve([...facts, ...aligned], []).status !== 'unsat';
}

/**
 * The grid has a block for each tile of so many elements, and for what is left of one: is there a race only where something is
 * left? Whoever writes a kernel for whole tiles, without a guard, takes that for granted.
 */
function needsPartOfATile(
  { terms, launch, parameters, facts, queries, onQuery }: LaunchContext,
  race: RaceCondition,
): boolean {
  const whole: Cond[] = [];
  const ofGrid = symbolsOf(launch.gridDim);
  // A size that is a sum has a symbol of its own, and the fact says what it is.
  const isSize = (fact: Cond) => fact.kind === 'eq' && [...symbolsOf([fact])].some((id) => ofGrid.has(id));
  visitAtoms([...launch.gridDim, ...facts.filter(isSize)], (atom) => {
    if (atom.kind !== 'div' || !isConstant(atom.divisor) || atom.divisor.constant < 2n) return;
    const { dividend, divisor } = atom;
    // `(n + 15) / 16`
    const isRoundedUp = floorMod(dividend.constant, divisor.constant) === divisor.constant - 1n;
    if (isRoundedUp) whole.push(terms.eq(terms.mod(dividend, divisor), terms.sub(divisor, terms.one)));
  });
  if (whole.length === 0) return false;
  onQuery?.({ threads: 'the same, with whole tiles', parts: [] });
  const raceWith = (more: readonly Cond[]) =>
    queries.solve([race.condition, ...whole, ...more], race.equalities).status;
  const status = raceWith([]);
  // For want of time nothing is said of a race that was executed.
  if (status === 'open' && queries.isOver) return false;
  // With numbers in the place of sizes there are no products of unknowns.
  const known = parameters.filter(isOpen).map((p) => terms.eq(p, terms.constant(USUAL_ARGUMENTS[0])));
  if (status === 'sat' || (status === 'open' && raceWith(known) === 'sat')) return false;
  return queries.solve([...facts, ...whole], []).status !== 'unsat';
}

/** Is there a race only where a loop over whole tiles is left with a part of one? */
function needsPartOfAStep(
  { facts, queries, onQuery }: LaunchContext,
  race: RaceCondition,
  whole: readonly Cond[],
): boolean {
  if (whole.length === 0) return false;
  onQuery?.({ threads: 'the same, with whole tiles', parts: [] });
  if (queries.solve([race.condition, ...whole], race.equalities).status !== 'unsat') return false;
  return queries.solve([...facts, ...whole], []).status !== 'unsat';
}

/** Is there a race only where the grid has more cases than the kernel tells apart? Where that is open, none is known to be usual. */
function needsFurtherCase(
  { facts, queries, onQuery }: LaunchContext,
  race: RaceCondition,
  cases: readonly Cond[],
): boolean {
  if (cases.length === 0) return false;
  onQuery?.({ threads: 'the same, with no more cases than are told apart', parts: [] });
  if (queries.solve([race.condition, ...cases], race.equalities).status === 'sat') return false;
  return queries.solve([...facts, ...cases], []).status !== 'unsat';
}

/** Is there a race only where an argument that is no more than added to addresses is large? */
function needsLargeAddend(context: LaunchContext, race: RaceCondition, addends: readonly Int[]): boolean {
  const { terms, queries, facts, onQuery } = context;
  if (addends.length === 0) return false;
  const known = symbolsOf(addends);
  const small = addends.map((p) => terms.and(terms.le(terms.zero, p), terms.lt(p, terms.constant(ADDENDS))));
  const conditions = [...small, ...usualArguments(context, known)];
  onQuery?.({ threads: 'the same, with small numbers added to addresses', parts: [] });
  if (queries.solve([race.condition, ...small], race.equalities).status !== 'unsat') return false;
  return queries.solve([...facts, ...conditions], []).status !== 'unsat';
}

/**
 * Do the two only meet where one of them leaves its row, and not even there when one argument is small and the others are
 * large? A radius is no larger than the row that it goes along; a step past the end of every row is no matter of arguments.
 */
function leavesRows(context: LaunchContext, race: RaceCondition, withinRows: readonly Cond[]): boolean {
  const { terms, queries, parameters, facts, onQuery } = context;
  const open = parameters.filter(isOpen);
  if (open.length < 2) return false;
  onQuery?.({ threads: 'the same, both within their rows', parts: [] });
  if (queries.solve([race.condition, ...withinRows], race.equalities).status !== 'unsat') return false;
  const [low, high] = USUAL_ARGUMENTS;
  const within = (p: Int, from: bigint, to: bigint) =>
    terms.and(terms.le(terms.constant(from), p), terms.le(p, terms.constant(to)));
  return open.some((small) => {
    const sizes = open.map((p) => (p === small ? within(p, 1n, SMALL_ARGUMENT) : within(p, low, high)));
    onQuery?.({ threads: 'the same, with one small argument', parts: [] });
    if (queries.solve([race.condition, ...sizes], race.equalities).status !== 'unsat') return false;
    return queries.solve([...facts, ...sizes], []).status !== 'unsat';
  });
}

/**
 * The host code leaves arguments and sizes of the grid open: is there no race with usual ones? Of those only that have anything to do
 * with what the two threads do.
 */
function needsUnusualArguments(given: LaunchContext, race: RaceCondition): boolean {
  const { terms, launch, queries, facts } = given;
  const matters = whatMatters(terms, race);
  const context = { ...given, parameters: given.parameters.filter(matters) };
  const raceWith = (usual: readonly Cond[]) => queries.solve([race.condition, ...usual], race.equalities).status;
  const isRacy = (usual: readonly Cond[]) => raceWith(usual) === 'sat';
  const isPossible = (usual: readonly Cond[]) => queries.solve([...facts, ...usual], []).status !== 'unsat';
  const [least, most] = USUAL_ARGUMENTS.map((value) => terms.constant(value)) as [Int, Int];
  const grid = launch.gridDim.filter((size) => isOpen(size) && matters(size));
  const sizes = [...usualArguments(context), ...grid.map((size) => terms.le(size, most))];
  const status = sizes.length === 0 ? 'sat' : raceWith(sizes);
  if (status === 'sat') return false;
  // With numbers in the place of sizes there are no products and quotients of unknowns.
  const known = context.parameters.filter(isOpen).map((p) => terms.eq(p, least));
  if (status === 'open' && isRacy([...sizes, ...known])) return false;
  if (isPossible(sizes)) return true;
  // Some are never large (a radius of which the block's size is made); of the others it says something only if they can all
  // be large at once, unlike `n` and `1000 - n`.
  const possible = sizes.filter((size) => isPossible([size]));
  return possible.length > 0 && isPossible(possible) && !isRacy(possible);
}

/** Whether the two threads, and where they go, have anything to do with a number of the launch. */
function whatMatters(terms: Terms, { condition }: RaceCondition): (term: Int) => boolean {
  const independent = new IndependentParts(terms);
  const isOfThread = (atom: Atom) => atom.kind === 'symbol' && atom.sharing === 'thread';
  const parts = independent.of(condition).filter((part) => someAtom([part.condition], isOfThread));
  return (term) => parts.some((part) => independent.mentions(term, part));
}

/** The host code leaves the block open: is there no race with one of the usual blocks that it may be? */
function needsUnusualBlock(context: LaunchContext, race: RaceCondition): boolean {
  const { terms, launch, facts, queries } = context;
  const open = launch.blockDim.filter(isOpen);
  // A size that is computed of others is not left open.
  if (open.length === 0 || open.some((size) => single(size) === null)) return false;
  return usualBlocks(launch).some((block) => {
    const fixed = open.map((size, axis) => terms.eq(size, terms.constant(block[axis]!)));
    if (isRacyIn(context, race, block, fixed)) return false;
    return queries.solve([...facts, ...fixed], []).status !== 'unsat';
  });
}

/** Usual sizes of the axes that are open, one list a block. */
function usualBlocks({ blockDim }: LaunchTerms): readonly (readonly number[])[] {
  const open = blockDim.filter(isOpen).length;
  const axes = blockDim.filter((size) => isOpen(size) || size.constant !== 1n);
  // The axes that are known say which of the usual blocks it is.
  const fitting = USUAL_BLOCKS[axes.length]!.filter((block) =>
    axes.every((size, axis) => isOpen(size) || size.constant === BigInt(block[axis]!)),
  ).map((block) => block.filter((_, axis) => isOpen(axes[axis]!)));
  // Who hands on a whole `dim3` mostly has blocks with two axes.
  const flat = open === 3 ? USUAL_BLOCKS[2]!.map((block) => [...block, 1]) : [];
  return [...flat, ...(fitting.length > 0 ? fitting : USUAL_BLOCKS[open]!)];
}

/** No launch is known: is there a usual one without the race? */
function needsUnusualLaunch(
  context: LaunchContext,
  race: RaceCondition,
  wholeSteps: readonly Cond[],
  anyInBlock: () => RaceCondition | null,
): boolean {
  const { terms, launch } = context;
  const open = launch.blockDim.filter(isOpen);
  const grid = launch.gridDim
    .filter(isOpen)
    .map((size) => terms.eq(size, terms.constant(isGuessed(size) ? 1 : USUAL_BLOCK_COUNT)));
  const racesIn = ({ sizes, launches }: TriedBlock, asked: RaceCondition) =>
    launches.some((conditions) => {
      const others = usualArguments(context, symbolsOf(conditions));
      return isRacyIn(context, asked, sizes, [...conditions, ...grid, ...others, ...wholeSteps]);
    });
  const usual = open.length === 0 ? [[]] : USUAL_BLOCKS[open.length]!;
  // A block that `__launch_bounds__` or a stated fact rules out says nothing.
  const blocks = usual.flatMap((sizes) => possibleBlock(context, ofSizes(context, sizes)) ?? []);
  const without = blocks.filter((block) => !racesIn(block, race));
  if (without.length === blocks.length) return true;
  // In a block of two warps a tree of additions, say, has its last steps within one.
  const any = anyInBlock();
  const isFree = (block: TriedBlock) => any === null || !racesIn(block, any);
  if (without.some(isFree)) return true;
  return blocksOfRows(context, usual).some((block) => !racesIn(block, race) && isFree(block));
}

/** Some kernels take indices, or do without: is there a race only with them, or only without? */
function needsOneOfTwo(
  { terms, facts, queries, onQuery }: LaunchContext,
  race: RaceCondition,
  placing: readonly Int[],
): boolean {
  return placing.some((isNull) =>
    [terms.zero, terms.one].some((value) => {
      const passed = terms.eq(isNull, value);
      onQuery?.({ threads: 'the same, with a pointer that is null, and one that is not', parts: [] });
      if (queries.solve([race.condition, passed], race.equalities).status !== 'unsat') return false;
      return queries.solve([...facts, passed], []).status !== 'unsat';
    }),
  );
}

function possibleBlock({ facts, queries }: LaunchContext, block: TriedBlock): TriedBlock | null {
  const isPossible = (conditions: readonly Cond[]) => queries.solve([...facts, ...conditions], []).status !== 'unsat';
  return block.launches.some(isPossible) ? block : null;
}

/** @param fixed that the block has these sizes, and what else holds of the launch */
function isRacyIn(
  { queries }: LaunchContext,
  { condition, equalities, meetingIn }: RaceCondition,
  block: readonly number[],
  fixed: readonly Cond[],
): boolean {
  const meeting = meetingIn(block);
  if (meeting === 'never') return false;
  const isRacy = (example: readonly Cond[]) =>
    queries.solve([condition, ...fixed, ...example], equalities).status === 'sat';
  return (meeting !== null && isRacy(meeting)) || isRacy([]);
}

/** @param known symbols of arguments of which something else is asked */
function usualArguments(
  { terms, parameters, accesses }: LaunchContext,
  known: ReadonlySet<number> = new Set(),
): Cond[] {
  const [low, high] = USUAL_ARGUMENTS;
  const multiple = terms.constant(hasVectors(accesses) ? USUAL_MULTIPLE : 1n);
  return parameters
    .filter((p) => isOpen(p) && !isSubset(symbolsOf([p]), known))
    .map((p) =>
      terms.and(
        terms.le(terms.constant(low), p),
        terms.le(p, terms.constant(high)),
        terms.eq(terms.mod(p, multiple), terms.zero),
      ),
    );
}

function hasVectors(accesses: LaunchContext['accesses']): boolean {
  return accesses.some(({ size, alignment }) => size >= WIDE && alignment >= WIDE);
}

/** That a size of a block, computed of others, is what people choose. */
function isPowerOfTwo(terms: Terms, size: Int): Cond {
  return terms.or(...USUAL_SIZES.map((one) => terms.eq(size, terms.constant(one))));
}

/** A number of blocks that the kernel does not ask for: it may be meant for one. */
function isGuessed(size: Int): boolean {
  return isGuess(originsOf([size]));
}

function isOpen(size: Int): boolean {
  return !isConstant(size);
}

/** A model with few threads, and with small and usual arguments, when there is one, or the given one. */
export function withFewThreads(context: LaunchContext, race: RaceCondition, values: Evaluator): Evaluator {
  const { terms, launch, queries } = context;
  const sizes = [...launch.blockDim, ...launch.gridDim].filter(isOpen);
  const large = context.parameters.filter((p) => values.int(p) > MANY[0]);
  if (large.length === 0 && sizes.every((size) => values.int(size) <= FEW)) {
    return withUsualArguments(context, race, values);
  }
  const few = sizes.map((size) => terms.le(size, terms.constant(FEW)));
  const short = MANY.map((most) => large.map((p) => terms.le(p, terms.constant(most))));
  for (const small of large.length > 0 ? [...short.map((bounds) => [...few, ...bounds]), few] : [few]) {
    context.onQuery?.({ threads: 'the same, with few threads', parts: [] });
    const answer = queries.solveBriefly([race.condition, ...small], race.equalities);
    if (answer.status === 'sat') return withUsualArguments(context, race, answer.values);
  }
  return withUsualArguments(context, race, values);
}

/**
 * A model with a block that people launch with, when the given one has none and the size is open; null where it need not be
 * another, or where none was found. A block of one thread is as true as any, and nobody believes it.
 */
export function withUsualBlock(context: LaunchContext, race: RaceCondition, values: Evaluator): Evaluator | null {
  const { terms, launch, queries } = context;
  const open = launch.blockDim.filter(isOpen);
  const usual = SHOWN_BLOCKS[open.length]!;
  const isOf = (sizes: readonly number[]) => open.every((size, axis) => values.int(size) === BigInt(sizes[axis]!));
  if (open.length === 0 || usual.some(isOf)) return null;
  const grid = launch.gridDim.filter(isOpen).map((size) => terms.le(size, terms.constant(FEW)));
  const short = context.parameters
    .filter(isOpen)
    .map((p) => terms.le(p, terms.constant(values.int(p) > MANY[0] ? values.int(p) : MANY[0])));
  const tried = usual.map((sizes) => {
    const fixed = open.map((size, axis) => terms.eq(size, terms.constant(sizes[axis]!)));
    return { ...race, condition: terms.and(race.condition, ...fixed, ...grid, ...short) };
  });
  const ask = (one: RaceCondition) => {
    const answer = queries.solveBriefly([one.condition], one.equalities);
    return answer.status === 'sat' ? withUsualArguments(context, one, answer.values) : null;
  };
  context.onQuery?.({ threads: 'the same, with a usual block', parts: [] });
  const callsBefore = queries.calls;
  const fixed = factorsOf(context).map((p) => terms.eq(p, terms.constant(values.int(p))));
  for (const one of tried) {
    const found =
      ask(one) ?? (fixed.length === 0 ? null : ask({ ...one, condition: terms.and(one.condition, ...fixed) }));
    if (found !== null) return found;
    if (queries.isOver || queries.calls - callsBefore >= CALLS_FOR_BLOCK) return null;
  }
  return null;
}

/** A model with arguments that are large enough for loops over tiles to go round several times, when there is one. */
export function withManyRounds(context: LaunchContext, race: RaceCondition): Evaluator | null {
  const { terms, launch, queries } = context;
  const grid = launch.gridDim.filter(isOpen).map((size) => terms.le(size, terms.constant(FEW)));
  const long = context.parameters
    .filter(isOpen)
    .flatMap((p) => [terms.le(terms.constant(ROUNDS), p), terms.le(p, terms.constant(MANY[0]))]);
  if (long.length === 0) return null;
  context.onQuery?.({ threads: 'the same, with large arguments', parts: [] });
  const answer = queries.solveBriefly([race.condition, ...grid, ...long], race.equalities);
  return answer.status === 'sat' ? answer.values : null;
}

/** Arguments that steps are multiples of: with numbers in their place the solver has no products to decide. */
function factorsOf({ parameters, accesses }: LaunchContext): Int[] {
  const factors = new Set(
    accesses.flatMap(({ offset }) => offset.monomials.flatMap(({ atoms }) => (atoms.length > 1 ? atoms : []))),
  );
  return parameters.filter((p) => {
    const atom = single(p);
    return atom !== null && factors.has(atom);
  });
}

/**
 * The model with `n = 32` in the place of `n = 17`, when that is one: nobody launches with 17, and where the kernel reads vectors it
 * would fault. A negative number becomes a small one: a wait for `counter >= base + blocks` waits for nobody with a base of
 * -2147483648.
 */
function withUsualArguments(context: LaunchContext, race: RaceCondition, values: Evaluator): Evaluator {
  const { terms, launch, queries, accesses } = context;
  const areVectors = hasVectors(accesses);
  const chosen = USUAL_VALUES.filter((value) => !areVectors || value % USUAL_MULTIPLE === 0n);
  const most = areVectors ? 0n : SMALL_ARGUMENT;
  const isUsual = (value: bigint) => (value >= 0n && value <= most) || chosen.some((usual) => usual === value);
  const open = context.parameters.filter(isOpen);
  if (open.every((p) => isUsual(values.int(p)))) return values;
  const kept = [...launch.blockDim, ...launch.gridDim].filter(isOpen).map((size) => {
    const value = values.int(size);
    return terms.le(size, terms.constant(value > FEW ? value : BigInt(FEW)));
  });
  const usual = open.map((p) => {
    const value = values.int(p);
    if (isUsual(value)) return terms.eq(p, terms.constant(value));
    const examples = terms.or(...chosen.map((one) => terms.eq(p, terms.constant(one))));
    if (value >= 0n) return examples;
    return terms.or(terms.and(terms.le(terms.zero, p), terms.le(p, terms.constant(most))), examples);
  });
  context.onQuery?.({ threads: 'the same, with usual arguments', parts: [] });
  const answer = queries.solveBriefly([race.condition, ...kept, ...usual], race.equalities);
  return answer.status === 'sat' ? answer.values : values;
}

/**
 * The model with arguments of one where the race does not hang on them and the model has zeros: a stride of zero makes a witness
 * that nobody believes, and one in which threads read the same and write the same.
 */
export function withOrdinaryRest(values: Evaluator, { condition, equalities }: RaceCondition): Evaluator {
  const mentioned = symbolsOf([condition, ...equalities]);
  const isFree = (atom: Atom & { kind: 'symbol' }) => {
    const { id, origin, sharing, range } = atom;
    if (origin !== 'input' || sharing !== 'launch' || isNullSymbol(atom)) return false;
    return !mentioned.has(id) && (range.high === null || range.high >= 1n);
  };
  const ordinary: Evaluator = new Evaluator({
    symbol: (atom) => {
      const value = values.atom(atom);
      return value === 0n && isFree(atom) ? 1n : value;
    },
    apply: (atom, args) => values.apply(atom, args),
  });
  return ordinary;
}

/** The sizes that must be large enough for two threads to be there at all. */
export function sizesThatMatter(rule: RuleId, { gridDim, blockDim }: LaunchTerms): readonly Int[] {
  return RULE_NATURE[rule].threads === 'grid' ? gridDim : blockDim;
}
