/**
 * What the functions mean that stay behind as calls in IR: LLVM's intrinsics, the `__gpurace_…` functions of our sysroot,
 * OpenCL's builtins, and the few library functions a kernel may call. In: a symbol. Out: its effect on threads and memory,
 * or nothing when no table here knows it; a kernel that calls such a function cannot be analysed. Nobody else asks what a
 * name means. Ask only for functions without a body: a program may define a function of its own under any of these names.
 *
 * Arguments are counted from 0. `test/intrinsics/effects.test.ts` holds the tables against what clang really emits.
 */
import { namedFunction } from './cuda.ts';
import type { Effect } from './effect.ts';
import { intrinsic } from './llvm.ts';
import { openclBuiltin } from './opencl.ts';

export {
  type Axis,
  type BarrierOperation,
  type CollectiveOperation,
  type CopyQueue,
  type Effect,
  type EffectKind,
  type EffectOf,
  mayOrder,
  type NumberFormat,
  type OpenclFunction,
  type Ordered,
  type OverflowOperation,
  type Rounding,
  type SplitFunction,
  type TensorFence,
  type ValueOperation,
} from './effect.ts';
export type { MathFunction } from './libm.ts';
export {
  COLUMN_BYTES,
  DESCRIPTOR_UNIT,
  descriptorField,
  LANE_BYTES,
  OF_BLACKWELL,
  ROW_WIDTHS,
  ROWS_OF_GROUP,
  SHARED_WINDOW,
  TENSOR_COLUMNS,
  TENSOR_LANES,
  WARPGROUP,
} from './matrix-units.ts';
export { acquires, orderingNumbered, releases } from './orderings.ts';
export {
  covers,
  isWithinBlock,
  type MemoryScope,
  narrowerScope,
  type OrderedMemory,
  openclMemory,
  openclScope,
  ordersImages,
  ordersMemory,
  ptxScope,
  scopeNamed,
  syncScopeOf,
} from './scopes.ts';

export { EXTENT_BITS, LARGEST_BOX, MAP_WORD_BYTES, MAP_WORDS, MOST_AXES } from './tensor-maps.ts';

/** The effect of calling `name`, or undefined when it is not known. */
export function effectOf(name: string): Effect | undefined {
  const known = namedFunction(name);
  if (known) return known;
  if (name.startsWith('llvm.')) return intrinsic(name.slice('llvm.'.length));
  return name.startsWith('_Z') ? openclBuiltin(name) : undefined;
}
