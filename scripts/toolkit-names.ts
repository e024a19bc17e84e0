/**
 * `node scripts/toolkit-names.ts [--toolkit /usr/local/cuda] [--header NAME]`: the names that the CUDA toolkit's public headers
 * declare, and which of them our own headers do not. Of the toolkit's headers nothing but names is read; ours are asked by
 * compiling a declaration that uses each name.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPch, runClang } from '../src/frontend/clang.ts';
import { ClangProgram } from '../src/frontend/clang-program.ts';
import { withoutComments } from '../src/lexical/kernel-definitions.ts';
import { clangModule, developmentSysroot } from '../src/platform/assets.ts';
import { memoryTree } from '../src/source/index.ts';

const { values: flags } = parseArgs({
  options: { toolkit: { type: 'string', default: '/usr/local/cuda' }, header: { type: 'string' } },
});

/** What a program includes, and the files of the toolkit in which that is written down. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  'cuda_runtime.h': [
    'cuda_runtime.h',
    'cuda_runtime_api.h',
    'driver_types.h',
    'vector_types.h',
    'vector_functions.h',
    'texture_types.h',
    'surface_types.h',
    'texture_indirect_functions.h',
    'surface_indirect_functions.h',
    'library_types.h',
    'channel_descriptor.h',
    'device_launch_parameters.h',
    'device_atomic_functions.h',
    'sm_20_atomic_functions.h',
    'sm_20_intrinsics.h',
    'sm_30_intrinsics.h',
    'sm_32_atomic_functions.h',
    'sm_32_intrinsics.h',
    'sm_35_intrinsics.h',
    'sm_60_atomic_functions.h',
    'sm_61_intrinsics.h',
    'crt/device_functions.h',
    'crt/device_double_functions.h',
    'crt/math_functions.h',
    'crt/sm_70_rt.h',
    'crt/sm_80_rt.h',
    'crt/sm_90_rt.h',
  ],
  'cuda.h': ['cuda.h'],
  'cuda_fp16.h': ['cuda_fp16.h'],
  'cuda_bf16.h': ['cuda_bf16.h'],
  'cuda_fp8.h': ['cuda_fp8.h'],
  'cuda_fp6.h': ['cuda_fp6.h'],
  'cuda_fp4.h': ['cuda_fp4.h'],
  'cuComplex.h': ['cuComplex.h'],
  'cuda_pipeline_primitives.h': ['cuda_pipeline_primitives.h'],
  'cuda_awbarrier_primitives.h': ['cuda_awbarrier_primitives.h'],
  'cuda_occupancy.h': ['cuda_occupancy.h'],
  'cuda_profiler_api.h': ['cuda_profiler_api.h'],
  'math_constants.h': ['math_constants.h'],
  'curand.h': ['curand.h'],
  'curand_kernel.h': ['curand_kernel.h'],
  'cublas_v2.h': ['cublas_api.h'],
  'cudnn.h': ['cudnn.h', 'cudnn_ops.h', 'cudnn_cnn.h'],
  'cufft.h': ['cufft.h'],
  'cusparse.h': ['cusparse.h'],
  'nvrtc.h': ['nvrtc.h'],
  'nvtx3/nvToolsExt.h': ['nvtx3/nvToolsExt.h'],
};

/** Names that are no part of what is documented. */
const PRIVATE =
  /^(?:_[A-Z]|__(?:nv(?!_(?:fp|bf|cvt|saturation|half))|NV|CUDA|cuda|internal|host__|device__|[A-Z])|.*_(?:H|H__|HPP|VER|ptsz|ptds)$)/;
const WORDS = new Set('if for while switch return sizeof defined static_assert asm typeof decltype alignas'.split(' '));
/** Names of one compilation: clang ends after 200 errors. */
const BATCH = 150;

/** The names that a text declares at file scope: functions, types, enumerators, constants. */
function declaredNames(text: string): Set<string> {
  const code = withoutComments(text);
  const found = new Set<string>();
  const add = (name: string | undefined) => {
    if (name !== undefined && !PRIVATE.test(name) && !WORDS.has(name)) found.add(name);
  };
  for (const [, name] of code.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)\b(?![ \t]*$)(?!\()/gm)) add(name);
  const plain = code.replace(/^[ \t]*#(?:\\\r?\n|[^\n])*/gm, '');
  for (const [, name] of plain.matchAll(/\}\s*(\w+)\s*;/g)) add(name);
  for (const [, name] of plain.matchAll(/\btypedef\b[^;{}]*?\b(\w+)\s*;/g)) add(name);
  for (const [, name] of plain.matchAll(/\b(?:struct|class|union|enum)\s+(?:__\w+(?:\([^)]*\))?\s+)*(\w+)\s*\{/g))
    add(name);
  for (const [, body = ''] of plain.matchAll(/\benum\b[^{};]*\{([^{}]*)\}/g)) {
    for (const entry of body.split(',')) add(/^\s*(\w+)/.exec(entry)?.[1]);
  }
  // A declaration of a function: words, the name, parameters, and no call within a body.
  for (const statement of plain.split(/[;{}]/)) {
    const [, before = '', name] =
      /^((?:[^()=]|__\w+\s*\([^()]*(?:\([^()]*\))?[^()]*\))*?)\b(\w+)\s*\((?!\s*\()/.exec(statement) ?? [];
    if (/\w\s*[*&]*\s*$/.test(before.trim()) && /\w/.test(before) && !/\b(?:return|else|do|operator)\b/.test(before))
      add(name);
  }
  return found;
}

const sysroot = developmentSysroot();
const clang = new ClangProgram(await clangModule());
const std = 'c++17';
const pch = buildPch(clang, sysroot, { language: 'cuda', side: 'device', std });

/** Those of the names that are not declared where a program includes our header. */
function missing(header: string, names: readonly string[]): string[] {
  const lost: string[] = [];
  for (let at = 0; at < names.length; at += BATCH) {
    const some = names.slice(at, at + BATCH);
    const lines = some.map((name) => `#ifndef ${name}\nusing ::${name};\n#endif`);
    const text = `#include <${header}>\nnamespace names {\n${lines.join('\n')}\n}\n`;
    const { diagnostics } = runClang(clang, {
      language: 'cuda',
      side: 'device',
      file: 'names.cu',
      tree: memoryTree(new Map([['names.cu', text]])),
      options: { includeDirs: [], defines: [], std },
      sysroot,
      pch,
    });
    const errors = new Set(
      diagnostics.filter((d) => d.severity === 'error' && d.file === 'names.cu').map((d) => d.line),
    );
    lost.push(...some.filter((_, i) => errors.has(4 + 3 * i)));
  }
  return lost;
}

const include = join(flags.toolkit, 'include');
let declared = 0;
let lacking = 0;
for (const [header, files] of Object.entries(HEADERS)) {
  if (flags.header !== undefined && flags.header !== header) continue;
  const present = files.filter((file) => existsSync(join(include, file)));
  if (present.length === 0) continue;
  const names = [
    ...new Set(present.flatMap((file) => [...declaredNames(readFileSync(join(include, file), 'utf8'))])),
  ].sort();
  const lost = sysroot.has(`include/${header}`) ? missing(header, names) : names;
  declared += names.length;
  lacking += lost.length;
  process.stdout.write(`${header}: ${names.length - lost.length} of ${names.length}\n`);
  for (const name of lost) process.stdout.write(`  ${name}\n`);
}
process.stdout.write(`all: ${declared - lacking} of ${declared}\n`);
