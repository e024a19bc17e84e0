/** What the configuration and the build say, seen by the analysis itself. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import type { Result } from '../../src/model/result.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { assumptionsOf } from '../texts.ts';
import { type Workbench, workbench } from './harness.ts';

async function check(bench: Workbench, ...args: string[]): Promise<{ code: number; result: Result; stderr: string }> {
  const { code, stdout, stderr } = await bench.run(['check', '--format', 'json', ...args], { analyse });
  return { code, result: parseStoredResult(stdout, 'the result'), stderr };
}

function verdicts(result: Result): Record<string, string> {
  return Object.fromEntries(result.kernels.map(({ kernel, file, verdict }) => [`${file} ${kernel}`, verdict]));
}

/** Races unless STEP is 1 or more. */
const STEPPED = '__global__ void k(int *p) { p[threadIdx.x * STEP] = threadIdx.x; }\n';
const STEP_0 = `#ifndef STEP\n#define STEP 0\n#endif\n${STEPPED}`;
/** Races between blocks only. */
const BY_THREAD = '__global__ void k(int *p) { p[threadIdx.x] = blockIdx.x; }\n';

describe('sections of the configuration', () => {
  test('reach the analysis of their files only', async (t) => {
    const bench = workbench(t, {
      'a.cu': STEP_0,
      'legacy/b.cu': STEP_0,
      'legacy/new/c.cu': STEP_0,
      '.gpurace.yml':
        "block-dim: 32\ngrid-dim: 1\noverrides:\n  - paths: ['legacy/**']\n    exclude: legacy/new\n    define: STEP=1\n",
    });
    const { code, result } = await check(bench);
    assert.deepEqual(verdicts(result), { 'a.cu k': 'racy', 'legacy/b.cu k': 'race-free', 'legacy/new/c.cu k': 'racy' });
    assert.equal(code, 1);
  });

  test('hold for both sides of a comparison, each with its own configuration', async (t) => {
    const section = (step: number) =>
      `overrides:\n  - paths: legacy\n    define: STEP=${step}\n    block-dim: 32\n    grid-dim: 1\n`;
    const bench = workbench(t, { 'legacy/a.cu': STEP_0, '.gpurace.yml': section(1) });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: bench.cwd });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'base');
    writeFileSync(join(bench.cwd, '.gpurace.yml'), section(0));
    const { code, stdout } = await bench.run(['diff', '--base', 'HEAD', '--format', 'json'], { analyse });
    const { findings } = parseStoredResult(stdout, 'the result');
    assert.deepEqual(
      findings.map(({ status, rule }) => `${status} ${rule}`),
      ['new intra-warp-race'],
    );
    assert.equal(code, 1);
  });

  test('an include folder of a section must be there', async (t) => {
    const bench = workbench(t, { 'a.cu': STEP_0, '.gpurace.yml': 'overrides: [{ paths: a.cu, include: nowhere }]\n' });
    const { code, stderr } = await bench.run(['check'], { analyse });
    assert.equal(code, 2);
    assert.match(stderr, /nowhere: no such folder/);
  });
});

describe('launches of the configuration', () => {
  const CONFIG = 'launch:\n  - kernel: k\n    grid-dim: 1\n    block-dim: 64\n';

  test('give the sizes that no host code gives', async (t) => {
    const bench = workbench(t, { 'a.cu': BY_THREAD });
    assert.deepEqual(verdicts((await check(bench)).result), { 'a.cu k': 'racy' });
    writeFileSync(join(bench.cwd, '.gpurace.yml'), CONFIG);
    const { result } = await check(bench);
    assert.deepEqual(verdicts(result), { 'a.cu k': 'race-free' });
    assert.ok(assumptionsOf(result.kernels[0]!).includes('gridDim = 1 (launch of the configuration)'));
    // What the command line says wins.
    assert.deepEqual(verdicts((await check(bench, '--grid-dim', '2')).result), { 'a.cu k': 'racy' });
  });

  test('give way to launches of the host', async (t) => {
    const host = 'int main() { int *p; cudaMalloc(&p, 4096); k<<<2, 64>>>(p); }\n';
    const bench = workbench(t, { 'a.cu': BY_THREAD + host, '.gpurace.yml': CONFIG });
    const { result } = await check(bench);
    assert.deepEqual(verdicts(result), { 'a.cu k': 'racy' });
    assert.deepEqual(result.kernels[0]?.launches[0]?.gridDim, ['2', '1', '1']);
  });

  test('several of one kernel are all considered; facts are of one launch', async (t) => {
    const bench = workbench(t, {
      'a.cu':
        '__global__ void k(int *p, int n) { p[threadIdx.x % n] = threadIdx.x; }\n__global__ void other(int *p) {}\n',
      '.gpurace.yml': `launch:\n  - { kernel: k, grid-dim: 1, block-dim: 64, assume: n == 64 }\n`,
    });
    assert.equal(verdicts((await check(bench)).result)['a.cu k'], 'race-free');
    writeFileSync(
      join(bench.cwd, '.gpurace.yml'),
      'launch:\n  - { kernel: k, grid-dim: 1, block-dim: 64, assume: n == 64 }\n  - { kernel: k, grid-dim: 1, block-dim: 64, assume: n == 63 }\n',
    );
    const { result } = await check(bench);
    assert.equal(verdicts(result)['a.cu k'], 'racy');
    assert.equal(result.findings[0]?.witness?.arguments.n, 63);
  });
});

describe('templates', () => {
  const SCALE =
    'namespace ns { template <typename T, int N> __global__ void scale(T *p) { p[threadIdx.x * N] = T(threadIdx.x); } }\n';

  test('are analysed with the arguments of the configuration, beside those of launches', async (t) => {
    const bench = workbench(t, {
      'a.cu': SCALE,
      'b.cu': `${SCALE}int main() { int *p; cudaMalloc(&p, 4096); ns::scale<int, 2><<<1, 32>>>(p); }\n`,
      '.gpurace.yml': "instantiate: ['scale<float, 0>', 'ns::scale<nothing, 1>']\ngrid-dim: 1\nblock-dim: 32\n",
    });
    const { result } = await check(bench, 'a.cu');
    assert.deepEqual(verdicts(result), { 'a.cu ns::scale<float, 0>': 'racy', 'a.cu ns::scale<int, 2>': 'race-free' });
    assert.deepEqual(
      result.problems.map(({ file, line, message, severity }) => `${severity} ${file}:${line} ${message}`),
      ['warning a.cu:1 ns::scale<nothing, 1>, which the configuration asks for, does not compile'],
    );
    assert.deepEqual(Object.keys(verdicts((await check(bench, 'b.cu')).result)), [
      'b.cu ns::scale<float, 0>',
      'b.cu ns::scale<int, 2>',
    ]);
  });

  test('of a header are analysed so in the programs that include it', async (t) => {
    const main = '#include "a.cuh"\nint main() { int *p; cudaMalloc(&p, 4096); ns::scale<int, 2><<<1, 32>>>(p); }\n';
    const bench = workbench(t, {
      'a.cuh': SCALE,
      'main.cu': main,
      '.gpurace.yml': "instantiate: 'scale<float, 0>'\ngrid-dim: 1\nblock-dim: 32\n",
    });
    for (const path of ['a.cuh', '.']) {
      assert.deepEqual(verdicts((await check(bench, path)).result), {
        'a.cuh ns::scale<float, 0>': 'racy',
        'a.cuh ns::scale<int, 2>': 'race-free',
      });
    }
  });

  test('are instantiated as a file that nobody named launches them', async (t) => {
    const bench = workbench(t, {
      'src/a.cu': SCALE,
      'src/gen/host.h': 'template <class T> void go(T *p) { ns::scale<double, 8><<<1, 32>>>(p); }\n',
    });
    assert.deepEqual(Object.keys(verdicts((await check(bench, 'src/a.cu')).result)), ['src/a.cu ns::scale<double, 8>']);
    // From elsewhere the same: the search goes up to the working directory.
    const inside = await bench.run(['check', '--format', 'json', 'a.cu'], { analyse, cwd: join(bench.cwd, 'src') });
    assert.deepEqual(Object.keys(verdicts(parseStoredResult(inside.stdout, 'the result'))), [
      'a.cu ns::scale<double, 8>',
    ]);
  });
});

describe('a file that other files include', () => {
  const HEADER = `template <int N> __global__ void t(int *p) { p[threadIdx.x * N] = 1; }\n${BY_THREAD}`;
  const PROGRAM =
    '#include "k.cuh"\n__global__ void mine(int *p) { p[0] = threadIdx.x; }\nint main() { int *p; cudaMalloc(&p, 4096); k<<<1, 32>>>(p); t<3><<<1, 32>>>(p); mine<<<1, 32>>>(p); }\n';

  test('is analysed through them when it is named alone; their own kernels are not reported', async (t) => {
    const bench = workbench(t, {
      'lib/k.cuh': HEADER,
      'lib/main.cu': PROGRAM,
      'lib/broken.cu': '#include "k.cuh"\nint x = ;\n',
    });
    const { result, code } = await check(bench, 'lib/k.cuh');
    assert.deepEqual(verdicts(result), { 'lib/k.cuh k': 'race-free', 'lib/k.cuh t<3>': 'race-free' });
    assert.deepEqual(result.kernels[0]?.launches[0], {
      file: 'lib/main.cu',
      line: 3,
      gridDim: ['1', '1', '1'],
      blockDim: ['32', '1', '1'],
    });
    assert.equal(code, 0);
    assert.equal(result.summary.files, 1);
  });

  test('is not analysed alone on top when the run has both', async (t) => {
    const bench = workbench(t, { 'k.cuh': HEADER, 'main.cu': PROGRAM });
    const { result } = await check(bench);
    assert.deepEqual(verdicts(result), { 'k.cuh k': 'race-free', 'k.cuh t<3>': 'race-free', 'main.cu mine': 'racy' });
  });

  test('a fragment without includes of its own', async (t) => {
    const bench = workbench(t, {
      'kernel.cu': '__global__ void k(Vec *p) { p[threadIdx.x].x = SCALE; }\n',
      'main.cu':
        '#define SCALE 2\nstruct Vec { int x, y; };\n#include "kernel.cu"\nint main() { Vec *p; cudaMalloc(&p, 4096); k<<<1, 32>>>(p); }\n',
    });
    const { result, code } = await check(bench, 'kernel.cu');
    assert.deepEqual(verdicts(result), { 'kernel.cu k': 'race-free' });
    assert.deepEqual(result.problems, []);
    assert.equal(code, 0);
  });

  test('kernels that macros make are not lost where no program has the file', async (t) => {
    const bench = workbench(t, {
      'make.h': '#define MAKE(name) __global__ void name(int *p) { p[0] = threadIdx.x; }\n',
      'made.cu': '#include "make.h"\nMAKE(first)\n',
      'plain.cuh': 'Undefined x;\n',
      'main.cu':
        '#include "plain.cuh"\n#ifdef UNITY\n#include "made.cu"\n#endif\n__global__ void k(int *p) { p[threadIdx.x] = 1; }\n',
    });
    const { result } = await check(bench, 'made.cu', 'main.cu', 'plain.cuh', '--grid-dim', '1', '--block-dim', '32');
    assert.equal(verdicts(result)['main.cu k'], 'race-free');
    assert.equal(verdicts(result)['make.h first'] ?? verdicts(result)['made.cu first'], 'racy');
    assert.ok(!result.problems.some(({ severity }) => severity === 'error'));
  });

  test('one that nobody includes is analysed alone, and what an includer leaves out as if its macro were defined', async (t) => {
    const bench = workbench(t, {
      'alone.cuh': BY_THREAD,
      'k.cuh': `${BY_THREAD}#ifdef MORE\n__global__ void more(int *p) { p[0] = threadIdx.x; }\n#endif\n`,
      'main.cu': '#include "k.cuh"\nint main() { int *p; cudaMalloc(&p, 4096); k<<<1, 32>>>(p); }\n',
    });
    assert.deepEqual(verdicts((await check(bench, 'alone.cuh')).result), { 'alone.cuh k': 'racy' });
    const { result, code } = await check(bench, 'k.cuh');
    assert.deepEqual(verdicts(result), { 'k.cuh k': 'race-free', 'k.cuh more': 'racy' });
    const more = result.kernels.find(({ kernel }) => kernel === 'more');
    assert.ok(more?.assumptions.some(({ text }) => text.startsWith('MORE is defined')));
    assert.equal(code, 1);
  });
});

describe('a kernel that another program launches', () => {
  const K = `#include "k.h"\n${BY_THREAD}`;
  const uses = (blocks: number) =>
    `#include "k.h"\nint main() { int *p; cudaMalloc(&p, 4096); k<<<${blocks}, 64>>>(p); }\n`;
  const HEADER = '__global__ void k(int *p);\n';

  test('has the launches that are there, although nobody named the program', async (t) => {
    const bench = workbench(t, { 'k.cu': K, 'k.h': HEADER, 'app/use.cu': uses(1).replace('k.h', '../k.h') });
    const { result, code } = await check(bench, 'k.cu');
    assert.deepEqual(verdicts(result), { 'k.cu k': 'race-free' });
    assert.equal(result.kernels[0]?.launches[0]?.file, 'app/use.cu');
    assert.equal(code, 0);
    assert.deepEqual(verdicts((await check(bench)).result), { 'k.cu k': 'race-free' });
  });

  test('has all of them', async (t) => {
    const bench = workbench(t, { 'k.cu': K, 'k.h': HEADER, 'use.cu': uses(1), 'more.cu': uses(2) });
    const { result } = await check(bench, 'k.cu');
    assert.deepEqual(verdicts(result), { 'k.cu k': 'racy' });
    assert.deepEqual(result.kernels[0]?.launches.map(({ file }) => file).sort(), ['more.cu', 'use.cu']);
  });

  test('does not take the launches of a namesake, nor some of many', async (t) => {
    const own = `${BY_THREAD}int main() { int *p; cudaMalloc(&p, 4096); k<<<1, 64>>>(p); }\n`;
    const many = Object.fromEntries([1, 2, 3, 4, 5].map((i) => [`use${i}.cu`, uses(1)]));
    for (const others of [{ 'own.cu': own }, { 'k.h': HEADER, ...many }]) {
      const bench = workbench(t, { 'k.cu': others['own.cu'] ? BY_THREAD : K, ...others });
      const { result } = await check(bench, 'k.cu');
      assert.deepEqual(verdicts(result), { 'k.cu k': 'racy' });
      assert.deepEqual(result.kernels[0]?.launches, []);
    }
  });

  test('stays open when a program that launches it cannot be read to the end', async (t) => {
    const unread = '#include "k.h"\nvoid f(Unknown u) { k<<<u.blocks, 64>>>(u.p); }\n';
    const bench = workbench(t, { 'k.cu': K, 'k.h': HEADER, 'use.cu': uses(1), 'unread.cu': unread });
    assert.deepEqual(verdicts((await check(bench, 'k.cu')).result), { 'k.cu k': 'racy' });
  });
});

describe('severities of the configuration', () => {
  const WARP =
    '__global__ void k(int *p) { p[threadIdx.x / 2] = threadIdx.x; }\nint main() { int *p; cudaMalloc(&p, 4096); k<<<1, 32>>>(p); }\n';

  for (const [level, exit, shown] of [
    ['error', 1, 'error'],
    ['warning', 1, 'warning'],
    ['note', 0, 'note'],
    ['off', 0, 'note'],
  ] as const) {
    test(`${level}: exit code, text, SARIF, and the stored result alone`, async (t) => {
      const bench = workbench(t, { 'a.cu': WARP, '.gpurace.yml': `severity: { intra-warp-race: ${level} }\n` });
      const args = [
        'check',
        '--format',
        'json',
        '--output',
        'r.json',
        '--format',
        'sarif',
        '--output',
        'r.sarif',
        '--format',
        'text',
      ];
      const { code, stdout } = await bench.run(args, { analyse });
      assert.equal(code, exit);
      assert.match(stdout, new RegExp(`^a\\.cu:1:\\d+: ${shown}: intra-warp-race`, 'm'));
      assert.equal(/switches the rule off/.test(stdout), level === 'off');
      const sarif = JSON.parse(readFileSync(join(bench.cwd, 'r.sarif'), 'utf8'));
      assert.equal(sarif.runs[0].results[0].level, shown);
      const { findings } = parseStoredResult(readFileSync(join(bench.cwd, 'r.json'), 'utf8'), 'the result');
      assert.equal(findings[0]?.severity, level);
      const again = await bench.run(['report', 'r.json', '--format', 'text']);
      assert.equal(again.stdout, stdout);
    });
  }

  test('are those of the section the race stands in', async (t) => {
    const bench = workbench(t, {
      'a.cu': WARP,
      'legacy/b.cu': WARP,
      '.gpurace.yml': 'overrides:\n  - paths: legacy\n    severity: { intra-warp-race: off }\n',
    });
    const { code, result } = await check(bench);
    assert.deepEqual(
      result.findings.map(({ accesses, severity }) => [accesses[0]?.file, severity]),
      [
        ['a.cu', undefined],
        ['legacy/b.cu', 'off'],
      ],
    );
    assert.equal(code, 1);
    assert.equal((await check(bench, 'legacy')).code, 0);
  });
});

describe('compile_commands.json', () => {
  const USES =
    '#include <cfg/step.h>\n#ifndef FROM_PRE\n#error not included\n#endif\n#ifdef GONE\n#error defined\n#endif\n' +
    STEPPED;
  const FILES = {
    'src/a.cu': USES,
    'deps/inc/cfg/step.h': '#define STEP WIDTH\n',
    'other/cfg/step.h': '#define STEP 0\n',
    'src/pre.h': '#define FROM_PRE\n',
  };
  const ENTRY = { directory: '/ci/work/proj/build', file: '/ci/work/proj/src/a.cu' };
  const WORDS = ['nvcc', '-I../deps/inc', '-DWIDTH=1', '-DGONE', '-UGONE', '-include', '/ci/work/proj/src/pre.h', '-c'];
  const SIZES = ['--grid-dim', '1', '--block-dim', '32', 'src'];

  for (const [form, entry, place] of [
    ['arguments', { ...ENTRY, arguments: WORDS }, 'compile_commands.json'],
    ['command', { ...ENTRY, command: WORDS.join(' ') }, 'build/compile_commands.json'],
    ['command', { ...ENTRY, command: WORDS.join(' ') }, 'cmake-build-debug/compile_commands.json'],
  ] as const) {
    test(`${form}, in ${place}`, async (t) => {
      const bench = workbench(t, { ...FILES, [place]: JSON.stringify([entry]) });
      const { result, code } = await check(bench, ...SIZES);
      assert.deepEqual(verdicts(result), { 'src/a.cu k': 'race-free' });
      assert.deepEqual(result.problems, []);
      assert.equal(code, 0);
      // The command line is on top.
      assert.deepEqual(verdicts((await check(bench, ...SIZES, '-DWIDTH=0')).result), { 'src/a.cu k': 'racy' });
      assert.deepEqual(verdicts((await check(bench, ...SIZES, '-I', 'other')).result), { 'src/a.cu k': 'racy' });
    });
  }

  test('is taken from where an option or the configuration says', async (t) => {
    const bench = workbench(t, { ...FILES, 'x/db.json': JSON.stringify([{ ...ENTRY, arguments: WORDS }]) });
    assert.equal((await check(bench, ...SIZES, '--compile-commands', 'x/db.json')).code, 0);
    writeFileSync(join(bench.cwd, '.gpurace.yml'), 'compile-commands: x/db.json\n');
    assert.equal((await check(bench, ...SIZES)).code, 0);
    const missing = await bench.run(['check', '--compile-commands', 'y.json'], { analyse });
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /no such file: y\.json/);
    writeFileSync(join(bench.cwd, '.gpurace.yml'), 'compile-commands: /etc/hostname\n');
    const outside = await bench.run(['check'], { analyse });
    assert.equal(outside.code, 2);
    assert.match(outside.stderr, /is outside the folder/);
  });

  test('one that is broken costs a warning, not the run', async (t) => {
    const bench = workbench(t, { 'a.cu': STEP_0, 'compile_commands.json': 'not json' });
    const { result, code } = await check(bench, '--grid-dim', '1', '--block-dim', '32');
    assert.equal(code, 1);
    assert.deepEqual(
      result.problems.map(({ file, severity, message }) => `${severity} ${file}: ${message}`),
      ['warning compile_commands.json: is not JSON; it was not used'],
    );
  });

  test('paths of it never leave the tree', async (t) => {
    const words = ['nvcc', '-I../../../../../..', '-include', '/etc/hostname', '-I/etc'];
    const bench = workbench(t, {
      'src/a.cu': STEP_0,
      'compile_commands.json': JSON.stringify([{ ...ENTRY, arguments: words }]),
    });
    const { result } = await check(bench, ...SIZES);
    assert.deepEqual(verdicts(result), { 'src/a.cu k': 'racy' });
    assert.deepEqual(
      result.problems.map(({ file, message }) => `${file}: ${message}`),
      [
        'src/a.cu: of its compile command, what is not in the tree was left out: ../../../../../.., /etc, /etc/hostname',
      ],
    );
  });
});
