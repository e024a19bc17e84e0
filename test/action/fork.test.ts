/** The fork-safe pair: what the first half finds without any right, the second half publishes, and nothing else. */

import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import type { StoredResult } from '../../src/result/stored-form.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { temporaryRepository } from '../git/repository.ts';
import { FinishedRunStandIn } from '../github/stand-in/finished-run.ts';
import { FORBIDDEN, SERVER_ERROR } from '../github/stand-in/pull-request.ts';
import { PullRequestStandIn } from '../github/stand-in/review.ts';
import type { Answers } from '../github/stand-in/server.ts';
import { writeZip, type ZipEntry } from '../github/zip-writer.ts';
import { assertGolden } from '../golden.ts';
import { live } from '../live-markdown.ts';
import { ACTION, type Finished, runStep, SCRIPTED, type Step } from './runner-stand-in.ts';

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
const DELETED = SHIFT.replace('  __syncthreads();\n', '');
const PATCH =
  '@@ -2,7 +2,6 @@ __global__ void shift(int *out, const int *in) {\n   __shared__ int s[64];\n   int i = threadIdx.x;\n   s[i] = in[blockIdx.x * 64 + i];\n-  __syncthreads();\n   out[blockIdx.x * 64 + i] = s[(i + 1) % 64];\n }\n ';
const FILES = [{ filename: 'src/shift.cu', patch: PATCH }];

const repository = temporaryRepository({ after }, { 'src/shift.cu': SHIFT });
const base = repository.commit('base');
repository.write({ 'src/shift.cu': DELETED });
const head = repository.commit('one barrier less');

/** The first half, on the event of a pull request from a fork, with a token that may do nothing. */
function analyse(t: TestContext): Promise<Finished> {
  return runStep(t, {
    entry: ACTION,
    files: {},
    inputs: { mode: 'analyse' },
    prepare: (workspace) => cpSync(repository.folder, workspace, { recursive: true }),
    event: JSON.stringify({
      action: 'synchronize',
      number: 7,
      repository: { name: 'kernels', owner: { login: 'octo-org' } },
      pull_request: {
        number: 7,
        base: { sha: base, ref: 'main', repo: { full_name: 'octo-org/kernels' } },
        head: { sha: head, ref: 'topic', repo: { full_name: 'mona/kernels' } },
      },
    }),
  });
}

/** What the first half wrote; the tests share one run of it. */
const written: Promise<Buffer> = (async () => {
  const context = { after };
  const run = await analyse(context as unknown as TestContext);
  assert.equal(run.exitCode, 1, run.stderr + run.log.join('\n'));
  return readFileSync(join(run.workspace, 'gpurace.json'));
})();

interface World {
  readonly run: FinishedRunStandIn;
  readonly pull: PullRequestStandIn;
}

/** GitHub after the first half: pull request 7 of mona's fork, and the artifact. */
async function world(t: TestContext, entries?: readonly ZipEntry[] | Buffer): Promise<World> {
  const run = new FinishedRunStandIn(head);
  await run.start(t);
  run.pulls = [{ number: 7, head, repository: 'mona/kernels', branch: 'topic' }];
  run.files.set(`src/shift.cu@${head}`, DELETED);
  const zip = Buffer.isBuffer(entries)
    ? entries
    : writeZip(
        entries ?? [
          { name: 'gpurace.json', data: await written },
          { name: 'gpurace.sarif', data: '{}' },
        ],
      );
  run.artifacts = [{ name: 'gpurace', zip }];
  return { run, pull: new PullRequestStandIn(FILES) };
}

interface Options {
  /** The scripted one has a client that keeps no distance between requests, for what does not hang on the bundle. */
  readonly entry?: string;
  readonly answers?: Answers;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: object;
  readonly kill?: Step['kill'];
}

/** The second half, in an empty folder. */
function publish(t: TestContext, { run, pull }: World, options: Options = {}): Promise<Finished> {
  return runStep(t, {
    entry: options.entry ?? ACTION,
    files: {},
    inputs: { mode: 'publish', ...options.inputs },
    eventName: 'workflow_run',
    event: run.event(options.event),
    answers: { ...pull.answers, ...run.answers, ...options.answers },
    ...(options.kill === undefined ? {} : { kill: options.kill }),
  });
}

/** What a reader of the pull request sees. */
const stateOf = ({ pull }: World) => ({
  comments: pull.comments.map(({ path, line, side, body }) => ({ path, line, side, body })),
  checks: pull.checks.runs.map(({ id: _, ...check }) => check),
  alerts: [...pull.scanning.analyses.values()],
});
const places = ({ comments }: PullRequestStandIn) => comments.map(({ path, line, side }) => [path, line, side]);
const writes = ({ requests }: Finished) =>
  requests.filter(({ request }) => /create|update|delete/.test(request.operationId)).length;

test('the first half fails for a race, asks GitHub nothing, and says what the second half needs', async (t) => {
  const run = await analyse(t);
  assert.equal(run.exitCode, 1, run.stderr);
  assert.deepEqual(run.requests, []);
  assert.equal(run.outputs.conclusion, 'failure');
  assert.match(run.summary, /1 data race fails the job/);
  const { handover, findings } = parseStoredResult(
    readFileSync(join(run.workspace, 'gpurace.json'), 'utf8'),
    'the result',
  );
  assert.deepEqual(handover, {
    head,
    base,
    comparison: `Compared with ${base.slice(0, 12)}`,
    units: [{ file: 'src/shift.cu', throughHeaders: [] }],
    missing: [],
  });
  assert.deepEqual([findings.length, findings[0]?.anchor?.kind], [1, 'deleted-line']);
});

test('a race in a pull request from a fork gets its comment, on the deleted line, once', async (t) => {
  const there = await world(t);
  const first = await publish(t, there);
  assert.equal(first.exitCode, 0, first.stderr + first.log.join('\n'));
  assert.deepEqual(places(there.pull), [['src/shift.cu', 5, 'LEFT']]);
  assert.deepEqual(
    there.pull.checks.runs.map(({ name, head_sha, conclusion, annotations }) => [
      name,
      head_sha,
      conclusion,
      annotations.length,
    ]),
    [['gpurace', head, 'failure', 1]],
  );
  assert.deepEqual(
    [...there.pull.scanning.analyses.values()].map(({ ref, commit }) => [ref, commit]),
    [['refs/pull/7/head', head]],
  );
  assertGolden('action/fork-comment.md', `${there.pull.comments[0]?.body}\n`);
  // What follows is the Markdown report, which has goldens of its own.
  const [own = '', report] = first.summary.split(/(?=\n\n1 kernel in 1 file: )/);
  assert.match(report ?? '', /intra-block-race/);
  const names = own.replaceAll(head.slice(0, 12), 'HEAD').replaceAll(base.slice(0, 12), 'BASE');
  assertGolden('action/fork.summary.md', `${names}\n`);
  assert.deepEqual(first.outputs, { new: '1', fixed: '0', unchanged: '0', 'not-analysed': '0', conclusion: 'failure' });
  assert.deepEqual(
    first.commands.filter(({ properties }) => properties.file !== undefined),
    [],
  );

  const again = await publish(t, there);
  assert.deepEqual([again.exitCode, there.pull.comments.length, there.pull.reviews], [0, 1, 1]);
  assert.equal(writes(again), 0);
});

test('killed at any request and run again, it ends the same', async (t) => {
  const there = await world(t);
  const whole = await publish(t, there);
  const wanted = stateOf(there);
  assert.deepEqual([wanted.comments.length, wanted.checks.length, wanted.alerts.length], [1, 1, 1]);
  assert.ok(whole.requests.length >= 10);
  const cases = whole.requests.flatMap(({ request: { operationId } }, index) => {
    const whens = ['before it has an effect', 'after it had one'] as const;
    // A question has no effect.
    return whens
      .slice(0, /create|update|upload/.test(operationId) ? 2 : 1)
      .map((when) => ({ request: index + 1, when }));
  });
  assert.ok(cases.length > whole.requests.length);
  const one = async (kill: NonNullable<Step['kill']>) => {
    const other = await world(t);
    assert.equal((await publish(t, other, { kill, entry: SCRIPTED })).exitCode, null);
    const second = await publish(t, other, { entry: SCRIPTED });
    assert.equal(second.exitCode, 0, second.stderr);
    assert.deepEqual(stateOf(other), wanted, `killed at request ${kill.request}, ${kill.when}`);
  };
  for (let from = 0; from < cases.length; from += 4) await Promise.all(cases.slice(from, from + 4).map(one));
});

test('a storage that fails is asked again; one that goes on failing fails the run', async (t) => {
  const there = await world(t);
  there.run.storageFails = 2;
  assert.equal((await publish(t, there, { entry: SCRIPTED })).exitCode, 0);
  assert.equal(there.pull.comments.length, 1);
  there.run.storageFails = 3;
  const failed = await publish(t, there, { entry: SCRIPTED });
  assert.equal(failed.exitCode, 4);
  assert.match(failed.commands[0]?.message ?? '', /The artifact cannot be downloaded: the storage answered 503/);
});

test('what is proposed moved on, was closed, or is of another fork: nothing is posted', async (t) => {
  for (const [pulls, why] of [
    [[{ number: 7, head: base, repository: 'mona/kernels', branch: 'topic' }], /Pull request 7 has gone on since/],
    [[], /No open pull request has the branch/],
    [[{ number: 7, head, repository: 'mona/other', branch: 'topic' }], /No open pull request has the branch/],
  ] as const) {
    const there = await world(t);
    const event = { head_branch: 'topic', head_repository: { full_name: 'mona/kernels', owner: { login: 'mona' } } };
    there.run.pulls = [...pulls];
    const run = await publish(t, there, { entry: SCRIPTED, event });
    assert.equal(run.exitCode, 0, run.stderr);
    assert.ok(
      run.log.some((line) => why.test(line) && /Nothing is published/.test(line)),
      run.log.join('\n'),
    );
    assert.deepEqual(run.outputs, { conclusion: 'neutral' });
    assert.equal(run.summary, '');
    assert.deepEqual(
      run.requests.map(({ request }) => request.operationId),
      ['pulls/list'],
    );
  }
});

test('runs that are about no pull request, or were stopped: nothing is posted', async (t) => {
  for (const [event, why] of [
    [{ event: 'push' }, /was started by push/],
    [{ event: 'schedule' }, /was started by schedule/],
    [{ head_repository: null }, /the fork that it is in, is gone/],
    [{ conclusion: 'cancelled' }, /The first half was cancelled/],
  ] as const) {
    const there = await world(t);
    const run = await publish(t, there, { entry: SCRIPTED, event });
    assert.equal(run.exitCode, 0, run.stderr);
    assert.ok(
      run.log.some((line) => why.test(line)),
      run.log.join('\n'),
    );
    assert.deepEqual([run.outputs, there.pull.comments.length], [{ conclusion: 'neutral' }, 0]);
  }
});

test('two pull requests with one head: no comment on either, and not clean', async (t) => {
  const there = await world(t);
  there.run.pulls = [...there.run.pulls, { ...there.run.pulls[0]!, number: 8 }];
  const run = await publish(t, there);
  assert.equal(run.exitCode, 0, run.stderr);
  assert.equal(there.pull.comments.length, 0);
  assert.match(run.summary, /Several pull requests/);
  assert.deepEqual(
    there.pull.checks.runs.map(({ name, head_sha, conclusion }) => [name, head_sha, conclusion]),
    // The race is there for whichever it was.
    [['gpurace', head, 'failure']],
  );
  assert.equal(run.outputs['not-analysed'], '1');
});

test('without the artifact: neutral, and a line that says so', async (t) => {
  for (const [prepare, why] of [
    [({ run }: World) => (run.artifacts = []), /left no artifact gpurace/],
    [({ run }: World) => (run.artifacts = [{ ...run.artifacts[0]!, name: 'other' }]), /left no artifact gpurace/],
    [({ run }: World) => (run.artifacts = [{ ...run.artifacts[0]!, expired: true }]), /it has expired/],
    [({ run }: World) => (run.artifacts = [{ ...run.artifacts[0]!, size: 11 << 20 }]), /larger than 10 MiB/],
    // The size that GitHub tells is not believed either.
    [
      ({ run }: World) => (run.artifacts = [{ name: 'gpurace', zip: Buffer.alloc((10 << 20) + 1), size: 1 }]),
      /larger than 10 MiB/,
    ],
  ] as const) {
    const there = await world(t);
    prepare(there);
    const run = await publish(t, there, { entry: SCRIPTED });
    assert.equal(run.exitCode, 0, run.stderr);
    assert.match(run.summary, why);
    assert.deepEqual([run.outputs.conclusion, there.pull.comments.length], ['neutral', 0]);
  }
});

const TRAVERSAL = { name: '../../home/runner/.bashrc', data: 'steal' };
const HOSTILE: readonly (readonly [
  what: string,
  entries: (right: StoredResult) => readonly ZipEntry[] | Buffer,
  why: RegExp,
])[] = [
  ['no zip', () => Buffer.from('<html>'), /it is no zip that can be read/],
  ['a path out of the folder', (right) => [entry(right), TRAVERSAL], /invalid relative path/],
  ['a zip bomb', () => [{ name: 'gpurace.json', data: Buffer.alloc((32 << 20) + 1) }], /larger than 32 MiB/],
  ['10,000 files', () => writeZip([TRAVERSAL], 10_000), /more than 100 files/],
  ['no JSON', () => [{ name: 'gpurace.json', data: '$(touch pwned)' }], /it is not JSON/],
  ['another schema', () => [entry({ schemaVersion: 1 })], /is not used/],
  ['another commit', (right) => [entry({ ...right, handover: { ...right.handover, head: base } })], /it speaks of/],
  ['another pull request', (right) => [entry({ ...right, pullNumber: 8 })], /pullNumber/],
  [
    'a log command in a key',
    (right) => [entry({ ...right, '\n::set-output name=new::9\n##[error]x': 1 })],
    /is not used/,
  ],
];
function entry(value: object): ZipEntry {
  return { name: 'gpurace.json', data: JSON.stringify(value) };
}
for (const [what, entries, why] of HOSTILE) {
  test(`a hostile artifact: ${what}. Nothing is posted, and it is not clean`, async (t) => {
    const there = await world(t, entries(JSON.parse((await written).toString()) as StoredResult));
    const run = await publish(t, there);
    assert.equal(run.exitCode, 0, run.stderr);
    assert.equal(run.stderr, '');
    assert.match(run.summary, why);
    assert.deepEqual([run.outputs.conclusion, run.outputs.new, there.pull.comments.length], ['neutral', '0', 0]);
    assert.deepEqual(run.commands, []);
    assert.ok(
      run.log.some((line) => why.test(line)),
      run.log.join('\n'),
    );
    assert.deepEqual(
      there.pull.checks.runs.map(({ head_sha, conclusion }) => [head_sha, conclusion]),
      [[head, 'neutral']],
    );
    assert.deepEqual(readdirSync(run.workspace), []);
  });
}

test('a hostile artifact: texts are text, and comments stay within the diff of this pull request', async (t) => {
  const right = JSON.parse((await written).toString()) as StoredResult;
  const [first] = right.findings;
  assert.ok(first !== undefined);
  // Their anchors say where each of them stands.
  const finding = { ...first, orderLost: null };
  const evil = '\n::error::pwned\n##[error]x <img src=x> [click](https://evil.example) @octo-org/all #1 \u202e```';
  const hostile = {
    ...right,
    findings: [
      { ...finding, message: evil, fixes: [{ kind: 'x', edits: [], diff: '+ steal();', verified: true }] },
      // Lines that the diff does not show, files that it does not have, files that are none.
      { ...finding, raceId: 'a', anchor: { ...finding.anchor, line: 900, text: 'x' } },
      { ...finding, raceId: 'b', anchor: { ...finding.anchor, file: 'src/other.cu' } },
      {
        ...finding,
        raceId: 'c',
        kernel: 'other',
        accesses: [{ ...finding.accesses[0], file: '../../etc/passwd', text: evil }],
      },
    ],
  };
  const there = await world(t, [entry(hostile)]);
  const run = await publish(t, there);
  assert.equal(run.exitCode, 0, run.stderr);
  assert.deepEqual(run.commands, []);
  // The other kernel lost the same line, and shares its comment.
  assert.deepEqual(places(there.pull), [
    ['src/shift.cu', 5, 'LEFT'],
    ['src/shift.cu', null, 'RIGHT'],
  ]);
  assert.ok(there.pull.comments.some(({ body }) => body.includes('etc/passwd')));
  for (const { body } of there.pull.comments) {
    assert.deepEqual(live(body.replace(/^.*\n/, '')), []);
    assert.doesNotMatch(body, /steal/);
  }
  assert.match(run.summary, /the diff does not show/);
  const asked = run.requests.filter(({ request }) => request.operationId === 'repos/get-content');
  assert.deepEqual(
    asked.map(({ request }) => request.parameters.path),
    ['.gpurace.yml', 'src/shift.cu'],
  );
});

test('of two artifacts of one name, as a repeated run leaves them, the newest counts', async (t) => {
  const there = await world(t);
  there.run.artifacts = [
    { name: 'gpurace', zip: writeZip([{ name: 'gpurace.json', data: '{}' }]) },
    ...there.run.artifacts,
  ];
  assert.equal((await publish(t, there, { entry: SCRIPTED })).outputs.conclusion, 'failure');
  assert.equal(there.pull.comments.length, 1);
});

test('a token that may not: what to add is said, and each right costs only what it is for', async (t) => {
  const refused = { ...FORBIDDEN };
  const pulls = await publish(t, await world(t), { entry: SCRIPTED, answers: { 'pulls/list': () => refused } });
  assert.equal(pulls.exitCode, 0);
  assert.match(pulls.commands[0]?.message ?? '', /add `pull-requests: write`/);
  const artifacts = await publish(t, await world(t), {
    entry: SCRIPTED,
    answers: { 'actions/list-workflow-run-artifacts': () => refused },
  });
  assert.match(artifacts.summary, /add \\?`actions: read/);
  assert.equal(artifacts.outputs.conclusion, 'neutral');
  const there = await world(t);
  const contents = await publish(t, there, { entry: SCRIPTED, answers: { 'repos/get-content': () => refused } });
  assert.ok(
    contents.log.some((line) => /add `contents: read`/.test(line)),
    contents.log.join('\n'),
  );
  assert.equal(there.pull.comments.length, 1);
  // Without the source the result's own words stand in its place.
  assert.match(there.pull.comments[0]?.body ?? '', /4 \| s\[i\] {2}<- A: write/);
});

test('the pull request changes its own workflows: found races are shown, a clean result is not believed', async (t) => {
  const files = [...FILES, { filename: '.github/workflows/gpurace.yml', patch: '@@ -1 +1 @@\n-a\n+b' }];
  const there = { ...(await world(t)), pull: new PullRequestStandIn(files) };
  const run = await publish(t, there, { entry: SCRIPTED });
  assert.deepEqual([run.outputs.conclusion, there.pull.comments.length], ['failure', 1]);
  assert.match(run.summary, /changes \.github\/workflows\/gpurace\.yml/);
  const clean = JSON.parse((await written).toString()) as StoredResult;
  const quiet = {
    ...clean,
    findings: [],
    kernels: clean.kernels.map((k) => ({ ...k, verdict: 'race-free' as const })),
  };
  const cleanWorld = await world(t, [{ name: 'gpurace.json', data: JSON.stringify(quiet) }]);
  const other = await publish(t, { ...cleanWorld, pull: there.pull }, { entry: SCRIPTED });
  assert.equal(other.outputs.conclusion, 'neutral');
  assert.ok(!there.pull.comments[0]?.body.includes('Fixed in'));
});

test('new suppressions and assumptions are counted from the diff that GitHub gives, whatever the first half says', async (t) => {
  const clean = JSON.parse((await written).toString()) as StoredResult;
  const kernels = clean.kernels.map((k) => ({ ...k, verdict: 'race-free' as const }));
  const there = await world(t, [{ name: 'gpurace.json', data: JSON.stringify({ ...clean, findings: [], kernels }) }]);
  const patch = '@@ -1 +1,3 @@\n+// gpurace: ignore\n+// gpurace: assume n == 1\n int x;';
  const pull = new PullRequestStandIn([{ filename: 'src/more.cuh', patch }, { filename: 'src/large.cu' }]);
  const run = await publish(t, { ...there, pull }, { entry: SCRIPTED });
  assert.equal(run.outputs.conclusion, 'neutral', run.log.join('\n'));
  const summary = run.summary.replaceAll('\\', '');
  assert.match(
    summary,
    /1 new suppression of findings \(src\/more\.cuh:1\)\. It brings 1 new assumption \(src\/more\.cuh:2\)\./,
  );
  assert.match(summary, /It is not known whether it adds suppressions or assumptions in src\/large\.cu\./);
});

test('what gates is said by the base branch and by the workflow, not by the pull request', async (t) => {
  const there = await world(t);
  there.run.files.set('.gpurace.yml@main', 'fail-on: none\n');
  there.run.files.set(`.gpurace.yml@${head}`, 'severity:\n  intra-warp-race: off\n');
  assert.equal((await publish(t, there, { entry: SCRIPTED })).outputs.conclusion, 'success');
  there.run.files.set('.gpurace.yml@main', 'fail-on: [\n');
  const broken = await publish(t, there, { entry: SCRIPTED });
  assert.equal(broken.outputs.conclusion, 'failure');
  assert.match(broken.commands[0]?.message ?? '', /\.gpurace\.yml:\d+:\d+.*judged without it/);
});

test('the event must be workflow_run, and its payload one', async (t) => {
  const wrong = await runStep(t, { entry: ACTION, files: {}, inputs: { mode: 'publish' } });
  assert.equal(wrong.exitCode, 2);
  assert.match(wrong.commands[0]?.message ?? '', /mode: publish belongs in a workflow that starts `on: workflow_run`/);
  const payload = await publish(t, await world(t), { event: { head_sha: '--upload-pack=x' } });
  assert.equal(payload.exitCode, 2);
  assert.match(payload.commands[0]?.message ?? '', /workflow_run\.head_sha/);
});

test('GitHub fails: exit code 4, and nothing half done', async (t) => {
  const there = await world(t);
  const run = await publish(t, there, { answers: { 'actions/list-workflow-run-artifacts': () => SERVER_ERROR } });
  assert.equal(run.exitCode, 4);
  assert.equal(there.pull.comments.length, 0);
});
