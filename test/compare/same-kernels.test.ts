/**
 * Kernels that are the same on both sides of a change are decided once: what became of them at the head holds for the base.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { run } from '../../src/cli/program.ts';
import type { Result } from '../../src/model/result.ts';
import { isDefect } from '../../src/model/rules.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { type Repository, temporaryRepository } from '../git/repository.ts';

/** Six kernels, and host code that launches them; the second one is racy. */
function program({ changed = 'out[i] = in[i];', size = 64, above = '' } = {}): string {
  const safe = (name: string, step: number) =>
    `__global__ void ${name}(int *out, const int *in) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  out[i] = in[i] + ${step};\n}\n`;
  const kernels = [
    safe('one', 1),
    '__global__ void racy(int *out, const int *in) {\n  out[0] = in[threadIdx.x];\n}\n',
    safe('three', 3),
    `__global__ void four(int *out, const int *in) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  ${changed}\n}\n`,
    safe('five', 5),
    safe('six', 6),
  ];
  const names = ['one', 'racy', 'three', 'four', 'five'];
  const launches = names.map((name) => `  ${name}<<<4, 64>>>(out, in);\n`).join('');
  return `${above}${kernels.join('\n')}\nvoid launch(int *out, const int *in) {\n${launches}  six<<<4, ${size}>>>(out, in);\n}\n`;
}

/** What one analysis of a comparison was for. */
interface Call {
  readonly asked: 'fingerprints' | 'answers' | 'verdicts';
  /** Kernels that it was told to be the same, or decided. */
  readonly same: number;
  readonly settled: number;
}

interface Compared {
  readonly code: number;
  readonly result: Result;
  readonly calls: readonly Call[];
}

async function compared(repository: Repository, base: string, head: string, more: readonly string[] = []) {
  const report = join(repository.folder, '.git', 'report.json');
  const calls: Call[] = [];
  const stderr = new PassThrough();
  const sizes = (map: ReadonlyMap<string, { readonly size?: number; readonly length?: number }> | undefined) =>
    [...(map?.values() ?? [])].reduce((sum, { size, length }) => sum + (size ?? length ?? 0), 0);
  const code = await run(
    ['diff', '--base', base, '--head', head, '--budget', '300', '--format', 'json', '--output', report, ...more],
    {
      cwd: repository.folder,
      env: {},
      stdout: new PassThrough(),
      stderr,
      analyse: (tree, files, options, progress) => {
        const asked = options.fingerprints ? 'fingerprints' : options.questions ? 'answers' : 'verdicts';
        calls.push({ asked, same: sizes(options.untouched?.digests), settled: sizes(options.settled?.digests) });
        return analyse(tree, files, options, progress);
      },
    },
  );
  assert.notEqual(code, 2, String(stderr.read()));
  return { code, result: parseStoredResult(readFileSync(report, 'utf8'), 'the result'), calls };
}

function statuses({ findings }: Result): string[] {
  return findings
    .filter(isDefect)
    .map(({ kernel, status, accesses: [first] }) => `${status} ${kernel} in ${first?.file}`)
    .sort();
}

const repository = temporaryRepository({ after });
let first: string;
const commit = (files: Readonly<Record<string, string | null>>) => {
  repository.write(files);
  return repository.commit();
};

before(() => {
  first = commit({ 'a.cu': program() });
});

describe('one kernel of six is changed', () => {
  let told: Compared;
  before(async () => {
    const head = commit({ 'a.cu': program({ changed: 'out[i & 63] = in[i];', above: '// Six kernels.\n\n' }) });
    told = await compared(repository, first, head);
  });

  test('the race that was there is unchanged, the one that the change brings is new', () => {
    assert.deepEqual(statuses(told.result), ['new four in a.cu', 'unchanged racy in a.cu']);
    assert.equal(told.code, 1);
    assert.deepEqual(told.result.problems, []);
  });

  test('the five others are decided at the head alone', () => {
    const verdicts = told.calls.filter(({ asked }) => asked === 'verdicts');
    const [head, base] = verdicts;
    assert.equal(told.calls[0]?.asked, 'fingerprints');
    assert.equal(verdicts.length, 2);
    assert.deepEqual(head, { asked: 'verdicts', same: 5, settled: 0 });
    assert.deepEqual(base, { asked: 'verdicts', same: 0, settled: 5 });
  });
});

test('a file that was renamed, and edited above its kernels', async () => {
  const head = commit({ 'a.cu': null, 'sub/b.cu': program({ above: '// Six kernels.\n' }) });
  const { code, result, calls } = await compared(repository, first, head);
  assert.deepEqual(statuses(result), ['unchanged racy in sub/b.cu']);
  assert.equal(code, 0);
  assert.equal(calls.at(-1)?.settled, 6);
});

test('a launch of another size makes another kernel', async () => {
  const head = commit({ 'sub/b.cu': null, 'a.cu': program({ size: 32 }) });
  const { code, result, calls } = await compared(repository, first, head);
  assert.deepEqual(statuses(result), ['unchanged racy in a.cu']);
  assert.equal(code, 0);
  assert.equal(calls.at(-1)?.settled, 5);
});

test('old findings fail the run where any finding does', async () => {
  const head = commit({ 'a.cu': program({ above: '// Six kernels.\n' }) });
  const { code } = await compared(repository, first, head, ['--fail-on', 'any']);
  assert.equal(code, 1);
});

test('verdicts that are kept are those of whole units', async () => {
  const cache = join(repository.folder, '.git', 'verdicts');
  const head = commit({ 'a.cu': program({ changed: 'out[i] = 2 * in[i];', above: '// Six kernels.\n' }) });
  const without = await compared(repository, first, head);
  const filled = await compared(repository, first, head, ['--cache', cache]);
  const again = await compared(repository, first, head, ['--cache', cache]);
  assert.deepEqual(statuses(filled.result), statuses(without.result));
  assert.deepEqual(statuses(again.result), statuses(without.result));
  // The head is known then; the base was not decided by itself before, and is now.
  const ofVerdicts = (calls: readonly Call[]) =>
    calls.flatMap(({ asked, settled }) => (asked === 'verdicts' ? settled : []));
  assert.deepEqual(ofVerdicts(filled.calls), [0, 5]);
  assert.deepEqual(ofVerdicts(again.calls), [0, 0]);
  const last = await compared(repository, first, head, ['--cache', cache]);
  assert.deepEqual(statuses(last.result), statuses(without.result));
});
