/** Several launches: workers, shards, damage, and what joins a static result. */
// slow: workers, for each of many ways to share launches out
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { detectInTraces, type TracesSetting } from '../../src/analysis/detect-in-traces.ts';
import { DETECT_DEFAULTS } from '../../src/detect/index.ts';
import { type Finding, type KernelResult, Result } from '../../src/model/result.ts';
import { VERSION } from '../../src/model/version.ts';
import { renderJson } from '../../src/report/json.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { createBinaryWriter, type TraceEvent, TraceHeader } from '../../src/trace/index.ts';
import { reason } from '../report/sample-result.ts';
import { type Workbench, workbench } from './harness.ts';

const header = (kernel: string): TraceHeader =>
  TraceHeader.parse({
    format: 'gpurace-trace',
    version: 1,
    kernel,
    grid: [2, 1, 1],
    block: [4, 1, 1],
    sites: [1, 2, 3].map((line) => ({ id: line, file: 'a.cu', line, column: 3 })),
  });
const write = (thread: number, site: number, addr = 4096): TraceEvent => ({
  op: 'write',
  thread,
  space: 'global',
  addr,
  size: 4,
  site,
});
const LAUNCHES: readonly (readonly [string, readonly TraceEvent[]])[] = [
  ['first', [write(0, 1), write(4, 2)]],
  ['second', [write(0, 1), { op: 'grid-barrier' }, write(4, 2)]],
  ['first', [write(0, 2), write(4, 3), { op: 'release', thread: 1, lock: 64, scope: 'device' }]],
  ['third', [write(0, 3), write(1, 3)]],
  ['second', [write(1, 1, 8192), write(2, 3, 8192)]],
];
const text = (launches: typeof LAUNCHES): string =>
  launches
    .flatMap(([kernel, events]) => [header(kernel), ...events])
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
function binary(launches: typeof LAUNCHES): Buffer {
  const pieces: Uint8Array[] = [];
  const writer = createBinaryWriter((piece) => void pieces.push(piece));
  for (const [kernel, events] of launches) {
    writer.launch(header(kernel));
    for (const event of events) writer.event(event);
  }
  writer.end();
  return Buffer.concat(pieces);
}

const SETTING: TracesSetting = {
  detectors: ['gwcp'],
  options: DETECT_DEFAULTS,
  jobs: null,
  shard: null,
  parallelism: 2,
};

async function results(bench: Workbench, ...args: string[]): Promise<Result> {
  const { code, stdout, stderr } = await bench.run(['trace', ...args, '--format', 'json']);
  assert.ok(code === 1 || code === 3 || code === 0, stderr);
  const result = parseStoredResult(stdout, 'the result');
  return { ...result, summary: { ...result.summary, elapsedMs: 0 } };
}

test('the same bytes whatever the number of workers, in both encodings, damaged or not', async (t) => {
  const whole = binary(LAUNCHES);
  const flipped = Buffer.from(whole);
  flipped[Math.floor(whole.length * 0.7)]! ^= 4;
  const bench = workbench(t, {
    'a.ndjson': text(LAUNCHES),
    'a.trace': whole,
    'flipped.trace': flipped,
    'cut.trace': whole.subarray(0, whole.length - 20),
    'wrong.ndjson': `${text(LAUNCHES.slice(0, 3))}{"op":"jump"}\n${text(LAUNCHES.slice(3))}`,
    'header.ndjson': `${text(LAUNCHES.slice(0, 3))}{"format":"gpurace-trace","version":7}\n${text(LAUNCHES.slice(3))}`,
  });
  const names = ['a.ndjson', 'a.trace', 'flipped.trace', 'cut.trace', 'wrong.ndjson', 'header.ndjson'];
  const files = names.map((name) => ({ path: join(bench.cwd, name), shown: name }));
  const [one, two] = await Promise.all(
    [1, 2].map((jobs) => detectInTraces(files, { ...SETTING, detectors: ['gwcp', 'predict'], jobs })),
  );
  for (const [i, name] of names.entries()) {
    assert.deepEqual(two![i], one![i], name);
    const errors = one![i]!.problems.filter(({ severity }) => severity === 'error');
    assert.equal(errors.length, name.startsWith('a.') ? 0 : 1, name);
    assert.equal(one![i]!.launches.length, { 'a.ndjson': 5, 'a.trace': 5 }[name] ?? one![i]!.launches.length);
  }
  const text1 = await results(bench, 'a.ndjson', '--jobs', '2');
  assert.equal(text1.findings.length, 4);
  assert.deepEqual((await results(bench, 'a.trace')).findings, text1.findings);
  const { problems, kernels } = await results(bench, 'wrong.ndjson');
  assert.equal(problems.find(({ severity }) => severity === 'error')?.line, 12);
  assert.deepEqual(
    kernels.map(({ kernel, launches }) => [kernel, launches.length]),
    [
      ['first', 2],
      ['second', 1],
    ],
  );
});

test('the parts of a matrix, merged, are the whole', async (t) => {
  const bench = workbench(t, { 'a.trace': binary(LAUNCHES) });
  const detectors = ['--detector', 'gwcp,scoped-hb,predict'];
  const whole = await results(bench, 'a.trace', ...detectors);
  for (const count of [2, 5, 7]) {
    const names: string[] = [];
    for (let part = 1; part <= count; part++) {
      names.push(`${part}.json`);
      const shard = ['--shard', `${part}/${count}`, '--format', 'json', '--output', `${part}.json`];
      await bench.run(['trace', 'a.trace', ...detectors, ...shard]);
    }
    const { code, stdout } = await bench.run(['merge', ...names]);
    assert.equal(code, 1);
    const merged = parseStoredResult(stdout, 'the result');
    assert.deepEqual({ ...merged, summary: { ...merged.summary, elapsedMs: 0 } }, whole, `${count} parts`);
  }
  assert.equal((await bench.run(['trace', 'a.trace', '--shard', '3/2'])).code, 2);
});

test('a worker that dies costs its launch', async (t) => {
  const spread = (n: number): TraceEvent[] => Array.from({ length: n }, (_, i) => write(i % 8, 1, 4096 + 64 * i));
  const bench = workbench(t, {
    'a.trace': binary([LAUNCHES[0]!, ['large', spread(600_000)], LAUNCHES[3]!]),
  });
  const setting: TracesSetting = { ...SETTING, detectors: ['scord'], jobs: 2, heapMib: 64 };
  const [outcome] = await detectInTraces([{ path: join(bench.cwd, 'a.trace'), shown: 'a.trace' }], setting);
  assert.deepEqual(
    outcome?.launches.map((launch) => launch.header.kernel),
    ['first', 'third'],
  );
  assert.match(outcome?.problems[0]?.message ?? '', /was not analysed: more than 64 MiB of memory/);
  assert.ok((outcome?.problems[0]?.offset ?? 0) > 0);
});

/** What `check` would say of the places that the traces above know. */
function stated(findings: readonly Partial<Finding>[]): Result {
  const access = (line: number) => ({
    file: 'a.cu',
    line,
    column: 3,
    endLine: line,
    endColumn: 7,
    kind: 'write' as const,
    scope: null,
    text: 'x[0]',
    iterations: [],
    calls: [],
  });
  const base = (line: number, other: number): Finding => ({
    raceId: `race-${line}-${other}`,
    rule: 'inter-block-race',
    kernel: 'ns::first<8>',
    memory: { space: 'global', object: 'x' },
    accesses: [access(line), access(other)],
    evidence: 'possible',
    witness: null,
    dataDependent: true,
    message: 'Two blocks may meet.',
    fixes: [],
    status: 'unchanged',
  });
  const kernel = (name: string, line: number, verdict: KernelResult['verdict']): KernelResult => ({
    kernel: name,
    file: 'a.cu',
    line,
    language: 'cuda',
    verdict,
    conditions: [],
    reasons: verdict === 'inconclusive' ? [reason('something is open')] : [],
    assumptions: [],
    launches: [],
    accessPairs: 3,
    solverCalls: 1,
    elapsedMs: 5,
  });
  return Result.parse({
    schemaVersion: 2,
    tool: { name: 'gpurace', version: VERSION },
    kernels: [
      kernel('ns::first<8>', 1, 'inconclusive'),
      kernel('second', 20, 'inconclusive'),
      kernel('third', 40, 'race-free'),
    ],
    findings: findings.map((finding, i) => ({
      ...base(
        ...([
          [2, 1],
          [1, 3],
        ][i] as [number, number]),
      ),
      ...finding,
    })),
    problems: [],
    summary: { files: 1, kernels: 3, raceFree: 1, conditional: 0, racy: 0, inconclusive: 2, elapsedMs: 0 },
  });
}

test('what was found statically and seen in a run is one finding', async (t) => {
  const bench = workbench(t, {
    'run.ndjson': text(LAUNCHES.slice(0, 1)),
    'clean.ndjson': text(LAUNCHES.slice(1, 2)),
    'check.json': renderJson(stated([{}, {}])),
  });
  const joined = await results(bench, 'run.ndjson', '--with', 'check.json');
  assert.deepEqual(
    joined.findings.map(({ raceId, evidence, dataDependent, status }) => [raceId, evidence, dataDependent, status]),
    [
      ['race-2-1', 'trace', false, 'unchanged'],
      ['race-1-3', 'possible', true, 'unchanged'],
    ],
  );
  const [seen] = joined.findings;
  assert.match(
    seen!.message,
    /^Two blocks may meet\. Seen in a recorded run: 0x1000: thread \(0,0,0\) of block \(0,0,0\)/,
  );
  // The run had line 1 first, the static finding has line 2 first.
  assert.deepEqual(
    seen!.witness?.threads.map(({ block }) => block[0]),
    [1, 0],
  );
  assert.deepEqual(
    joined.kernels.map(({ kernel, verdict }) => [kernel, verdict]),
    [
      ['ns::first<8>', 'racy'],
      ['second', 'inconclusive'],
      ['third', 'race-free'],
    ],
  );
  // The same through `merge`, in whatever order.
  await bench.run(['trace', 'run.ndjson', '--format', 'json', '--output', 'run.json']);
  for (const order of [
    ['check.json', 'run.json'],
    ['run.json', 'check.json'],
  ]) {
    const { code, stdout } = await bench.run(['merge', ...order]);
    assert.equal(code, 1);
    const merged = parseStoredResult(stdout, 'the result');
    const sorted = (result: Result) => ({
      ...result,
      findings: [...result.findings].sort((a, b) => (a.raceId < b.raceId ? -1 : 1)),
      summary: { ...result.summary, elapsedMs: 0 },
    });
    assert.deepEqual(sorted(merged), sorted(joined));
  }
});

test('a run without the race proves nothing', async (t) => {
  const bench = workbench(t, {
    'clean.ndjson': text(LAUNCHES.slice(1, 2)),
    'check.json': renderJson(stated([{}, { kernel: 'second', evidence: 'witness' }])),
  });
  const joined = await results(bench, 'clean.ndjson', '--with', 'check.json');
  assert.deepEqual(joined.findings, stated([{}, { kernel: 'second', evidence: 'witness' }]).findings);
  assert.equal(joined.kernels.find(({ kernel }) => kernel === 'second')?.verdict, 'inconclusive');
});

test('other kinds of race and other places stay findings of their own', async (t) => {
  const racy = text([['third', [write(0, 1), write(1, 2)]]]);
  const bench = workbench(t, {
    'run.ndjson': racy,
    'check.json': renderJson(stated([{ kernel: 'third' }])),
  });
  const { findings, kernels } = await results(bench, 'run.ndjson', '--with', 'check.json');
  assert.deepEqual(
    findings.map(({ kernel, rule, evidence }) => [kernel, rule, evidence]),
    [
      ['third', 'inter-block-race', 'possible'],
      ['third', 'intra-warp-race', 'trace'],
    ],
  );
  // A race that was seen contradicts the proof: something that it rests on does not hold.
  assert.equal(kernels.find(({ kernel }) => kernel === 'third')?.verdict, 'racy');
});
