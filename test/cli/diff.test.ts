/** `gpurace diff` without the engine: what is analysed on which side, and what the command line makes of it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Access, Finding, Result } from '../../src/model/result.ts';
import type { Analyse } from '../../src/run/index.ts';
import { openTree } from '../../src/source/index.ts';
import { type Repository, temporaryRepository } from '../git/repository.ts';
import { workbench } from './harness.ts';

interface Seen {
  readonly side: string;
  readonly files: readonly string[];
  readonly stride: string | undefined;
}

/** An engine that finds a race on every line with RACE. */
function scripted(seen: Seen[]): Analyse {
  return async (tree, files, options) => {
    seen.push({ side: tree.kind, files, stride: options.defines[0] });
    const source = openTree(tree);
    const findings = files.flatMap((file) => {
      const lines = Buffer.from(source.read(file) ?? [])
        .toString()
        .split('\n');
      return lines.flatMap((text, index) => (text.includes('RACE') ? [finding(file, index + 1, text)] : []));
    });
    const kernels = files.map((file) =>
      kernelIn(
        file,
        findings.some(({ accesses }) => accesses[0]?.file === file),
      ),
    );
    const racy = kernels.filter(({ verdict }) => verdict === 'racy').length;
    return {
      schemaVersion: 2,
      tool: { name: 'gpurace', version: '0' },
      kernels,
      findings,
      problems: [],
      summary: {
        files: files.length,
        kernels: files.length,
        conditional: 0,
        raceFree: files.length - racy,
        racy,
        inconclusive: 0,
        elapsedMs: 0,
      },
    };
  };
}

function kernelIn(file: string, racy: boolean): Result['kernels'][number] {
  return {
    kernel: 'k',
    file,
    line: 1,
    language: 'cuda',
    verdict: racy ? 'racy' : 'race-free',
    conditions: [],
    reasons: [],
    assumptions: [],
    launches: [],
    accessPairs: 1,
    solverCalls: 1,
    elapsedMs: 0,
  };
}

function finding(file: string, line: number, text: string): Finding {
  const access: Access = {
    file,
    line,
    column: 1,
    endLine: line,
    endColumn: 2,
    kind: 'write',
    scope: null,
    text,
    iterations: [],
    calls: [],
  };
  return {
    raceId: text.trim(),
    rule: 'intra-block-race',
    kernel: 'k',
    memory: { space: 'shared', object: 's' },
    accesses: [access, access],
    evidence: 'replayed',
    witness: null,
    dataDependent: false,
    message: 'It races.',
    replay: { text: 'not seen', place: { file, line }, isGuess: false },
    fixes: [],
    status: null,
  };
}

const KERNEL = '__global__ void k() {\n  s[0] = 1; // RACE\n}\n';

async function diff(t: Parameters<typeof workbench>[0], repository: Repository, args: string[], cwd = '') {
  const seen: Seen[] = [];
  const bench = workbench(t, {});
  const settings = { analyse: scripted(seen), cwd: join(repository.folder, cwd) };
  return { ...(await bench.run(['diff', ...args], settings)), seen };
}

test('only what the change reaches is analysed, on both sides, and new findings decide', async (t) => {
  const repository = temporaryRepository(t, {
    'a.cu': '#include "inc/h.cuh"\n__global__ void k() {\n}\n',
    'b.cu': KERNEL,
    'inc/h.cuh': '#define N 1\n',
  });
  repository.commit();
  repository.write({ 'inc/h.cuh': '#define N 2\n' });
  const reached = await diff(t, repository, ['--base', 'HEAD']);
  assert.deepEqual(
    reached.seen.map(({ side, files }) => [side, files]),
    [
      ['disk', ['a.cu']],
      ['git', ['a.cu']],
    ],
  );
  assert.equal(reached.code, 0, reached.stderr);
  repository.write({ 'b.cu': `${KERNEL}// more\n`, 'new.cu': KERNEL });
  const both = await diff(t, repository, ['--base', 'HEAD']);
  assert.equal(both.code, 1, both.stderr);
  assert.match(both.stdout, /new\.cu:2:1: error: .*\(new\)/);
  assert.match(both.stdout, /b\.cu:2:1: error: .*\(unchanged\)/);
  assert.match(both.stdout, /1 new, 1 unchanged, 0 fixed/);
  assert.equal((await diff(t, repository, ['--base', 'HEAD', 'b.cu'])).code, 0);
  assert.equal((await diff(t, repository, ['--base', 'HEAD', '--fail-on', 'any', 'b.cu'])).code, 1);
});

test('a fixed finding is shown as it was at the base', async (t) => {
  const repository = temporaryRepository(t, { 'a.cu': KERNEL });
  repository.commit();
  repository.write({ 'a.cu': '__global__ void k() {\n  s[0] = 2;\n}\n' });
  const { code, stdout } = await diff(t, repository, ['--base', 'HEAD']);
  assert.equal(code, 0);
  assert.match(stdout, /a\.cu:2:1: note: .*\(fixed\)[\s\S]*2 \| {3}s\[0\] = 1; \/\/ RACE/);
});

test('two commits, a subfolder, and names relative to it', async (t) => {
  const repository = temporaryRepository(t, { 'lib/a.cu': '__global__ void k() {\n}\n', 'c.cu': KERNEL });
  const base = repository.commit();
  repository.write({ 'lib/a.cu': KERNEL, 'c.cu': `${KERNEL}\n` });
  const head = repository.commit();
  repository.write({ 'lib/a.cu': 'something else' });
  const { code, stdout, seen } = await diff(t, repository, ['--base', base, '--head', head], 'lib');
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^a\.cu:2:1: error: [\s\S]*It races\. \(Replay: not seen at a\.cu:2\.\)[\s\S]*2 \| {3}s\[0\] = 1;/,
  );
  assert.deepEqual(
    seen.map(({ side, files }) => [side, files]),
    [
      ['git', ['lib/a.cu']],
      ['git', ['lib/a.cu']],
    ],
  );
  assert.match((await diff(t, repository, ['--base', base, '..'], 'lib')).stdout, /\.\.\/c\.cu:2:1/);
});

test('a changed configuration reaches everything, and each side has its own', async (t) => {
  const repository = temporaryRepository(t, { 'a.cu': KERNEL, '.gpurace.yml': 'define: N=1\n' });
  repository.commit();
  repository.write({ '.gpurace.yml': 'define: N=2\n' });
  const { seen } = await diff(t, repository, ['--base', 'HEAD']);
  assert.deepEqual(seen, [
    { side: 'disk', files: ['a.cu'], stride: 'N=2' },
    { side: 'git', files: ['a.cu'], stride: 'N=1' },
  ]);
});

test('a header with a race that a new program includes was there before', async (t) => {
  const header = `#pragma once\n${KERNEL}`;
  const repository = temporaryRepository(t, { 'h.cuh': header, 'a.cu': '#include "h.cuh"\n' });
  repository.commit();
  repository.write({ 'new.cu': '#include "h.cuh"\n' });
  const seen: string[] = [];
  // An engine that sees headers through programs.
  const analyse: Analyse = async (tree, files, options, progress) => {
    seen.push(`${tree.kind} ${files.join(' ')}`);
    return scripted([])(tree, ['h.cuh'], options, progress);
  };
  const bench = workbench(t, {});
  const run = await bench.run(['diff', '--base', 'HEAD'], { analyse, cwd: repository.folder });
  assert.deepEqual(seen, ['disk new.cu', 'git a.cu']);
  assert.match(run.stdout, /0 new, 1 unchanged, 0 fixed/);
  assert.equal(run.code, 0);
});

test('nothing of interest changed: the engine does not start', async (t) => {
  const repository = temporaryRepository(t, { 'a.cu': KERNEL, 'README.md': 'a' });
  repository.commit();
  repository.write({ 'README.md': 'b' });
  const { code, seen, stderr } = await diff(t, repository, ['--base', 'HEAD']);
  assert.deepEqual([code, seen], [0, []]);
  assert.match(stderr, /no kernel source depends on 1 changed file/);
});

test('new words in the comments of a header reach no program', async (t) => {
  const header = '#pragma once\n// Elements of a tile.\n#define TILE 16\n';
  const repository = temporaryRepository(t, { 'h.cuh': header, 'a.cu': `#include "h.cuh"\n${KERNEL}` });
  repository.commit();
  repository.write({ 'h.cuh': header.replace('Elements of', 'How many elements there are in') });
  const { code, seen, stderr } = await diff(t, repository, ['--base', 'HEAD']);
  assert.deepEqual([code, seen], [0, []]);
  assert.match(stderr, /no kernel source depends on 1 changed file/);
  repository.write({ 'h.cuh': header.replace('16', '32') });
  const other = await diff(t, repository, ['--base', 'HEAD']);
  assert.deepEqual(
    other.seen.map(({ files }) => files),
    [['a.cu'], ['a.cu']],
  );
});

test('a kernel that neither side has leaves the run incomplete; one that the change does not reach does not', async (t) => {
  const other = '__global__ void scale(int *a) { a[threadIdx.x] = 1; }\n';
  const repository = temporaryRepository(t, { 'a.cu': KERNEL, 'b.cu': `${other}DEFINE_KERNEL(shift, int)\n` });
  repository.commit();
  repository.write({ 'a.cu': `${KERNEL}// more\nint x;\n` });
  const known = await diff(t, repository, ['--base', 'HEAD', '--kernel', 'scale', 'shift']);
  assert.equal(known.code, 0, known.stderr);
  const { code, stdout } = await diff(t, repository, ['--base', 'HEAD', '--kernel', 'scael']);
  assert.equal(code, 3);
  assert.match(stdout, /error: --kernel scael: no kernel has this name; did you mean scale\?/);
});

test('mistakes are usage errors', async (t) => {
  const repository = temporaryRepository(t, { 'a.cu': KERNEL });
  repository.commit();
  const cases: readonly (readonly [args: string[], message: RegExp])[] = [
    [['--base', 'nope'], /--base: no such revision: nope/],
    [['--base', '--output=x'], /--base/],
    [['--base', 'HEAD', '--head', 'HEAD~5'], /--head: no such revision/],
    [['--base', 'HEAD', '../elsewhere'], /is not in the checkout/],
    [[], /required option '--base/],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await diff(t, repository, args);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, message);
  }
  const outside = await workbench(t, {}).run(['diff', '--base', 'HEAD']);
  assert.equal(outside.code, 2);
  assert.match(outside.stderr, /is not in a git checkout/);
});
