/** Our own CUDA and HIP programs must compile against the sysroot without one error, on both sides and under every standard. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildPch, runClang } from '../../src/frontend/clang.ts';
import { ClangProgram } from '../../src/frontend/clang-program.ts';
import { C_STD, type Side } from '../../src/frontend/clang-settings.ts';
import { escapeRegisters } from '../../src/frontend/register-escapes.ts';
import type { Language } from '../../src/model/result.ts';
import { clangModule, developmentSysroot } from '../../src/platform/assets.ts';
import { memoryTree } from '../../src/source/index.ts';

const STANDARDS = ['c++11', 'c++14', 'c++17', 'c++20'];

let clang: ClangProgram;
before(async () => {
  clang = new ClangProgram(await clangModule());
});

function programs(folder: string, extension: string): Map<string, string> {
  const path = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  const names = readdirSync(path).filter((name) => name.endsWith(extension));
  return new Map(names.map((name) => [name, readFileSync(`${path}/${name}`, 'utf8')]));
}

/** @param headers that the files include */
function errors(
  language: Language,
  files: ReadonlyMap<string, string>,
  side: Side,
  std: string,
  headers: ReadonlyMap<string, string> = new Map(),
): string[] {
  const sysroot = developmentSysroot();
  const pch = buildPch(clang, sysroot, { language, side, std });
  const options = { includeDirs: [], defines: [], std };
  const compile = (file: string, texts: ReadonlyMap<string, string>) =>
    runClang(clang, { language, side, file, tree: memoryTree(new Map([...headers, ...texts])), options, sysroot, pch })
      .diagnostics;
  return [...files.keys()].flatMap((file) => {
    const first = compile(file, files);
    // Registers with one percent sign are put right before a file counts as one with errors, as in `compile-unit.ts`.
    const escaped = escapeRegisters(first, (name) => files.get(name)).files;
    return (escaped.size === 0 ? first : compile(file, new Map([...files, ...escaped])))
      .filter(({ severity }) => severity !== 'warning' && severity !== 'note')
      .map((d) => `${file}:${d.line}: ${d.message}`);
  });
}

for (const folder of ['examples', 'test/kernels']) {
  describe(folder, () => {
    for (const side of ['device', 'host'] as const) {
      test(`CUDA, ${side} side`, () =>
        assert.deepEqual(errors('cuda', programs(folder, '.cu'), side, 'c++17', programs(folder, '.cuh')), []));
      test(`HIP, ${side} side`, () => assert.deepEqual(errors('hip', programs(folder, '.hip'), side, 'c++17'), []));
    }
  });
}

describe('headers of C, in C', () => {
  const headers = [...developmentSysroot()]
    .filter(
      ([path, text]) =>
        /^include\/(?:sys\/)?\w+\.h$/.test(path) && /\b__GPURACE_C(?:_BEGIN)?\b/.test(Buffer.from(text).toString()),
    )
    .map(([path]) => path.slice('include/'.length));
  const names = [...headers, 'assert.h', 'math.h', 'stdbool.h', 'stdint.h', 'limits.h', 'CL/cl.h', 'CL/opencl.h'];
  test('each alone, and all together', () => {
    const each = names.map((name, i) => [`${i}.c`, `#include <${name}>\nint main(void) { return 0; }\n`] as const);
    const all = names.map((name) => `#include <${name}>\n`).join('');
    assert.deepEqual(errors('cuda', new Map([...each, ['all.c', all]]), 'host', C_STD), []);
  });
});

/** Part of HIP's prelude. */
const HIP_PRELUDE = /^gpurace\/(?:hip_(?!on_cuda|launch)|amdgcn)/;
/** HIP's libraries; `hip/` itself stands on CUDA as well. */
const HIP_LIBRARY = /^(?:hip[a-z]|rocrand\/|hip\/hip_(?:complex|gl_interop)\.h)/;

for (const language of ['cuda', 'hip'] as const) {
  describe(`every header of ${language}`, () => {
    const isOurs = (path: string) =>
      language === 'cuda'
        ? !HIP_PRELUDE.test(path) && !HIP_LIBRARY.test(path)
        : HIP_PRELUDE.test(path) || HIP_LIBRARY.test(path) || path.startsWith('hip/');
    const headers = [...developmentSysroot().keys()]
      .filter((path) => path.startsWith('include/'))
      .map((path) => path.slice('include/'.length))
      .filter(isOurs);
    const alone = new Map(
      headers.map((h, i) => [`${i}.cu`, `#include <${h}>\n#include <${h}>\n__global__ void k() {}\n`]),
    );
    const all = new Map([['all.cu', `${headers.map((h) => `#include <${h}>`).join('\n')}\n__global__ void k() {}\n`]]);
    for (const std of STANDARDS) {
      for (const side of ['device', 'host'] as const) {
        test(`together, ${std}, ${side} side`, () => assert.deepEqual(errors(language, all, side, std), []));
      }
    }
    test('alone, twice', () => assert.deepEqual(errors(language, alone, 'device', 'c++17'), []));
  });
}
