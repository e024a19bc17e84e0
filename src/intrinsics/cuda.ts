/**
 * Functions with plain names: those of our own sysroot (`__gpurace_…`), of CUDA's and HIP's runtime as device code may call
 * it, and of C's library.
 */
import type { BarrierOperation, Effect, EffectOf } from './effect.ts';
import { ABORT, BLOCK_BARRIER, EXCHANGE, fence, math, NONE, UNKNOWN, value, warpBarrier, words } from './plain.ts';

/** Mathematics that stays a call of the C name. Each stands for its `float` form (suffix `f`) and for libdevice's as well. */
const MATHS = words(`
  acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh cospi cyl_bessel_i0 cyl_bessel_i1 erf erfc erfcinv erfcx erfinv exp exp10 exp2
  expm1 fabs fdim fdivide floor fma fmax fmin fmod hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb
  lrint lround nan nearbyint nextafter norm3d normcdf normcdfinv pow rcbrt remainder rhypot rint rnorm3d round rsqrt scalbn
  sin sinh sinpi sqrt tan tanh tgamma trunc y0 y1 yn
`);

type Entry = readonly [string, Effect];

function unmodelled(what: string, ...names: string[]): Entry[] {
  return names.map((name) => [name, { kind: 'unmodelled', what }]);
}

function unfenced(level: 'block' | 'warp', name: string): Entry {
  const alone = `${name} without a fence that releases before it and one that acquires behind it`;
  const what = level === 'block' ? `${alone}, or a wait for LDS right before it` : alone;
  return [name, { kind: 'unfenced-barrier', level, half: null, fenced: `__gpurace_fenced_${level}_barrier`, what }];
}

/** A half of gfx12's barrier of the block. */
function unfencedHalf(half: 'arrive' | 'wait', name: string): Entry {
  const what = `${name} without a fence that ${half === 'arrive' ? 'releases before' : 'acquires behind'} it`;
  return [name, { kind: 'unfenced-barrier', level: 'block', half, fenced: `__gpurace_block_${half}`, what }];
}

type OfBlocks = EffectOf<'matrix-operand' | 'tensor-access'>;

/** What matrix units do in the thread's own block, and in the other one of its pair. */
function ofBlocks(name: string, effect: OfBlocks): Entry[] {
  return [
    [name, effect],
    [`${name}_of_peer`, { ...effect, isOfPeer: true }],
  ];
}

const BARRIER_OPERATIONS: readonly BarrierOperation[] = [
  ...(['init', 'arrive', 'drop', 'wait', 'test', 'wait-parity', 'test-parity'] as const),
  ...(['expect', 'copies-arrive', 'matrices-arrive', 'matrices-tell', 'invalidate'] as const),
];

const TENSOR_ACCESS = { kind: 'tensor-access', inOrder: false, isOfPeer: false } as const;

const OURS: readonly Entry[] = [
  ['__gpurace_grid_sync', { kind: 'grid-barrier' }],
  ['__gpurace_cluster_arrive', { kind: 'cluster-barrier', of: 'cluster', operation: 'arrive' }],
  ['__gpurace_cluster_arrive_relaxed', { kind: 'cluster-barrier', of: 'cluster', operation: 'arrive-relaxed' }],
  ['__gpurace_cluster_wait', { kind: 'cluster-barrier', of: 'cluster', operation: 'wait' }],
  ['__gpurace_map_shared', { kind: 'map-shared' }],
  ['__gpurace_shared_rank', { kind: 'shared-rank' }],
  ...(['x', 'y', 'z'] as const).map(
    (axis): Entry => [`__gpurace_cluster_size_${axis}`, { kind: 'cluster-size', axis }],
  ),
  ['__gpurace_tile_sync', { kind: 'tile-barrier', sizeArgument: 0 }],
  ...BARRIER_OPERATIONS.map(
    (operation): Entry => [`__gpurace_barrier_${operation.replace('-', '_')}`, { kind: 'barrier-object', operation }],
  ),
  ['__gpurace_copy_begin', { kind: 'copy-begin', queue: 'plain', reduces: false }],
  ['__gpurace_bulk_store', { kind: 'copy-begin', queue: 'bulk', reduces: false }],
  ['__gpurace_bulk_reduce', { kind: 'copy-begin', queue: 'bulk', reduces: true }],
  ['__gpurace_bulk_group', { kind: 'copy-group', queue: 'bulk' }],
  ['__gpurace_bulk_wait', { kind: 'copy-wait', queue: 'bulk', reads: false }],
  ['__gpurace_bulk_wait_read', { kind: 'copy-wait', queue: 'bulk', reads: true }],
  ['__gpurace_proxy_fence', { kind: 'proxy-fence', memory: 'all' }],
  ['__gpurace_proxy_fence_global', { kind: 'proxy-fence', memory: 'global' }],
  ['__gpurace_proxy_fence_shared', { kind: 'proxy-fence', memory: 'shared' }],
  ['__gpurace_copy_on_barrier', { kind: 'bound-copy', counted: 'arrival', isMulticast: false }],
  ['__gpurace_bulk_load', { kind: 'bound-copy', counted: 'bytes', isMulticast: false }],
  ['__gpurace_bulk_multicast', { kind: 'bound-copy', counted: 'bytes', isMulticast: true }],
  ['__gpurace_tensor_load', { kind: 'tensor-load', isMulticast: false, isOfPair: false }],
  ['__gpurace_tensor_load_of_pair', { kind: 'tensor-load', isMulticast: false, isOfPair: true }],
  ['__gpurace_tensor_multicast', { kind: 'tensor-load', isMulticast: true, isOfPair: false }],
  ['__gpurace_tensor_store', { kind: 'tensor-store' }],
  ['__gpurace_async_store', { kind: 'async-store', reduces: false }],
  ['__gpurace_async_reduce', { kind: 'async-store', reduces: true }],
  ['__gpurace_copy_group', { kind: 'copy-group', queue: 'plain' }],
  ['__gpurace_copy_wait', { kind: 'copy-wait', queue: 'plain', reads: false }],
  ['__gpurace_stale_read', { kind: 'stale-read' }],
  ['__gpurace_matrix_read', { kind: 'matrix-access', access: 'read' }],
  ['__gpurace_matrix_write', { kind: 'matrix-access', access: 'write' }],
  ['__gpurace_wgmma_operand', { kind: 'matrix-operand', queue: 'wgmma', isOfPeer: false }],
  ['__gpurace_wgmma_group', { kind: 'copy-group', queue: 'wgmma' }],
  ['__gpurace_wgmma_wait', { kind: 'copy-wait', queue: 'wgmma', reads: false }],
  ...ofBlocks('__gpurace_tcgen05_operand', { kind: 'matrix-operand', queue: 'tcgen05', isOfPeer: false }),
  ...ofBlocks('__gpurace_tmem_factor', { ...TENSOR_ACCESS, access: 'read', queue: 'tcgen05', inOrder: true }),
  ...ofBlocks('__gpurace_tmem_product', { ...TENSOR_ACCESS, access: 'write', queue: 'tcgen05', inOrder: true }),
  ...ofBlocks('__gpurace_tmem_copy', { ...TENSOR_ACCESS, access: 'write', queue: 'tcgen05' }),
  ['__gpurace_tmem_load', { ...TENSOR_ACCESS, access: 'read', queue: 'tensor-load' }],
  ['__gpurace_tmem_load_group', { kind: 'copy-group', queue: 'tensor-load' }],
  ['__gpurace_tmem_load_wait', { kind: 'copy-wait', queue: 'tensor-load', reads: false }],
  ['__gpurace_tmem_store', { ...TENSOR_ACCESS, access: 'write', queue: 'tensor-store' }],
  ['__gpurace_tmem_store_group', { kind: 'copy-group', queue: 'tensor-store' }],
  ['__gpurace_tmem_store_wait', { kind: 'copy-wait', queue: 'tensor-store', reads: false }],
  ['__gpurace_tmem_allocate', { kind: 'tensor-allocate', isOfPair: false }],
  ['__gpurace_tmem_allocate_pair', { kind: 'tensor-allocate', isOfPair: true }],
  ['__gpurace_tmem_fence_before', { kind: 'tensor-fence', when: 'before-barrier' }],
  ['__gpurace_tmem_fence_behind', { kind: 'tensor-fence', when: 'behind-barrier' }],
  ['__gpurace_elect_any', { kind: 'elect', anew: true }],
  ['__gpurace_elect_lane', { kind: 'elect', anew: false }],
  ['__gpurace_group_value', { kind: 'group-value', isChosen: false }],
  ['__gpurace_group_choice', { kind: 'group-value', isChosen: true }],
  ['__gpurace_assume', { kind: 'assume' }],
  ['__gpurace_assert', { kind: 'assert' }],
  // Read off before anything is executed (`host/declared-sizes.ts`).
  ['__gpurace_block_shape', NONE],
  ['__gpurace_texture_read', { kind: 'texture-read', by: 'handle' }],
  ['__gpurace_texture_memory', { kind: 'texture-read', by: 'handle' }],
  ['__gpurace_texture_reference_read', { kind: 'texture-read', by: 'reference' }],
  ...(['read', 'write'] as const).flatMap((access): Entry[] => [
    [`__gpurace_surface_${access}`, { kind: 'surface-access', access, by: 'handle' }],
    [`__gpurace_surface_reference_${access}`, { kind: 'surface-access', access, by: 'reference' }],
  ]),
  [
    '__gpurace_distinct_elements',
    { kind: 'assumption', text: 'distinct indices within the sizes of a tensor name distinct elements' },
  ],
  ...(['thread', 'warp', 'block', 'cluster', 'device', 'system'] as const).map(
    (scope): Entry => [`__gpurace_scope_${scope}`, { kind: 'scope', scope }],
  ),
  ...(['warp', 'block', 'cluster', 'device', 'system'] as const).map(
    (scope): Entry => [`__gpurace_fence_${scope}`, fence(scope, 'seq_cst', { orderArgument: 0 })],
  ),
  ['__gpurace_exchanged', EXCHANGE],
  ...words('__gpurace_unknown_i32 __gpurace_unknown_i64 __gpurace_unknown_f32 __gpurace_unknown_f64').map(
    (name): Entry => [name, { kind: 'uncomputed', what: 'a value (of a texture, a library) that is not computed' }],
  ),
  ['__gpurace_row_i32', { kind: 'uncomputed', what: 'a row of a matrix', isOfThread: true }],
  ...words('__gpurace_product_i32 __gpurace_product_f32 __gpurace_product_f64').map(
    (name): Entry => [name, { kind: 'uncomputed', what: 'a product of matrices', isOfThread: true }],
  ),
  // What stands for code that does not compile (`frontend/repair.ts`): nothing is known of what it does.
  ...unmodelled('code that does not compile', '__gpurace_unreadable'),
  ...unmodelled('a barrier object, which joins as many threads as its count says', '__gpurace_barrier_object_wait'),
  ...unmodelled('a value of a library function that is not computed', '__gpurace_unknown_bytes'),
  ...unmodelled('a pipeline of asynchronous copies', '__gpurace_pipeline_wait'),
  ...unmodelled(
    'an asynchronous copy by a group that is neither a block nor a tile of one',
    '__gpurace_copy_by_unknown',
  ),
  ...unmodelled('a barrier of several devices', '__gpurace_multi_grid_sync'),
];

/** HIP's wavefronts and the barriers of AMD's processors. */
const HIP: readonly Entry[] = [
  [
    '__gpurace_wave_shuffle',
    {
      kind: 'shuffle',
      mode: 'lane',
      maskArgument: 0,
      valueArgument: 1,
      laneArgument: 2,
      segmentArgument: null,
      hasPredicate: false,
    },
  ],
  ['__gpurace_wave_ballot', { kind: 'vote', mode: 'ballot', wide: true }],
  ['__gpurace_wave_exchange', EXCHANGE],
  ['__gpurace_wave_sync', warpBarrier(0)],
  ['__gpurace_first_lane_address', { kind: 'first-lane-address' }],
  ['__gpurace_lds_load', { kind: 'copy-begin', queue: 'vector', reduces: false }],
  ['__gpurace_vector_operation', { kind: 'copy-group', queue: 'vector' }],
  ['__gpurace_vector_wait', { kind: 'copy-wait', queue: 'vector', reads: false }],
  ['__gpurace_lds_wait', { kind: 'lds-wait' }],
  ['__gpurace_wait_counts', { kind: 'assumption', text: 's_waitcnt is encoded as on gfx9 and gfx10' }],
  ...unmodelled('a load to LDS of other than 4, 12 or 16 bytes a lane', '__gpurace_lds_load_narrow'),
  ...unmodelled('a buffer of structures', '__gpurace_structured_buffer'),
  unfenced('block', '__builtin_amdgcn_s_barrier'),
  unfenced('warp', '__builtin_amdgcn_wave_barrier'),
  unfencedHalf('arrive', '__builtin_amdgcn_s_barrier_signal'),
  unfencedHalf('wait', '__builtin_amdgcn_s_barrier_wait'),
  ...(['arrive', 'wait'] as const).map(
    (operation): Entry => [`__gpurace_block_${operation}`, { kind: 'cluster-barrier', of: 'block', operation }],
  ),
  ['__gpurace_fenced_block_barrier', BLOCK_BARRIER],
  ['__gpurace_fenced_warp_barrier', warpBarrier(null)],
];

const RUNTIME: readonly Entry[] = [
  ...unmodelled(
    'a kernel that starts another one',
    ...words('cudaLaunchDevice cudaLaunchDeviceV2 cudaGetParameterBuffer cudaGetParameterBufferV2'),
  ),
  ...words(`
    printf vprintf puts putchar cudaGetLastError cudaPeekAtLastError cudaGetErrorString cudaGetErrorName
    cudaGraphSetConditional
  `).map((name): Entry => [name, NONE]),
  // malloc, operator new and new[], free, operator delete and delete[] in their forms, and what a kernel calls of the host's API.
  ...words('malloc _Znwm _Znam').map((name): Entry => [name, { kind: 'allocate' }]),
  ...words('free _ZdlPv _ZdaPv _ZdlPvm _ZdaPvm cudaFree').map((name): Entry => [name, { kind: 'free' }]),
  ...words('memcpy memmove __nvvm_memcpy').map((name): Entry => [name, { kind: 'memcpy' }]),
  ...words('memset __nvvm_memset').map((name): Entry => [name, { kind: 'memset' }]),
  ...words('abort __assertfail __assert_fail __cxa_pure_virtual __cxa_deleted_virtual').map(
    (name): Entry => [name, ABORT],
  ),
  ['exit', { kind: 'exit' }],
  // OpenCL's samplers, made by the compiler.
  ['__translate_sampler_initializer', UNKNOWN],
  ...words('abs labs llabs').map((name): Entry => [name, value('abs')]),
  ...MATHS.flatMap((name): Entry[] =>
    [name, `${name}f`, `__nv_${name}`, `__nv_${name}f`].map((form) => [form, math(name)]),
  ),
];

const NAMED: ReadonlyMap<string, Effect> = new Map([...OURS, ...HIP, ...RUNTIME]);

/** The effect of the function with this plain name. */
export function namedFunction(name: string): Effect | undefined {
  return NAMED.get(name);
}
