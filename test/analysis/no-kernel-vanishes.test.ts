/** Every kernel definition of the sources is in the result, whatever happens to its file. Counted here by a way of its own. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_LIMITS } from '../../src/analysis/pool.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';

const GOOD = '__global__ void good(int *a) { a[threadIdx.x] = 1; }\n';

const AWKWARD: Readonly<Record<string, string>> = {
  'broken-body.cu': `__global__ void broken(int *a) { a[threadIdx.x] = nowhere; }\n${GOOD}`,
  'broken-head.cu': `__global__ void broken(Missing *a) { a[threadIdx.x] = 1; }\n${GOOD}`,
  'broken-file.cu': `class {{{ ;\n${GOOD}`,
  'unclosed.cu': `${GOOD}__global__ void open(int *a) { a[0] = 1;\n`,
  'template.cu': `template <class T, template <class> class C, int... N> __global__ void nobody(C<T> *a) { a[0] = C<T>(); }\n`,
  'branches.cu': `#ifdef HERE\n__global__ void one(int *a) { a[0] = 1; }\n#else\n__global__ void two(int *a) { a[0] = 1; }\n#endif\n`,
  'off.cu': `#if 0\n__global__ void off(int *a) { a[0] = 1; }\n#endif\n`,
  'namespaces.cu': `namespace a { namespace { static __global__ void deep(int *p) { p[0] = 1; } } }\nstruct S { };\nextern "C" __global__ __launch_bounds__(64, 2) void bounded(int *p) { p[threadIdx.x] = 1; }\n`,
  'strings.cu': `// __global__ void no(int *a) { }\n/* __global__ void no(int *a) { } */\nconst char *text = "__global__ void no(int *a) { }";\n__global__ void declared(int *a);\n${GOOD}`,
  'header.cuh': `#pragma once\n${GOOD}template <int N> __global__ void unused(int *a) { a[N] = 1; }\n`,
  'crash.cu': `int x = ${'('.repeat(20_000)}1${')'.repeat(20_000)};\n${GOOD}`,
  'late.cu': `constexpr long f() { long s = 0; for (long i = 0; i >= 0; i++) s ^= i; return s; }\nstatic_assert(f() > 0, "");\n${GOOD}`,
  'nothing.cu': '',
  'one-line.cl': `__kernel void a(__global int *p) { p[get_global_id(0)] = 1; } kernel void b(global int *p) { p[get_global_id(0)] = 1; }`,
  'broken.cl': `__kernel void c(__global int *p) { p[0] = nowhere; }\n__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void d(__global int *p) { p[get_local_id(0)] = 1; }`,
  'wave.hip': `#include <hip/hip_runtime.h>\n${GOOD}__global__ void broken(hipNothing_t a) { }\n`,
};

/** The names of kernels that have a body: a brace comes before the next semicolon. */
function definitions(text: string): string[] {
  let code = '';
  for (let at = 0; at < text.length; ) {
    const end = (mark: string, from: number) => {
      const found = text.indexOf(mark, from);
      return found < 0 ? text.length : found + mark.length;
    };
    if (text.startsWith('//', at)) at = end('\n', at);
    else if (text.startsWith('/*', at)) at = end('*/', at + 2);
    else if (text[at] === '"') at = end('"', at + 1);
    else code += text[at++];
  }
  const heads = code.split(/\b(?:__global__|__kernel|kernel)\b/).slice(1);
  const bodies = heads.filter((head) => /^[^;]*?\{/.test(head));
  return bodies.map((head) => {
    const signature = head
      .slice(0, head.indexOf('{'))
      .replaceAll(/__attribute__\s*\(\(.*?\)\)\)?|__launch_bounds__\([^)]*\)/g, '');
    return /(\w+)\s*\(/.exec(signature)![1]!;
  });
}

async function assertNoneVanishes(files: ReadonlyMap<string, string>): Promise<void> {
  const tree = { kind: 'memory' as const, files: new Map([...files].map(([path, text]) => [path, Buffer.from(text)])) };
  const options = { ...DEFAULT_CHECK_OPTIONS, timeoutMs: 2_000 };
  const result = await analyse(tree, [...files.keys()], options, SILENT, { ...DEFAULT_LIMITS, frontEndMs: 10_000 });
  const counted = [...files].flatMap(([file, text]) => definitions(text).map((name) => `${file} ${name}`));
  const bare = (name: string) => name.replace(/<.*$/s, '').replace(/^.*::/, '');
  const told = new Set(result.kernels.map(({ file, kernel }) => `${file} ${bare(kernel)}`));
  assert.ok(counted.length > 0);
  assert.deepEqual(
    counted.filter((kernel) => !told.has(kernel)),
    [],
  );
  for (const { kernel, verdict, reasons } of result.kernels) {
    assert.ok(verdict !== 'inconclusive' || reasons.length > 0, `${kernel} is open, and nobody says why`);
  }
}

test('in files made to lose them', { timeout: 180_000 }, () => assertNoneVanishes(new Map(Object.entries(AWKWARD))));

test('in our examples', { timeout: 180_000 }, () => {
  const folder = fileURLToPath(new URL('../../examples', import.meta.url));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:cuh?|cl|hip)$/.test(name),
  );
  return assertNoneVanishes(new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')])));
});
