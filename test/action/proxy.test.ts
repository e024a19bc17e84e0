/**
 * A self-hosted runner behind a proxy, which the environment names. The names below `.test` are known to the proxy
 * alone, so whatever reaches the stand-in by them went through it.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { FinishedRunStandIn } from '../github/stand-in/finished-run.ts';
import { startProxy } from '../github/stand-in/proxy.ts';
import { listFiles } from '../github/stand-in/pull-request.ts';
import { PullRequestStandIn } from '../github/stand-in/review.ts';
import { ACTION, type Finished, runStep, SCRIPTED, type Step } from './runner-stand-in.ts';

const CLEAN = '__global__ void fill(int *a) {\n  a[threadIdx.x] = 1;\n}\n';
const HEAD = '6dcb09b5b57875f334f61aebed695e2e4193db5e';

function run(t: TestContext, step: Pick<Step, 'apiHost' | 'env'>): Promise<Finished> {
  const answers = { 'pulls/list-files': listFiles([{ filename: 'a.cu' }]) };
  return runStep(t, { entry: SCRIPTED, files: { 'a.cu': CLEAN }, answers, ...step });
}

const message = ({ commands }: Finished) => commands.at(-1)?.message ?? '';

for (const [name, address, credentials] of [
  ['http_proxy', 'http://ADDRESS', []],
  ['HTTP_PROXY', 'http://ADDRESS/', []],
  ['http_proxy', 'ADDRESS', []],
  ['http_proxy', 'http://gpu:p%40ss@ADDRESS', [`Basic ${Buffer.from('gpu:p@ss').toString('base64')}`]],
] as const) {
  test(`${name}=${address}: every request goes through it`, async (t) => {
    const proxy = await startProxy(t);
    const finished = await run(t, {
      apiHost: 'github.test',
      env: { [name]: address.replace('ADDRESS', proxy.address) },
    });
    assert.equal(finished.exitCode, 0, finished.stderr + message(finished));
    assert.equal(finished.outputs.conclusion, 'success');
    assert.ok(finished.requests.some(({ request }) => request.operationId === 'pulls/list-files'));
    assert.deepEqual([...proxy.destinations], [new URL(finished.apiUrl).host]);
    assert.deepEqual([...proxy.credentials], credentials);
  });
}

test('the action as it is shipped goes through it too', async (t) => {
  const proxy = await startProxy(t);
  const finished = await runStep(t, {
    entry: ACTION,
    files: { 'a.cu': 'int main() {}\n' },
    answers: { 'pulls/list-files': listFiles([{ filename: 'a.cu' }]) },
    apiHost: 'github.test',
    env: { http_proxy: `http://${proxy.address}` },
  });
  assert.equal(finished.exitCode, 0, finished.stderr + message(finished));
  assert.deepEqual([...proxy.destinations], [new URL(finished.apiUrl).host]);
});

test('https_proxy is for https, http_proxy is not, and a proxy that refuses is named', async (t) => {
  const proxy = await startProxy(t, 407);
  const other = await startProxy(t);
  const env = { https_proxy: `http://${proxy.address}`, http_proxy: `http://${other.address}` };
  const finished = await run(t, { env: { ...env, GITHUB_API_URL: 'https://github.test' } });
  assert.equal(finished.exitCode, 4);
  assert.match(message(finished), /GitHub did not list the changed files: .*[Pp]roxy.*407/);
  assert.deepEqual([...proxy.destinations], ['github.test:443']);
  assert.deepEqual([...other.destinations], []);
});

// 0.0.0.0 is this machine and no loopback address, for which there is never a proxy.
test('what no_proxy names is reached directly', { skip: process.platform === 'win32' }, async (t) => {
  for (const [name, isDirect] of [
    ['no_proxy', true],
    ['NO_PROXY', true],
    ['other', false],
  ] as const) {
    const proxy = await startProxy(t);
    const env = { http_proxy: `http://${proxy.address}`, [name]: 'example.com, 0.0.0.0' };
    const finished = await run(t, { apiHost: '0.0.0.0', env });
    assert.equal(finished.exitCode, 0, finished.stderr + message(finished));
    assert.equal(proxy.destinations.size === 0, isDirect);
  }
});

test('the storage that an artifact lies in has its own way: here the API is near and the storage behind the proxy', async (t) => {
  const proxy = await startProxy(t);
  const first = new FinishedRunStandIn(HEAD);
  await first.start(t, 'storage.test');
  first.pulls = [{ number: 7, head: HEAD, repository: 'mona/kernels', branch: 'topic' }];
  first.artifacts = [{ name: 'gpurace', zip: Buffer.from('not a zip') }];
  const finished = await runStep(t, {
    entry: SCRIPTED,
    files: {},
    inputs: { mode: 'publish' },
    eventName: 'workflow_run',
    event: first.event(),
    answers: { ...new PullRequestStandIn([]).answers, ...first.answers },
    env: { http_proxy: `http://${proxy.address}` },
  });
  assert.equal(finished.exitCode, 0, finished.stderr + message(finished));
  assert.match(finished.summary, /the artifact gpurace of run \d+ is not used: it is no zip/);
  assert.deepEqual([...proxy.destinations], [new URL(first.storage).host]);
});

for (const [name, value] of [
  ['http_proxy', 'http://'],
  ['HTTP_PROXY', 'socks5://gpu:secret@127.0.0.1:1080'],
  ['http_proxy', 'http://gpu:%zz@127.0.0.1:1080'],
  ['http_proxy', 'none of it'],
] as const) {
  test(`${name}=${value}: what is wrong is said before anything is sent, and no password with it`, async (t) => {
    const finished = await run(t, { apiHost: 'github.test', env: { [name]: value } });
    assert.equal(finished.exitCode, 2);
    const wanted = `${name} is not the address of a proxy: it must read like http://proxy.example:3128`;
    assert.equal(message(finished), wanted);
    assert.doesNotMatch(finished.log.join('\n') + finished.stderr, /secret/);
    assert.equal(finished.requests.length, 0);
  });
}
