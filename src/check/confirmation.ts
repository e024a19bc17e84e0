/** What it takes to make a finding happen: the launch, the threads and the contents of memory that the model chose. */
import type { ProgramFunction, SourceLocation } from '../ir/program.ts';
import type { Execution, KernelLaunch } from '../kernel/index.ts';
import type { ReplayInputs } from '../model/pairs.ts';
import type { FindingWithoutId } from '../model/result.ts';
import { type Atom, type Cond, type Evaluator, type Int, someAtom } from '../terms/index.ts';
import type { WitnessThreads } from './findings.ts';
import { keeperOf } from './kept-pointers.ts';
import type { ModelContent } from './memory-contents.ts';
import { sizesThatMatter } from './plausible-launch.ts';
import type { LaunchTerms } from './thread-pair.ts';

/** What a replay needs beyond the finding itself. */
export interface Confirmation {
  readonly kernel: ProgramFunction;
  readonly launch: KernelLaunch;
  /** True when sizes or arguments that matter here were guessed: that it happens then does not mean that it happens. */
  readonly restsOnGuess: boolean;
  /** Where the two go hangs on values that the kernel has handed on in memory: what it began with may be why they meet. */
  readonly isPlacedByLoads: boolean;
  /** These may be digits of keys: memory whose elements are all equal has them in their order. */
  readonly mayBeDigits: boolean;
  /** Where they go hangs on what memory holds when the kernel begins. */
  readonly isPlacedByContents: boolean;
  /** What loops leave is only approximated: what memory began with may be why they meet. */
  readonly isOfLoops: boolean;
  /** Both write, and nobody knows what, or one reads some of the bytes, and nobody knows which: only a run can say that it is a race. */
  readonly needsRun: boolean;
  /** No verdict hangs on it: it is not worth much time. */
  readonly isAside: boolean;
  /** It is enough that it happens with some contents of memory of which the model says nothing. */
  readonly anyContents: boolean;
  /** Where this model takes too long, there is another one. */
  readonly isOneOfSeveral: boolean;
  /** The model's threads are no likelier to meet than others, which are looked for: what memory holds was changed. */
  readonly onlyOthers: boolean;
  /** The model. */
  readonly values: Evaluator;
  /** Scalar parameters (`n`) and scalar fields of struct parameters (`p@8`) by name. */
  readonly parameters: ReadonlyMap<string, Int>;
  /** Pointers that may be null, as far as the kernel asks. */
  readonly nulls: Execution['nulls'];
  /** Parameters that are handles of textures. */
  readonly textures: readonly number[];
  /** The kernel reads or writes through pointers that it finds in memory. */
  readonly followsPointers: boolean;
  /** Where it finds them (`keeperOf`): variables by their names in the source. */
  readonly pointersIn: ReadonlySet<string>;
  /** What the model says of memory. */
  readonly contents: readonly ModelContent[];
  /** Where the two accesses stand, or the barrier. */
  readonly locations: readonly (SourceLocation | null)[];
  /** The same finding with other threads that meet, at so many bytes into the memory; null where that makes no sense. */
  readonly withThreads: ((threads: WitnessThreads, offset: bigint) => FindingWithoutId) | null;
}

/** A finding after the attempt to make it happen. */
export interface Confirmed {
  readonly finding: FindingWithoutId;
  /** With which it was seen to happen, whether or not anybody runs the kernel with them; null: it was not seen. */
  readonly inputs: ReplayInputs | null;
  /** The two were seen to meet with no order between them, be it that both wrote the same. */
  readonly hasMet: boolean;
  /**
   * The run went past the end of an array, as one with too large a block does, a wide access was at an address at which it faults, or other
   * threads broke an assertion, as where a view has odd sizes: no program works that is launched so.
   */
  readonly breaksDown: boolean;
  /** The run took more steps than it was given: it shows nothing, and contradicts nothing. */
  readonly isTooLong: boolean;
  /** Places that touched the same bytes with no barrier between, in a run that looked for that: it is worth a look at whether they race. */
  readonly meetings: readonly (readonly [SourceLocation, SourceLocation])[];
}

/** Nothing was executed. */
export const NOT_EXECUTED = { inputs: null, hasMet: false, breaksDown: false, isTooLong: false, meetings: [] } as const;

/** Where a finding comes from. */
interface FoundUnder {
  readonly kernel: ProgramFunction;
  readonly launch: KernelLaunch;
  readonly launchTerms: LaunchTerms;
  readonly execution: Execution;
}

/** What a replay needs of the model. */
interface OfModel
  extends Omit<
    Confirmation,
    'kernel' | 'launch' | 'restsOnGuess' | 'parameters' | 'nulls' | 'textures' | 'followsPointers' | 'pointersIn'
  > {
  /** Guessed sizes of the block that do not matter, as symbols by id. */
  readonly anySizes: ReadonlySet<number>;
}

/** Is it a guess that a launch is made with what these terms take of it? */
export function isGuessFor({ isGuess, guessedArguments }: KernelLaunch, roots: readonly (Cond | Int)[]): boolean {
  return isGuess && (guessedArguments === null || someAtom(roots, ({ id }) => guessedArguments.has(id)));
}

/** @param roots the terms on which it depends that the finding happens */
export function confirmationOf(
  { kernel, launch, launchTerms, execution }: FoundUnder,
  { rule }: FindingWithoutId,
  roots: readonly (Cond | Int)[],
  { anySizes, ...model }: OfModel,
): Confirmation {
  const decisive = [...roots, ...sizesThatMatter(rule, launchTerms)];
  const isGuess = ({ id }: Atom) => launch.guesses.has(id) && !anySizes.has(id);
  return {
    ...model,
    kernel,
    launch,
    restsOnGuess: isGuessFor(launch, decisive) || someAtom(decisive, isGuess),
    parameters: execution.parameters,
    nulls: execution.nulls,
    followsPointers: execution.accesses.some(({ object }) => object.origin.kind === 'loaded'),
    pointersIn: new Set(execution.accesses.flatMap(({ object }) => keeperOf(object) ?? [])),
    textures: [...new Set(execution.textureReads.flatMap(({ parameter }) => parameter ?? []))],
  };
}
