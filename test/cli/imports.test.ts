/** Logs of other race detectors on the command line: recognised by content, joined, never clean by mistake. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { ANALYSIS, BANNER, IGUARD, summary } from '../imports/logs.ts';
import { workbench } from './harness.ts';

const SOURCE = ['', '', '', '  part[i] = 1;', '  x = part[j];', '  part[0] = x;', ''].join('\n');

test('a log is taken by its content; findings have the text of their lines', async (t) => {
  const bench = workbench(t, { 'run.txt': ANALYSIS, 'sum.cu': SOURCE });
  const { code, stdout } = await bench.run(['trace', 'run.txt', '--format', 'json']);
  assert.equal(code, 1);
  const result = parseStoredResult(stdout, 'the result');
  assert.deepEqual(
    result.findings.map(({ evidence, accesses }) => [evidence, accesses.map(({ text }) => text)]),
    [
      ['trace', ['part[i] = 1;', 'x = part[j];']],
      ['trace', ['part[i] = 1;', 'part[0] = x;']],
    ],
  );
  const text = await bench.run(['trace', 'run.txt']);
  assert.match(text.stdout, /racecheck reports a race in shared memory, 124 hazards/);
});

test('logs and traces on one command line, a result each', async (t) => {
  const bench = workbench(t, { 'a.log': ANALYSIS, 'b.log': IGUARD, 'c.ndjson': '', 'd.log': `${BANNER}${summary(0)}` });
  const { code } = await bench.run([
    'trace',
    'a.log',
    'b.log',
    'c.ndjson',
    'd.log',
    '--format',
    'json',
    '--output',
    'o',
  ]);
  assert.equal(code, 1);
  assert.equal((await bench.run(['trace', 'd.log'])).code, 0);
});

test('a tool that did not run is no clean result', async (t) => {
  const bench = workbench(t, {
    'none.log': `${BANNER}========= Error: Target application terminated before first instrumented API call\n`,
    'cut.log': BANNER,
  });
  const none = await bench.run(['trace', 'none.log']);
  assert.equal(none.code, 3);
  assert.match(none.stdout + none.stderr, /terminated before first instrumented API call/);
  assert.equal((await bench.run(['trace', 'cut.log'])).code, 3);
});

test('--shard is for traces', async (t) => {
  const bench = workbench(t, { 'a.log': ANALYSIS });
  assert.equal((await bench.run(['trace', 'a.log', '--shard', '1/2'])).code, 2);
});
