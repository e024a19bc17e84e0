import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  buildPch,
  type ClangOptions,
  type ClangRequest,
  type ClangResult,
  type ClangSetup,
  runClang,
} from '../../src/frontend/clang.ts';
import { ClangProgram } from '../../src/frontend/clang-program.ts';
import { clangModule, developmentSysroot } from '../../src/platform/assets.ts';
import { memoryTree } from '../../src/source/index.ts';

/** A sysroot of the test's own, so that these tests are about clang and the file system and nothing else. */
const SYSROOT = new Map<string, Uint8Array>([
  [
    'gpurace_cuda.h',
    Buffer.from(`#pragma once
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
struct dim3 { unsigned x, y, z; __host__ __device__ dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {} };
unsigned __cudaPushCallConfiguration(const dim3&, const dim3&, unsigned long = 0, void * = 0);
extern "C" int cudaLaunchKernel(const void *, dim3, dim3, void **, unsigned long, void *);
`),
  ],
  ['include/cuda_runtime.h', Buffer.from('#pragma once\n')],
]);

const NONE: ClangOptions = { includeDirs: [], defines: [], std: null };

let clang: ClangProgram;
before(async () => {
  clang = new ClangProgram(await clangModule());
});

function compile(
  files: Record<string, string | Uint8Array>,
  file: string,
  more: Partial<ClangRequest & ClangSetup> = {},
): ClangResult {
  const tree = memoryTree(new Map(Object.entries(files)));
  return runClang(clang, {
    language: 'cuda',
    side: 'device',
    file,
    tree,
    options: NONE,
    sysroot: SYSROOT,
    pch: null,
    ...more,
  });
}

/** The names of the functions that the IR defines, in order. */
function defined(result: ClangResult): string[] {
  return Array.from((result.ir ?? '').matchAll(/^define [^@]*@"?([^"(]+)"?\(/gm), (match) => match[1] ?? '');
}

/** The files that the IR's debug info names, sorted. */
function debugFiles(result: ClangResult): string[] {
  const names = Array.from((result.ir ?? '').matchAll(/!DIFile\(filename: "([^"]*)"/g), (match) => match[1] ?? '');
  return [...new Set(names)].sort();
}

describe('one translation unit', () => {
  const KERNEL = '__global__ void k(int *a) { a[0] = 1; }\nvoid run(int *a) { k<<<2, 3>>>(a); }\n';

  test('device IR holds the kernel and nothing of the host', () => {
    const result = compile({ 'a.cu': KERNEL }, 'a.cu');
    assert.deepEqual({ ...result, ir: null }, { ir: null, diagnostics: [], includes: [], guesses: [], trapped: null });
    assert.deepEqual(defined(result), ['_Z1kPi']);
    assert.match(result.ir ?? '', /target triple = "nvptx64-nvidia-cuda"/);
    assert.match(result.ir ?? '', /^define dso_local ptx_kernel void @_Z1kPi\(/m);
  });

  test('host IR holds the launch', () => {
    const result = compile({ 'a.cu': KERNEL }, 'a.cu', { side: 'host' });
    assert.match(result.ir ?? '', /call .* @_Z27__cudaPushCallConfigurationRK4dim3S1_mPv\(/);
    assert.match(result.ir ?? '', /call void @_Z16__device_stub__kPi/);
  });

  test('the same input gives the same bytes', () => {
    assert.equal(compile({ 'a.cu': KERNEL }, 'a.cu').ir, compile({ 'a.cu': KERNEL }, 'a.cu').ir);
  });

  test('host exceptions do not turn device calls into invokes', () => {
    const text = `struct S { __device__ ~S(); };
__device__ void g();
__global__ void k() { S s; g(); }
void h() { try { throw 1; } catch (int) {} }
`;
    const result = compile({ 'a.cu': text }, 'a.cu');
    assert.deepEqual(result.diagnostics, []);
    assert.doesNotMatch(result.ir ?? '', /\binvoke\b/);
  });

  test('OpenCL', () => {
    const text = `__kernel void k(__global int *a) {
  __local int t[4];
  t[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = atomic_add(a, t[0]);
}
`;
    const result = compile({ 'a.cl': text }, 'a.cl', { language: 'opencl', sysroot: developmentSysroot() });
    assert.deepEqual(result.diagnostics, []);
    assert.match(result.ir ?? '', /define dso_local spir_kernel void @k\(/);
  });

  test('HIP has a prelude of its own, the macros of its platform, and the size of a wavefront', () => {
    const sysroot = new Map(SYSROOT).set('gpurace_hip.h', SYSROOT.get('gpurace_cuda.h')!);
    const text = `#if defined(__HIPCC__) && !defined(__CUDA__) && !defined(__CUDA_ARCH__)
__global__ void k(int *a) { a[0] = __AMDGCN_WAVEFRONT_SIZE + __AMDGCN_WAVEFRONT_SIZE__; }
#endif
`;
    const stored = (defines: string[]) => {
      const options = { ...NONE, defines };
      const result = compile({ 'a.hip': text }, 'a.hip', { language: 'hip', sysroot, options });
      assert.deepEqual(defined(result), ['_Z1kPi']);
      return /store i32 (\d+)/.exec(result.ir ?? '')?.[1];
    };
    assert.equal(stored([]), '128');
    assert.equal(stored(['__AMDGCN_WAVEFRONT_SIZE=32']), '64');
    assert.equal(stored(['__AMDGCN_WAVEFRONT_SIZE__=32']), '64');
  });

  test('defines, standard and include directories', () => {
    const files = {
      'src/a.cu': '#include "w.h"\nint std_is = __cplusplus / 100;\n__global__ void k(int *a) { a[W] = N; }\n',
      'inc/w.h': '#define W 7\n',
    };
    const options = { includeDirs: ['inc'], defines: ['N=42'], std: 'c++20' };
    const result = compile(files, 'src/a.cu', { options });
    assert.deepEqual(result.diagnostics, []);
    assert.deepEqual(result.includes, ['inc/w.h']);
    assert.deepEqual(result.guesses, []);
    assert.match(result.ir ?? '', /store i32 42/);
  });

  test('appended text instantiates a template and has lines of its own', () => {
    const text = 'template<int N> __global__ void k(int *a) { a[N] = 1; }';
    const good = compile({ 'a.cu': text }, 'a.cu', { extraText: 'template __global__ void k<3>(int *);' });
    assert.deepEqual(defined(good), ['_Z1kILi3EEvPi']);
    const bad = compile({ 'a.cu': text }, 'a.cu', { extraText: '\nint oops = ;' });
    assert.deepEqual(
      bad.diagnostics.map(({ file, line }) => [file, line]),
      [['<gpurace>', 2]],
    );
  });
});

describe('diagnostics', () => {
  test('an error has a place, a file with errors has no IR', () => {
    const result = compile({ 'd/a.cu': '__global__ void k() {\n  int x = y;\n}\n' }, 'd/a.cu');
    assert.equal(result.ir, null);
    assert.equal(result.trapped, null);
    assert.deepEqual(result.diagnostics, [
      { file: 'd/a.cu', line: 2, column: 11, severity: 'error', message: "use of undeclared identifier 'y'" },
    ]);
  });

  test('warnings are not told', () => {
    assert.deepEqual(compile({ 'a.cu': 'int f() { register int x = 0; }\n#warning hello\n' }, 'a.cu').diagnostics, []);
  });

  test('a file that is not there', () => {
    const result = compile({}, 'a.cu');
    assert.equal(result.ir, null);
    assert.deepEqual(
      result.diagnostics.map(({ file, severity }) => [file, severity]),
      [['a.cu', 'error']],
    );
  });

  test('an unknown standard is an error, not a crash', () => {
    const result = compile({ 'a.cu': '' }, 'a.cu', { options: { ...NONE, std: 'c++99' } });
    assert.equal(result.ir, null);
    assert.equal(result.diagnostics[0]?.message, "invalid value 'c++99' in '-std=c++99'");
  });
});

describe('includes', () => {
  const USE = '__global__ void k(int *a) { a[0] = VALUE; }\n';

  test('a header beside its includer, and a parent folder inside the tree, are no guesses', () => {
    const files = {
      'x/a.cu': `#include "b.h"\n#include "../y/c.h"\n${USE}`,
      'x/b.h': '#define VALUE 5\n',
      'y/c.h': '__device__ inline int *c(int *p) { return p; }\n__global__ void from_c(int *p) { *c(p) = 1; }\n',
    };
    const result = compile(files, 'x/a.cu');
    assert.deepEqual(result.includes, ['x/b.h', 'y/c.h']);
    assert.deepEqual(result.guesses, []);
    assert.deepEqual(debugFiles(result), ['x/a.cu', 'y/c.h']);
  });

  test('a header that lies elsewhere in the tree is found by its suffix, named by its own path, and reported', () => {
    const files = {
      'x/a.cu': `#include <lib/v.h>\n${USE}`,
      'third/lib/v.h': '#define VALUE 6\n__global__ void from_v() {}\n',
    };
    const result = compile(files, 'x/a.cu');
    assert.match(result.ir ?? '', /store i32 6/);
    assert.deepEqual(result.includes, ['third/lib/v.h']);
    assert.deepEqual(result.guesses, ['#include of lib/v.h: not in the include path, third/lib/v.h was read']);
    assert.deepEqual(debugFiles(result), ['third/lib/v.h', 'x/a.cu']);
  });

  test('headers of one folder that are many are told of in one line', () => {
    const names = ['a.h', 'b.h', 'c.h', 'lib/d.h'];
    const files = {
      'x/a.cu': `${names.map((name) => `#include <${name}>`).join('\n')}\n#include <own/e.h>\n__global__ void k() {}\n`,
      ...Object.fromEntries(names.map((name) => [`third/include/${name}`, '\n'])),
      'other/own/e.h': '\n',
    };
    assert.deepEqual(compile(files, 'x/a.cu').guesses, [
      '#include of a.h and 3 more: not in the include path, those in third/include were read',
      '#include of own/e.h: not in the include path, other/own/e.h was read',
    ]);
  });

  test('nearness is measured from the file whose directive asks, not from the main file', () => {
    const files = {
      'app/main.cu': '#include "../libs/math/kernels.cuh"\n__global__ void k(int *a) { a[0] = VALUE; }\n',
      'libs/math/kernels.cuh': '#include "detail/value.h"\n#include <other.h>\n',
      'libs/math/include/detail/value.h': '#define VALUE 1\n',
      'app2/detail/value.h': '#define VALUE 2\n',
      'libs/math/include/other.h': 'int x;\n',
      'app/other.h': 'int y;\n',
    };
    const result = compile(files, 'app/main.cu');
    assert.deepEqual(result.guesses, [
      '#include of detail/value.h: not in the include path, libs/math/include/detail/value.h was read',
      // What lies beside the main file comes before what is near: builds search there.
      '#include of other.h: not in the include path, app/other.h was read',
    ]);
    assert.match(result.ir ?? '', /store i32 1,/);
  });

  test('what a build says beyond folders and macros', () => {
    const files = {
      'src/a.cu':
        '#include "q.h"\n#include <s.h>\n#include <cuda_runtime.h>\n#ifdef GONE\n#error\n#endif\n__global__ void k(int *a) { a[0] = Q + S + P + OURS; }\n',
      'quoted/q.h': '#define Q 1\n',
      'system/s.h': '#define S 2\n',
      // What a build vendors of the toolkit is not read: ours is there.
      'system/cuda_runtime.h': '#undef OURS\n',
      'src/pre.h': '#define P 3\n#define OURS 4\n',
    };
    const build = { quoteDirs: ['quoted'], systemDirs: ['system'], undefines: ['GONE'], preIncludes: ['src/pre.h'] };
    const result = compile(files, 'src/a.cu', { options: { includeDirs: [], defines: [], std: null, build } });
    assert.deepEqual(result.diagnostics, []);
    assert.deepEqual(result.guesses, []);
    assert.match(result.ir ?? '', /store i32 10,/);
    // What is defined on top of the build is defined.
    const again = compile(files, 'src/a.cu', { options: { includeDirs: [], defines: ['GONE'], std: null, build } });
    assert.equal(again.diagnostics[0]?.line, 5);
  });

  test('the nearest candidate wins, and never one of another port', () => {
    const files = {
      'x-cuda/a.cu': `#include "v.h"\n${USE}`,
      'x-sycl/v.h': '#define VALUE 1\n',
      'far/away/v.h': '#define VALUE 2\n',
      'far/v.h': '#define VALUE 3\n',
    };
    assert.deepEqual(compile(files, 'x-cuda/a.cu').includes, ['far/v.h']);
  });

  test('a header that was found by its suffix includes what lies beside it, and what is spelt like itself', () => {
    const files = {
      'src/app/a.cu': `#include <lib/v.h>\n__global__ void k(int *a) { a[0] = VALUE + OTHER; }\n`,
      'deep/include/lib/v.h': '#include "detail.h"\n#include "lib/types.h"\n#include "../base.h"\n',
      'deep/include/lib/detail.h': '#define VALUE 40\n',
      'deep/include/lib/types.h': '#define OTHER BASE\n',
      'deep/include/base.h': '#define BASE 2\n',
      'src/app/detail.h': '#define VALUE 1\n',
    };
    const result = compile(files, 'src/app/a.cu');
    assert.match(result.ir ?? '', /store i32 42,/);
    assert.deepEqual(result.includes, [
      'deep/include/base.h',
      'deep/include/lib/detail.h',
      'deep/include/lib/types.h',
      'deep/include/lib/v.h',
    ]);
  });

  test('a project beside the one that is compiled is not searched, unless its build speaks of it', () => {
    const files = {
      'one/src/a.cu': `#include "v.h"\n#ifndef VALUE\n#define VALUE 7\n#endif\n${USE}`,
      'two/v.h': '#define VALUE 8\n',
      'two/Makefile': 'all: b\n',
    };
    const stored = (more: Record<string, string>) =>
      /store i32 (\d)/.exec(compile({ ...files, ...more }, 'one/src/a.cu').ir ?? '')?.[1];
    assert.equal(stored({ 'one/Makefile': 'all: a\n' }), '7');
    assert.equal(stored({ 'one/Makefile': 'FLAGS = -I../two\n' }), '8');
    assert.equal(stored({}), '8');
    // A folder of the same CMake project is no project.
    const parts = (ofOne: string, ofTwo: string) => ({
      'one/src/a.cu': files['one/src/a.cu'],
      'two/v.h': files['two/v.h'],
      'one/CMakeLists.txt': ofOne,
      'two/CMakeLists.txt': ofTwo,
    });
    const storedIn = (tree: Record<string, string>) =>
      /store i32 (\d)/.exec(compile(tree, 'one/src/a.cu').ir ?? '')?.[1];
    assert.equal(storedIn(parts('project(one)\n', 'project(two)\n')), '7');
    assert.equal(storedIn(parts('project(one)\n', 'add_library(two v.cpp)\n')), '8');
  });

  test('a header that the build makes is made of its template, with what CMake states', () => {
    const files = {
      'src/a.cu': `#include "config.h"\n__global__ void k(int *a) { a[0] = TILE + FAST + SLOW + HAS_IT() + MADE; }\n`,
      'CMakeLists.txt': 'project(p)\noption(FAST "quick" ON)\nset(TILE_SIZE 32) # set(TILE_SIZE 64)\n',
      'cmake/config.h.in':
        '#define TILE @TILE_SIZE@\n#cmakedefine01 FAST\n#cmakedefine01 SLOW\n#define HAS_IT() @HAS_IT@\n#cmakedefine MADE\n#ifndef MADE\n#define MADE 5\n#endif\n',
    };
    const result = compile(files, 'src/a.cu');
    assert.deepEqual(result.diagnostics, []);
    assert.deepEqual(result.guesses, [
      '#include of config.h: made of cmake/config.h.in, with what is not stated left off',
    ]);
    assert.deepEqual(result.includes, ['cmake/config.h.in']);
    assert.match(result.ir ?? '', /store i32 38,/);
  });

  test('a header that is nowhere is read as empty, and reported', () => {
    const result = compile({ 'a.cu': '#include <cub/cub>\n#include "n/o.h"\n__global__ void k() {}\n' }, 'a.cu');
    assert.deepEqual(defined(result), ['_Z1kv']);
    assert.deepEqual(result.guesses, [
      '#include of cub/cub: no such file, read as empty',
      '#include of n/o.h: no such file, read as empty',
    ]);
  });

  test('__CUDA_ARCH__ is 800 on the device and not defined on the host', () => {
    const text = `#if !defined(__CUDA_ARCH__)
void host() {}
#elif __CUDA_ARCH__ == 800
__global__ void ampere(int *a) { a[0] = 1; }
#else
__global__ void other(int *a) { a[0] = 1; }
#endif
`;
    assert.deepEqual(defined(compile({ 'a.cu': text }, 'a.cu')), ['_Z6amperePi']);
    assert.deepEqual(defined(compile({ 'a.cu': text }, 'a.cu', { side: 'host' })), ['_Z4hostv']);
  });

  test('__has_include is answered honestly', () => {
    const text = `#if __has_include(<cudnn.h>)
#include <cudnn.h>
#define VALUE 1
#elif __has_include(<cuda_runtime.h>)
#define VALUE 2
#endif
${USE}`;
    const result = compile({ 'a.cu': text }, 'a.cu');
    assert.match(result.ir ?? '', /store i32 2/);
    assert.deepEqual(result.guesses, []);
  });

  test('#pragma once holds across two spellings of one file', () => {
    const files = {
      'x/a.cu': '#include "b.h"\n#include "../x/b.h"\n#include <deep/b.h>\n__global__ void k(S *s) { s->v = 1; }\n',
      'x/b.h': '#pragma once\nstruct S { int v; };\n',
      'x/deep/b.h': '#pragma once\n#include "../b.h"\n',
    };
    assert.deepEqual(compile(files, 'x/a.cu').diagnostics, []);
  });

  test('a cycle ends with a diagnostic', () => {
    const result = compile({ 'a.cu': '#include "b.h"\n', 'b.h': '#include "a.cu"\n' }, 'a.cu');
    assert.equal(result.trapped, null);
    assert.equal(result.diagnostics[0]?.message, '#include nested too deeply');
  });

  test('nothing outside the tree can be reached', () => {
    const climbs = ['../../../../etc/passwd', 'x/../../etc/passwd', '.gpurace/../../etc/passwd'];
    const text = climbs.map((path) => `#include "${path}"\n`).join('');
    const result = compile({ 'a.cu': `${text}__global__ void k() {}\n` }, 'a.cu');
    assert.deepEqual(result.includes, []);
    assert.equal(result.guesses.length, 3);
    assert.deepEqual(defined(result), ['_Z1kv']);
    for (const path of ['/etc/passwd', '/proc/self/environ', '/.gpurace/../etc/passwd']) {
      const { ir, diagnostics } = compile({ 'a.cu': `#include "${path}"\n` }, 'a.cu');
      assert.equal(ir, null);
      assert.deepEqual(
        diagnostics.map(({ message }) => message),
        [`'${path}' file not found`],
      );
    }
    const embed = compile({ 'a.cu': 'const char t[] = {\n#embed "/etc/hostname"\n};\n' }, 'a.cu');
    assert.equal(embed.ir, null);
  });
});

describe('hostile input', () => {
  test('bytes that are not UTF-8, in text, names and paths', () => {
    const text = Buffer.concat([
      Buffer.from('// '),
      Buffer.from([0xff, 0xfe, 0x80, 0xc3, 0x28]),
      Buffer.from('\n__global__ void k(char *a) { a[0] = "'),
      Buffer.from([0xe9, 0xff]),
      Buffer.from('"[0]; }\n'),
    ]);
    assert.deepEqual(defined(compile({ 'a.cu': text }, 'a.cu')), ['_Z1kPc']);
    const named = compile({ 'été/ü "q".cu': '__global__ void k() {}' }, 'été/ü "q".cu');
    assert.equal(debugFiles(named)[0], '\\C3\\A9t\\C3\\A9/\\C3\\BC \\22q\\22.cu');
  });

  test('a binary file, an empty file and names that look like options', () => {
    assert.equal(compile({ 'a.cu': new Uint8Array(4096) }, 'a.cu').trapped, null);
    assert.deepEqual(defined(compile({ 'a.cu': '' }, 'a.cu')), []);
    for (const name of ['-o', '@x', '-']) {
      const result = compile({ [name]: '__global__ void k() {}' }, name);
      assert.deepEqual(defined(result), ['_Z1kv']);
      assert.deepEqual(debugFiles(result), [name]);
    }
  });

  test('a stack overflow is a trap, and the next call is unharmed', () => {
    const deep = `int x = ${'('.repeat(200_000)}1${')'.repeat(200_000)};\n`;
    const limited = compile({ 'a.cu': deep }, 'a.cu');
    assert.equal(limited.ir, null);
    const sum = `__global__ void k(int *a) { a[0] = ${'a[1] + '.repeat(60_000)}1; }\n`;
    assert.match(compile({ 'a.cu': sum }, 'a.cu').trapped ?? '', /^the compiler crashed \(RangeError: /);
    assert.deepEqual(defined(compile({ 'a.cu': '__global__ void k() {}' }, 'a.cu')), ['_Z1kv']);
  });
});

describe('precompiled header', () => {
  test('is byte for byte the same each time, and gives the same IR', () => {
    const pch = buildPch(clang, SYSROOT, { language: 'cuda', side: 'device' });
    assert.ok(pch !== null);
    assert.deepEqual(buildPch(clang, SYSROOT, { language: 'cuda', side: 'device' }), pch);
    const files = { 'a.cu': '#include <cuda_runtime.h>\n__global__ void k(dim3 *d) { d->x = N; }\n' };
    const options = { ...NONE, defines: ['N=3', 'M'] };
    const plain = compile(files, 'a.cu', { options });
    const withPch = compile(files, 'a.cu', { options, pch });
    assert.deepEqual(withPch.diagnostics, []);
    assert.equal(withPch.ir, plain.ir);
  });

  test('of CUDA serves HIP', () => {
    const pch = buildPch(clang, SYSROOT, { language: 'cuda', side: 'device' });
    const files = { 'a.hip': '#ifdef __HIPCC__\n__global__ void k(dim3 *d) { d->x = 1; }\n#endif\n' };
    assert.deepEqual(defined(compile(files, 'a.hip', { language: 'hip', pch })), ['_Z1kP4dim3']);
  });

  test('of another standard is refused by clang, not silently used', () => {
    const pch = buildPch(clang, SYSROOT, { language: 'cuda', side: 'device' });
    const result = compile({ 'a.cu': '' }, 'a.cu', { pch, options: { ...NONE, std: 'c++14' } });
    assert.equal(result.ir, null);
  });

  test('our own header with an error throws', () => {
    const broken = new Map([['gpurace_cuda.h', Buffer.from('int x = y;\n')]]);
    assert.throws(
      () => buildPch(clang, broken, { language: 'cuda', side: 'device' }),
      /gpurace_cuda\.h:1: use of undeclared identifier 'y'/,
    );
  });
});
