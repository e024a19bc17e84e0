/** One instance of clang runs again and again, and no run can tell what ran before it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dropDeferredChecks } from '../../src/frontend/ast-file.ts';
import { buildPch, type ClangResult, runClang } from '../../src/frontend/clang.ts';
import { ClangProgram } from '../../src/frontend/clang-program.ts';
import { makeRestartable } from '../../src/frontend/restartable-module.ts';
import { CLANG_WASM, clangModule, developmentSysroot } from '../../src/platform/assets.ts';
import { memoryTree } from '../../src/source/index.ts';

let module: WebAssembly.Module;
before(async () => {
  module = await clangModule();
});

const sysroot = developmentSysroot();
const SMALL = '__global__ void k(int *a) { a[threadIdx.x] = 1; }\n';
const LARGE = `${SMALL}${Array.from({ length: 2000 }, (_, i) => `__device__ int f${i}(int x) { return x * ${i}; }\n`).join('')}`;
const BROKEN = '__global__ void k(int *a) { a[threadIdx.x] = b; }\n';

function run(clang: ClangProgram, text: string): ClangResult {
  const tree = memoryTree(new Map([['a.cu', text]]));
  const options = { includeDirs: [], defines: [], std: null };
  return runClang(clang, { language: 'cuda', side: 'device', file: 'a.cu', tree, options, sysroot, pch: null });
}

describe('a program that is started again', () => {
  test('answers as a new one does, whatever it compiled before', () => {
    const used = new ClangProgram(module);
    for (const text of [SMALL, LARGE, BROKEN, SMALL, LARGE]) {
      assert.deepEqual(run(used, text), run(new ClangProgram(module), text));
    }
  });

  test('takes the memory that it took before', () => {
    const used = new ClangProgram(module);
    run(used, LARGE);
    const bytes = used.memoryBytes;
    assert.ok(bytes > 0);
    for (let i = 0; i < 5; i++) run(used, LARGE);
    assert.equal(used.memoryBytes, bytes);
  });
});

describe('the module', () => {
  const original = () =>
    new Uint8Array(readFileSync(fileURLToPath(new URL(`../../node_modules/${CLANG_WASM}`, import.meta.url))));

  test('keeps its size, and differs in its head and in one function', () => {
    const before = original();
    const after = original();
    makeRestartable(after);
    assert.equal(after.length, before.length);
    const first = after.findIndex((byte, at) => byte !== before[at]);
    const last = after.findLastIndex((byte, at) => byte !== before[at]);
    let changed = 0;
    for (let at = 250_000; at < after.length; at++) if (after[at] !== before[at]) changed++;
    assert.ok(first < 10_000 && last > 60_000_000);
    assert.ok(changed > 0 && changed < 80, `${changed} bytes of code differ`);
  });

  test('of another build is refused', () => {
    assert.throws(() => makeRestartable(new Uint8Array(1000)), /no `sbrk` of the known form/);
    const twice = original();
    makeRestartable(twice);
    assert.throws(() => makeRestartable(twice), /no `sbrk` of the known form/);
  });
});

describe('the precompiled header', () => {
  test('has no list of functions to look at again', () => {
    for (const side of ['device', 'host'] as const) {
      const pch = buildPch(new ClangProgram(module), sysroot, { language: 'cuda', side });
      assert.ok(pch !== null);
      // It was there, and buildPch took it out.
      assert.equal(dropDeferredChecks(pch), false);
    }
  });

  test('what is no header is left alone', () => {
    for (const text of ['', 'CPCH', 'CPCH garbage that is longer than a word', '\0'.repeat(64)]) {
      const bytes = Buffer.from(text);
      assert.equal(dropDeferredChecks(bytes), false);
      assert.equal(bytes.toString(), text);
    }
  });
});
