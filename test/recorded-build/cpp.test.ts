/**
 * `gpurace c++` with the C++ compilers of this machine: programs of ours print what they are to print, with and without a
 * trace, and the detectors find in the traces the races that are planted in them, at their lines, and no others.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { z } from 'zod';
import { cpuRuntime } from '../../src/platform/assets.ts';
import { cppBuild } from '../../src/recorded-build/index.ts';
import { cppCompilers } from './toolkit.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PROGRAMS = join(import.meta.dirname, 'cpu');
const folder = mkdtempSync(join(tmpdir(), 'gpurace-cpp-test-'));
after(() => rmSync(folder, { recursive: true }));

const { GPURACE_TRACE: _, GPURACE_LIMIT: _limit, GPURACE_SEED: _seed, ...PLAIN } = process.env;
const ENV = { ...PLAIN, XDG_CACHE_HOME: join(folder, 'cache') };

type Variables = Readonly<Record<string, string>>;

function call(program: string, args: readonly string[], env: Variables = {}, cwd = PROGRAMS) {
  return spawnSync(program, args, { cwd, env: { ...ENV, ...env }, encoding: 'utf8', timeout: 300_000, maxBuffer: 1 << 28 });
}

/** @returns the exit code */
function build(args: readonly string[], env: Variables = {}, cwd = PROGRAMS): number {
  return cppBuild({ args, cwd, env: { ...ENV, ...env }, runtime: cpuRuntime(), tell: () => {} });
}

function gpurace(args: readonly string[], env: Variables = {}, cwd = PROGRAMS) {
  return call(process.execPath, [join(ROOT, 'src/cli/main.ts'), ...args], env, cwd);
}

interface Expected {
  readonly printed: string;
  readonly races: readonly string[];
}

/** `// race N: RULE` at the top, `// race N` at both lines, `// prints: LINE` at the end. */
function expectedOf(file: string): Expected {
  const lines = readFileSync(join(PROGRAMS, file), 'utf8').split('\n');
  const printed = lines.flatMap((line) => /^\/\/ prints: (.*)$/.exec(line)?.[1] ?? []);
  const rules = lines.flatMap((line) => {
    const [, number, rule] = /^\/\/ race (\d+): (\S+)$/.exec(line) ?? [];
    return number === undefined ? [] : [{ number, rule }];
  });
  const races = rules.map(({ number, rule }) => {
    const places = lines.flatMap((line, at) =>
      /^\/\/ race/.test(line) ? [] : [...line.matchAll(/\brace (\d+)\b/g)].filter((found) => found[1] === number).map(() => at + 1),
    );
    assert.equal(places.length, 2, `race ${number} of ${file} has two places`);
    return `${rule} ${places.join(' ')}`;
  });
  return { printed: printed.map((line) => `${line}\n`).join(''), races: races.sort() };
}

const Found = z.object({
  findings: z.array(
    z.object({ rule: z.string(), evidence: z.string(), accesses: z.array(z.object({ file: z.string(), line: z.number() })) }),
  ),
  kernels: z.array(z.object({ verdict: z.string() })),
});

/** The pairs of lines that race, each once. */
function racesIn(result: string, file: string): string[] {
  const { findings, kernels } = Found.parse(JSON.parse(result));
  assert.ok(
    kernels.every(({ verdict }) => verdict === 'racy' || verdict === 'race-free'),
    file,
  );
  const pairs = findings.map(({ rule, accesses }) => {
    assert.ok(
      accesses.every((access) => access.file.endsWith(file)),
      JSON.stringify(accesses),
    );
    const lines = accesses.map(({ line }) => line).sort((a, b) => a - b);
    return `${rule} ${lines.join(' ')}`;
  });
  return [...new Set(pairs)].sort();
}

const files = readdirSync(PROGRAMS).filter((name) => name.endsWith('.cu'));
const SEEDS = ['1', '7'];

for (const compiler of cppCompilers) {
  const made = join(folder, compiler);
  mkdirSync(made);

  describe(`gpurace c++ with ${compiler}`, () => {
    for (const file of files) {
      test(`${file} prints what it is to print`, () => {
        const program = join(made, file);
        const code = build(['-O2', '-arch=sm_80', '-std=c++14', file, '-o', program], { GPURACE_CXX: compiler });
        assert.equal(code, 0);
        const { printed } = expectedOf(file);
        const plain = call(program, []);
        assert.deepEqual([plain.status, plain.stdout, plain.stderr], [0, printed, '']);
        for (const seed of SEEDS) {
          const traced = call(program, [], { GPURACE_TRACE: `${program}-${seed}.trace`, GPURACE_SEED: seed });
          assert.deepEqual([traced.status, traced.stdout, traced.stderr], [0, printed, '']);
        }
      });
    }

    test('its traces have the planted races, and no others', () => {
      const traces = files.flatMap((file) => SEEDS.map((seed) => `${join(made, file)}-${seed}.trace`));
      const results = join(made, 'results');
      const { status, stderr } = gpurace([
        ...['trace', ...traces, '--detector', 'gwcp,predict', '--format', 'json', '--output', results],
      ]);
      assert.equal(status, 1, stderr);
      for (const file of files)
        for (const seed of SEEDS)
          assert.deepEqual(
            racesIn(readFileSync(join(results, `${file}-${seed}.json`), 'utf8'), file),
            expectedOf(file).races,
            `${file}, seed ${seed}`,
          );
    });
  });
}

test('there is a C++ compiler', { skip: cppCompilers.length > 0 ? false : 'there is neither g++ nor clang++' }, () => {});
