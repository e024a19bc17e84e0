/** OpenCL C of every version that programs are written in. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { runClang } from '../../src/frontend/clang.ts';
import { ClangProgram } from '../../src/frontend/clang-program.ts';
import { clangModule, developmentSysroot } from '../../src/platform/assets.ts';
import { memoryTree } from '../../src/source/index.ts';

let clang: ClangProgram;
before(async () => {
  clang = new ClangProgram(await clangModule());
});

const sysroot = developmentSysroot();

function errors(text: string, std: string): string[] {
  const tree = memoryTree(new Map([['a.cl', text]]));
  const options = { includeDirs: [], defines: [], std };
  return runClang(clang, { language: 'opencl', side: 'device', file: 'a.cl', tree, options, sysroot, pch: null })
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ line, message }) => `${line}: ${message}`);
}

const OF_EVERY_VERSION = `
__kernel void old(__global int *a, volatile __local int *l, __global float *f, read_only image2d_t image, sampler_t s) {
  atom_add(&a[0], 1); atomic_inc(&a[1]); atom_cmpxchg(&a[2], 0, 1); atomic_xchg(&a[3], 4); atomic_max(l, 3);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  mem_fence(CLK_LOCAL_MEM_FENCE);
  float4 v = vload4(get_global_id(0), f);
  vstore4(v.wzyx, get_global_id(0), f);
  f[0] = read_imagef(image, s, (int2)(0, 1)).x;
}
`;
const SINCE_2_0 = `
__kernel void recent(__global atomic_int *n, __global int *out, __local int *s) {
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  int t = atomic_fetch_add_explicit(n, 1, memory_order_relaxed, memory_scope_device);
  atomic_store_explicit(n + 1, t, memory_order_release, memory_scope_work_group);
  int expected = 0;
  atomic_compare_exchange_strong_explicit(n, &expected, 1, memory_order_acq_rel, memory_order_acquire, memory_scope_device);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
  int *either = out;
  if (t) either = s;
  *either = work_group_reduce_add(t) + sub_group_reduce_add(t);
}
`;

for (const std of ['CL1.0', 'CL1.1', 'CL1.2', 'CL2.0', 'CL3.0']) {
  test(`${std}: what every version has`, () => assert.deepEqual(errors(OF_EVERY_VERSION, std), []));
}
for (const std of ['CL2.0', 'CL3.0']) {
  test(`${std}: scopes, orders, generic pointers`, () => assert.deepEqual(errors(SINCE_2_0, std), []));
}
test('CL1.2 has no scopes, and says so at the line', () => {
  assert.match(errors(SINCE_2_0, 'CL1.2')[0] ?? '', /^2: unknown type name 'atomic_int'/);
});
