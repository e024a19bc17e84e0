/** Our own CUDA programs must compile against the sysroot without one error, on both sides and under every standard. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { clangModule, developmentSysroot } from '../../src/assets.ts';
import { buildPch, runClang } from '../../src/frontend/clang.ts';
import { ClangProgram } from '../../src/frontend/clang-program.ts';
import type { Side } from '../../src/frontend/clang-settings.ts';
import { memoryTree } from '../../src/source/index.ts';

const STANDARDS = ['c++11', 'c++14', 'c++17', 'c++20'];

let clang: ClangProgram;
before(async () => {
  clang = new ClangProgram(await clangModule());
});

function programs(folder: string): Map<string, string> {
  const path = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  const names = readdirSync(path).filter((name) => name.endsWith('.cu'));
  return new Map(names.map((name) => [name, readFileSync(`${path}/${name}`, 'utf8')]));
}

function errors(files: ReadonlyMap<string, string>, side: Side, std: string): string[] {
  const sysroot = developmentSysroot();
  const pch = buildPch(clang, 'cuda', side, sysroot, std);
  const options = { includeDirs: [], defines: [], std };
  const tree = memoryTree(new Map(files));
  return [...files.keys()].flatMap((file) =>
    runClang(clang, { language: 'cuda', side, file, tree, options, sysroot, pch })
      .diagnostics.filter(({ severity }) => severity !== 'warning' && severity !== 'note')
      .map((d) => `${file}:${d.line}: ${d.message}`),
  );
}

for (const folder of ['examples', 'test/kernels']) {
  describe(folder, () => {
    for (const side of ['device', 'host'] as const) {
      test(`${side} side`, () => assert.deepEqual(errors(programs(folder), side, 'c++17'), []));
    }
  });
}

describe('every header', () => {
  const headers = readdirSync(fileURLToPath(new URL('../../src/frontend/sysroot/include', import.meta.url)), {
    recursive: true,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.replace(/^.*sysroot\/include\//, ''))
    .sort();
  const alone = new Map(
    headers.map((h, i) => [`${i}.cu`, `#include <${h}>\n#include <${h}>\n__global__ void k() {}\n`]),
  );
  const all = new Map([['all.cu', `${headers.map((h) => `#include <${h}>`).join('\n')}\n__global__ void k() {}\n`]]);
  for (const std of STANDARDS) {
    for (const side of ['device', 'host'] as const) {
      test(`together, ${std}, ${side} side`, () => assert.deepEqual(errors(all, side, std), []));
    }
  }
  test('alone, twice', () => assert.deepEqual(errors(alone, 'device', 'c++17'), []));
});
