/** Compiles every intrinsic of the sysroot and reads off what stands in the IR: atomics, and calls by their effect. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { buildPch, runClang } from '../../src/frontend/clang.ts';
import { ClangProgram } from '../../src/frontend/clang-program.ts';
import { readProgram } from '../../src/frontend/index.ts';
import { type Effect, effectOf, orderingNumbered } from '../../src/intrinsics/index.ts';
import type { Instruction, Operand, Program, ProgramFunction } from '../../src/ir/program.ts';
import type { Language } from '../../src/model/result.ts';
import { clangModule, developmentSysroot } from '../../src/platform/assets.ts';
import { memoryTree } from '../../src/source/index.ts';

let clang: ClangProgram;
let sysroot: Map<string, Uint8Array>;
let pchs: Record<Language, Uint8Array | null>;
before(async () => {
  clang = new ClangProgram(await clangModule());
  sysroot = developmentSysroot();
  const pch = (language: Language) => buildPch(clang, sysroot, { language, side: 'device' });
  pchs = { cuda: pch('cuda'), hip: pch('hip'), opencl: null };
});

/** One kernel per statement; the effects of each, in order, with functions that have a body looked into. */
function effects(language: Language, statements: readonly string[], prefix = ''): string[][] {
  const kernels = statements.map((statement, index) =>
    language === 'opencl'
      ? `__kernel void k${index}(__global int *p, __global uint *u, __global float *f, __local int *s, int i) { ${statement}; }`
      : `extern "C" __global__ void k${index}(int *p, unsigned *u, long long *l, unsigned long long *ul, float *f, double *d, unsigned short *h, int i) { ${statement}; }`,
  );
  const file = language === 'opencl' ? 'a.cl' : 'a.cu';
  const result = runClang(clang, {
    language,
    side: 'device',
    file,
    tree: memoryTree(new Map([[file, `${prefix}\n${kernels.join('\n')}\n`]])),
    options: { includeDirs: [], defines: [], std: null },
    sysroot,
    pch: pchs[language],
  });
  assert.ok(result.ir !== null, JSON.stringify(result.diagnostics.slice(0, 5), null, 1));
  const { program, problems } = readProgram(result.ir);
  assert.deepEqual(problems, []);
  return statements.map((_, index) => trail(program, program.functions.get(`k${index}`)!));
}

function trail(program: Program, fn: ProgramFunction): string[] {
  return fn.blocks.flatMap((block) => block.instructions.flatMap((instruction) => seen(program, instruction)));
}

function seen(program: Program, instruction: Instruction): string[] {
  switch (instruction.op) {
    case 'atomicrmw':
      return [`${instruction.operator} ${instruction.syncScope ?? 'system'} ${instruction.ordering}`];
    case 'cmpxchg':
      return [`cmpxchg ${instruction.syncScope ?? 'system'} ${instruction.successOrdering}`];
    case 'fence':
      return ['fence'];
    case 'load':
    case 'store':
      return instruction.ordering === null || instruction.ordering === undefined
        ? []
        : [`${instruction.op} ${instruction.syncScope ?? 'system'} ${instruction.ordering}`];
    case 'unknown':
      return [`unknown instruction: ${instruction.text}`];
    case 'call': {
      if (instruction.callee.kind !== 'global') return ['indirect call'];
      const { name } = instruction.callee;
      const callee = program.functions.get(program.aliases.get(name) ?? name);
      if (callee?.isDefinition) return trail(program, callee);
      const effect = effectOf(name);
      if (!effect) return [`not in the table: ${name}`];
      return effect.kind === 'none' || effect.kind === 'lifetime' ? [] : [spelt(effect, instruction.arguments)];
    }
    default:
      return [];
  }
}

/** An effect in one line: its kind and what distinguishes it. */
function spelt(effect: Effect, given: readonly Operand[]): string {
  if (!('orderArgument' in effect)) return words(effect);
  const { order, orderArgument, ...rest } = effect;
  const said = orderArgument === null ? null : given[orderArgument];
  return `${words(rest)} ${said?.kind === 'int' ? orderingNumbered(said.value) : order}`;
}

/** `mask@0` says that argument 0 is the mask; of what is true the name alone. */
function words({ kind, ...rest }: { readonly kind: string }): string {
  const parts = Object.entries(rest).flatMap(([name, part]) => {
    if (part === null || part === false) return [];
    if (part === true) return [name];
    return [name.endsWith('Argument') ? `${name.slice(0, -'Argument'.length)}@${part}` : `${part}`];
  });
  return [kind, ...parts].join(' ');
}

function check(language: Language, cases: Readonly<Record<string, readonly string[]>>, prefix?: string): void {
  const statements = Object.keys(cases);
  const found = effects(language, statements, prefix);
  assert.deepEqual(Object.fromEntries(statements.map((statement, i) => [statement, found[i]])), cases);
}

describe('CUDA', () => {
  test('index variables', () => {
    check('cuda', {
      'p[0] = threadIdx.x': ['thread-index x'],
      'p[0] = threadIdx.y + threadIdx.z': ['thread-index y', 'thread-index z'],
      'p[0] = blockIdx.x + blockIdx.z': ['block-index x', 'block-index z'],
      'p[0] = blockDim.y': ['block-size y'],
      'p[0] = gridDim.z': ['grid-size z'],
      'p[0] = warpSize': [],
      'uint3 t = threadIdx; p[0] = t.x': ['thread-index x', 'thread-index y', 'thread-index z'],
      'dim3 b = blockDim; p[0] = b.x': ['block-size x', 'block-size y', 'block-size z'],
      'auto t = threadIdx; p[0] = t.x': ['thread-index x'],
      'p[0] = __laneid()': ['lane-id'],
    });
  });

  test('barriers', () => {
    check(
      'cuda',
      {
        '__syncthreads()': ['block-barrier id@0'],
        'p[0] = __syncthreads_and(i)': ['block-barrier-reduce and id@0 predicate@1'],
        'p[0] = __syncthreads_or(i)': ['block-barrier-reduce or id@0 predicate@1'],
        'p[0] = __syncthreads_count(i)': ['block-barrier-reduce count id@0 predicate@1'],
        '__syncwarp()': ['warp-barrier mask@0'],
        '__syncwarp(0xff)': ['warp-barrier mask@0'],
        '__barrier_sync_count(1, 64)': ['named-barrier id@0 count@1 waits'],
        'cg::sync(cg::this_thread_block())': ['block-barrier id@0'],
        'cg::this_grid().sync()': ['grid-barrier'],
        'cg::tiled_partition<16>(cg::this_thread_block()).sync()': ['tile-barrier size@0'],
        'cg::coalesced_threads().sync()': ['active-mask', 'warp-barrier mask@0'],
      },
      '#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;',
    );
  });

  test('fences', () => {
    check('cuda', {
      '__threadfence_block()': ['fence block seq_cst'],
      '__threadfence()': ['fence device seq_cst'],
      '__threadfence_system()': ['fence system seq_cst'],
    });
  });

  test('atomics of every operation', () => {
    check('cuda', {
      'atomicAdd(p, 1)': ['add device monotonic'],
      'atomicAdd(u, 1u)': ['add device monotonic'],
      'atomicAdd(ul, 1ull)': ['add device monotonic'],
      'atomicAdd(f, 1.0f)': ['fadd device monotonic'],
      'atomicAdd(d, 1.0)': ['fadd device monotonic'],
      'atomicSub(p, 1)': ['sub device monotonic'],
      'atomicMin(p, 1)': ['min device monotonic'],
      'atomicMin(u, 1u)': ['umin device monotonic'],
      'atomicMax(l, 1ll)': ['max device monotonic'],
      'atomicMax(ul, 1ull)': ['umax device monotonic'],
      'atomicInc(u, 7u)': ['uinc_wrap device monotonic'],
      'atomicDec(u, 7u)': ['udec_wrap device monotonic'],
      'atomicAnd(p, 1)': ['and device monotonic'],
      'atomicOr(p, 1)': ['or device monotonic'],
      'atomicXor(u, 1u)': ['xor device monotonic'],
      'atomicExch(p, 1)': ['xchg device monotonic'],
      'atomicExch(f, 1.0f)': ['xchg device monotonic'],
      'atomicCAS(p, 0, 1)': ['cmpxchg device monotonic'],
      'atomicCAS(h, (unsigned short)0, (unsigned short)1)': ['cmpxchg device monotonic'],
    });
  });

  test('atomics of every scope', () => {
    check('cuda', {
      'atomicAdd_block(p, 1)': ['add block monotonic'],
      'atomicAdd_system(p, 1)': ['add system monotonic'],
      'atomicExch_block(f, 1.0f)': ['xchg block monotonic'],
      'atomicCAS_block(u, 0u, 1u)': ['cmpxchg block monotonic'],
      'atomicCAS_system(ul, 0ull, 1ull)': ['cmpxchg system monotonic'],
    });
  });

  test('warp functions hand over values and order nothing', () => {
    check('cuda', {
      'p[0] = __shfl_sync(~0u, i, 3)': ['shuffle idx mask@0 value@1 lane@2 segment@3'],
      'f[0] = __shfl_down_sync(~0u, f[0], 3)': ['shuffle down mask@0 value@1 lane@2 segment@3'],
      'p[0] = __shfl_up_sync(~0u, i, 3, 16)': ['shuffle up mask@0 value@1 lane@2 segment@3'],
      'l[0] = __shfl_xor_sync(~0u, l[0], 3)': [
        ...Array.from({ length: 2 }, () => 'shuffle bfly mask@0 value@1 lane@2 segment@3'),
      ],
      'p[0] = __shfl_down(i, 1)': ['shuffle down mask@0 value@1 lane@2 segment@3'],
      'p[0] = __ballot_sync(~0u, i)': ['vote ballot'],
      'p[0] = __any_sync(~0u, i) + __all_sync(~0u, i)': ['vote any', 'vote all'],
      'p[0] = __match_any_sync(~0u, i)': ['match any'],
      'u[0] = __match_all_sync(~0u, i, p)': ['match all'],
      'p[0] = __reduce_add_sync(~0u, i)': ['warp-reduce add'],
      'p[0] = __activemask()': ['active-mask'],
    });
  });

  test('numbers', () => {
    check('cuda', {
      'p[0] = min(i, 3)': ['value smin'],
      'u[0] = max(u[0], 3u)': ['value umax'],
      'p[0] = min(p[0], 3u)': ['value umin'],
      'p[0] = abs(i)': ['value abs'],
      'p[0] = __popc(i)': ['value ctpop'],
      'p[0] = __clz(i)': ['value ctlz'],
      'p[0] = __ffs(i)': ['value cttz'],
      'p[0] = __brev(i)': ['value bitreverse'],
      'p[0] = __mul24(i, 3) + __umulhi(i, 3)': [],
      'p[0] = __float_as_int(f[0])': [],
      'f[0] = sqrtf(f[0]) + sin(f[1]) + rsqrtf(f[2])': ['math sqrt', 'math sin', 'math rsqrt'],
      'd[0] = pow(d[0], 2) + exp(d[1]) + erf(d[2])': ['math pow', 'math exp', 'math erf'],
      'f[0] = __expf(f[0]) + __fdividef(f[1], f[2])': ['math exp'],
      'f[0] = fminf(f[0], f[1]) + max(f[2], f[3])': ['math fmin', 'math fmax'],
      'f[0] = __ldg(f + 1)': ['stale-read'],
      'f[0] = frexpf(f[1], p)': [],
    });
  });

  test('the rest', () => {
    check(
      'cuda',
      {
        'memcpy(p, u, 4 * i)': ['memcpy'],
        'memset(p, 0, 16)': ['memset'],
        'printf("%d", i)': [],
        'l[0] = clock64() + clock()': ['clock', 'clock'],
        '__nanosleep(100)': ['yield'],
        '__trap()': ['abort'],
        '__builtin_assume(i > 0)': ['assume'],
        'assert(i > 0)': ['assert'],
        '__requires(i > 0)': ['assume'],
        'int *q = new int[4]; delete[] q': ['allocate', 'free'],
        'free(malloc(4))': ['allocate', 'free'],
      },
      '#include <assert.h>',
    );
  });

  test('cuda::atomic_ref says its order and scope', () => {
    check(
      'cuda',
      {
        'cuda::atomic_ref<int, cuda::thread_scope_block>(*p).fetch_add(1, cuda::memory_order_relaxed)': [
          'add block monotonic',
        ],
        'cuda::atomic_ref<int>(*p).exchange(1, cuda::memory_order_acquire)': ['xchg system acquire'],
        'cuda::atomic_ref<int, cuda::thread_scope_device>(*p).fetch_max(i)': ['max device seq_cst'],
        'int e = 0; cuda::atomic_ref<int, cuda::thread_scope_block>(*p).compare_exchange_strong(e, 1)': [
          'cmpxchg block seq_cst',
        ],
        'cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device)': [
          'fence system release',
          'fence device release',
          'fence block release',
          'fence cluster release',
          'fence warp release',
        ],
        'cuda::atomic_ref<int, cuda::thread_scope_thread>(*p).store(1)': ['store singlethread seq_cst'],
      },
      '#include <cuda/atomic>',
    );
  });

  test("clang's own atomic operations keep their scope, which clang drops", () => {
    const rmw = (name: string, operator: string) => [
      `__scoped_atomic_${name}(p, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)`,
      operator,
    ];
    const operators = [
      ...['add', 'sub', 'and', 'or', 'xor', 'nand', 'min', 'max'].flatMap((name) => [
        rmw(`fetch_${name}`, name),
        rmw(`${name}_fetch`, name),
      ]),
      rmw('exchange_n', 'xchg'),
    ];
    check('cuda', {
      ...Object.fromEntries(operators.map(([call, operator]) => [call, [`${operator} device monotonic`]])),
      '__scoped_atomic_fetch_uinc(u, 7u, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP)': ['uinc_wrap block monotonic'],
      '__scoped_atomic_fetch_udec(u, 7u, __ATOMIC_RELAXED, __MEMORY_SCOPE_CLUSTR)': ['udec_wrap cluster monotonic'],
      '__scoped_atomic_fetch_add(f, 1.0f, __ATOMIC_RELAXED, __MEMORY_SCOPE_SYSTEM)': ['fadd system monotonic'],
      '__scoped_atomic_fetch_add(p, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WVFRNT)': ['add warp monotonic'],
      '__scoped_atomic_fetch_add(p, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_SINGLE)': ['add singlethread monotonic'],
      'p[0] = __scoped_atomic_load_n(u, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_WRKGRP)': ['load block acquire'],
      '__scoped_atomic_load(p, &i, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_WRKGRP)': ['load block acquire'],
      '__scoped_atomic_store_n(p, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_WRKGRP)': ['store block release'],
      '__scoped_atomic_store(p, &i, __ATOMIC_RELEASE, __MEMORY_SCOPE_WRKGRP)': ['store block release'],
      '__scoped_atomic_exchange(p, &i, &i, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP)': ['xchg block monotonic'],
      '__scoped_atomic_compare_exchange_n(p, &i, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_WRKGRP)':
        ['cmpxchg block acq_rel'],
      'int e = 0; __scoped_atomic_compare_exchange(p, &e, &i, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP)':
        ['cmpxchg block monotonic'],
      '__shared__ int a[4]; __scoped_atomic_fetch_add(a, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP)': [
        'add block monotonic',
      ],
      'const int s = __MEMORY_SCOPE_WRKGRP; __scoped_atomic_fetch_add(p, 1, __ATOMIC_RELAXED, s)': [
        'add block monotonic',
      ],
      '__scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_SYSTEM)': ['fence system seq_cst'],
      '__scoped_atomic_thread_fence(__ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE)': ['fence device release'],
      '__scoped_atomic_thread_fence(__ATOMIC_ACQUIRE, __MEMORY_SCOPE_WRKGRP)': ['fence block acquire'],
      '__scoped_atomic_thread_fence(__ATOMIC_ACQUIRE, __MEMORY_SCOPE_CLUSTR)': ['fence cluster acquire'],
      '__scoped_atomic_thread_fence(__ATOMIC_ACQUIRE, __MEMORY_SCOPE_WVFRNT)': ['fence warp acquire'],
      '__scoped_atomic_thread_fence(__ATOMIC_ACQUIRE, __MEMORY_SCOPE_SINGLE)': [],
      '__hip_atomic_fetch_add(p, 1, __ATOMIC_RELAXED, 3)': ['add block monotonic'],
      '__opencl_atomic_fetch_add((_Atomic(int) *)p, 1, __ATOMIC_RELAXED, 1)': ['add block monotonic'],
    });
  });

  test('a scope that is not constant leaves every mark behind', () => {
    check('cuda', {
      '__scoped_atomic_fetch_add(p, 1, __ATOMIC_RELAXED, i)': [
        'scope system',
        'scope device',
        'scope block',
        'scope cluster',
        'scope warp',
        'scope thread',
        'add system monotonic',
      ],
    });
  });

  test('CUB: where the threads of a block meet', () => {
    const meetings = (type: string, use: string) => {
      const statement = `typedef cub::${type} C; __shared__ typename C::TempStorage s; C c(s); int items[4] = {i, p[0], p[1], p[2]}; ${use}; p[i] = items[0]`;
      return effects('cuda', [statement], '#include <cub/cub.cuh>')[0]!.filter((effect) =>
        /barrier|not in the table|indirect|unknown instruction/.test(effect),
      );
    };
    const block = ['block-barrier id@0'];
    assert.deepEqual(meetings('BlockReduce<int, 64>', 'p[i] = c.Sum(i)'), block);
    assert.deepEqual(meetings('BlockReduce<int, 8, cub::BLOCK_REDUCE_RAKING, 8>', 'p[i] = c.Sum(items)'), block);
    assert.deepEqual(meetings('BlockReduce<double, 64>', 'd[i] = c.Reduce(d[i], cub::Max(), i)'), block);
    assert.deepEqual(meetings('BlockScan<int, 64>', 'c.InclusiveSum(i, p[i])'), block);
    assert.deepEqual(meetings('BlockScan<int, 64>', 'c.ExclusiveSum(items, items, p[i])'), block);
    assert.deepEqual(meetings('BlockScan<int, 64>', 'c.InclusiveScan(items, items, cub::Max())'), block);
    assert.deepEqual(meetings('BlockScan<int, 64>', 'c.ExclusiveScan(items, items, 0, cub::Min())'), block);
    assert.deepEqual(meetings('BlockExchange<int, 64, 4>', 'c.StripedToBlocked(items)'), block);
    assert.deepEqual(meetings('BlockExchange<int, 64, 4>', 'c.BlockedToWarpStriped(items)'), ['warp-barrier mask@0']);
    assert.deepEqual(
      meetings('BlockExchange<int, 64, 4>', 'int ranks[4] = {i}; c.ScatterToBlocked(items, ranks)'),
      block,
    );
    assert.deepEqual(meetings('BlockLoad<int, 64, 4>', 'c.Load(p, items, i, 0)'), []);
    assert.deepEqual(meetings('BlockLoad<int, 64, 4, cub::BLOCK_LOAD_STRIPED>', 'c.Load(p, items, i)'), []);
    assert.deepEqual(meetings('BlockLoad<int, 64, 4, cub::BLOCK_LOAD_TRANSPOSE>', 'c.Load(p, items)'), block);
    assert.deepEqual(meetings('BlockStore<int, 64, 4, cub::BLOCK_STORE_VECTORIZE>', 'c.Store(p, items, i)'), []);
    assert.deepEqual(meetings('BlockStore<int, 64, 4, cub::BLOCK_STORE_TRANSPOSE>', 'c.Store(p, items)'), block);
    assert.deepEqual(meetings('BlockRadixSort<int, 64, 4>', 'c.Sort(items, 0, 8)'), block);
    assert.deepEqual(meetings('BlockRadixSort<int, 64, 4, int>', 'int v[4] = {i}; c.SortDescending(items, v)'), block);
    assert.deepEqual(meetings('BlockMergeSort<int, 64, 4>', 'c.Sort(items, cub::Min())'), block);
    assert.deepEqual(meetings('BlockHistogram<int, 64, 4, 256>', 'c.Histogram(items, p)'), [...block, ...block]);
    assert.deepEqual(meetings('BlockDiscontinuity<int, 64>', 'c.FlagHeads(items, items, cub::Inequality())'), block);
    assert.deepEqual(meetings('BlockDiscontinuity<int, 64>', 'c.FlagTails(items, items, cub::Inequality(), i)'), block);
    assert.deepEqual(
      meetings('BlockAdjacentDifference<int, 64>', 'c.SubtractLeft(items, items, cub::Difference())'),
      block,
    );
    assert.deepEqual(meetings('WarpReduce<int>', 'p[i] = c.Sum(i)'), []);
    assert.deepEqual(meetings('WarpReduce<int, 12>', 'p[i] = c.Sum(i)'), [
      'warp-barrier mask@0',
      'warp-barrier mask@0',
    ]);
    assert.deepEqual(meetings('WarpScan<float, 16>', 'float x; c.ExclusiveSum(f[i], x, f[0]); f[i] = x'), []);
    // What has no meaning here is refused by its name.
    assert.deepEqual(meetings('BlockShuffle<int, 64>', 'c.Rotate(i, p[i])'), [
      'not in the table: _ZN3cub12BlockShuffleIiLi64ELi1ELi1ELi0EE6RotateEiRij',
    ]);
  });
});

describe('HIP', () => {
  const RUNTIME = '#include <hip/hip_runtime.h>';

  test('index variables and lanes', () => {
    check(
      'hip',
      {
        'p[0] = hipThreadIdx_x + hipBlockIdx_y': ['thread-index x', 'block-index y'],
        'p[0] = hipBlockDim_z + hipGridDim_x': ['block-size z', 'grid-size x'],
        'p[0] = __builtin_amdgcn_workitem_id_y()': ['thread-index y'],
        'p[0] = __builtin_amdgcn_workgroup_id_x()': ['block-index x'],
        'p[0] = __builtin_amdgcn_workgroup_size_x()': ['block-size x'],
        'p[0] = __builtin_amdgcn_grid_size_z()': ['grid-size z', 'block-size z'],
        'p[0] = warpSize': [],
        'p[0] = __builtin_amdgcn_wavefrontsize()': ['warp-size'],
        'p[0] = __lane_id()': ['lane-id'],
      },
      RUNTIME,
    );
  });

  test('barriers and fences', () => {
    check(
      'hip',
      {
        '__syncthreads()': ['block-barrier id@0'],
        'p[0] = __syncthreads_and(i) + __syncthreads_or(i)': [
          'block-barrier-reduce and id@0 predicate@1',
          'block-barrier-reduce or id@0 predicate@1',
        ],
        'p[0] = __syncthreads_count(i)': ['block-barrier-reduce count id@0 predicate@1'],
        '__syncwarp()': ['warp-barrier mask@0'],
        '__threadfence_block()': ['fence block seq_cst'],
        '__threadfence()': ['fence device seq_cst'],
        '__threadfence_system()': ['fence system seq_cst'],
        '__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "singlethread")': [],
        '__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront")': ['fence warp acquire'],
        '__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")': ['fence block acquire'],
        '__builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent")': ['fence device release'],
        '__builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "")': ['fence system seq_cst'],
        '__builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "cluster")': ['fence cluster seq_cst'],
        // It orders the memory of one address space only.
        '__builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "one-as")': [],
        'cg::sync(cg::this_thread_block())': ['block-barrier id@0'],
        'cg::this_grid().sync()': ['grid-barrier'],
      },
      '#include <hip/hip_cooperative_groups.h>\nnamespace cg = cooperative_groups;',
    );
  });

  test('a barrier of the processor takes its memory from the fences around it', () => {
    const fence = (order: string, scope: string) => `__builtin_amdgcn_fence(__ATOMIC_${order}, "${scope}")`;
    const bare = (name: string, level = 'block') =>
      `unfenced-barrier ${level} __gpurace_fenced_${level}_barrier __builtin_amdgcn_${name} without a fence that releases before it and one that acquires behind it${level === 'block' ? ', or a wait for LDS right before it' : ''}`;
    const between = (before: string, barrier: string, behind: string) =>
      `${before}; __builtin_amdgcn_${barrier}(); ${behind}`;
    check(
      'hip',
      {
        '__builtin_amdgcn_s_barrier()': [bare('s_barrier')],
        '__builtin_amdgcn_wave_barrier()': [bare('wave_barrier', 'warp')],
        [between(fence('RELEASE', 'workgroup'), 's_barrier', fence('ACQUIRE', 'workgroup'))]: [
          'fence block release',
          'block-barrier',
          'fence block acquire',
        ],
        [between(fence('ACQ_REL', 'agent'), 's_barrier', fence('SEQ_CST', ''))]: [
          'fence device acq_rel',
          'block-barrier',
          'fence system seq_cst',
        ],
        [between(fence('RELEASE', 'wavefront'), 's_barrier', fence('ACQUIRE', 'wavefront'))]: [
          'fence warp release',
          bare('s_barrier'),
          'fence warp acquire',
        ],
        [between(fence('ACQUIRE', 'workgroup'), 's_barrier', fence('ACQUIRE', 'workgroup'))]: [
          'fence block acquire',
          bare('s_barrier'),
          'fence block acquire',
        ],
        [between(fence('RELEASE', 'wavefront'), 'wave_barrier', fence('ACQUIRE', 'wavefront'))]: [
          'fence warp release',
          'warp-barrier',
          'fence warp acquire',
        ],
        [between(`${fence('RELEASE', 'workgroup')}; p[0] = 1`, 's_barrier', fence('ACQUIRE', 'workgroup'))]: [
          'fence block release',
          bare('s_barrier'),
          'fence block acquire',
        ],
      },
      RUNTIME,
    );
  });

  test('atomics of every operation', () => {
    check(
      'hip',
      {
        'atomicAdd(p, 1)': ['add device monotonic'],
        'atomicAdd_system(p, 1)': ['add system monotonic'],
        'atomicAdd_block(f, 1.0f)': ['fadd block monotonic'],
        'unsafeAtomicAdd(f, 1.0f)': ['fadd device monotonic'],
        'unsafeAtomicAdd(d, 1.0)': ['fadd device monotonic'],
        'safeAtomicAdd(d, 1.0)': ['fadd device monotonic'],
        'atomicAddNoRet(f, 1.0f)': ['fadd device monotonic'],
        'atomicSub(f, 1.0f)': ['fsub device monotonic'],
        'atomicSub(ul, 1ull)': ['sub device monotonic'],
        'atomicMax(f, 1.0f)': ['fmax device monotonic'],
        'atomicMin(d, 1.0)': ['fmin device monotonic'],
        'unsafeAtomicMax(f, 1.0f)': ['fmax device monotonic'],
        'unsafeAtomicMin(d, 1.0)': ['fmin device monotonic'],
        'atomicCAS_system(u, 0u, 1u)': ['cmpxchg system monotonic'],
        'atomicInc(u, 7u)': ['uinc_wrap device monotonic'],
        'atomicExch(f, 1.0f)': ['xchg device monotonic'],
      },
      RUNTIME,
    );
  });

  test('atomics with an order and a scope', () => {
    const call = (name: string, values: string, order: string, scope: string) =>
      `__hip_atomic_${name}(${values}, __ATOMIC_${order}, __HIP_MEMORY_SCOPE_${scope})`;
    check(
      'hip',
      {
        [call('fetch_add', 'p, 1', 'RELAXED', 'WORKGROUP')]: ['add block monotonic'],
        [call('fetch_sub', 'p, 1', 'ACQUIRE', 'AGENT')]: ['sub device acquire'],
        [call('fetch_and', 'p, 1', 'RELEASE', 'SYSTEM')]: ['and system release'],
        [call('fetch_or', 'u, 1u', 'ACQ_REL', 'AGENT')]: ['or device acq_rel'],
        [call('fetch_xor', 'u, 1u', 'SEQ_CST', 'WORKGROUP')]: ['xor block seq_cst'],
        [call('fetch_min', 'p, 1', 'RELAXED', 'AGENT')]: ['min device monotonic'],
        [call('fetch_max', 'u, 1u', 'RELAXED', 'AGENT')]: ['umax device monotonic'],
        [call('exchange', 'p, 1', 'ACQUIRE', 'WORKGROUP')]: ['xchg block acquire'],
        [`p[0] = ${call('load', 'u', 'ACQUIRE', 'AGENT')}`]: ['load device acquire'],
        [call('store', 'p, 1', 'RELEASE', 'WORKGROUP')]: ['store block release'],
        'int e = 0; __hip_atomic_compare_exchange_strong(p, &e, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT)':
          ['cmpxchg device acq_rel'],
        'int e = 0; __hip_atomic_compare_exchange_weak(p, &e, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP)':
          ['cmpxchg block monotonic'],
        [call('fetch_add', 'p, 1', 'RELAXED', 'CLUSTER')]: ['add cluster monotonic'],
        [call('fetch_add', 'p, 1', 'RELAXED', 'WAVEFRONT')]: ['add warp monotonic'],
        [call('fetch_add', 'p, 1', 'RELAXED', 'SINGLETHREAD')]: ['add singlethread monotonic'],
      },
      RUNTIME,
    );
  });

  test('functions of a wavefront hand over values and order nothing', () => {
    const other = 'shuffle lane mask@0 value@1 lane@2';
    const lanes = (...more: string[]) => ['lane-id', ...more];
    check(
      'hip',
      {
        'p[0] = __shfl(i, 3, 64)': lanes(other),
        'f[0] = __shfl_down(f[0], 3)': ['warp-size', ...lanes(other)],
        'p[0] = __shfl_up(i, 3, 16)': lanes(other),
        'd[0] = __shfl_xor(d[0], 3, 32)': lanes(other, other),
        'p[0] = __shfl_sync(~0ull, i, 3, 64)': lanes(other),
        'ul[0] = __ballot(i) | __ballot64(i)': ['vote ballot wide', 'vote ballot wide'],
        'p[0] = __any(i) + __all(i)': ['vote ballot wide', 'vote ballot wide'],
        'ul[0] = __activemask()': ['vote ballot wide'],
        'ul[0] = __match_any_sync(~0ull, i)': ['exchange', 'exchange'],
        'ul[0] = __match_all_sync(~0ull, i, p)': ['exchange', 'exchange', 'exchange'],
        'p[0] = __reduce_add_sync(~0ull, i)': ['exchange'],
        'p[0] = __builtin_amdgcn_readlane(i, 0)': [other],
        'p[0] = __builtin_amdgcn_readfirstlane(i)': ['vote ballot wide', 'value cttz', other],
        'p[0] = __builtin_amdgcn_ds_bpermute(i, i)': ['warp-size', other],
        'p[0] = __builtin_amdgcn_ds_permute(i, i)': ['exchange'],
        'p[0] = __builtin_amdgcn_ds_swizzle(i, 0x401F)': ['exchange'],
        'p[0] = __builtin_amdgcn_mov_dpp(i, 1, 15, 15, true)': ['exchange'],
        'p[0] = __builtin_amdgcn_update_dpp(0, i, 1, 15, 15, true)': ['exchange'],
      },
      RUNTIME,
    );
  });

  test('a random state is read and written where it lies', () => {
    const [drawn] = effects(
      'hip',
      ['f[0] = hiprand_uniform((hiprandState *)p)'],
      '#include <hiprand/hiprand_kernel.h>',
    );
    assert.ok(!drawn!.some((effect) => effect.startsWith('not in the table')), String(drawn));
  });
});

describe('OpenCL', () => {
  test('work items', () => {
    check('opencl', {
      'p[0] = get_global_id(0)': ['global-id argument'],
      'p[0] = get_local_id(1) + get_group_id(2)': ['thread-index argument', 'block-index argument'],
      'p[0] = get_local_size(0) + get_num_groups(0)': ['block-size argument', 'grid-size argument'],
      'p[0] = get_global_size(0) + get_work_dim()': ['global-size argument', 'dimensions'],
    });
  });

  test('barriers and fences', () => {
    check('opencl', {
      'barrier(CLK_LOCAL_MEM_FENCE)': ['block-barrier fences@0'],
      'work_group_barrier(CLK_GLOBAL_MEM_FENCE)': ['block-barrier fences@0'],
      'work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_item)': ['block-barrier fences@0 scope@1'],
      'mem_fence(CLK_GLOBAL_MEM_FENCE)': ['fence block fences@0 acq_rel'],
      'atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_device)': [
        'fence device fences@0 scope@2 release',
      ],
    });
  });

  test('atomics', () => {
    check('opencl', {
      'atomic_add(p, 1)': ['atomic add argument device monotonic'],
      'atomic_inc(u)': ['atomic add 1 device monotonic'],
      'atomic_min(u, 1u)': ['atomic umin argument device monotonic'],
      'atomic_cmpxchg(p, 0, 1)': ['atomic-compare-exchange device monotonic'],
      'atomic_xchg(f, 1.0f)': ['atomic xchg argument device monotonic'],
      'atomic_fetch_add_explicit((__global atomic_int *)p, 1, memory_order_relaxed, memory_scope_work_group)': [
        'atomic add argument device scope@3 monotonic',
      ],
      'atomic_store_explicit((__global atomic_int *)p, 1, memory_order_relaxed, memory_scope_work_group)': [
        'atomic-store argument device scope@3 monotonic',
      ],
    });
  });

  test("clang's own atomic operations keep their scope, which clang drops", () => {
    check('opencl', {
      '__scoped_atomic_fetch_add(p, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP)': ['add block monotonic'],
      '__scoped_atomic_fetch_sub(s, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)': ['sub device monotonic'],
      'int own = 0; __scoped_atomic_fetch_or(&own, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WVFRNT)': ['or warp monotonic'],
      'int *q = p; __scoped_atomic_fetch_and(q, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_SINGLE)': [
        'and singlethread monotonic',
      ],
      '__opencl_atomic_fetch_max((__global atomic_int *)p, 1, memory_order_relaxed, memory_scope_device)': [
        'max device monotonic',
      ],
      'p[0] = __opencl_atomic_load((__global atomic_int *)p, memory_order_acquire, memory_scope_all_svm_devices)': [
        'load system acquire',
      ],
      '__opencl_atomic_store((__global atomic_int *)p, 1, memory_order_release, memory_scope_work_group)': [
        'store block release',
      ],
      '__opencl_atomic_exchange((__global atomic_int *)p, 1, memory_order_relaxed, __OPENCL_MEMORY_SCOPE_SUB_GROUP)': [
        'xchg warp monotonic',
      ],
      'int e = 0; __opencl_atomic_compare_exchange_strong((__global atomic_int *)p, &e, 1, memory_order_acq_rel, memory_order_acquire, memory_scope_work_item)':
        ['cmpxchg singlethread acq_rel'],
      '__scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_WRKGRP)': ['fence block seq_cst'],
    });
  });

  test('vectors and numbers', () => {
    check('opencl', {
      'f[0] = vload4(i, f).x': ['vector-load 4 4'],
      'vstore2((float2)(1, 2), i, f)': ['vector-store 2 2'],
      'p[0] = min(i, 3) + (int)max(u[0], 3u)': ['value smin', 'value umax'],
      'f[0] = max(f[1], f[2]) + native_sin(f[3])': ['math fmax', 'math sin'],
      'p[0] = mad24(i, 3, 4) + clamp(i, 0, 7)': ['value mad', 'value sclamp'],
    });
  });

  test('copies by the whole group', () => {
    check('opencl', {
      'event_t e = async_work_group_copy(s, p, 4, 0); wait_group_events(1, &e)': ['async-copy 4', 'wait-async-copies'],
      'async_work_group_strided_copy(p, s, 4, 2, 0)': ['async-copy strided 4 toGlobal'],
      'prefetch(p, 4)': [],
    });
  });
});

test('what is not in the table is not guessed', () => {
  for (const name of ['foo', '_Z3foov', 'llvm.unheard.of', '__gpurace_heard_of_nowhere'])
    assert.equal(effectOf(name), undefined);
});

test('every function of the sysroot that is left as a call is in the table', () => {
  // Of the host side, where launches and allocations are read by name.
  const host = new Set([
    '__gpurace_bind_texture',
    '__gpurace_check_failed',
    '__gpurace_device_properties',
    '__gpurace_driver_entry',
    '__gpurace_errno',
    '__gpurace_function_attributes',
    '__gpurace_host_memory_changes',
    '__gpurace_launch_attributes',
    '__gpurace_launch_kernel',
    '__gpurace_memcpy_from_symbol',
    '__gpurace_memcpy_to_symbol',
    '__gpurace_occupancy',
    '__gpurace_some_stream',
    '__gpurace_some_tensor',
    '__gpurace_symbol_address',
    '__gpurace_tensor',
  ]);
  const declared = new Set<string>();
  for (const [path, text] of sysroot) {
    if (path.startsWith('opencl/')) continue;
    const code = Buffer.from(text).toString('utf8');
    for (const [, name] of code.matchAll(/(?:extern "C"|__GPURACE_EXT_H?D)[^;{}()]*?\b(__gpurace_\w+)\(/g))
      declared.add(name!);
  }
  assert.ok(declared.size > 20, [...declared].join(' '));
  const missing = [...declared].filter((name) => !host.has(name) && effectOf(name) === undefined);
  assert.deepEqual(missing, []);
});
