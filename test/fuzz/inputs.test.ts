/** Damaged inputs: a smoke run of what `npm run fuzz` does for longer, and what the loop does with a reader that fails. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { damaged } from '../../scripts/fuzz/damage.ts';
import { fuzzInputs } from '../../scripts/fuzz/fuzz-inputs.ts';
import { inputKinds } from '../../scripts/fuzz/input-kinds.ts';
import { samplesOf } from '../../scripts/fuzz/samples.ts';
import { tableOfInputs } from '../../scripts/fuzz/table.ts';
import { startEngines } from '../check/oracle/checker.ts';
import { Random } from '../check/oracle/random.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test('150 damaged inputs of every kind: each is read, or told to be unreadable; no kernel is lost', async (t) => {
  const engines = await startEngines();
  const kinds = inputKinds(engines, samplesOf(engines, ROOT));
  const report = await fuzzInputs(kinds, { inputs: 150, seed: 2, untilMs: Infinity }, new Random(2));
  for (const line of tableOfInputs(report).trim().split('\n')) t.diagnostic(line);
  assert.deepEqual(report.wrong, []);
  assert.deepEqual([...report.kinds.keys()].sort(), kinds.map(({ name }) => name).sort());
});

test('undamaged samples are read without a mistake', async () => {
  const engines = await startEngines();
  for (const kind of inputKinds(engines, samplesOf(engines, ROOT))) {
    for (const sample of kind.samples.slice(0, 5))
      assert.equal(await kind.read(sample), null, `${kind.name} ${sample.name}`);
  }
});

test('what a reader throws is wrong, with the input that made it', async () => {
  const kind = {
    name: 'numbers',
    weight: 1,
    samples: [{ name: 'one', bytes: Buffer.from('1') }],
    read: () => {
      throw new RangeError('too large');
    },
  };
  const report = await fuzzInputs([kind], { inputs: 2, seed: 1, untilMs: Infinity }, new Random(1));
  assert.equal(report.wrong.length, 2);
  assert.match(report.wrong[0]!.why, /^RangeError: too large/);
});

test('the same seed damages in the same way', () => {
  const text = Buffer.from('int main() { return 0; }');
  const once = (seed: number) => damaged(text, text, new Random(seed)).toString('hex');
  assert.equal(once(5), once(5));
  assert.notEqual(once(5), once(6));
});
