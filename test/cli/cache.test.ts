/** `--cache FOLDER`: what is kept there, and what happens when it cannot be read or written. */
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { workbench } from './harness.ts';

const KERNEL =
  '__global__ void k(int *a) {\n  a[threadIdx.x] = threadIdx.x;\n}\n\nvoid go(int *a) {\n  k<<<1, 32>>>(a);\n}\n';
const timeless = (text: string) => text.replaceAll(/"elapsedMs": ?[\d.]+/g, '');

test('a run leaves verdicts there, and the next one says the same with them', async (t) => {
  const bench = workbench(t, { 'a.cu': KERNEL });
  const args = ['check', 'a.cu', '--cache', 'kept', '--format', 'json'];
  const first = await bench.run(args, { analyse });
  assert.equal(first.code, 0, first.stderr);
  assert.deepEqual(readdirSync(join(bench.cwd, 'kept')), ['verdicts.jsonl']);
  const second = await bench.run(args, { analyse });
  assert.equal(timeless(second.stdout), timeless(first.stdout));
  assert.equal(second.code, 0);
});

test('a file that is none, and a folder that cannot be one, cost a line and nothing else', async (t) => {
  const bench = workbench(t, { 'a.cu': KERNEL, 'kept/verdicts.jsonl': 'no such thing\n', file: 'in the way' });
  const broken = await bench.run(['check', 'a.cu', '--cache', 'kept']);
  assert.match(broken.stderr, /kept\/verdicts\.jsonl is not used: it is no file of verdicts/);
  const inTheWay = await bench.run(['check', 'a.cu', '--cache', 'file'], { analyse });
  assert.equal(inTheWay.code, 0);
  assert.match(inTheWay.stderr, /the cache could not be written/);
  writeFileSync(join(bench.cwd, 'kept', 'verdicts.jsonl'), '');
  assert.doesNotMatch((await bench.run(['check', 'a.cu', '--cache', 'kept'])).stderr, /not used/);
});
