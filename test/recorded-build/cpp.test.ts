/**
 * `gpurace c++` with the C++ compilers of this machine: programs of ours print what they are to print, with and without a
 * trace, and the detectors find in the traces the races that are planted in them, at their lines, and no others.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { cpuRuntime } from '../../src/platform/assets.ts';
import { cppBuild } from '../../src/recorded-build/index.ts';
import { createTraceReader, type TraceProblem } from '../../src/trace/index.ts';
import { expectedOf, racesIn } from './planted.ts';
import { cppCompilers } from './toolkit.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PROGRAMS = join(import.meta.dirname, 'cpu');
const folder = mkdtempSync(join(tmpdir(), 'gpurace-cpp-test-'));
after(() => rmSync(folder, { recursive: true }));

const { GPURACE_TRACE: _, GPURACE_LIMIT: _limit, GPURACE_SEED: _seed, ...PLAIN } = process.env;
const ENV = { ...PLAIN, XDG_CACHE_HOME: join(folder, 'cache') };

type Variables = Readonly<Record<string, string>>;

function call(program: string, args: readonly string[], env: Variables = {}, cwd = PROGRAMS) {
  return spawnSync(program, args, {
    cwd,
    env: { ...ENV, ...env },
    encoding: 'utf8',
    timeout: 1_800_000,
    maxBuffer: 1 << 28,
  });
}

/** @returns the exit code */
function build(args: readonly string[], env: Variables = {}, cwd = PROGRAMS): number {
  return cppBuild({ args, cwd, env: { ...ENV, ...env }, runtime: cpuRuntime(), tell: () => {} });
}

function gpurace(args: readonly string[], env: Variables = {}, cwd = PROGRAMS) {
  return call(process.execPath, [join(ROOT, 'src/cli/main.ts'), ...args], env, cwd);
}

const files = readdirSync(PROGRAMS).filter((name) => name.endsWith('.cu'));
const SEEDS = ['1', '7'];

/** What builds for the CPU do not have. */
const REFUSED: readonly (readonly [what: string, text: string, place: RegExp, message: RegExp])[] = [
  [
    'inline PTX',
    '__global__ void k(int *a) {\n  asm volatile("fence.acq_rel.gpu;" ::: "memory");\n  *a = 1;\n}\n',
    /refused\.cu:2:/,
    /do not have inline PTX: fence\.acq_rel\.gpu;/,
  ],
  ...(
    [
      ['thrust/sort.h', 'Thrust'],
      ['cub/cub.cuh', 'CUB'],
      ['mma.h', 'matrix instructions'],
    ] as const
  ).map(
    ([header, name]) =>
      [
        `<${header}>`,
        `\n#include <${header}>\n`,
        /refused\.cu:2/,
        new RegExp(`#?error:? .*<${header}>: builds for the CPU \\(gpurace c\\+\\+\\) do not have ${name}`),
      ] as const,
  ),
];

for (const family of ['g++', 'clang++']) {
  const compiler = cppCompilers.find((one) => one.startsWith(family)) ?? '';
  const made = join(folder, family);
  mkdirSync(made);

  describe(`gpurace c++ with ${family}`, () => {
    const skip = compiler === '' ? `there is no ${family}` : false;
    for (const file of files) {
      test(`${file} prints what it is to print`, { skip }, () => {
        const program = join(made, file);
        const code = build(['-O2', '-arch=sm_80', '-std=c++14', file, '-o', program], { GPURACE_CXX: compiler });
        assert.equal(code, 0);
        const { printed } = expectedOf(join(PROGRAMS, file));
        const plain = call(program, []);
        assert.deepEqual([plain.status, plain.stdout, plain.stderr], [0, printed, '']);
        for (const seed of SEEDS) {
          const traced = call(program, [], { GPURACE_TRACE: `${program}-${seed}.trace`, GPURACE_SEED: seed });
          assert.deepEqual([traced.status, traced.stdout, traced.stderr], [0, printed, '']);
        }
      });
    }

    for (const [what, text, place, message] of REFUSED) {
      test(`${what} ends the compilation, at its place`, { skip }, () => {
        writeFileSync(join(made, 'refused.cu'), text);
        const { status, stderr } = gpurace(['c++', '-c', 'refused.cu'], { GPURACE_CXX: compiler }, made);
        assert.equal(status, 1);
        assert.match(stderr, place);
        assert.match(stderr, message);
      });
    }

    test('its traces have the planted races, and no others', { skip }, () => {
      const traces = files.flatMap((file) => SEEDS.map((seed) => `${join(made, file)}-${seed}.trace`));
      const results = join(made, 'results');
      const { status, stderr } = gpurace([
        ...['trace', ...traces, '--detector', 'gwcp,predict', '--format', 'json', '--output', results],
      ]);
      assert.equal(status, 1, stderr);
      for (const file of files)
        for (const seed of SEEDS)
          assert.deepEqual(
            racesIn(readFileSync(join(results, `${file}-${seed}.trace.json`), 'utf8'), file),
            expectedOf(join(PROGRAMS, file)).races,
            `${file}, seed ${seed}`,
          );
    });
  });
}

const [compiler] = cppCompilers;

describe('a program that gpurace c++ has built', {
  skip: compiler === undefined ? 'there is no C++ compiler' : false,
}, () => {
  const ENDINGS = join(import.meta.dirname, 'cpu-endings');
  const program = join(folder, 'ends');
  const env = { GPURACE_CXX: compiler ?? '' };

  before(() => {
    assert.equal(build(['ends.cu', '-o', program], env, ENDINGS), 0);
  });

  interface LaunchSeen {
    readonly kernel: string;
    isCut: boolean;
    /** Whose record each is. */
    readonly threads: number[];
  }

  function launchesIn(trace: string): LaunchSeen[] {
    const launches: LaunchSeen[] = [];
    const problems: TraceProblem[] = [];
    const reader = createTraceReader({
      launch: ({ kernel }) => void launches.push({ kernel, isCut: false, threads: [] }),
      events: ({ thread, length }) => void launches.at(-1)!.threads.push(...thread.subarray(0, length)),
      launchEnd: (isWhole) => {
        launches.at(-1)!.isCut = !isWhole;
      },
      problem: (problem) => void problems.push(problem),
    });
    reader.write(readFileSync(trace));
    reader.end();
    // That it was cut is all that may be wrong.
    assert.ok(problems.every(({ message }) => message.startsWith('the recorder stopped')));
    return launches;
  }

  function runs(how: string, more: Variables = {}) {
    const trace = `${program}-${how}.trace`;
    const result = call(program, [how], { GPURACE_TRACE: trace, ...more });
    return { ...result, launches: launchesIn(trace), bytes: statSync(trace).size };
  }

  test('leaves a trace when it exits', () => {
    const { status, launches } = runs('exit');
    assert.equal(status, 3);
    assert.deepEqual(
      launches.map(({ kernel }) => kernel),
      ['steps'],
    );
  });

  for (const [how, signal] of [
    ['trap', 'SIGABRT'],
    ['fault', 'SIGSEGV'],
  ] as const) {
    test(`leaves a trace of the launch in which ${signal} ends it`, () => {
      const { signal: ended, launches } = runs(how);
      assert.equal(ended, signal);
      assert.deepEqual(
        launches.map(({ kernel }) => kernel),
        ['steps', 'fails'],
      );
      assert.ok(launches[1]!.threads.length > 0);
    });
  }

  test('says where its trace was cut, and goes on', () => {
    const whole = runs('many');
    assert.deepEqual(
      whole.launches.map(({ isCut }) => isCut),
      [false, false, false],
    );
    const { status, stdout, launches, bytes } = runs('many', { GPURACE_LIMIT: '50000' });
    assert.deepEqual([status, stdout], [0, 'no error\n']);
    assert.ok(bytes <= 50_000 && bytes > 30_000, String(bytes));
    assert.deepEqual(
      launches.map(({ kernel, isCut }) => [kernel, isCut]),
      [
        ['steps', false],
        ['steps', true],
      ],
    );
  });

  test('records the kernels that are named, and so many launches of each', () => {
    const kernels = (env: Variables) => runs('many', env).launches.map(({ kernel }) => kernel);
    assert.deepEqual(kernels({ GPURACE_LAUNCHES: '1' }), ['steps']);
    assert.deepEqual(kernels({ GPURACE_KERNEL: 'fails,steps' }), ['steps', 'steps', 'steps']);
  });

  test('ends a launch whose threads wait for each other, and says so', () => {
    const { status, stdout, stderr, launches } = runs('wait');
    assert.deepEqual([status, stdout], [0, 'the launch timed out and was terminated\n']);
    assert.equal(stderr, 'gpurace: waits does not get on: its threads wait for others that do not come\n');
    assert.equal(launches.at(-1)!.isCut, true);
  });

  test('is not told of races by memory that has a new owner', () => {
    assert.deepEqual(runs('heap').status, 0);
    const { stdout } = gpurace(['trace', `${program}-heap.trace`]);
    assert.match(stdout, /0 racy/);
  });

  test('records nothing and says so where the file cannot be written', () => {
    const { status, stdout, stderr } = call(program, ['end'], { GPURACE_TRACE: '/nowhere/at/all' });
    assert.deepEqual([status, stdout], [0, 'no error\n']);
    assert.match(stderr, /^gpurace: nothing is recorded: \/nowhere\/at\/all cannot be written/);
  });

  test('has the number of its process in the name of the trace', () => {
    const { pid } = call(program, ['end'], { GPURACE_TRACE: join(folder, 'at-%p.trace') });
    assert.ok(existsSync(join(folder, `at-${pid}.trace`)));
  });

  test('does the same again with one seed', () => {
    // Addresses are other ones each time; whose turn it was is not.
    const [one, again, other] = ['2', '2', '3'].map((seed) =>
      runs('exit', { GPURACE_SEED: seed }).launches.map(({ threads }) => threads),
    );
    assert.deepEqual(one, again);
    assert.notDeepEqual(one, other);
  });

  test('is of two objects, one of them in a library, that another linker takes', () => {
    const [main, other, library, whole] = ['main.o', 'other.o', 'libother.a', 'parts'].map((name) =>
      join(folder, name),
    );
    assert.equal(build(['-dc', 'parts-main.cu', '-o', main!], env, ENDINGS), 0);
    assert.equal(build(['-rdc=true', '-c', 'parts-other.cu', '-o', other!], env, ENDINGS), 0);
    assert.equal(call('ar', ['rcs', library!, other!]).status, 0);
    const linked = call(compiler!, [main!, library!, '-o', whole!]);
    assert.equal(linked.status, 0, linked.stderr);
    const trace = `${whole}.trace`;
    assert.match(call(whole!, [], { GPURACE_TRACE: trace }).stdout, /^\d+ 126\n$/);
    assert.deepEqual(
      launchesIn(trace).map(({ kernel, isCut }) => [kernel, isCut]),
      [
        ['fill', false],
        ['add', false],
      ],
    );
    assert.match(gpurace(['trace', trace]).stdout, /parts-other\.cu:5/);
  });

  const hasCmake = call('cmake', ['--version']).status === 0 && call('make', ['--version']).status === 0;
  test('is built by CMake', { skip: hasCmake ? false : 'there is no cmake and make' }, () => {
    const project = join(folder, 'project');
    cpSync(join(PROGRAMS, 'barrier.cu'), join(project, 'barrier.cu'));
    writeFileSync(
      join(project, 'CMakeLists.txt'),
      'cmake_minimum_required(VERSION 3.18)\nproject(one LANGUAGES CXX CUDA)\nadd_executable(one barrier.cu)\nset_target_properties(one PROPERTIES CUDA_SEPARABLE_COMPILATION ON)\n',
    );
    const script = join(project, 'compiler');
    writeFileSync(script, `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'src/cli/main.ts')}' c++ "$@"\n`, {
      mode: 0o755,
    });
    const options = [`-DCMAKE_CUDA_COMPILER=${script}`, '-DCMAKE_CUDA_ARCHITECTURES=80'];
    const configured = call('cmake', ['-B', 'build', ...options], {}, project);
    assert.equal(configured.status, 0, configured.stderr);
    const built = call('cmake', ['--build', 'build'], {}, project);
    assert.equal(built.status, 0, built.stderr);
    assert.equal(call(join(project, 'build', 'one'), []).stdout, '1600 1521\n0\n');
    assert.match(
      readFileSync(join(project, 'build/CMakeFiles/one.dir/barrier.cu.o.d'), 'utf8'),
      /project\/barrier\.cu/,
    );
  });
});

test('what is for nvcc alone, and no compiler, are told', () => {
  assert.throws(() => build(['-ptx', 'barrier.cu']), /-ptx is for nvcc alone/);
  assert.throws(
    () => build(['barrier.cu'], { GPURACE_CXX: '/nowhere/c++' }),
    /GPURACE_CXX: \/nowhere\/c\+\+ is no program/,
  );
  assert.throws(() => build(['barrier.cu'], { GPURACE_CXX: '', PATH: '/nowhere' }), /neither g\+\+ nor clang\+\+/);
});
