/** Our own CUDA and HIP programs must compile against the sysroot without one error, on both sides and under every standard. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { clangModule, developmentSysroot } from '../../src/assets.ts';
import { buildPch, runClang } from '../../src/frontend/clang.ts';
import { ClangProgram } from '../../src/frontend/clang-program.ts';
import type { Side } from '../../src/frontend/clang-settings.ts';
import type { Language } from '../../src/model/result.ts';
import { memoryTree } from '../../src/source/index.ts';

const STANDARDS = ['c++11', 'c++14', 'c++17', 'c++20'];

let clang: ClangProgram;
before(async () => {
  clang = new ClangProgram(await clangModule());
});

function programs(folder: string, extension: string): Map<string, string> {
  const path = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  const names = readdirSync(path).filter((name) => name.endsWith(extension));
  const texts = names.map((name) => [name, readFileSync(`${path}/${name}`, 'utf8')] as const);
  // What nvcc takes and clang does not is put right before it is compiled.
  return new Map(texts.filter(([, text]) => !text.includes('as nvcc takes them too')));
}

function errors(language: Language, files: ReadonlyMap<string, string>, side: Side, std: string): string[] {
  const sysroot = developmentSysroot();
  const pch = buildPch(clang, language, side, sysroot, std);
  const options = { includeDirs: [], defines: [], std };
  const tree = memoryTree(new Map(files));
  return [...files.keys()].flatMap((file) =>
    runClang(clang, { language, side, file, tree, options, sysroot, pch })
      .diagnostics.filter(({ severity }) => severity !== 'warning' && severity !== 'note')
      .map((d) => `${file}:${d.line}: ${d.message}`),
  );
}

for (const folder of ['examples', 'test/kernels']) {
  describe(folder, () => {
    for (const side of ['device', 'host'] as const) {
      test(`CUDA, ${side} side`, () => assert.deepEqual(errors('cuda', programs(folder, '.cu'), side, 'c++17'), []));
      test(`HIP, ${side} side`, () => assert.deepEqual(errors('hip', programs(folder, '.hip'), side, 'c++17'), []));
    }
  });
}

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
