/** The launch that the options give, completed by symbols where they say nothing. */

import { type Effect, effectOf } from '../intrinsics/index.ts';
import type { Column } from '../ir/columns.ts';
import { launchPointers, launchScalars } from '../ir/launch-scalars.ts';
import { operandsOf } from '../ir/operands.ts';
import type { GlobalVariable, Instruction, Operand, Program, ProgramFunction } from '../ir/program.ts';
import {
  type ContentFact,
  isOnePointer,
  type KernelLaunch,
  NO_TEXTURES,
  NOTHING_LEFT,
  nullSymbol,
  pointerKey,
  type StatedFact,
} from '../kernel/index.ts';
import type { Assumption } from '../model/assumption.ts';
import { BLOCK_LIMITS, BLOCK_THREADS, GRID_LIMITS } from '../model/launch-limits.ts';
import type { CheckOptions } from '../model/options.ts';
import type { Language } from '../model/result.ts';
import { type Cond, type Int, integerRange, isConstant, type Terms } from '../terms/index.ts';
import { parseAssumption } from './assumption.ts';
import { contentFact, type NamedMemory, partsOf, saidOfContents } from './content-words.ts';
import { requiredBlock, withinLaunchBounds } from './declared-sizes.ts';
import { reachedInstructions } from './reached-instructions.ts';

/** Sizes by axis; null for one that is open. */
export type GivenSizes = readonly [number | null, number | null, number | null];

/** A launch of symbolic or given sizes, with the facts the user stated. */
export function configuredLaunch(
  terms: Terms,
  program: Program,
  kernel: ProgramFunction,
  options: Pick<CheckOptions, 'assume'> & {
    readonly gridDim: GivenSizes | null;
    readonly blockDim: GivenSizes | null;
    /** In whose words sizes are told; CUDA's where it is left out. */
    readonly language?: Language;
  },
): KernelLaunch {
  const axes = usedBy(program, kernel);
  const assumptions: Assumption[] = [];
  const assume = (text: string) => assumptions.push({ kind: 'launch', text, place: null });
  const sizes = (
    given: GivenSizes | null,
    name: string,
    used: readonly [boolean, boolean, boolean],
    limits: readonly [bigint, bigint, bigint],
  ): [Int, Int, Int] => {
    const unused: string[] = [];
    const one = (axis: 0 | 1 | 2): Int => {
      const size = given?.[axis];
      if (size != null) return terms.constant(size);
      const isGrid = name === 'gridDim' && axis === 0;
      if (!used[axis] && !isGrid) {
        unused.push('xyz'[axis]!);
        return terms.one;
      }
      // A kernel that does not ask for its block may be meant for one of them; but nothing keeps anybody from launching more.
      const origin = used[axis] ? 'input' : 'approximate';
      return terms.symbol(`${name}.${'xyz'[axis]}`, 'launch', origin, { low: 1n, high: limits[axis] });
    };
    const result: [Int, Int, Int] = [one(0), one(1), one(2)];
    if (unused.length > 0) assume(unusedInWords(name, unused, options.language ?? null));
    return result;
  };
  const gridDim = sizes(options.gridDim, 'gridDim', axes.grid, GRID_LIMITS);
  const required = options.blockDim === null ? requiredBlock(program, kernel) : null;
  const blockDim = sizes(required?.block ?? options.blockDim, 'blockDim', axes.block, BLOCK_LIMITS);
  if (required !== null) assume(required.text);
  const facts: Cond[] = [];
  if (blockDim.filter((d) => !isConstant(d)).length > 1) {
    const threads = terms.mul(blockDim[0], terms.mul(blockDim[1], blockDim[2]));
    facts.push(terms.le(threads, terms.constant(BLOCK_THREADS)));
  }
  const isOpen = (given: GivenSizes | null) => given === null || given.includes(null);
  if (isOpen(options.gridDim) || isOpen(options.blockDim)) assume('launch sizes are not known: checked for all sizes');
  const bounds = options.blockDim?.every((size) => size !== null) ? null : withinLaunchBounds(terms, kernel, blockDim);
  if (bounds !== null) {
    facts.push(bounds.fact);
    assumptions.push(bounds.assumption);
  }
  const stated = statedFacts(
    terms,
    { kernel, variables: axes.variables },
    { gridDim, blockDim, bindings: new Map(), starts: new Map(), aliases: new Map(), nulls: new Map() },
    options.assume,
  );
  return {
    source: null,
    knownFrom: [...gridDim, ...blockDim].every(isConstant) ? 'user' : null,
    guesses: new Set(),
    isGuess: false,
    guessedArguments: null,
    leftovers: NOTHING_LEFT,
    gridDim,
    blockDim,
    clusterDim: null,
    bindings: new Map(),
    aliases: new Map(),
    memory: null,
    starts: new Map(),
    nulls: new Map(),
    textures: NO_TEXTURES,
    facts: [...facts, ...stated.map(({ condition }) => condition)],
    stated,
    evaluated: [],
    choice: null,
    assumptions: [...assumptions, ...stated.map(({ assumption }) => assumption)],
  };
}

function unusedInWords(name: string, axes: readonly string[], language: Language | null): string {
  const sizes =
    language !== 'opencl'
      ? `${axes.map((axis) => `${name}.${axis}`).join(' = ')} = 1`
      : name === 'gridDim'
        ? `one work-group along ${axes.join(' and ')}`
        : `local size 1 along ${axes.join(' and ')}`;
  return `${sizes} (the kernel does not use the ${axes.length === 1 ? 'axis' : 'axes'})`;
}

/** The facts of `--assume` that speak of this kernel. */
export function statedFacts(
  terms: Terms,
  named: NamedMemory,
  launch: Pick<KernelLaunch, 'gridDim' | 'blockDim' | 'bindings' | 'starts' | 'aliases' | 'nulls'>,
  texts: readonly string[],
): StatedFact[] {
  const { kernel } = named;
  const facts: StatedFact[] = [];
  const lookup = (name: string) => valueNamed(terms, kernel, launch, name);
  for (const text of texts.flatMap(partsOf)) {
    const said = saidOfContents(text);
    const contents = said && contentFact(terms, named, said, lookup);
    if (said?.kind === 'disjoint' && said.otherwise !== null) {
      const parsed = parseAssumption(terms, said.otherwise, lookup);
      if (contents?.kind !== 'disjoint' || !parsed.ok) continue;
      // That a launch does not pass one pointer for both is no reason to believe that they lead to different memory.
      const condition = isOnePointer(launch.aliases, contents.pointers) ? parsed.condition : terms.true;
      facts.push({ condition, assumption: { kind: 'given', text, place: null } });
      continue;
    }
    if (contents !== null) {
      const condition = contents.kind === 'aligned' ? isAligned(terms, contents, launch.starts) : terms.true;
      facts.push({ condition, contents, assumption: { kind: 'given', text, place: null } });
    }
    if (said !== null) continue;
    const parsed = parseAssumption(terms, text, lookup, (name) => isNullNamed(terms, kernel, launch, name));
    // What speaks of parameters that this kernel does not have is meant for another.
    if (!parsed.ok) continue;
    facts.push({ condition: parsed.condition, assumption: { kind: 'given', text, place: null } });
  }
  return facts;
}

/** What it takes of the launch; of memory that nobody has seen asked for, nothing is known that could break it. */
function isAligned(
  terms: Terms,
  { parameter, unit }: Extract<ContentFact, { kind: 'aligned' }>,
  starts: KernelLaunch['starts'],
): Cond {
  const start = starts.get(pointerKey(parameter, 0));
  if (!start?.isAllocated) return terms.true;
  return terms.eq(terms.mod(start.offset, terms.constant(unit)), terms.zero);
}

function valueNamed(
  terms: Terms,
  kernel: ProgramFunction,
  launch: Pick<KernelLaunch, 'gridDim' | 'blockDim' | 'bindings'>,
  name: string,
): Int | undefined {
  const size = /^(gridDim|blockDim)\.([xyz])$/.exec(name);
  if (size) return launch[size[1] as 'gridDim' | 'blockDim']['xyz'.indexOf(size[2]!)];
  const scalar = launchScalars(kernel).find((one) => one.name === name);
  if (scalar === undefined) return undefined;
  const bound = launch.bindings.get(pointerKey(scalar.parameter, scalar.offset));
  return bound ?? terms.symbol(scalar.key, 'launch', 'input', integerRange(scalar.bits));
}

function isNullNamed(
  terms: Terms,
  kernel: ProgramFunction,
  { nulls }: Pick<KernelLaunch, 'nulls'>,
  name: string,
): Cond | undefined {
  const pointer = launchPointers(kernel).find((one) => one.name === name);
  if (pointer === undefined) return undefined;
  const known = nulls.get(pointerKey(pointer.parameter, pointer.offset));
  if (known !== undefined) return known ? terms.true : terms.false;
  return terms.ne(nullSymbol(terms, name), terms.zero);
}

/** What a kernel looks at, through all it calls. */
export interface UsedByKernel {
  /** Axes of the grid (block indices, grid sizes) and of the block. */
  readonly grid: readonly [boolean, boolean, boolean];
  readonly block: readonly [boolean, boolean, boolean];
  /** Axes along which it asks how many blocks there are. */
  readonly blocks: readonly [boolean, boolean, boolean];
  /** The variables that threads can share, by name, with the members of their structs; null of one that is no array of structs. */
  readonly variables: ReadonlyMap<string, readonly Column[] | null>;
}

/** What the kernel looks at; an axis that it never reads is taken to have size 1. */
export function usedBy(program: Program, kernel: ProgramFunction): UsedByKernel {
  const grid: [boolean, boolean, boolean] = [false, false, false];
  const block: [boolean, boolean, boolean] = [false, false, false];
  const blocks: [boolean, boolean, boolean] = [false, false, false];
  const variables = new Map<string, readonly Column[] | null>();
  for (const i of reachedInstructions(program, kernel)) {
    for (const { sourceName, columns } of sharedVariables(program, i)) variables.set(sourceName, columns ?? null);
    // A kernel that counts atomically is meant for many blocks, although it does not ask which one it is in.
    if (i.op === 'atomicrmw' || i.op === 'cmpxchg') grid[0] = true;
    if (i.op !== 'call' || i.callee.kind !== 'global') continue;
    const effect = effectOf(i.callee.name);
    if (!effect) continue;
    if (effect.kind === 'atomic' || effect.kind === 'atomic-compare-exchange') grid[0] = true;
    for (const axis of axesOf(effect, i.arguments[0])) {
      if (effect.kind !== 'thread-index' && effect.kind !== 'block-size') grid[axis] = true;
      if (effect.kind !== 'block-index' && effect.kind !== 'grid-size') block[axis] = true;
      if (effect.kind === 'grid-size' || effect.kind === 'global-size') blocks[axis] = true;
    }
  }
  return { grid, block, blocks, variables };
}

function sharedVariables(program: Program, instruction: Instruction): GlobalVariable[] {
  return operandsOf(instruction).flatMap((operand) => {
    if (operand.kind !== 'global') return [];
    const variable = program.globals.get(program.aliases.get(operand.name) ?? operand.name);
    return variable && !variable.isConstant ? [variable] : [];
  });
}

function axesOf(effect: Effect, argument: Operand | undefined): readonly (0 | 1 | 2)[] {
  if (effect.kind === 'linear-thread-index' || effect.kind === 'linear-global-id') return [0, 1, 2];
  if (effect.kind === 'lane-id') return [0];
  if (!('axis' in effect)) return [];
  if (effect.axis !== 'argument') return [effect.axis === 'x' ? 0 : effect.axis === 'y' ? 1 : 2];
  if (argument?.kind !== 'int') return [0, 1, 2];
  return argument.value >= 0n && argument.value < 3n ? [Number(argument.value) as 0 | 1 | 2] : [];
}
