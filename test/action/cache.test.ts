/** The action, from its sources and with the real engine, with GitHub's cache between its runs. */

import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { temporaryRepository } from '../git/repository.ts';
import { CacheStandIn } from '../github/stand-in/cache-service.ts';
import { type Finished, runStep } from './runner-stand-in.ts';

const ENTRY = fileURLToPath(new URL('../../src/action/main.ts', import.meta.url));
const SHIFT = `__global__ void shift(int *out, const int *in) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = in[blockIdx.x * 64 + i];
  __syncthreads();
  out[blockIdx.x * 64 + i] = s[(i + 1) % 64];
}

void launch(int *out, const int *in) {
  shift<<<16, 64>>>(out, in);
}
`;
const repository = temporaryRepository({ after }, { 'src/shift.cu': SHIFT });
const base = repository.commit('base');
repository.write({ 'src/shift.cu': SHIFT.replace('  __syncthreads();\n', '') });
const racy = repository.commit('racy');
repository.write({ 'src/shift.cu': SHIFT.replace('int i', 'const int i') });
const right = repository.commit('right');

interface Run {
  readonly head: string;
  readonly env: Readonly<Record<string, string>>;
  readonly eventName?: string;
  readonly inputs?: Readonly<Record<string, string>>;
}

let runs = 0;
async function runOn(t: Parameters<typeof runStep>[0], { head, env, eventName, inputs = {} }: Run): Promise<Finished> {
  const target = eventName === 'pull_request_target';
  repository.git('checkout', '--quiet', '--detach', target ? base : head);
  const branch = (sha: string) => ({ sha, ref: 'x', repo: { full_name: 'octo-org/kernels' } });
  runs += 1;
  const run = await runStep(t, {
    entry: ENTRY,
    files: {},
    prepare: (workspace) => cpSync(repository.folder, workspace, { recursive: true }),
    ...(eventName === undefined ? {} : { eventName }),
    event: JSON.stringify({
      action: 'synchronize',
      number: 7,
      repository: { name: 'kernels', owner: { login: 'octo-org' } },
      pull_request: { number: 7, base: branch(base), head: branch(head) },
    }),
    inputs: { review: 'never', ...inputs },
    // Entries are found by the path of what they hold, which is the same on GitHub's runners.
    env: { RUNNER_TEMP: '/tmp/gpurace-test-runner', GITHUB_RUN_ID: String(runs), ...env },
  });
  assert.equal(run.exitCode, head === racy ? 1 : 0, run.stderr + run.log.join('\n'));
  return run;
}

function resultOf({ workspace }: Finished): unknown {
  const result = parseStoredResult(readFileSync(join(workspace, 'gpurace.json'), 'utf8'), 'the result');
  return JSON.parse(JSON.stringify(result), (key, value) => (key === 'elapsedMs' ? 0 : value));
}

const saysKnown = ({ log }: Finished, words: string) =>
  assert.ok(log.includes(`Cache: ${words} were known.`), log.join('\n'));

test('what one run found out, the next one knows: the base always, the head when it is the same', async (t) => {
  const service = await CacheStandIn.start();
  t.after(() => service.close());
  const first = await runOn(t, { head: racy, env: service.env });
  saysKnown(first, '0 of 2 units');
  assert.deepEqual(service.calls, ['GetCacheEntryDownloadURL', 'CreateCacheEntry', 'FinalizeCacheEntryUpload']);
  const again = await runOn(t, { head: racy, env: service.env });
  saysKnown(again, '2 of 2 units');
  assert.deepEqual(resultOf(again), resultOf(first));
  // Nothing new, nothing written.
  assert.equal(service.entries.length, 1);
  const pushed = await runOn(t, { head: right, env: service.env });
  saysKnown(pushed, '1 of 2 units');
  assert.equal(service.entries.length, 2);
  saysKnown(await runOn(t, { head: racy, env: service.env }), '2 of 2 units');
  const without = await runOn(t, { head: racy, env: service.env, inputs: { cache: 'false' } });
  assert.deepEqual(
    without.log.filter((line) => /cache/i.test(line)),
    [],
  );
  assert.deepEqual(resultOf(without), resultOf(first));
});

test('what the default branch found out serves the base of a pull request', async (t) => {
  const service = await CacheStandIn.start();
  t.after(() => service.close());
  saysKnown(await runOn(t, { head: base, env: service.env, eventName: 'schedule' }), '0 of 1 unit');
  saysKnown(await runOn(t, { head: racy, env: service.env }), '1 of 2 units');
});

test('a run with the rights of the default branch reads and does not write', async (t) => {
  const service = await CacheStandIn.start();
  t.after(() => service.close());
  await runOn(t, { head: racy, env: service.env, eventName: 'pull_request_target' });
  assert.deepEqual(service.calls, ['GetCacheEntryDownloadURL']);
});

test('without a service, with one that refuses, with an entry that is broken: only the cache is missing', async (t) => {
  const service = await CacheStandIn.start();
  t.after(() => service.close());
  const first = await runOn(t, { head: racy, env: {} });
  assert.deepEqual(
    first.log.filter((line) => /cache/i.test(line)),
    [],
  );
  service.fails = () => 403;
  const refused = await runOn(t, { head: racy, env: service.env });
  assert.deepEqual(resultOf(refused), resultOf(first));
  assert.deepEqual(
    refused.commands.filter(({ name }) => name === 'error'),
    first.commands.filter(({ name }) => name === 'error'),
  );
  service.fails = () => null;
  await runOn(t, { head: racy, env: service.env });
  service.entries[0]!.bytes = Buffer.from('no archive');
  const broken = await runOn(t, { head: racy, env: service.env });
  assert.deepEqual(resultOf(broken), resultOf(first));
  saysKnown(broken, '0 of 2 units');
});
