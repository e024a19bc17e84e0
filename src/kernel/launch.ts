/** A launch as one analysis of a kernel sees it. */
import type { Assumption } from '../model/assumption.ts';
import type { Launch } from '../model/result.ts';
import type { Cond, Int } from '../terms/index.ts';
import type { Alias, PassedMemory, PointerKey } from './passed-memory.ts';

export interface KernelLaunch {
  /** As the user knows it; null when sizes were given or no launch is in sight. */
  readonly source: Launch | null;
  /** Who said so: the user (options), the host code, or nobody, and then sizes are open. */
  readonly knownFrom: 'user' | 'host' | null;
  /** Atoms of sizes and arguments that come out of host code that was not understood: the host may never launch so. */
  readonly guesses: ReadonlySet<number>;
  /** True when the kernel may not be launched so at all. */
  readonly isGuess: boolean;
  readonly gridDim: readonly [Int, Int, Int];
  readonly blockDim: readonly [Int, Int, Int];
  /** Scalar arguments by parameter index. */
  readonly bindings: ReadonlyMap<number, Int>;
  /** Pointers that share memory with an earlier one, or with a variable of the program. */
  readonly aliases: ReadonlyMap<PointerKey, Alias>;
  /** What the pointers lead to that the host passes; null when no host code is in sight. */
  readonly memory: ReadonlyMap<PointerKey, PassedMemory> | null;
  /** The memory that textures read, by the parameter that has the texture's handle. */
  readonly textures: ReadonlyMap<number, readonly PassedMemory[]>;
  /** What holds whenever this launch happens. */
  readonly facts: readonly Cond[];
  /** The facts in words, and what else was taken for granted of the launch. */
  readonly assumptions: readonly Assumption[];
}
