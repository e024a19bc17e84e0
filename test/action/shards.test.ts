/** The action in a matrix: shards analysed by jobs of their own, put together to what one run would have said. */

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { temporaryRepository } from '../git/repository.ts';
import { PullRequestStandIn } from '../github/stand-in/review.ts';
import { type Finished, runStep } from './runner-stand-in.ts';

const ENTRY = fileURLToPath(new URL('../../src/action/main.ts', import.meta.url));
const racy = (name: string, more = '') =>
  `__global__ void ${name}(int *v) {\n  v[threadIdx.x] = blockIdx.x;${more}\n}\n\nvoid launch_${name}(int *v) {\n  ${name}<<<4, 64>>>(v);\n}\n`;
const right = (name: string) => racy(name).replace('v[threadIdx.x]', 'v[blockIdx.x * 64 + threadIdx.x]');

const repository = temporaryRepository(
  { after },
  {
    '.gpurace.yml': 'assume:\n  - used > 0\n  - unused > 0\n',
    'old.cu': racy('old'),
    'gone.cu': racy('gone'),
    'moves.cu': `${racy('moves')}${right('stays')}`,
    'goes.cu': right('goes'),
    'shared.cuh': '#pragma once\n__global__ void shared(int *v) {\n  v[0] = threadIdx.x;\n}\n',
    'one.cu': '#include "shared.cuh"\nvoid one(int *v) {\n  shared<<<1, 1>>>(v);\n}\n',
    'two.cu': '#include "shared.cuh"\nvoid two(int *v) {\n  shared<<<1, 1>>>(v);\n}\n',
    'many.cu':
      '__global__ void many(int *v, int used) {\n  if (threadIdx.x < used) v[blockIdx.x * 64 + threadIdx.x] = 1;\n}\n',
  },
);
const base = repository.commit('base');
repository.write({
  'old.cu': racy('old', '\n  // Still.'),
  'gone.cu': right('gone'),
  'moves.cu': right('stays'),
  'away.cu': racy('moves'),
  'goes.cu': racy('goes'),
  'two.cu': '#include "shared.cuh"\nvoid two(int *v) {\n  shared<<<1, 2>>>(v);\n}\n',
  'many.cu':
    '// Many.\n__global__ void many(int *v, int used) {\n  if (threadIdx.x < used) v[blockIdx.x * 64 + threadIdx.x] = 1;\n}\n',
});
const head = repository.commit('head');

interface Job {
  readonly inputs: Readonly<Record<string, string>>;
  readonly results?: ReadonlyMap<string, string>;
  readonly pull?: PullRequestStandIn;
}

function runJob(t: Parameters<typeof runStep>[0], { inputs, results = new Map(), pull }: Job): Promise<Finished> {
  const branch = (sha: string) => ({ sha, ref: 'x', repo: { full_name: 'octo-org/kernels' } });
  return runStep(t, {
    entry: ENTRY,
    files: {},
    prepare(workspace) {
      cpSync(repository.folder, workspace, { recursive: true });
      mkdirSync(join(workspace, 'shards'));
      for (const [name, text] of results) writeFileSync(join(workspace, 'shards', name), text);
    },
    answers: pull?.answers ?? {},
    event: JSON.stringify({
      action: 'synchronize',
      number: 7,
      repository: { name: 'kernels', owner: { login: 'octo-org' } },
      pull_request: { number: 7, base: branch(base), head: branch(head) },
    }),
    inputs,
  });
}

const textOf = ({ workspace }: Finished) => readFileSync(join(workspace, 'gpurace.json'), 'utf8');
/** But for the times, byte by byte. */
const timeless = (text: string) => text.replaceAll(/"elapsedMs": ?[\d.]+/g, '"elapsedMs":0');

const SHARDS = 3;
const results = new Map<string, string>();

test('each shard analyses its part, shows it, and publishes nothing else', async (t) => {
  const seen: string[] = [];
  for (let index = 1; index <= SHARDS; index += 1) {
    const run = await runJob(t, { inputs: { shard: `${index}/${SHARDS}` } });
    // Nothing is asked of GitHub: the stand-in would refuse it.
    assert.deepEqual(run.requests, []);
    const result = parseStoredResult(textOf(run), 'the result');
    assert.equal(result.shard?.index, index);
    assert.ok(result.kernels.length > 0);
    seen.push(...result.kernels.map(({ file, kernel }) => `${kernel} in ${file}`));
    results.set(`${index}.json`, textOf(run));
  }
  assert.equal(new Set(seen).size, seen.length, 'a kernel is in one shard only');
});

test('put together they are what one run says, byte by byte, and the last job publishes it', async (t) => {
  const whole = await runJob(t, { inputs: { review: 'never' } });
  const files = ['goes.cu', 'away.cu', 'shared.cuh', 'two.cu'].map((filename) => ({
    filename,
    patch: '@@ -0,0 +1,9 @@',
  }));
  const pull = new PullRequestStandIn(files);
  const last = await runJob(t, { inputs: { results: 'shards/*.json' }, results, pull });
  assert.equal(last.exitCode, whole.exitCode, last.stderr + last.log.join('\n'));
  assert.equal(timeless(textOf(last)), timeless(textOf(whole)));
  assert.deepEqual(
    parseStoredResult(textOf(last), 'the result')
      .findings.map(({ kernel, status }) => `${kernel} ${status}`)
      .sort(),
    ['goes new', 'gone fixed', 'many unchanged', 'moves unchanged', 'old unchanged', 'shared new'],
  );
  assert.deepEqual(
    [last.outputs.new, last.outputs.unchanged, last.outputs.fixed],
    [whole.outputs.new, whole.outputs.unchanged, whole.outputs.fixed],
  );
  assert.ok(pull.comments.length > 0);
  // The shards have shown theirs beside the code: not again as commands, nor in the check run.
  assert.deepEqual(
    pull.checks.runs.map(({ conclusion, annotations }) => [conclusion, annotations.length]),
    [['failure', 0]],
  );
  assert.deepEqual(
    last.commands.filter(({ properties }) => properties.file !== undefined),
    [],
  );
});

test('a shard that is missing is told, and does not read as clean', async (t) => {
  const some = new Map([...results].slice(1));
  const run = await runJob(t, {
    inputs: { results: 'shards/*.json', 'fail-on': 'none', review: 'never' },
    results: some,
  });
  assert.equal(run.outputs.conclusion, 'neutral');
  assert.match(run.summary, /the result of shard 1\/3 is missing/);
});

test('results of other work, or of the same shard twice, do not go together', async (t) => {
  const [first = ''] = results.values();
  const other = first.replace(/"plan": ?"\w+"/, '"plan":"other"').replace('"index": 1', '"index": 2');
  for (const [more, why] of [
    [other, /are not shards of the same work/],
    [first, /are both shard 1\/3/],
  ] as const) {
    const run = await runJob(t, {
      inputs: { results: 'shards/*.json' },
      results: new Map([...results, ['x.json', more]]),
    });
    assert.equal(run.exitCode, 2);
    assert.match(run.commands[0]?.message ?? '', why);
  }
  const none = await runJob(t, { inputs: { results: 'nothing/*.json' } });
  assert.match(none.commands[0]?.message ?? '', /no file matches nothing\/\*\.json/);
});
