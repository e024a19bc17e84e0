/**
 * What the functions mean that stay behind as calls in IR: LLVM's intrinsics, the `__gpurace_…` functions of our sysroot,
 * OpenCL's builtins, and the few library functions a kernel may call. In: a symbol. Out: its effect on threads and memory,
 * or nothing when this table does not know it; a kernel that calls such a function cannot be analysed. Ask only for
 * functions without a body: a program may define a function of its own under any of these names.
 *
 * Arguments are counted from 0. `test/intrinsics/effects.test.ts` holds the table against what clang really emits.
 */
import type { AtomicOperator, Ordering } from '../ir/program.ts';
import type { MemoryScope } from './scopes.ts';

/** `argument`: the call's argument 0 is the number of the axis (OpenCL). */
export type Axis = 'x' | 'y' | 'z' | 'argument';

/** Integer operations that are called by name; elementwise on vectors. */
export type ValueOperation =
  | 'smin'
  | 'smax'
  | 'umin'
  | 'umax'
  /** `sclamp(x, low, high)`, `uclamp` likewise. */
  | 'sclamp'
  | 'uclamp'
  | 'abs'
  | 'mul'
  /** `mad(a, b, c)`: `a * b + c`. */
  | 'mad'
  /** The high half of the product. */
  | 'smulhi'
  | 'umulhi'
  | 'ctpop'
  /** Of 0 it is the width (LLVM's second argument may make it poison, clang then selects around it). */
  | 'ctlz'
  | 'cttz'
  | 'bswap'
  | 'bitreverse'
  | 'fshl'
  | 'fshr'
  | 'rotate'
  | 'saddsat'
  | 'uaddsat'
  | 'ssubsat'
  | 'usubsat'
  | 'sshlsat'
  | 'ushlsat'
  /** A pair of the result and whether it overflowed. */
  | 'saddoverflow'
  | 'uaddoverflow'
  | 'ssuboverflow'
  | 'usuboverflow'
  | 'smuloverflow'
  | 'umuloverflow'
  /** -1, 0 or 1. */
  | 'scmp'
  | 'ucmp'
  /** Argument 0 itself. */
  | 'identity';

/** For whom, and in which order with other memory, an operation works. */
interface Ordered {
  readonly scope: MemoryScope;
  /** Which argument holds OpenCL's memory_scope (`openclScope`); null: `scope` holds. */
  readonly scopeArgument: number | null;
  readonly order: Ordering;
  /** Which argument holds the memory_order, see `ORDERS`; null: `order` holds. */
  readonly orderArgument: number | null;
}

/** Memory orders by their numbers in C and OpenCL; consume is taken for relaxed. */
export const ORDERS: readonly Ordering[] = ['monotonic', 'monotonic', 'acquire', 'release', 'acq_rel', 'seq_cst'];

export type Effect =
  // ---- who am I ----
  | { readonly kind: 'thread-index'; readonly axis: Axis }
  | { readonly kind: 'block-index'; readonly axis: Axis }
  | { readonly kind: 'block-size'; readonly axis: Axis }
  | { readonly kind: 'grid-size'; readonly axis: Axis }
  /** `block-index * block-size + thread-index`, without the global offset. */
  | { readonly kind: 'global-id'; readonly axis: Axis }
  | { readonly kind: 'global-size'; readonly axis: Axis }
  /** What the host adds to every global id; 0 unless it says otherwise. */
  | { readonly kind: 'global-offset'; readonly axis: Axis }
  | { readonly kind: 'linear-thread-index' }
  | { readonly kind: 'linear-global-id' }
  /** How many axes the launch has. */
  | { readonly kind: 'dimensions' }
  | { readonly kind: 'warp-size' }
  | { readonly kind: 'lane-id' }
  // ---- barriers ----
  /** `fencesArgument`: which argument holds OpenCL's flags (1 local, 2 global memory); null: all memory is ordered. */
  | { readonly kind: 'block-barrier'; readonly fencesArgument: number | null }
  /** A block barrier that also returns a value computed from all threads' arguments. */
  | { readonly kind: 'block-barrier-reduce' }
  /** A barrier for some of the block's threads; null count: all of them. `waits` is false where a thread only arrives. */
  | {
      readonly kind: 'named-barrier';
      readonly idArgument: number;
      readonly countArgument: number | null;
      readonly waits: boolean;
    }
  /**
   * A barrier object in memory. `init(object, count)`; `arrive(object)` returns the number of the phase arrived at;
   * `wait(object, phase)`.
   */
  | { readonly kind: 'barrier-object'; readonly operation: 'init' | 'arrive' | 'wait' }
  /** `maskArgument`: which argument holds the lanes; null: the whole warp. */
  | { readonly kind: 'warp-barrier'; readonly maskArgument: number | null }
  /** All threads of an aligned tile of the block; the argument is its size. */
  | { readonly kind: 'tile-barrier'; readonly sizeArgument: number }
  | { readonly kind: 'grid-barrier' }
  | (Ordered & { readonly kind: 'fence' })
  // ---- memory ----
  | { readonly kind: 'memcpy' }
  | { readonly kind: 'memset' }
  /**
   * An atomic operation spelt as a call: `(pointer, value)`; `inc` and `dec` here are `add` and `sub` of `operand` 1.
   */
  | (Ordered & { readonly kind: 'atomic'; readonly operator: AtomicOperator; readonly operand: 'argument' | 1 })
  /** `(pointer, expected, replacement)`; `expectedIsPointer` where the old value is also written back through argument 1. */
  | (Ordered & { readonly kind: 'atomic-compare-exchange'; readonly expectedIsPointer: boolean })
  | (Ordered & { readonly kind: 'atomic-load' })
  | (Ordered & { readonly kind: 'atomic-store' })
  /** OpenCL's `vloadN(offset, pointer)`: reads `lanes` elements from element `offset * stride`. */
  | { readonly kind: 'vector-load'; readonly lanes: number; readonly stride: number; readonly half: boolean }
  /** OpenCL's `vstoreN(value, offset, pointer)`. */
  | { readonly kind: 'vector-store'; readonly lanes: number; readonly stride: number; readonly half: boolean }
  /**
   * OpenCL's copy by all threads of a block together, finished when its event is waited for: `(destination, source, count
   * of elements, [stride in elements of the global side,] event)`, returns an event.
   */
  | { readonly kind: 'group-copy'; readonly strided: boolean }
  /** `(count, pointer to the events)`: by all threads of the block, the copies are finished afterwards. */
  | { readonly kind: 'wait-group-copies' }
  /** Stores a value nothing is known of through the pointer in `argument`, and returns one. */
  | { readonly kind: 'store-unknown'; readonly argument: number }
  /** Fresh memory that nobody else knows. */
  | { readonly kind: 'allocate' }
  | { readonly kind: 'free' }
  /**
   * Returns argument 0, and says at which scope the atomic operation on that address works. `frontend/scopes.ts` puts the
   * scope to the operation; a call that stays behind is one of several for one operation, whose scope is not constant.
   */
  | { readonly kind: 'scope'; readonly scope: MemoryScope }
  /** The memory whose address the number in argument 0 is (`ptx/emitter.ts`). */
  | { readonly kind: 'address' }
  // ---- values ----
  /**
   * Returns what `valueArgument` is in another lane of the warp, the one that `laneArgument` names; with a
   * `segmentArgument`, PTX's operand that says how many lanes form a segment, within the lane's own segment.
   */
  | {
      readonly kind: 'lane-value';
      readonly valueArgument: number;
      readonly laneArgument: number;
      readonly segmentArgument: number | null;
    }
  /** Hands values between threads: the result is unknown and differs by thread; memory is not touched nor ordered. */
  | { readonly kind: 'exchange' }
  /** A value nothing is known of, new at each call. Memory is not touched. */
  | { readonly kind: 'unknown' }
  /** A function of its arguments alone whose result nobody needs to know (floating point, mostly). */
  | { readonly kind: 'pure' }
  | { readonly kind: 'value'; readonly operation: ValueOperation }
  // ---- statements ----
  | { readonly kind: 'assume' }
  | { readonly kind: 'assert' }
  /** What our own headers take for granted in place of the program: said as an assumption. */
  | { readonly kind: 'assumption'; readonly text: string }
  /** What gpurace has no model of: the kernel is refused, with `what` as the reason. */
  | { readonly kind: 'unmodelled'; readonly what: string }
  /** Does not return. */
  | { readonly kind: 'abort' }
  /** Nothing that matters to a race; a result, if any, is unknown. */
  | { readonly kind: 'none' };

/** The effect of calling `name`, or undefined when it is not known. */
export function effectOf(name: string): Effect | undefined {
  const known = NAMED.get(name);
  if (known) return known;
  if (name.startsWith('llvm.')) return intrinsic(name);
  if (name.startsWith('_Z')) return openclBuiltin(name);
  return undefined;
}

// ---- plain effects, said once ------------------------------------------------------------------------------------------

const NONE: Effect = { kind: 'none' };
const PURE: Effect = { kind: 'pure' };
const UNKNOWN: Effect = { kind: 'unknown' };
const EXCHANGE: Effect = { kind: 'exchange' };
const ABORT: Effect = { kind: 'abort' };
const BLOCK_BARRIER: Effect = { kind: 'block-barrier', fencesArgument: null };
const BLOCK_BARRIER_REDUCE: Effect = { kind: 'block-barrier-reduce' };

function value(operation: ValueOperation): Effect {
  return { kind: 'value', operation };
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

// ---- whole names -----------------------------------------------------------------------------------------------------------

/** Mathematics that stays a call of the C name. Each stands for its `float` form (suffix `f`) as well. */
const MATHS = words(`
  acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh cospi erf erfc erfcinv erfcx erfinv exp exp10 exp2
  expm1 fabs fdim fdivide floor fma fmax fmin fmod hypot ilogb j0 j1 ldexp lgamma llrint llround log log10 log1p log2 logb
  lrint lround nan nearbyint nextafter norm3d normcdf normcdfinv pow rcbrt remainder rhypot rint rnorm3d round rsqrt scalbn
  sin sinh sinpi sqrt tan tanh tgamma trunc y0 y1
`);

const NAMED: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  // Our sysroot.
  ['__gpurace_grid_sync', { kind: 'grid-barrier' }],
  ['__gpurace_tile_sync', { kind: 'tile-barrier', sizeArgument: 0 }],
  ['__gpurace_assume', { kind: 'assume' }],
  ['__gpurace_assert', { kind: 'assert' }],
  // Stands for code that does not compile (`repair.ts`): nothing is known of what it does.
  ['__gpurace_unreadable', { kind: 'unmodelled', what: 'code that does not compile' }],
  ['__gpurace_exchanged', EXCHANGE],
  [
    '__gpurace_distinct_elements',
    { kind: 'assumption', text: 'distinct indices within the sizes of a tensor name distinct elements' },
  ],
  [
    '__gpurace_barrier_object_wait',
    { kind: 'unmodelled', what: 'a barrier object, which joins as many threads as its count says' },
  ],
  ...(['init', 'arrive', 'wait'] as const).map((operation): [string, Effect] => [
    `__gpurace_barrier_${operation}`,
    { kind: 'barrier-object', operation },
  ]),
  ['__gpurace_unknown_bytes', { kind: 'unmodelled', what: 'a value of a library function that is not computed' }],
  ['__gpurace_pipeline_wait', { kind: 'unmodelled', what: 'a pipeline of asynchronous copies' }],
  ...words('cudaLaunchDevice cudaLaunchDeviceV2 cudaGetParameterBuffer cudaGetParameterBufferV2').map(
    (name): [string, Effect] => [name, { kind: 'unmodelled', what: 'a kernel that starts another one' }],
  ),
  ['__gpurace_multi_grid_sync', { kind: 'unmodelled', what: 'a barrier of several devices' }],
  ...words('__gpurace_matrix_load __gpurace_matrix_store').map((name): [string, Effect] => [
    name,
    {
      kind: 'unmodelled',
      what: 'a matrix fragment, whose elements the threads of a warp share in an order of its own',
    },
  ]),
  ...words('__gpurace_surface_read __gpurace_surface_write').map((name): [string, Effect] => [
    name,
    { kind: 'unmodelled', what: 'memory of a surface' },
  ]),
  ...(['thread', 'warp', 'block', 'device', 'system'] as const).map((scope): [string, Effect] => [
    `__gpurace_scope_${scope}`,
    { kind: 'scope', scope },
  ]),
  ...words(
    '__gpurace_unknown_i32 __gpurace_unknown_i64 __gpurace_unknown_f32 __gpurace_unknown_f64 __translate_sampler_initializer',
  ).map((name): [string, Effect] => [name, UNKNOWN]),
  // HIP's wavefronts, and the barriers of AMD's processors.
  ['__gpurace_wave_shuffle', { kind: 'lane-value', valueArgument: 1, laneArgument: 2, segmentArgument: null }],
  ...words('__gpurace_wave_ballot __gpurace_wave_exchange').map((name): [string, Effect] => [name, EXCHANGE]),
  ['__gpurace_wave_sync', { kind: 'warp-barrier', maskArgument: 0 }],
  ['__gpurace_fence_warp', fence('warp', 'seq_cst', 0)],
  ['__gpurace_fence_block', fence('block', 'seq_cst', 0)],
  ['__gpurace_fence_device', fence('device', 'seq_cst', 0)],
  ['__gpurace_fence_system', fence('system', 'seq_cst', 0)],
  ...words('__builtin_amdgcn_s_barrier __builtin_amdgcn_wave_barrier').map((name): [string, Effect] => [
    name,
    { kind: 'unmodelled', what: `${name} without a fence that releases before it and one that acquires behind it` },
  ]),
  ['__gpurace_fenced_block_barrier', BLOCK_BARRIER],
  ['__gpurace_fenced_wave_barrier', { kind: 'warp-barrier', maskArgument: null }],
  // The runtime, as device code may call it.
  ...words(`
    printf vprintf puts putchar cudaGetLastError cudaPeekAtLastError cudaGetErrorString cudaGetErrorName
    cudaGraphSetConditional
  `).map((name): [string, Effect] => [name, NONE]),
  // Memory: malloc, operator new and new[], free, operator delete and delete[] in their forms.
  ...words('malloc _Znwm _Znam').map((name): [string, Effect] => [name, { kind: 'allocate' }]),
  ...words('free _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm').map((name): [string, Effect] => [name, { kind: 'free' }]),
  ...words('memcpy memmove __nvvm_memcpy').map((name): [string, Effect] => [name, { kind: 'memcpy' }]),
  ...words('memset __nvvm_memset').map((name): [string, Effect] => [name, { kind: 'memset' }]),
  ...words('abort exit __assertfail __assert_fail __cxa_pure_virtual __cxa_deleted_virtual').map(
    (name): [string, Effect] => [name, ABORT],
  ),
  ...words('abs labs llabs').map((name): [string, Effect] => [name, value('abs')]),
  ...MATHS.flatMap((name): [string, Effect][] => [
    [name, PURE],
    [`${name}f`, PURE],
  ]),
]);

// ---- LLVM's intrinsics -----------------------------------------------------------------------------------------------------

const REGISTERS: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ...(['x', 'y', 'z'] as const).flatMap((axis): [string, Effect][] => [
    [`tid.${axis}`, { kind: 'thread-index', axis }],
    [`ctaid.${axis}`, { kind: 'block-index', axis }],
    [`ntid.${axis}`, { kind: 'block-size', axis }],
    [`nctaid.${axis}`, { kind: 'grid-size', axis }],
  ]),
  ['warpsize', { kind: 'warp-size' }],
  ['laneid', { kind: 'lane-id' }],
]);

/** Names after `llvm.` by what they begin with; the longest match counts. A trailing dot stops `abs.` matching `absdiff`. */
const INTRINSICS: readonly (readonly [string, Effect])[] = (
  [
    // Threads.
    ['nvvm.read.ptx.sreg.', UNKNOWN],
    ['nvvm.barrier0', BLOCK_BARRIER],
    ['nvvm.barrier0.and', BLOCK_BARRIER_REDUCE],
    ['nvvm.barrier0.or', BLOCK_BARRIER_REDUCE],
    ['nvvm.barrier0.popc', BLOCK_BARRIER_REDUCE],
    ['nvvm.bar.sync', BLOCK_BARRIER],
    ['nvvm.barrier.cta.sync.aligned.all', BLOCK_BARRIER],
    ['nvvm.barrier.cta.sync.all', BLOCK_BARRIER],
    ['nvvm.barrier.cta.red.', BLOCK_BARRIER_REDUCE],
    ['nvvm.barrier.cta.sync.aligned.count', { kind: 'named-barrier', idArgument: 0, countArgument: 1, waits: true }],
    ['nvvm.barrier.cta.sync.count', { kind: 'named-barrier', idArgument: 0, countArgument: 1, waits: true }],
    ['nvvm.barrier.cta.arrive.aligned.count', { kind: 'named-barrier', idArgument: 0, countArgument: 1, waits: false }],
    ['nvvm.barrier.cta.arrive.count', { kind: 'named-barrier', idArgument: 0, countArgument: 1, waits: false }],
    ['nvvm.barrier.sync.cnt', { kind: 'named-barrier', idArgument: 0, countArgument: 1, waits: true }],
    ['nvvm.barrier.sync', { kind: 'named-barrier', idArgument: 0, countArgument: null, waits: true }],
    ['nvvm.bar.warp.sync', { kind: 'warp-barrier', maskArgument: 0 }],
    ['nvvm.membar.cta', fence('block')],
    ['nvvm.membar.gl', fence('device')],
    ['nvvm.membar.sys', fence('system')],
    ['nvvm.shfl.', EXCHANGE],
    ['nvvm.shfl.sync.idx.', { kind: 'lane-value', valueArgument: 1, laneArgument: 2, segmentArgument: 3 }],
    ['nvvm.vote.', EXCHANGE],
    ['nvvm.match.', EXCHANGE],
    ['nvvm.redux.', EXCHANGE],
    ['nvvm.activemask', EXCHANGE],
    ['nvvm.nanosleep', NONE],
    ['nvvm.pm.event.mask', NONE],
    ['nvvm.exit', ABORT],
    ['nvvm.reflect', UNKNOWN],
    ['nvvm.isspacep.', UNKNOWN],
    ['nvvm.fns', PURE],
    ['nvvm.prmt', PURE],
    // What `inline-ptx.ts` puts in the place of assembly; no function of a program can be called so.
    ['gpurace.address.', { kind: 'address' }],
    ['gpurace.ptx.', PURE],
    ['nvvm.mulhi.i', value('smulhi')],
    ['nvvm.mulhi.ll', value('smulhi')],
    ['nvvm.mulhi.ui', value('umulhi')],
    ['nvvm.mulhi.ull', value('umulhi')],
    ...words(`
      abs add bf2h ceil cos d2f d2i d2l d2u div ex2 f2bf f2h f2i f2l f2u fabs ff2 ff.to floor fma fmax fmin h2f i2d i2f lg2
      lohi ll2 mul mul24 neg rcp round rsqrt sad saturate sin sqrt tanh trunc ui2 ull2
    `).map((name) => [`nvvm.${name}`, PURE] as const),
    // Memory.
    ['memcpy.', { kind: 'memcpy' }],
    ['memmove.', { kind: 'memcpy' }],
    ['memset.', { kind: 'memset' }],
    // Statements about the program.
    ['assume', { kind: 'assume' }],
    ['trap', ABORT],
    ['ubsantrap', ABORT],
    ['debugtrap', NONE],
    ...words(`
      dbg. donothing experimental.noalias.scope.decl invariant.start invariant.end lifetime.start lifetime.end prefetch
      pseudoprobe sideeffect stackrestore stacksave var.annotation
    `).map((name) => [name, NONE] as const),
    ...words('annotation. expect. launder.invariant.group ptr.annotation strip.invariant.group ssa.copy').map(
      (name) => [name, value('identity')] as const,
    ),
    ...words('is.constant. objectsize. readcyclecounter readsteadycounter returnaddress').map(
      (name) => [name, UNKNOWN] as const,
    ),
    // Integers.
    ['abs.', value('abs')],
    ['bitreverse.', value('bitreverse')],
    ['bswap.', value('bswap')],
    ['ctlz.', value('ctlz')],
    ['ctpop.', value('ctpop')],
    ['cttz.', value('cttz')],
    ['fshl.', value('fshl')],
    ['fshr.', value('fshr')],
    ['smax.', value('smax')],
    ['smin.', value('smin')],
    ['umax.', value('umax')],
    ['umin.', value('umin')],
    ['scmp.', value('scmp')],
    ['ucmp.', value('ucmp')],
    ['sadd.sat.', value('saddsat')],
    ['uadd.sat.', value('uaddsat')],
    ['ssub.sat.', value('ssubsat')],
    ['usub.sat.', value('usubsat')],
    ['sshl.sat.', value('sshlsat')],
    ['ushl.sat.', value('ushlsat')],
    ['sadd.with.overflow.', value('saddoverflow')],
    ['uadd.with.overflow.', value('uaddoverflow')],
    ['ssub.with.overflow.', value('ssuboverflow')],
    ['usub.with.overflow.', value('usuboverflow')],
    ['smul.with.overflow.', value('smuloverflow')],
    ['umul.with.overflow.', value('umuloverflow')],
    // Floating point.
    ...words(`
      acos asin atan atan2 canonicalize ceil convert.from.fp16 convert.to.fp16 copysign cos cosh exp exp10 exp2 fabs floor fma
      fmuladd fptosi.sat fptoui.sat fptrunc.round frexp is.fpclass ldexp llrint llround log log10 log2 lrint lround maximum
      maximumnum maxnum minimum minimumnum minnum modf nearbyint pow powi rint round roundeven sin sincos sinh sqrt tan tanh
      trunc vector.reduce
    `).map((name) => [`${name}.`, PURE] as const),
  ] as const
).toSorted(([a], [b]) => b.length - a.length);

function intrinsic(name: string): Effect | undefined {
  const rest = name.slice('llvm.'.length);
  if (rest.startsWith('nvvm.read.ptx.sreg.')) {
    const register = REGISTERS.get(rest.slice('nvvm.read.ptx.sreg.'.length));
    if (register) return register;
  }
  const atomic = /^nvvm\.atomic\.(add|and|exch|max|min|or|xor|inc|dec|cas)\.gen\.([iuf])\.(cta|sys)\./.exec(rest);
  if (atomic) return nvvmAtomic(atomic[1]!, atomic[2]!, atomic[3] === 'cta' ? 'block' : 'system');
  return INTRINSICS.find(([start]) => rest.startsWith(start))?.[1];
}

function fence(scope: MemoryScope, order: Ordering = 'seq_cst', orderArgument: number | null = null): Effect {
  return { kind: 'fence', scope, scopeArgument: null, order, orderArgument };
}

function relaxed(scope: MemoryScope): Ordered {
  return { scope, scopeArgument: null, order: 'monotonic', orderArgument: null };
}

function nvvmAtomic(operation: string, type: string, scope: MemoryScope): Effect {
  if (operation === 'cas') return { kind: 'atomic-compare-exchange', expectedIsPointer: false, ...relaxed(scope) };
  const operators: Record<string, AtomicOperator> = {
    add: type === 'f' ? 'fadd' : 'add',
    and: 'and',
    exch: 'xchg',
    max: type === 'u' ? 'umax' : 'max',
    min: type === 'u' ? 'umin' : 'min',
    or: 'or',
    xor: 'xor',
    inc: 'uinc_wrap',
    dec: 'udec_wrap',
  };
  return { kind: 'atomic', operator: operators[operation]!, operand: 'argument', ...relaxed(scope) };
}

// ---- OpenCL's builtins: C++-mangled names of global functions ------------------------------------------------------------------

const OPENCL: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ['get_global_id', { kind: 'global-id', axis: 'argument' }],
  ['get_local_id', { kind: 'thread-index', axis: 'argument' }],
  ['get_group_id', { kind: 'block-index', axis: 'argument' }],
  ['get_global_size', { kind: 'global-size', axis: 'argument' }],
  ['get_local_size', { kind: 'block-size', axis: 'argument' }],
  ['get_enqueued_local_size', { kind: 'block-size', axis: 'argument' }],
  ['get_num_groups', { kind: 'grid-size', axis: 'argument' }],
  ['get_global_offset', { kind: 'global-offset', axis: 'argument' }],
  ['get_local_linear_id', { kind: 'linear-thread-index' }],
  ['get_global_linear_id', { kind: 'linear-global-id' }],
  ['get_work_dim', { kind: 'dimensions' }],
  ['get_sub_group_local_id', { kind: 'lane-id' }],
  ['get_sub_group_size', { kind: 'warp-size' }],
  ['get_max_sub_group_size', { kind: 'warp-size' }],
  ['get_sub_group_id', UNKNOWN],
  ['get_num_sub_groups', UNKNOWN],
  ['barrier', { kind: 'block-barrier', fencesArgument: 0 }],
  ['work_group_barrier', { kind: 'block-barrier', fencesArgument: 0 }],
  ['sub_group_barrier', { kind: 'warp-barrier', maskArgument: null }],
  ['mem_fence', fence('block', 'acq_rel')],
  ['read_mem_fence', fence('block', 'acquire')],
  ['write_mem_fence', fence('block', 'release')],
  ['async_work_group_copy', { kind: 'group-copy', strided: false }],
  ['async_work_group_strided_copy', { kind: 'group-copy', strided: true }],
  ['wait_group_events', { kind: 'wait-group-copies' }],
  ['prefetch', NONE],
  ['printf', NONE],
  ['mul24', value('mul')],
  ['mad24', value('mad')],
  ['popcount', value('ctpop')],
  ['clz', value('ctlz')],
  ['ctz', value('cttz')],
  ['rotate', value('rotate')],
  ['abs', value('abs')],
  ...words('fract modf sincos').map((name): [string, Effect] => [name, { kind: 'store-unknown', argument: 1 }]),
  ...words('frexp lgamma_r').map((name): [string, Effect] => [name, { kind: 'store-unknown', argument: 1 }]),
  ['remquo', { kind: 'store-unknown', argument: 2 }],
  ...words(`
    acos acosh acospi asin asinh asinpi atan atan2 atan2pi atanh atanpi cbrt ceil copysign cos cosh cospi cross degrees
    distance dot erf erfc exp exp10 exp2 expm1 fabs fast_distance fast_length fast_normalize fdim floor fma fmax fmin fmod
    half_cos half_divide half_exp half_exp10 half_exp2 half_log half_log10 half_log2 half_powr half_recip half_rsqrt
    half_sin half_sqrt half_tan hypot ilogb ldexp length lgamma log log10 log1p log2 logb maxmag minmag mix nan native_cos
    native_divide native_exp native_exp10 native_exp2 native_log native_log10 native_log2 native_powr native_recip
    native_rsqrt native_sin native_sqrt native_tan nextafter normalize pow pown powr radians remainder rint rootn round rsqrt
    sign sin sinh sinpi smoothstep sqrt step tan tanh tanpi tgamma trunc
    abs_diff hadd rhadd upsample select bitselect any all shuffle shuffle2 isequal isnotequal isgreater isgreaterequal isless
    islessequal islessgreater isfinite isinf isnan isnormal isordered isunordered signbit
    get_image_width get_image_height get_image_depth get_image_dim get_image_channel_data_type get_image_channel_order
  `).map((name): [string, Effect] => [name, PURE]),
]);

/** Integer operations that exist for signed and unsigned types under one name, and for floats where they are `pure`. */
const OPENCL_BY_SIGN: ReadonlyMap<string, readonly [ValueOperation, ValueOperation]> = new Map([
  ['min', ['smin', 'umin']],
  ['max', ['smax', 'umax']],
  ['clamp', ['sclamp', 'uclamp']],
  ['mul_hi', ['smulhi', 'umulhi']],
  ['add_sat', ['saddsat', 'uaddsat']],
  ['sub_sat', ['ssubsat', 'usubsat']],
]);

const OPENCL_ATOMICS: Readonly<Record<string, AtomicOperator>> = {
  add: 'add',
  sub: 'sub',
  inc: 'add',
  dec: 'sub',
  xchg: 'xchg',
  exchange: 'xchg',
  min: 'min',
  max: 'max',
  and: 'and',
  or: 'or',
  xor: 'xor',
};

function openclBuiltin(mangled: string): Effect | undefined {
  const length = /^_Z(\d+)/.exec(mangled);
  if (!length) return undefined;
  const start = length[0].length;
  const name = mangled.slice(start, start + Number(length[1]));
  const parameters = mangled.slice(start + name.length);

  // CUDA's own overloads of these names are `static`, so their symbols begin with `_ZL` and have bodies.
  const known = OPENCL.get(name);
  if (known) return known;
  // Ours that exist for each address space.
  if (name.startsWith('__gpurace_')) return NAMED.get(name);
  const type = /^(?:Dv\d+_)?(Dh|.)/.exec(parameters)?.[1] ?? '';
  const bySign = OPENCL_BY_SIGN.get(name);
  if (bySign) return 'csilx'.includes(type) ? value(bySign[0]) : 'htjmy'.includes(type) ? value(bySign[1]) : PURE;
  if (name === 'mad') return PURE;
  if (name === 'mad_hi' || name === 'mad_sat') return PURE;
  if (/^(convert|as)_[a-z]+\d*(_sat)?(_rt[ezpn])?$/.test(name)) return PURE;
  if (/^read_image(f|i|ui|h)$/.test(name)) return UNKNOWN;
  if (/^work_group_(all|any|broadcast|reduce_\w+|scan_\w+)$/.test(name)) return BLOCK_BARRIER_REDUCE;
  if (name === 'sub_group_broadcast') {
    return { kind: 'lane-value', valueArgument: 0, laneArgument: 1, segmentArgument: null };
  }
  if (/^(intel_)?sub_group_(all|any|broadcast|reduce|scan|shuffle|ballot|elect)\w*$/.test(name)) return EXCHANGE;
  return openclVectorAccess(name) ?? openclAtomic(name, parameters);
}

function openclVectorAccess(name: string): Effect | undefined {
  const match = /^v(load|store)(a?)(_half)?(2|3|4|8|16)?(?:_rt[ezpn])?$/.exec(name);
  if (!match) return undefined;
  const lanes = Number(match[4] ?? 1);
  const half = match[3] !== undefined;
  if (!half && match[4] === undefined) return undefined;
  const stride = match[2] === 'a' && lanes === 3 ? 4 : lanes;
  return { kind: match[1] === 'load' ? 'vector-load' : 'vector-store', lanes, stride, half };
}

function openclAtomic(name: string, parameters: string): Effect | undefined {
  // OpenCL 1: `atomic_add`, `atom_add`, for one device. OpenCL 2: `atomic_fetch_add`, `…_explicit` with a scope.
  const match = /^atom(?:ic)?_(?:fetch_)?(\w+?)(_explicit)?$/.exec(name);
  if (!match) return undefined;
  const operation = match[1]!;
  const hasScope = parameters.includes('memory_scope');
  const operands = parameters.split('U7_Atomic')[1]?.split('12memory_order')[0] ?? '';
  // The scope comes last, after the pointer, the operand if there is one (a second letter), and the memory order.
  const isExplicit = match[2] !== undefined;
  const orderArgument = isExplicit ? (operands.length >= 2 ? 2 : 1) : null;
  const scopeArgument = hasScope ? (operands.length >= 2 ? 3 : 2) : null;
  // OpenCL 1's are relaxed; OpenCL 2's without an explicit order are sequentially consistent.
  const isOrdered = /^atomic_(?:fetch_|load|store|exchange|compare_exchange|flag)/.test(name);
  const ordered: Ordered = {
    scope: 'device',
    scopeArgument,
    order: isOrdered ? 'seq_cst' : 'monotonic',
    orderArgument,
  };
  if (operation === 'work_item_fence') {
    return { kind: 'fence', scope: 'device', scopeArgument: 2, order: 'seq_cst', orderArgument: 1 };
  }
  if (operation === 'cmpxchg')
    return { kind: 'atomic-compare-exchange', expectedIsPointer: false, ...relaxed('device') };
  if (operation === 'compare_exchange_strong' || operation === 'compare_exchange_weak') {
    const places = { scopeArgument: hasScope ? 5 : null, orderArgument: isExplicit ? 3 : null };
    return { kind: 'atomic-compare-exchange', expectedIsPointer: true, ...ordered, ...places };
  }
  if (operation === 'load') return { kind: 'atomic-load', ...ordered };
  if (operation === 'store' || operation === 'init') return { kind: 'atomic-store', ...ordered };
  if (operation === 'flag_test_and_set') return { kind: 'atomic', operator: 'xchg', operand: 1, ...ordered };
  if (operation === 'flag_clear') return { kind: 'atomic-store', ...ordered };
  const operator = Object.hasOwn(OPENCL_ATOMICS, operation) ? OPENCL_ATOMICS[operation] : undefined;
  if (!operator) return undefined;
  const unary = operation === 'inc' || operation === 'dec';
  const type = parameters.slice(parameters.lastIndexOf('V') + 1).replace('U7_Atomic', '');
  return {
    kind: 'atomic',
    operator: withType(operator, type[0] ?? ''),
    operand: unary ? 1 : 'argument',
    ...ordered,
  };
}

function withType(operator: AtomicOperator, type: string): AtomicOperator {
  if (type === 'f' || type === 'd') {
    const floating: Partial<Record<AtomicOperator, AtomicOperator>> = {
      add: 'fadd',
      sub: 'fsub',
      min: 'fmin',
      max: 'fmax',
    };
    return floating[operator] ?? operator;
  }
  if ('htjmy'.includes(type)) return operator === 'min' ? 'umin' : operator === 'max' ? 'umax' : operator;
  return operator;
}
