/**
 * Bad input to the shipped program: a clear message with its place, the right exit code, and nothing else lost. The
 * event file that is not JSON is in `test/action/`.
 */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { reasonsOf } from '../texts.ts';

const CLI = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const CLEAN = '__global__ void clean(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n';
const RACY = '__global__ void racy(int *p) { p[0] = threadIdx.x; }\n';

describe('bad input', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'gpurace-bad-'));
    const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
    mkdirSync(join(folder, 'empty'));
    mkdirSync(join(folder, 'three'));
    write('three/clean.cu', CLEAN);
    write('three/broken.cu', '__global__ void broken(int *p) {\n  p[threadIdx.x = 1;\n}\n');
    write('three/racy.cu', RACY);
    write('big.cu', CLEAN + '// filler filler filler filler filler filler\n'.repeat(450_000));
    write('latin.cu', Buffer.from(`// caf\xe9 \xff\xfe\n${RACY}`, 'latin1'));
    write('cycle.cu', `#include "one.h"\n${CLEAN}`);
    write('one.h', '#include "two.h"\n');
    write('two.h', '#include "one.h"\n');
    write('unknown.cu', `${CLEAN}__global__ void bad(int *p) { p[0] = ; }\n`);
    write('bad.yml', 'grid-dim: 4\nblok-dim: 64\n');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function check(...args: string[]) {
    const run = spawnSync(process.execPath, [CLI, 'check', ...args, '--format', 'json', '--output', '-'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    });
    const result = run.stdout === '' ? null : parseStoredResult(run.stdout, 'the result');
    return { status: run.status, stderr: run.stderr, result };
  }
  const LAUNCH = ['--grid-dim', '2', '--block-dim', '64'];

  test('no such file', () => {
    const { status, stderr } = check('nowhere.cu');
    assert.equal(status, 2);
    assert.match(stderr, /no such file or folder: nowhere\.cu/);
  });

  test('an empty folder', () => {
    const { status, stderr } = check('empty');
    assert.equal(status, 2);
    assert.match(stderr, /no kernel sources in empty/);
  });

  test('a syntax error in one of three files', () => {
    const { status, result } = check('three', ...LAUNCH);
    assert.equal(status, 1);
    const verdicts = result?.kernels.map((k) => [k.kernel, k.verdict, k.reasons.length]);
    assert.deepEqual(verdicts, [
      ['broken', 'inconclusive', 1],
      ['clean', 'race-free', 0],
      ['racy', 'racy', 0],
    ]);
    assert.match(reasonsOf(result!.kernels[0]!)[0]!, /^not analysed: does not compile: .* \(three\/broken\.cu:1\)$/);
    assert.deepEqual(
      result!.problems.map((p) => [p.file, p.severity]),
      [['three/broken.cu', 'error']],
    );
  });

  test('a 20 MB file', () => {
    const { status, result } = check('big.cu', 'three/clean.cu', ...LAUNCH);
    assert.equal(status, 3);
    assert.deepEqual(
      result?.kernels.map((k) => [k.kernel, k.verdict]),
      [['clean', 'race-free']],
    );
    assert.match(result!.problems[0]!.message, /^not read: is [\d.]+ MiB large; files above 16 MiB are not read$/);
  });

  test('bytes that are not UTF-8', () => {
    const { status, result } = check('latin.cu', ...LAUNCH);
    assert.equal(status, 1);
    assert.deepEqual(
      result?.findings.map((f) => [f.accesses[0]!.line, f.accesses[0]!.text, f.evidence]),
      [[2, 'p[0]', 'replayed']],
    );
  });

  test('an include cycle', () => {
    const { status, result } = check('cycle.cu', ...LAUNCH);
    assert.equal(status, 3);
    assert.match(reasonsOf(result!.kernels[0]!)[0]!, /#include nested too deeply \((one|two)\.h:1\)/);
  });

  test('a kernel that does not compile costs only itself', () => {
    const { status, result } = check('unknown.cu', ...LAUNCH);
    assert.equal(status, 3);
    assert.deepEqual(
      result?.kernels.map((k) => [k.kernel, k.verdict]),
      [
        ['clean', 'race-free'],
        ['bad', 'inconclusive'],
      ],
    );
    assert.match(reasonsOf(result!.kernels[1]!)[0]!, /expected expression \(unknown\.cu:2\)$/);
  });

  test('a configuration with an unknown key', () => {
    const { status, stderr } = check('three', '--config', 'bad.yml');
    assert.equal(status, 2);
    assert.match(stderr, /bad\.yml:2:1: unknown key "blok-dim"; did you mean block-dim\?/);
  });
});
