import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Result } from '../../src/model/result.ts';
import { mergeResults } from '../../src/result/merge.ts';
import { toStored } from '../../src/result/stored-form.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { access, finding, kernel, result, SOURCES, sampleResult } from '../report/sample-result.ts';
import { reasonsOf } from '../texts.ts';
import { workbench } from './harness.ts';

const stored = (value: Result) => JSON.stringify(toStored(value));

test('report renders a stored result, with the sources of the working directory', async (t) => {
  const bench = workbench(t, { ...SOURCES, 'r.json': stored(sampleResult()) });
  const { code, stdout, stderr } = await bench.run(['report', 'r.json']);
  assert.equal(code, 0);
  assert.equal(stderr, '');
  assert.match(stdout, / {4}7 \| {5}if \(i < cols && j < rows\) A\[i\*rows\+j\] = A\[j\*cols\+i\];/);
  const json = await bench.run(['report', 'r.json', '--format', 'json']);
  const { sources = [], ...rest } = parseStoredResult(json.stdout, 'r.json');
  assert.deepEqual(rest, sampleResult());
  assert.ok(sources.length > 0);
});

test('report prints no lines of files outside the working directory', async (t) => {
  const outside = ['/etc/passwd', '../secret.cu', 'link.cu'].map((file) =>
    finding({ accesses: [access({ file, line: 1, endLine: 1 }), access({ file, line: 1, endLine: 1 })] }),
  );
  const bench = workbench(t, { 'proj/r.json': stored(result({ findings: outside })), 'secret.cu': 'the secret\n' });
  const cwd = join(bench.cwd, 'proj');
  symlinkSync('../secret.cu', join(cwd, 'link.cu'));
  for (const format of ['text', 'markdown', 'html']) {
    const { code, stdout } = await bench.run(['report', 'r.json', '--format', format], { cwd });
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /the secret|root:/);
  }
});

for (const [name, content, message] of [
  ['is not there', null, 'gpurace: no such file: r.json\n'],
  ['is not JSON', '{', /^gpurace: r\.json is not JSON: /],
  [
    'is of another version',
    JSON.stringify({ schemaVersion: 1 }),
    'gpurace: r.json has schemaVersion 1; this gpurace reads 2\n',
  ],
  ['is something else', '[]', /^gpurace: r\.json is not a gpurace result:\n {2}\(top\): /],
  [
    'has a hole',
    JSON.stringify({ ...result(), summary: undefined }),
    /^gpurace: r\.json is not a gpurace result:\n {2}summary: Invalid input/,
  ],
] as const) {
  test(`a stored result that ${name} is refused`, async (t) => {
    const bench = workbench(t, content === null ? {} : { 'r.json': content });
    const { code, stdout, stderr } = await bench.run(['report', 'r.json']);
    assert.equal(code, 2);
    assert.equal(stdout, '');
    if (typeof message === 'string') assert.equal(stderr, message);
    else assert.match(stderr, message);
  });
}

const shard = (file: string, verdict: 'racy' | 'race-free' | 'inconclusive') =>
  result({
    kernels: [
      kernel({ kernel: 'shared', file: 'common.cuh', verdict, reasons: verdict === 'inconclusive' ? ['r'] : [] }),
      kernel({ kernel: file, file, verdict: 'race-free' }),
    ],
    findings: verdict === 'racy' ? [finding({ kernel: 'shared' })] : [],
    problems: [{ file: null, line: null, column: null, severity: 'warning', message: 'same in all' }],
  });

test('merging joins shards, keeps the worse verdict and does not depend on the order', () => {
  const shards = [shard('b.cu', 'race-free'), shard('a.cu', 'racy'), shard('c.cu', 'inconclusive')] as const;
  const merged = mergeResults(shards);
  assert.deepEqual(Result.parse(merged), merged);
  assert.deepEqual(
    merged.kernels.map(({ kernel: name, verdict }) => `${name} ${verdict}`),
    ['a.cu race-free', 'b.cu race-free', 'c.cu race-free', 'shared racy'],
  );
  assert.deepEqual(reasonsOf(merged.kernels[3]!), ['r']);
  assert.equal(merged.kernels[3]?.launches.length, 1);
  assert.equal(merged.findings.length, 1);
  assert.equal(merged.problems.length, 1);
  assert.deepEqual(merged.summary, {
    files: 6,
    kernels: 4,
    raceFree: 3,
    conditional: 0,
    racy: 1,
    inconclusive: 0,
    elapsedMs: 3 * 812,
  });
  assert.deepEqual(mergeResults([shards[2], shards[1], shards[0]]), merged);
  assert.deepEqual(mergeResults([shards[0]]).findings, shards[0].findings);
});

test('merge writes JSON and exits as the whole run would', async (t) => {
  const bench = workbench(t, {
    'a.json': stored(shard('a.cu', 'race-free')),
    'b.json': stored(shard('b.cu', 'racy')),
    'c.json': stored(shard('c.cu', 'inconclusive')),
    'old.json': stored({ ...result(), tool: { name: 'gpurace', version: '0.0.1' } }),
  });
  const clean = await bench.run(['merge', 'a.json']);
  assert.equal(clean.code, 0);
  const racy = await bench.run(['merge', 'a.json', 'b.json', 'c.json']);
  assert.equal(racy.code, 1);
  assert.equal(parseStoredResult(racy.stdout, 'the result').summary.kernels, 4);
  assert.match(racy.stderr, /^4 kernels in 6 files: 3 race-free, 1 racy, 0 inconclusive; 1 cause/);
  const open = await bench.run(['merge', 'a.json', 'c.json']);
  assert.equal(open.code, 3);
  const mixed = await bench.run(['merge', 'a.json', 'old.json']);
  assert.equal(mixed.code, 2);
  assert.equal(
    mixed.stderr,
    'gpurace: results of different versions do not merge: a.json is of gpurace 0.1.0, old.json of 0.0.1\n',
  );
});

test('a stored result shows code where the sources are not', async (t) => {
  const bench = workbench(t, { ...SOURCES, 'elsewhere/.keep': '' });
  await bench.run(['check', 'src', '--format', 'json', '--output', 'elsewhere/r.json'], {
    analyse: async () => result({ kernels: [kernel()], findings: [finding()] }),
  });
  const cwd = join(bench.cwd, 'elsewhere');
  const code = 'if (i < cols && j < rows) A[i*rows+j] = A[j*cols+i];';
  for (const format of ['text', 'markdown']) {
    const { stdout } = await bench.run(['report', 'r.json', '--format', format], { cwd });
    assert.ok(stdout.includes(code), `${format}: ${stdout}`);
  }
  const page = await bench.run(['report', 'r.json', '--format', 'html'], { cwd });
  assert.match(page.stdout, /A\[i\*rows\+j\] = /);
  // Stored once more, the lines stay; what is not of an access is not stored.
  const again = await bench.run(['report', 'r.json', '--format', 'json'], { cwd });
  const { sources } = parseStoredResult(again.stdout, 'the result');
  assert.deepEqual(
    sources?.map(({ file, line, text }) => [file, line, text.length]),
    [['src/transpose.cu', 5, 5]],
  );
});
