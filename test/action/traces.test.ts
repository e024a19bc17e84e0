/** Recorded traces in the action: joined to what was found statically, shown and gated as other findings. */

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { readMarker } from '../../src/github/comment-marker.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { temporaryRepository } from '../git/repository.ts';
import { PullRequestStandIn } from '../github/stand-in/review.ts';
import { type Finished, runStep, SCRIPTED } from './runner-stand-in.ts';

const KERNEL = `__global__ void scan(int *s) {
  s[threadIdx.x] = 1;
  __syncthreads();
  s[0] = s[63];
}
`;
/** The scripted engine takes it for possible only; a barrier is gone. */
const POSSIBLE = `__global__ void scan(int *s) {
  s[threadIdx.x] = 1; // race 1 write possible
  s[0] = s[63]; // race 1 read possible
}
`;
const UNKNOWN = '__global__ void scan(int *s) {\n  s[threadIdx.x] = 1;\n  s[0] = s[63];\n}\n';
const OPEN = UNKNOWN.replace('{\n', '{ // inconclusive: a loop without a bound\n');
const OTHER = '__global__ void other(int *s) {\n  s[0] = 1;\n  s[0] = 2;\n}\n';

interface Site {
  readonly file: string;
  readonly line: number;
}
type Op = 'write' | 'read';

/** Two threads of different warps meet at one address; with `apart`, a barrier keeps them apart. */
function trace(kernel: string, sites: readonly [Site, Site], ops: readonly [Op, Op], apart = false): string {
  const header = {
    format: 'gpurace-trace',
    version: 1,
    kernel,
    grid: [1, 1, 1],
    block: [64, 1, 1],
    warpSize: 32,
    sites: sites.map((site, id) => ({ ...site, id, column: 1 })),
  };
  const access = (op: Op, thread: number, site: number) => ({ op, thread, space: 'shared', addr: 252, size: 4, site });
  const lines = [header, access(ops[0], 63, 0), ...(apart ? [{ op: 'barrier', block: 0 }] : []), access(ops[1], 0, 1)];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

const at = (line: number, file = 'src/scan.cu'): Site => ({ file, line });
const SCAN = trace('scan', [at(2), at(3)], ['write', 'read']);

const repository = temporaryRepository({ after }, { 'src/scan.cu': KERNEL, 'src/other.cu': OTHER });
const base = repository.commit('base');

interface Pushed {
  readonly source: string;
  /** Put into the checkout behind git's back, as an earlier step of the job does. */
  readonly traces: Readonly<Record<string, string>>;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly pull?: PullRequestStandIn;
  readonly prepare?: (workspace: string) => void;
}

function run(t: TestContext, { source, traces, inputs = {}, pull, prepare }: Pushed): Promise<Finished> {
  repository.git('checkout', '--quiet', '--detach', base);
  repository.write({ 'src/scan.cu': source });
  const head = repository.commit('a change');
  const side = (sha: string) => ({ sha, ref: 'x', repo: { full_name: 'octo-org/kernels' } });
  return runStep(t, {
    entry: SCRIPTED,
    files: {},
    inputs: {
      traces: 'traces',
      ...(pull === undefined ? { review: 'never', 'check-run': 'never', 'upload-sarif': 'never' } : {}),
      ...inputs,
    },
    prepare(workspace) {
      cpSync(repository.folder, workspace, { recursive: true });
      for (const [file, text] of Object.entries(traces)) {
        mkdirSync(dirname(join(workspace, file)), { recursive: true });
        writeFileSync(join(workspace, file), text);
      }
      prepare?.(workspace);
    },
    ...(pull === undefined ? {} : { answers: pull.answers }),
    event: JSON.stringify({
      action: 'synchronize',
      number: 7,
      repository: { name: 'kernels', owner: { login: 'octo-org' } },
      pull_request: { number: 7, base: side(base), head: side(head) },
    }),
  });
}

const resultOf = ({ workspace }: Finished) =>
  parseStoredResult(readFileSync(join(workspace, 'gpurace.json'), 'utf8'), 'the result');
const shown = (finished: Finished) =>
  resultOf(finished).findings.map(({ kernel, evidence, status, accesses }) => [
    kernel,
    evidence,
    status,
    ...accesses.map(({ file, line }) => `${file}:${line}`),
  ]);

test('a race that the analysis takes for possible, and a trace shows, is one finding, and fails the job', async (t) => {
  const without = await run(t, { source: POSSIBLE, traces: {}, inputs: { traces: '' } });
  assert.deepEqual([without.exitCode, without.outputs.conclusion], [0, 'success']);
  const finished = await run(t, { source: POSSIBLE, traces: { 'traces/scan.ndjson': SCAN } });
  assert.equal(finished.exitCode, 1, finished.stderr + finished.log.join('\n'));
  assert.deepEqual(shown(finished), [['scan', 'trace', 'new', 'src/scan.cu:2', 'src/scan.cu:3']]);
  assert.deepEqual(resultOf(finished).detectors, { gwcp: [[0, 1]] });
  assert.ok(finished.log.includes('  trace traces/scan.ndjson'));
  assert.ok(finished.commands.some(({ name, properties }) => name === 'error' && properties.file === 'src/scan.cu'));
});

test('a race that only a trace shows: new where the change reaches, with its comment on the deleted line', async (t) => {
  const patch =
    '@@ -1,5 +1,4 @@\n __global__ void scan(int *s) {\n   s[threadIdx.x] = 1;\n-  __syncthreads();\n   s[0] = s[63];\n }\n';
  const pull = new PullRequestStandIn([{ filename: 'src/scan.cu', patch }]);
  const finished = await run(t, {
    source: OPEN.replace(' // inconclusive: a loop without a bound', ''),
    traces: { 'traces/a.ndjson': SCAN },
    pull,
  });
  assert.equal(finished.exitCode, 1, finished.stderr + finished.log.join('\n'));
  assert.deepEqual(shown(finished), [['scan', 'trace', 'new', 'src/scan.cu:2', 'src/scan.cu:3']]);
  assert.equal(resultOf(finished).kernels.find(({ kernel }) => kernel === 'scan')?.verdict, 'racy');
  assert.deepEqual(
    pull.comments.map(({ path, line, side }) => [path, line, side]),
    [['src/scan.cu', 3, 'LEFT']],
  );

  // The next run does not show it, which proves nothing of a kernel that is not understood.
  const apart = trace('scan', [at(2), at(3)], ['write', 'read'], true);
  await run(t, { source: OPEN, traces: { 'traces/a.ndjson': apart }, pull });
  assert.doesNotMatch(pull.comments[0]?.body ?? '', /Fixed in/);
  const marker = readMarker(pull.comments[0]?.body ?? '');
  assert.equal(marker?.key.traceOnly, true);
  assert.ok(!pull.comments[0]?.isResolved);
  // It is gone when the kernel is proved.
  const proved = await run(t, { source: KERNEL.replace('= 1', '= 2'), traces: { 'traces/a.ndjson': apart }, pull });
  assert.equal(proved.exitCode, 0, proved.stderr + JSON.stringify(proved.commands));
  assert.match(pull.comments[0]?.body ?? '', /Fixed in/);
  assert.equal(pull.comments.length, 1);
});

test('a race that only a trace shows where the change does not reach: gated by `any`, not by `new`', async (t) => {
  const other = trace('other', [at(2, 'src/other.cu'), at(3, 'src/other.cu')], ['write', 'write']);
  const traces = { 'traces/other.ndjson': other };
  const lenient = await run(t, { source: KERNEL.replace('= 1', '= 2'), traces });
  assert.equal(lenient.exitCode, 0, lenient.stderr + lenient.log.join('\n'));
  assert.deepEqual(shown(lenient), [['other', 'trace', null, 'src/other.cu:2', 'src/other.cu:3']]);
  const strict = await run(t, { source: KERNEL.replace('= 1', '= 2'), traces, inputs: { 'fail-on': 'any' } });
  assert.equal(strict.exitCode, 1);
});

test('a run without races makes no kernel race-free, known or not', async (t) => {
  const apart = trace('scan', [at(2), at(3)], ['write', 'read'], true);
  const other = trace('other', [at(2, 'src/other.cu'), at(3, 'src/other.cu')], ['write', 'write'], true);
  const finished = await run(t, { source: OPEN, traces: { 'traces/a': apart, 'traces/b': other } });
  assert.equal(finished.exitCode, 0, finished.stderr);
  assert.deepEqual(
    resultOf(finished).kernels.map(({ kernel, verdict }) => [kernel, verdict]),
    [['scan', 'inconclusive']],
  );
  const { raceFree, kernels } = resultOf(finished).summary;
  assert.deepEqual([raceFree, kernels], [0, 1]);
});

test('broken traces cost only themselves: the others are read, and neutral is the best that comes of it', async (t) => {
  const cut = SCAN.slice(0, -30);
  const finished = await run(t, {
    source: UNKNOWN,
    traces: { 'traces/1-empty': '', 'traces/2-text': 'hello\n', 'traces/3-cut': cut, 'traces/4-good': SCAN },
  });
  assert.equal(finished.exitCode, 1, finished.stderr + finished.log.join('\n'));
  assert.deepEqual(shown(finished), [['scan', 'trace', 'new', 'src/scan.cu:2', 'src/scan.cu:3']]);
  const warned = finished.commands.filter(({ properties }) => properties.title === 'Not analysed');
  assert.deepEqual(
    warned.map(({ properties }) => properties.file),
    ['traces/1-empty', 'traces/2-text', 'traces/3-cut'],
  );
  const alone = await run(t, { source: UNKNOWN, traces: { 'traces/x': 'hello\n' } });
  assert.deepEqual([alone.exitCode, alone.outputs.conclusion, alone.outputs['not-analysed']], [0, 'neutral', '1']);
  assert.equal(resultOf(alone).kernels[0]?.verdict, 'race-free');
});

test('a glob that names nothing is told, and the result is not clean', async (t) => {
  const finished = await run(t, { source: UNKNOWN, traces: {}, inputs: { traces: 'out/*.trace\nother' } });
  assert.deepEqual([finished.exitCode, finished.outputs.conclusion], [0, 'neutral']);
  assert.match(finished.summary, /out\/\\\*\.trace|out\/\*\.trace/);
  assert.equal(finished.outputs['not-analysed'], '2');
});

test('a trace of another machine names the files of this checkout', async (t) => {
  const there = (line: number) => at(line, '/home/gpu/build/kernels/src/scan.cu');
  const finished = await run(t, {
    source: POSSIBLE,
    traces: { 'traces/a': trace('scan', [there(2), there(3)], ['write', 'read']) },
  });
  assert.deepEqual(shown(finished), [['scan', 'trace', 'new', 'src/scan.cu:2', 'src/scan.cu:3']]);
});

test('links are not followed, and detectors without traces are told', async (t) => {
  const finished = await run(t, {
    source: UNKNOWN,
    traces: { 'elsewhere/a': SCAN },
    prepare: (workspace) => symlinkSync(join(workspace, 'elsewhere'), join(workspace, 'traces')),
  });
  assert.equal(finished.outputs.conclusion, 'neutral');
  const without = await run(t, { source: UNKNOWN, traces: {}, inputs: { traces: '', detectors: 'gwcp' } });
  assert.match(without.commands[0]?.message ?? '', /The input `detectors` has no traces to run on/);
});

test('the detectors that are asked for run', async (t) => {
  const finished = await run(t, {
    source: POSSIBLE,
    traces: { 'traces/a': SCAN },
    inputs: { detectors: 'scoped-hb, predict' },
  });
  assert.deepEqual(Object.keys(resultOf(finished).detectors ?? {}), ['scoped-hb', 'predict']);
});

test('in a matrix, traces are read by the job that has the results of all shards', async (t) => {
  const files: Record<string, string> = { 'traces/a': SCAN };
  for (const index of [1, 2]) {
    const shard = await run(t, { source: POSSIBLE, traces: {}, inputs: { shard: `${index}/2`, traces: '' } });
    assert.equal(shard.exitCode, 0, shard.stderr + JSON.stringify(shard.commands));
    files[`shards/${index}.json`] = readFileSync(join(shard.workspace, 'gpurace.json'), 'utf8');
  }
  // A shard does not know what the others found of the races that a trace shows.
  const both = await run(t, { source: POSSIBLE, traces: files, inputs: { shard: '1/2' } });
  assert.equal(both.exitCode, 2);
  const finished = await run(t, { source: POSSIBLE, traces: files, inputs: { results: 'shards/*.json' } });
  assert.equal(finished.exitCode, 1, finished.stderr + JSON.stringify(finished.commands));
  assert.deepEqual(shown(finished), [['scan', 'trace', 'new', 'src/scan.cu:2', 'src/scan.cu:3']]);
});

test('a log of racecheck is taken like a trace; one of a tool that did not run is not clean', async (t) => {
  const log = `========= COMPUTE-SANITIZER
========= Error: Race reported between Write access at scan(int *)+0x90 in scan.cu:2
=========     and Read access at scan(int *)+0xb0 in scan.cu:3 [4 hazards]
=========
========= RACECHECK SUMMARY: 1 hazard displayed (1 error, 0 warnings)
`;
  const seen = await run(t, { source: POSSIBLE, traces: { 'traces/run.log': log }, inputs: { traces: 'traces/**' } });
  assert.deepEqual(
    resultOf(seen).findings.map(({ evidence, accesses }) => [evidence, accesses.map(({ file }) => file)]),
    [['trace', ['src/scan.cu', 'src/scan.cu']]],
  );
  const cut = await run(t, {
    source: KERNEL.replace('= 1', '= 2'),
    traces: { 'traces/run.log': '========= COMPUTE-SANITIZER\n' },
    inputs: { traces: 'traces/**' },
  });
  assert.equal(cut.outputs.conclusion, 'neutral');
});
