/** What a pull request brings along to be judged more mildly: its own configuration, suppressions, assumptions. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { temporaryRepository } from '../git/repository.ts';
import { FORBIDDEN, listFiles } from '../github/stand-in/pull-request.ts';
import { PullRequestStandIn } from '../github/stand-in/review.ts';
import { type Finished, runStep, SCRIPTED, type Step } from './runner-stand-in.ts';

/** From the sources, with the real engine. */
const SOURCE = fileURLToPath(new URL('../../src/action/main.ts', import.meta.url));
const QUIET = { review: 'never', 'check-run': 'never', 'upload-sarif': 'never' };

const resultOf = ({ workspace }: Finished) =>
  parseStoredResult(readFileSync(join(workspace, 'gpurace.json'), 'utf8'), 'the result');
const warnings = ({ commands }: Finished) =>
  commands.filter(({ name }) => name === 'warning').map(({ message }) => message);

const event = (base: string, head: string) =>
  JSON.stringify({
    action: 'synchronize',
    number: 7,
    repository: { name: 'kernels', owner: { login: 'octo-org' }, default_branch: 'main' },
    pull_request: {
      number: 7,
      base: { sha: base, ref: 'main', repo: { full_name: 'octo-org/kernels' } },
      head: { sha: head, ref: 'topic', repo: { full_name: 'mona/kernels' } },
    },
  });

/** Markdown without its escapes. */
const plain = (markdown: string) => markdown.replaceAll('\\', '');

type Files = Readonly<Record<string, string | null>>;

/** A pull request between two states of a repository. */
function propose(t: TestContext, before: Files, change: Files, step: Partial<Step> = {}): Promise<Finished> {
  const repository = temporaryRepository(t);
  repository.write(before);
  const base = repository.commit('base');
  repository.git('checkout', '--quiet', '-b', 'topic');
  repository.write(change);
  const head = repository.commit('head');
  return runStep(t, {
    entry: SCRIPTED,
    files: {},
    event: event(base, head),
    inputs: QUIET,
    prepare: (workspace) => cpSync(repository.folder, workspace, { recursive: true }),
    ...step,
  });
}

const kernel = (barrier: string) => `__global__ void k(int *out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = n;
  ${barrier}
  out[threadIdx.x] = s[63 - threadIdx.x];
}
void run(int *out, int n) { k<<<1, 64>>>(out, n); }
`;
const ORDERED = kernel('__syncthreads();');
const DELETED = kernel(';');

const CONFIGURATIONS = [
  'exclude: ["**"]',
  'paths: ["nothing/**"]',
  'fail-on: none',
  'severity: { intra-warp-race: off, intra-block-race: off }',
  'grid-dim: 1\nblock-dim: 1',
  'assume: ["1 == 2"]',
  'define: ["__shared__="]',
  'timeout: 0.001',
  'lang: opencl',
  'define: ["__global__="]',
  'overrides: [{ paths: ["**"], severity: { intra-warp-race: note, intra-block-race: note } }]',
];
for (const [index, config] of CONFIGURATIONS.entries()) {
  const [what, before] = index % 2 === 0 ? ['added', {}] : ['changed', { '.gpurace.yml': 'min-evidence: witness\n' }];
  test(`a configuration that the pull request has ${what} does not judge it: ${config.replace('\n', ', ')}`, async (t) => {
    const run = await propose(
      t,
      { 'a.cu': ORDERED, ...before },
      { 'a.cu': DELETED, '.gpurace.yml': `${config}\n` },
      { entry: SOURCE },
    );
    assert.equal(run.exitCode, 1, run.log.join('\n') + run.stderr);
    assert.deepEqual([run.outputs.conclusion, run.outputs.new], ['failure', '1']);
    assert.equal(resultOf(run).kernels[0]?.verdict, 'racy');
    for (const text of [warnings(run).join('\n'), run.summary]) {
      assert.match(text, /judged by the configuration of its base, and changes \.gpurace\.yml/);
    }
  });
}

const CLEAN = '__global__ void k(int *s) {\n  s[threadIdx.x] = 1;\n}\n';
const FAILING = '__global__ void k(int *s) {\n  s[0] = 1; // race 1 write\n  s[0] = 2; // race 1 write\n}\n';

for (const [what, before, change, message, title] of [
  [
    'adds the first configuration',
    { 'a.cu': CLEAN },
    { '.gpurace.yml': 'fail-on: any\n' },
    /changes \.gpurace\.yml\./,
    'the change has its own configuration',
  ],
  [
    'changes the configuration',
    { 'a.cu': CLEAN, '.gpurace.yml': 'fail-on: any\n' },
    { '.gpurace.yml': 'fail-on: none\n' },
    /changes \.gpurace\.yml\./,
    'the change has its own configuration',
  ],
  [
    'changes a workflow',
    { 'a.cu': CLEAN, '.github/workflows/a.yml': 'a\n' },
    { '.github/workflows/a.yml': 'b\n' },
    /changes \.github\/workflows\/a\.yml\./,
    'the change has its own configuration',
  ],
  [
    'changes what the build says',
    { 'a.cu': CLEAN, 'build/compile_commands.json': '[]' },
    { 'build/compile_commands.json': '[ ]' },
    /changes build\/compile_commands\.json\./,
    'the change has its own configuration',
  ],
  [
    'suppresses',
    { 'a.cu': CLEAN },
    { 'a.cu': `${CLEAN}// gpurace: ignore none of your business\n` },
    /brings 1 new suppression of findings \(a\.cu:4\)\./,
    '1 new suppression',
  ],
  [
    'moves code below a suppression that was there',
    { 'a.cu': `${CLEAN}// gpurace: ignore[intra-block-race]\n\n\n\n\nint x;\nint z;\n` },
    { 'a.cu': `${CLEAN}// gpurace: ignore[intra-block-race]\n\n\n\n\nint y;\nint x;\nint z;\n` },
    /brings 1 new suppression of findings \(a\.cu:4\)\./,
    '1 new suppression',
  ],
  [
    'assumes',
    { 'a.cu': CLEAN, 'b.cuh': '#pragma once\n' },
    { 'a.cu': `// gpurace: assume n == 3\n#include "b.cuh"\n${CLEAN}`, 'b.cuh': '// gpurace: assume n > 2\n' },
    /brings 2 new assumptions \(a\.cu:1, b\.cuh:1\)\./,
    '2 new assumptions',
  ],
  [
    'fixes the launch in a header line',
    { 'a.cu': CLEAN },
    { 'a.cu': `//--blockDim=1 --gridDim=1\n${CLEAN}` },
    /brings 1 new assumption \(a\.cu:1\)\./,
    '1 new assumption',
  ],
] as const satisfies readonly (readonly [string, Files, Files, RegExp, string])[]) {
  test(`a pull request that ${what} is never a success by itself, and fails as its base says`, async (t) => {
    const run = await propose(t, before, change);
    assert.equal(run.exitCode, 0, run.log.join('\n') + run.stderr);
    assert.deepEqual([run.outputs.conclusion, run.outputs['not-analysed']], ['neutral', '0']);
    assert.match(warnings(run).join('\n'), message);
    assert.match(plain(run.summary), message);
    assert.ok(run.summary.startsWith(`# gpurace: ${title}\n`), run.summary);
    const failing = await propose(t, before, { ...change, 'more.cu': FAILING });
    assert.deepEqual([failing.exitCode, failing.outputs.conclusion], [1, 'failure']);
    assert.match(plain(failing.summary), message);
  });
}

test('the check run says it, in its title and in its text', async (t) => {
  const pull = new PullRequestStandIn([]);
  const run = await propose(
    t,
    { 'a.cu': CLEAN },
    { 'a.cu': `${CLEAN}// gpurace: ignore x\n` },
    {
      inputs: { review: 'never', 'upload-sarif': 'never' },
      answers: pull.answers,
      eventName: 'pull_request_target',
    },
  );
  assert.equal(run.outputs.conclusion, 'neutral', run.log.join('\n') + run.stderr);
  const [check] = pull.checks.runs;
  assert.deepEqual([check?.conclusion, check?.title], ['neutral', '1 new suppression']);
});

test('what was there before, and what is taken away, is nobody asking for mildness', async (t) => {
  const relaxed = `//--blockDim=64 --gridDim=1\n// gpurace: assume n == 3\n${CLEAN}// gpurace: ignore\nint x;\n// gpurace: ignore\n`;
  const run = await propose(
    t,
    { 'a.cu': relaxed, 'unread.cu': CLEAN, '.gpurace.yml': 'exclude: unread.cu\n', 'README.md': 'a\n' },
    {
      'a.cu': relaxed.replace(/\/\/ gpurace: ignore\n$/, '').replace('s[threadIdx.x] = 1;', 's[threadIdx.x] = 2;'),
      'unread.cu': `${CLEAN}// gpurace: ignore\n`,
      'README.md': 'Write `// gpurace: ignore`.\n',
    },
  );
  assert.deepEqual([run.exitCode, run.outputs.conclusion, warnings(run)], [0, 'success', []]);
});

test('a pull request from an old commit is judged by what the base branch says today', async (t) => {
  const repository = temporaryRepository(t, { 'a.cu': CLEAN, '.gpurace.yml': 'fail-on: none\n' });
  repository.commit('in the old days');
  repository.git('checkout', '--quiet', '-b', 'topic');
  repository.write({ 'a.cu': FAILING });
  const head = repository.commit('topic');
  repository.git('checkout', '--quiet', 'main');
  repository.write({ '.gpurace.yml': null });
  const base = repository.commit('races fail');
  repository.git('checkout', '--quiet', 'topic');
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: {},
    event: event(base, head),
    inputs: QUIET,
    prepare: (workspace) => cpSync(repository.folder, workspace, { recursive: true }),
  });
  assert.deepEqual([run.exitCode, run.outputs.conclusion], [1, 'failure'], run.log.join('\n'));
});

test('a base whose configuration cannot be read: the inputs alone judge', async (t) => {
  const run = await propose(
    t,
    { 'a.cu': CLEAN, '.gpurace.yml': 'fail-on: [\n' },
    { 'a.cu': FAILING, '.gpurace.yml': 'fail-on: none\n' },
  );
  assert.equal(run.outputs.conclusion, 'failure', run.log.join('\n'));
  assert.match(warnings(run)[0] ?? '', /At the base, \.gpurace\.yml:\d+:\d+.*judged without it/);
});

const FILE_LINKS = {
  sha: '3d21ec53a331a6f037a91c368710b99387d012c1',
  url: 'https://api.github.com/repos/octo-org/kernels/contents/.gpurace.yml',
  git_url: null,
  html_url: null,
  download_url: null,
  _links: { self: 'https://api.github.com/x', git: null, html: null },
};

test('without history: GitHub gives the configuration of the base', async (t) => {
  const files = { 'a.cu': FAILING, '.gpurace.yml': 'fail-on: none\n' };
  const changed = [{ filename: 'a.cu' }, { filename: '.gpurace.yml', patch: '@@ -1 +1 @@\n-a\n+b' }];
  const step = { entry: SCRIPTED, files, inputs: QUIET };
  const content = Buffer.from('fail-on: any\nmin-evidence: possible\n').toString('base64');
  const answers = { 'pulls/list-files': listFiles(changed) };
  const file = { type: 'file', encoding: 'base64', content, size: 1, name: '.gpurace.yml', path: '.gpurace.yml' };
  const read = await runStep(t, {
    ...step,
    files: { ...files, 'a.cu': FAILING.replaceAll('write', 'write possible') },
    answers: { ...answers, 'repos/get-content': () => ({ status: 200, body: { ...FILE_LINKS, ...file } }) },
  });
  assert.equal(read.outputs.conclusion, 'failure', read.log.join('\n') + read.stderr);
  const refused = await runStep(t, { ...step, answers: { ...answers, 'repos/get-content': () => FORBIDDEN } });
  assert.equal(refused.outputs.conclusion, 'failure', refused.log.join('\n') + refused.stderr);
  assert.match(refused.summary, /changes \.gpurace\.yml/);
});

test('a push is judged by its own configuration', async (t) => {
  const repository = temporaryRepository(t, { 'a.cu': CLEAN });
  const before = repository.commit('before');
  repository.write({ 'a.cu': FAILING, '.gpurace.yml': 'fail-on: none\n' });
  const after = repository.commit('after');
  const owner = { repository: { name: 'kernels', owner: { login: 'octo-org' }, default_branch: 'main' } };
  const run = await runStep(t, {
    entry: SCRIPTED,
    files: {},
    eventName: 'push',
    event: JSON.stringify({ ref: 'refs/heads/main', before, after, ...owner }),
    inputs: QUIET,
    prepare: (workspace) => cpSync(repository.folder, workspace, { recursive: true }),
  });
  assert.deepEqual([run.exitCode, run.outputs.conclusion], [0, 'success'], run.log.join('\n') + run.stderr);
});
