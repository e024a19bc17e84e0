/** A launch as one analysis of a kernel sees it. */

import type { ClusterSize } from '../ir/cluster-size.ts';
import type { Column } from '../ir/columns.ts';
import type { Assumption } from '../model/assumption.ts';
import type { Launch } from '../model/result.ts';
import type { Cond, Int } from '../terms/index.ts';
import type { Alias, PassedMemory, PointerKey, PointerStart } from './passed-memory.ts';
import type { LaunchTextures } from './textures.ts';

/** Memory that a kernel may not find as the program began: not zero, not its initial value. */
export interface Leftovers {
  /** Behind pointers that are passed, by parameter. */
  readonly parameters: ReadonlySet<number>;
  /** In variables of the program. */
  readonly isInVariables: boolean;
}

export const NOTHING_LEFT: Leftovers = { parameters: new Set(), isInVariables: false };

/** Numbers in memory of which something is stated: all elements of an array, or one member of all its structs. */
export interface StatedMemory {
  /** Behind the pointer that is the parameter of this number, or the variable of this name. */
  readonly of: number | string;
  /** Null where it is an array of numbers. */
  readonly column: Column | null;
}

/** In elements. */
export interface CommonLength {
  readonly common: Int;
}

/** What somebody states of memory, as the kernel finds it. */
export type ContentFact =
  /**
   * No two are equal (of those whose element behind `kept` is not zero); each is at least the one before it. Of a member that is an
   * array: within each struct.
   */
  | { readonly kind: 'distinct' | 'monotone'; readonly memory: StatedMemory; readonly kept: StatedMemory | null }
  /** Segments of so many elements from each element on: no two share one. They have lengths of their own, or one that all have. */
  | { readonly kind: 'segments'; readonly memory: StatedMemory; readonly lengths: StatedMemory | CommonLength }
  /** What two pointers lead to is not the same memory. */
  | { readonly kind: 'disjoint'; readonly pointers: readonly [PointerKey, PointerKey] }
  /** What the pointers lead to that stand behind that pointer or in that variable is memory of its own, for each of them. */
  | { readonly kind: 'own'; readonly keeper: string }
  /** No two indices lead to one element: each is multiplied by a stride, which is an argument or stands in the struct of the pointer. */
  | { readonly kind: 'strided'; readonly pointer: PointerKey; readonly strides: Strides }
  /** Several threads may store one and the same value there at once: behind a pointer, or in a variable of this name. */
  | { readonly kind: 'idempotent'; readonly object: string }
  /** No cache holds it from before: who knows that it is handed over needs no fence to see it. */
  | { readonly kind: 'fresh'; readonly object: string }
  /** The address is a multiple of so many bytes. */
  | { readonly kind: 'aligned'; readonly parameter: number; readonly unit: bigint }
  | {
      readonly kind: 'bound';
      readonly memory: StatedMemory;
      /** What holds of the element at an index; of one in a member that is an array, by its place in that. */
      readonly holds: (element: Int, index: Int, within: Int | null) => Cond;
    };

/** In the struct of that name; or these numbers, by their keys, and one index more that counts single elements. */
export type Strides =
  | { readonly kind: 'beside'; readonly struct: string }
  | { readonly kind: 'listed'; readonly keys: readonly string[] };

/** A fact that somebody states, and how a reader knows it. */
export interface StatedFact {
  /** True where the fact is about contents. */
  readonly condition: Cond;
  readonly contents?: ContentFact;
  readonly assumption: Assumption;
}

/** What the kernel states of its threads. */
export interface ThreadFact extends StatedFact {
  /** The condition without what brings a thread to where it is stated. */
  readonly asserts: Cond;
}

/** By their keys; all that one of them stands for, if it is twice the same. `distance`: from the second's beginning to the first's, in bytes. */
export interface MadeOne {
  readonly objects: readonly [string, string];
  readonly distance: Int;
  /** The launch passes them, and says the same in its `aliases`: this is for an execution that was done without. */
  readonly arePassed?: boolean;
}

export interface KernelLaunch {
  /** As the user knows it; null when sizes were given or no launch is in sight. */
  readonly source: Launch | null;
  /** Who said so: the user (options), the host code, or nobody, and then sizes are open. */
  readonly knownFrom: 'user' | 'host' | null;
  /** Atoms of sizes and arguments that come out of host code that was not understood: the host may never launch so. */
  readonly guesses: ReadonlySet<number>;
  /** True when the kernel may not be launched so at all. */
  readonly isGuess: boolean;
  /** Where nothing but arguments is a guess: the symbols in them. Null: more is. */
  readonly guessedArguments: ReadonlySet<number> | null;
  /** What earlier launches may have left. */
  readonly leftovers: Leftovers;
  readonly gridDim: readonly [Int, Int, Int];
  readonly blockDim: readonly [Int, Int, Int];
  /** Blocks of a cluster, where the launch says so in numbers. */
  readonly clusterDim: ClusterSize | null;
  /** The numbers that the launch passes: of scalars, and of the members of structs. */
  readonly bindings: ReadonlyMap<PointerKey, Int>;
  /** Pointers that share memory with an earlier one, or with a variable of the program. */
  readonly aliases: ReadonlyMap<PointerKey, Alias>;
  /** What the pointers lead to that the host passes; null when no host code is in sight. */
  readonly memory: ReadonlyMap<PointerKey, PassedMemory> | null;
  /** Where in their memory the pointers lead that the host passes, of those that are the first into it. */
  readonly starts: ReadonlyMap<PointerKey, PointerStart>;
  /** Pointers that the host passes and of which it is known whether they are null. */
  readonly nulls: ReadonlyMap<PointerKey, boolean>;
  /** What the textures lie over that the kernel may read. */
  readonly textures: LaunchTextures;
  /** What holds whenever this launch happens. */
  readonly facts: readonly Cond[];
  /** Those of the facts that host code, options or comments state. */
  readonly stated: readonly StatedFact[];
  /**
   * Conditions that the host program evaluates on the way to the launch, with nothing taken for granted: their symbols have
   * no other facts. Where they exclude each other, the host never comes to the launch.
   */
  readonly evaluated: readonly StatedFact[];
  /** Which way pointers share memory, one of `facts`; null: there is only one. A choice that cannot be is no launch. */
  readonly choice: Cond | null;
  /** The facts in words, and what else was taken for granted of the launch. */
  readonly assumptions: readonly Assumption[];
  /** Objects that are made one memory, to see what comes of it. */
  readonly madeOne?: MadeOne;
}
