/** What an execution of a kernel is given, and what it gives back. */

import type { Program, ProgramFunction, SourceLocation, Type } from '../ir/program.ts';
import type { Assumption } from '../model/assumption.ts';
import type { Reason } from '../model/reason.ts';
import type { Cond, Int, NoOverflow, Terms } from '../terms/index.ts';
import type { BarrierRing } from './barrier-rings.ts';
import type {
  FetchAdd,
  KernelAccess,
  KernelBarrier,
  KernelEnd,
  KernelFence,
  KernelLoop,
  PartialBarrier,
  PartialBarrierUse,
  ProxyFence,
} from './kernel-model.ts';
import type { ThreadFact } from './launch.ts';
import type { MemoryObject, Value } from './memory.ts';
import type { Alias, Placement, PointerKey } from './passed-memory.ts';
import type { State } from './state.ts';
import type { TextureRead } from './textures.ts';

export interface LaunchTerms {
  readonly gridDim: readonly [Int, Int, Int];
  readonly blockDim: readonly [Int, Int, Int];
  /** Blocks of a cluster. */
  readonly clusterDim: readonly [Int, Int, Int];
}

export interface OutsideMemory {
  readonly layout: ReadonlyMap<string, ReadonlyMap<number, Type>>;
  /** True when something was stored that the layout did not have yet: another execution would know more. */
  readonly isIncomplete: boolean;
}

/** What is known of host code, and who is told what it shows; nothing is recorded or refused there. */
export interface HostCode {
  /** True for variables, by symbol, that begin with the value that their definition gives. */
  readonly isInitial: (symbol: string) => boolean;
  /** What memory outside is made of, as far as an earlier execution looked: scalars by offset, by the object's key. */
  readonly outside: ReadonlyMap<string, ReadonlyMap<number, Type>>;
  /** Told of an address that is stored in an object of the stack which may hold others. */
  readonly isHeld: (value: Value, by: MemoryObject) => void;
  /** Told that what an object holds is copied: into another one of the stack, or, for null, to where others may find it. */
  readonly isCopied: (state: State, from: MemoryObject, to: MemoryObject | null) => void;
  /** Told that two pointers which the code was handed, or that were set before, are taken to lead to different memory. */
  readonly takesApart: () => void;
  /** Told of an address that is stored outside of the stack. */
  readonly isPublished: (value: Value) => void;
  /** The objects of the executed code to which a pointer may lead of which nothing is known. */
  readonly reachable: (state: State) => Iterable<MemoryObject>;
  /** True for variables of the program, by symbol, to which any pointer may lead. */
  readonly isPointedTo: (symbol: string) => boolean;
  /** Told of what holds from here on: a branch that was taken, an assertion, a number that `float` can hold. */
  readonly learns: (
    condition: Cond,
    kind: 'branch' | 'assert' | 'assume' | 'float',
    place: SourceLocation | null,
  ) => void;
}

export interface ExecutionInput {
  readonly terms: Terms;
  readonly program: Program;
  readonly kernel: ProgramFunction;
  readonly launch: LaunchTerms;
  readonly threadIdx: readonly [Int, Int, Int];
  readonly blockIdx: readonly [Int, Int, Int];
  /** Scalar parameters, and members of structs, whose value is known from the launch. */
  readonly bindings: ReadonlyMap<PointerKey, Int>;
  /** Pointers that the launch passes and that share memory with an earlier one, or with a variable of the program. */
  readonly aliases: ReadonlyMap<PointerKey, Alias>;
  /** Pointers of which it is known whether the launch passes null. */
  readonly nulls: ReadonlyMap<PointerKey, boolean>;
  /** What is stated of the launch. */
  readonly stated?: readonly Cond[];
  /** Where memory begins behind pointers that the launch passes; of the others nobody knows. */
  readonly placements: ReadonlyMap<PointerKey, Placement>;
  /** Paths below this prefix are our own headers: places in them are reported at the call from user code. */
  readonly headerPrefix: string;
  /** Null for a kernel. */
  readonly host: HostCode | null;
  /** Lanes of a warp run in lockstep: what one writes reaches the others between two instructions, without a race. */
  readonly isLockstep: boolean;
  /** Keys of objects that the kernel never writes, learned from an earlier execution. */
  readonly readOnly: ReadonlySet<string>;
  /** Keys of objects of which a volatile read finds what any read would, learned from an earlier execution. */
  readonly settled: ReadonlySet<string>;
  /** Barrier objects that the kernel goes through in turn, learned from an earlier execution. */
  readonly rings?: readonly BarrierRing[];
  /** When to stop, by `performance.now()`; nothing: when the kernel is too large. */
  readonly until?: number;
  /** So many steps at most, where that is less than is executed of any code. */
  readonly maxSteps?: number;
  /** A place whose block barriers are left out, to see what hangs on them. */
  readonly without?: SourceLocation | null;
  /** Assertions of the kernel state nothing, as in a build without them. */
  readonly withoutAsserts?: boolean;
}

export interface LoadPlace extends Pick<KernelAccess, 'location' | 'addressLocation'> {
  /** What is loaded; null: no number, no plain load of global memory, or one of several objects. */
  readonly cell: LoadedCell | null;
}

export interface LoadedCell extends Pick<KernelAccess, 'object' | 'offset' | 'size'> {
  readonly value: Int;
}

/** A pointer that a launch passes, or null in its place. */
export interface NullablePointer {
  readonly name: string;
  /** One where it is null, else zero. */
  readonly isNull: Int;
}

export interface Execution {
  /** True when the execution became too large, or took too long, and stopped; a refusal says so as well. */
  readonly isCutShort: boolean;
  /** Instructions that were executed, over all passes. */
  readonly steps: number;
  /** Of the host: what was read and written of memory outside, see `HostCode.outside`. */
  readonly outside: OutsideMemory;
  readonly accesses: readonly KernelAccess[];
  /** Objects that a comparison of two pointers took to be different memory. */
  readonly comparedObjects: readonly (readonly [MemoryObject, MemoryObject])[];
  readonly textureReads: readonly TextureRead[];
  readonly barriers: readonly KernelBarrier[];
  readonly fences: readonly KernelFence[];
  readonly proxyFences: readonly ProxyFence[];
  /** Barriers that need not join all threads of a block, and what is done with those that count who comes. */
  readonly partialBarriers: readonly PartialBarrier[];
  readonly partialBarrierUses: readonly PartialBarrierUse[];
  /** All such objects, when there are some that this execution did not know of; else null. */
  readonly newRings: readonly BarrierRing[] | null;
  /** Null when the thread never leaves the kernel, or nobody needs to know. */
  readonly end: KernelEnd | null;
  /** True when threads fence or exchange values: what that orders is not all in the accesses. */
  readonly hidesOrder: boolean;
  /** The parts of the kernel that the analysis does not understand: the verdict cannot be race-free. */
  readonly refusals: readonly Reason[];
  readonly assumptions: readonly Assumption[];
  /** What the kernel itself states of every thread: assertions, and places that are never reached. */
  readonly stated: readonly ThreadFact[];
  readonly bounds: readonly NoOverflow[];
  readonly loops: readonly KernelLoop[];
  /** By the id of the atom that stands for the value. */
  readonly fetchAdds: ReadonlyMap<number, FetchAdd>;
  /** In which iterations of loops a symbol of the thread's has its value. */
  readonly iterationsOf: ReadonlyMap<number, readonly Int[]>;
  /** Where the loads stand whose value is not known, by the id of the atom that stands for it. */
  readonly loadPlaces: ReadonlyMap<number, LoadPlace>;
  readonly parameters: ReadonlyMap<string, Int>;
  /** Pointers of which the kernel asks whether they are null. */
  readonly nulls: ReadonlyMap<PointerKey, NullablePointer>;
}
