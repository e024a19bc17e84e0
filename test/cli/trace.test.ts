import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { workbench } from './harness.ts';

const HEADER = {
  format: 'gpurace-trace',
  version: 1,
  kernel: 'k',
  grid: [2, 1, 1],
  block: [1, 1, 1],
  sites: [
    { id: 0, file: 'a.cu', line: 1, column: 1 },
    { id: 3, file: 'a.cu', line: 2, column: 1 },
  ],
};
const write = (thread: number, site: number) => ({ op: 'write', thread, space: 'global', addr: 4096, size: 4, site });
const lines = (...values: object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const RACY = lines(HEADER, write(0, 0), write(1, 3));
const CLEAN = lines(HEADER, write(0, 0), { op: 'grid-barrier' }, write(1, 3));
const SOURCE = 'x[0] = 1;\nx[0] = 2;\n';

test('a race: finding, pairs of every detector, exit code 1', async (t) => {
  const bench = workbench(t, { 'r.ndjson': RACY, 'a.cu': SOURCE });
  const { code, stdout } = await bench.run(['trace', 'r.ndjson', '--detector', 'gwcp,scoped-hb', '--format', 'json']);
  assert.equal(code, 1);
  const result = parseStoredResult(stdout, 'the result');
  assert.deepEqual(result.detectors, { gwcp: [[0, 3]], 'scoped-hb': [[0, 3]] });
  const [finding] = result.findings;
  assert.equal(finding?.rule, 'inter-block-race');
  assert.equal(finding?.evidence, 'trace');
  assert.deepEqual(
    finding?.accesses.map(({ line, kind, text }) => [line, kind, text]),
    [
      [1, 'write', 'x[0]'],
      [2, 'write', 'x[0]'],
    ],
  );
  assert.equal((await bench.run(['trace', 'r.ndjson', '--fail-on', 'none'])).code, 0);
});

test('no race: exit code 0', async (t) => {
  const bench = workbench(t, { 'c.ndjson': CLEAN });
  const { code, stdout } = await bench.run(['trace', 'c.ndjson']);
  assert.equal(code, 0);
  assert.match(stdout, /1 race-free/);
});

test('several traces: one result each, in a folder', async (t) => {
  const bench = workbench(t, { 'r.ndjson': RACY, 'sub/r.ndjson': CLEAN });
  const { code } = await bench.run(['trace', 'r.ndjson', 'sub/r.ndjson', '--format', 'json', '--output', 'out']);
  assert.equal(code, 1);
  const names = readdirSync(join(bench.cwd, 'out')).sort();
  assert.deepEqual(names, ['r.ndjson-2.json', 'r.ndjson.json']);
  const results = names.map((name) =>
    parseStoredResult(readFileSync(join(bench.cwd, 'out', name), 'utf8'), 'the result'),
  );
  assert.deepEqual(
    results.map(({ findings }) => findings.length),
    [0, 1],
  );
  assert.equal((await bench.run(['trace', 'r.ndjson', 'sub/r.ndjson', '--format', 'json'])).code, 2);
});

test('damage: exit code 3, with the line, and what stood before', async (t) => {
  const bench = workbench(t, { 'd.ndjson': `${CLEAN}${lines(HEADER)}{"op":"re` });
  const { code, stdout } = await bench.run(['trace', 'd.ndjson', '--format', 'json']);
  assert.equal(code, 3);
  const { problems, kernels } = parseStoredResult(stdout, 'the result');
  assert.deepEqual(
    problems.map(({ line, message }) => [line, message]),
    [[6, 'the trace ends in the middle of a line']],
  );
  assert.equal(kernels[0]?.launches.length, 2);
  assert.equal((await bench.run(['trace', 'd.ndjson', '--stats'])).code, 3);
});

test('mistakes of the user: exit code 2', async (t) => {
  const bench = workbench(t, { 'r.ndjson': RACY });
  assert.equal((await bench.run(['trace', 'nope.ndjson'])).code, 2);
  const { code, stderr } = await bench.run(['trace', 'r.ndjson', '--detector', 'hb']);
  assert.equal(code, 2);
  assert.match(stderr, /gwcp, scoped-hb, scord, predict/);
});

test('--stats counts', async (t) => {
  const bench = workbench(t, { 'r.ndjson': RACY });
  const { code, stdout } = await bench.run(['trace', 'r.ndjson', '--stats']);
  assert.equal(code, 0);
  assert.match(stdout, /k: grid 2×1×1, block 1×1×1, 2 sites, 2 events in 2 entries, 2 accesses \(write 2\)/);
});

test('sources that are named in full are shown from the working directory', async (t) => {
  const bench = workbench(t, { 'a.cu': SOURCE });
  const header = { ...HEADER, sites: HEADER.sites.map((site) => ({ ...site, file: join(bench.cwd, site.file) })) };
  writeFileSync(join(bench.cwd, 'r.ndjson'), lines(header, write(0, 0), write(1, 3)));
  const { stdout } = await bench.run(['trace', 'r.ndjson', '--format', 'json']);
  const [finding] = parseStoredResult(stdout, 'the result').findings;
  assert.deepEqual(
    finding?.accesses.map(({ file, text }) => [file, text]),
    [
      ['a.cu', 'x[0]'],
      ['a.cu', 'x[0]'],
    ],
  );
});
