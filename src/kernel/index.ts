/**
 * One kernel, one thread. In: a `Program`, the kernel's function, a launch as terms. Out: every access to global and
 * shared memory, every barrier and every loop as terms over that one thread, with what was assumed and what was refused.
 * Host code is executed by the same executor: `host/` says what is known of it and its handler is asked for each call.
 */

export type { NoOverflow } from '../terms/index.ts';
export { counted } from './atomic-update.ts';
export { Ballot, Rank } from './ballot.ts';
export type { BarrierRing } from './barrier-rings.ts';
export { withBroadcastValues } from './broadcast-values.ts';
export { allArguments, argument, type Call, type CallHandler, type CallSite, define } from './call-site.ts';
export { rankInCluster } from './cluster-memory.ts';
export { successorsOf } from './control-flow.ts';
export { execute } from './execute.ts';
export type { Execution, ExecutionInput, OutsideMemory } from './execution.ts';
export { arrives, expectedFor, isAlwaysWith } from './expected-bytes.ts';
export type { Frame } from './frame.ts';
export { GroupValue } from './group-value.ts';
export type {
  AsyncCopy,
  BarrierInterval,
  CopyEnd,
  CopyGroups,
  FetchAdd,
  GroupCounts,
  KernelAccess,
  KernelBarrier,
  KernelEnd,
  KernelFence,
  KernelLoop,
  PartialBarrier,
  PartialBarrierCount,
  PartialBarrierUse,
  ProxyFence,
  Round,
  Update,
  WarpCounts,
  Way,
} from './kernel-model.ts';
export {
  type CommonLength,
  type ContentFact,
  type KernelLaunch,
  type Leftovers,
  NOTHING_LEFT,
  type StatedFact,
  type StatedMemory,
} from './launch.ts';
export { Repeated } from './loops/repeated.ts';
export { isOperation, Load, LoopEnd, LoopSum, Operation } from './meanings.ts';
export type { MemoryObject, TableElement, Target, Value } from './memory.ts';
export { isNullSymbol, nullSymbol } from './null-symbol.ts';
export { areStatedApart, parted } from './parted-memory.ts';
export {
  ALLOCATION_UNIT,
  type Alias,
  isOnePointer,
  type PassedMemory,
  type PlaceInTable,
  type Placement,
  type PointerKey,
  type PointerStart,
  passedObjectKey,
  placementsOf,
  pointerKey,
  type Separation,
  separationOf,
} from './passed-memory.ts';
export { scalarsWithin } from './scalars.ts';
export { isOfBlock, pinnedThread } from './single-thread-guards.ts';
export { placeIn } from './source-place.ts';
export { contentOf, type State } from './state.ts';
export {
  type HandleMemory,
  type LaunchTextures,
  memoryOfHandle,
  NO_TEXTURES,
  TextureOver,
  type TextureRead,
} from './textures.ts';
export type { Thread } from './thread.ts';
