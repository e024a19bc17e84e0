/**
 * The thread that is executed, put together from its parts. Each of them is given the ones above it and knows nothing of
 * those below; code that executes takes of them what it needs.
 */
import { ExchangeSeeds } from '../ir/exchange-seeds.ts';
import { AddressSpace } from '../ir/program.ts';
import {
  type Atom,
  type Cond,
  conjuncts,
  type Int,
  isConstant,
  isGivenToLaunch,
  MachineIntegers,
  type Terms,
  visitAtoms,
} from '../terms/index.ts';
import { BarrierCounters } from './barrier-counters.ts';
import { BarrierRings } from './barrier-rings.ts';
import { Evaluator } from './evaluate.ts';
import type { ExecutionInput } from './execution.ts';
import { Inputs } from './inputs.ts';
import { Lessons } from './lessons.ts';
import type { Carried } from './loops/carried.ts';
import type { MemoryObject } from './memory.ts';
import { Objects } from './objects.ts';
import { ALLOCATION_UNIT, DYNAMIC_SHARED_UNIT, type Placement, pointerKey } from './passed-memory.ts';
import { Places } from './places.ts';
import { Recorder } from './recorder.ts';
import { RememberedCalls } from './remembered-calls.ts';
import { Symbols } from './symbols.ts';
import { TensorMemory } from './tensor-memory.ts';
import { ThreadMemory } from './thread-memory.ts';
import { Values } from './values.ts';

export interface Thread {
  readonly input: ExecutionInput;
  readonly terms: Terms;
  /** Values of which only a range is known, and the loops around the current point. */
  readonly symbols: Symbols;
  readonly places: Places;
  /** The barriers that it has passed. */
  readonly counters: BarrierCounters;
  /** Barrier objects that it goes through in turn. */
  readonly rings: BarrierRings;
  readonly lessons: Lessons;
  /** What it did, and what was assumed and refused on the way. */
  readonly recorder: Recorder;
  /** Registers as numbers. */
  readonly machine: MachineIntegers;
  /** What its pointers lead into. */
  readonly objects: Objects;
  readonly tensorMemory: TensorMemory;
  readonly values: Values;
  /** What it was handed. */
  readonly inputs: Inputs;
  readonly memory: ThreadMemory;
  readonly evaluator: Evaluator;
  readonly seeds: ExchangeSeeds;
  readonly remembered: RememberedCalls;
  /** Which variables its loops were last seen to change, by function, way to it and loop. */
  readonly loops: Map<string, readonly Carried[]>;
  /** Loops that were run pass by pass, by the way to them. */
  readonly unrolled: Map<string, number | null>;
}

export function threadOf(input: ExecutionInput): Thread {
  const { terms } = input;
  const symbols = new Symbols(terms);
  const places = new Places(input);
  const counters = new BarrierCounters(terms);
  const recorder = new Recorder(input, symbols, counters, places);
  const known = new Set(indicesOfKnownSizes(input));
  const stated = terms.and(...(input.stated ?? []));
  const machine = new MachineIntegers(
    terms,
    {
      noOverflow: (width, bound) => recorder.assumeNoOverflow(width, bound),
      positive: (bound) => recorder.assumePositive(bound),
      notNegative: (bound, use) => recorder.assumeNotNegative(bound, use),
    },
    [() => recorder.here, () => stated, withinSizes(input)],
    {
      takesAll: (symbol) => known.has(symbol),
      mayBeNegative: statedNegative(input),
      isPowerOfTwo: statedPowerOfTwo(input),
      isGiven: input.host === null ? isPassedByLaunch(input) : isFromOutside,
    },
  );
  const objects = new Objects(terms, machine, {
    placementOf: (object) => placementIn(input, object),
    onNumber: (object) => recorder.addressAsNumber(object, placementIn(input, object)),
  });
  const values = new Values(terms, machine, symbols, objects, input.host);
  const inputs = new Inputs(input, { machine, objects, values, recorder });
  const memory = new ThreadMemory(input, symbols, counters, { machine, objects, values, inputs, recorder });
  const evaluator = new Evaluator(input, { machine, symbols, objects, values, inputs, recorder });
  return {
    input,
    terms,
    symbols,
    places,
    counters,
    rings: new BarrierRings(terms, input.rings ?? []),
    lessons: new Lessons(),
    recorder,
    machine,
    objects,
    tensorMemory: new TensorMemory(terms, objects),
    values,
    inputs,
    memory,
    evaluator,
    seeds: new ExchangeSeeds(input.program),
    remembered: new RememberedCalls(objects),
    loops: new Map(),
    unrolled: new Map(),
  };
}

/**
 * What the launch passes, be it known where the host has it from or not: of a number that nobody followed less is not taken for granted
 * than of one without host code.
 */
function isPassedByLaunch({ bindings }: ExecutionInput): (symbol: Atom & { readonly kind: 'symbol' }) => boolean {
  const passed = new Set<Atom>();
  visitAtoms(bindings.values(), (atom) => passed.add(atom));
  return (symbol) => isGivenToLaunch(symbol) || (symbol.sharing === 'launch' && passed.has(symbol));
}

/** What host code has from its caller, from a file, from a library or from memory that is not followed. */
function isFromOutside({ origin }: Atom & { readonly kind: 'symbol' }): boolean {
  return origin === 'input' || origin === 'unknown';
}

/** Where memory begins that the launch passes; null: nobody says, or it is none of that. */
function placementIn({ placements, program, terms }: ExecutionInput, { origin }: MemoryObject): Placement | null {
  if (origin.kind === 'parameter') return placements.get(pointerKey(origin.index, origin.offset)) ?? null;
  const variable = origin.kind === 'variable' ? program.globals.get(origin.symbol) : undefined;
  if (variable === undefined) return null;
  const isDynamic = variable.isExternal && variable.space === AddressSpace.shared;
  const least = isDynamic ? DYNAMIC_SHARED_UNIT : ALLOCATION_UNIT;
  const declared = BigInt(variable.align);
  const unit = declared > least ? declared : least;
  return unit > ALLOCATION_UNIT ? { unit, start: terms.zero, assumption: null } : null;
}

/** The indices of the thread along axes of which the launch says how long they are. */
function indicesOfKnownSizes({ launch, threadIdx, blockIdx }: ExecutionInput): readonly Int[] {
  return [
    ...threadIdx.filter((_, axis) => isConstant(launch.blockDim[axis]!)),
    ...blockIdx.filter((_, axis) => isConstant(launch.gridDim[axis]!)),
  ];
}

/** The symbols of which a stated fact says that they are negative, or how far below zero they may be. */
function statedNegative({ stated = [] }: ExecutionInput): (symbol: Atom) => boolean {
  const negative = new Set<Atom>();
  for (const part of stated.flatMap((condition) => conjuncts(condition))) {
    if (part.kind !== 'le' && part.kind !== 'eq') continue;
    const [first, ...others] = part.term.monomials;
    const [symbol, ...factors] = first?.atoms ?? [];
    if (symbol === undefined || others.length + factors.length > 0) continue;
    // `n >= -2` is `-n - 2 <= 0`, `n <= -1` is `n + 1 <= 0`, and `n == -2` is either of `n + 2` and `-n - 2`.
    const { coefficient } = first!;
    const { constant } = part.term;
    const bound = -constant * (coefficient > 0n ? 1n : -1n);
    if (bound < 0n) negative.add(symbol);
  }
  return (symbol) => negative.has(symbol);
}

/** Numbers of which it is stated that they are powers of two: one of these. */
function statedPowerOfTwo({ stated = [] }: ExecutionInput): (symbol: Atom) => boolean {
  const powers = new Set<Atom>();
  for (const part of stated.flatMap((condition) => conjuncts(condition))) {
    if (part.kind !== 'or') continue;
    const [symbol, ...others] = new Set(part.parts.map(powerSaidIn));
    if (symbol && others.length === 0) powers.add(symbol);
  }
  return (symbol) => powers.has(symbol);
}

/** The symbol of `n == 8`; null for other conditions. */
function powerSaidIn(condition: Cond): Atom | null {
  if (condition.kind !== 'eq') return null;
  const [first, ...others] = condition.term.monomials;
  const [symbol, ...factors] = first?.atoms ?? [];
  if (symbol?.kind !== 'symbol' || others.length + factors.length > 0) return null;
  const value = -condition.term.constant * first!.coefficient;
  const isOne = first!.coefficient === 1n || first!.coefficient === -1n;
  return isOne && value > 0n && (value & (value - 1n)) === 0n ? symbol : null;
}

/** That an index is smaller than its size, for those of which the range of the index does not say so. */
function withinSizes({ terms, launch, threadIdx, blockIdx }: ExecutionInput): () => Cond {
  const within = (indices: readonly Int[], sizes: readonly Int[]) =>
    indices.map((index, axis) => terms.lt(index, sizes[axis]!));
  const all = terms.and(...within(threadIdx, launch.blockDim), ...within(blockIdx, launch.gridDim));
  return () => all;
}
