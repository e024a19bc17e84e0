import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DetectorName } from '../../src/detect/index.ts';
import { given, REST } from './microbenchmarks.ts';
import { found } from './table1.ts';

const all = [...given(), ...REST];

const results = all.map((benchmark) => ({ benchmark, names: found(benchmark) }));
const count = (category: string, name: DetectorName): number =>
  results.filter(({ benchmark, names }) => benchmark.category === category && names.has(name)).length;

for (const { benchmark, names } of results) {
  test(`${benchmark.id}, ${benchmark.category}`, () => {
    for (const name of ['scoped-hb', 'scord', 'gwcp'] as const) {
      assert.equal(names.has(name), benchmark.expected[name], `${name}: ${[...names]}`);
    }
    // Everything that can race is predicted, and nothing else.
    assert.equal(names.has('predict'), benchmark.category !== 'no-race', `predict: ${[...names]}`);
  });
}

test("PreDataR's Table 1", () => {
  const row = (category: string) =>
    (['scoped-hb', 'scord', 'gwcp', 'predict'] as const).map((name) => count(category, name));
  assert.deepEqual(row('no-race'), [0, 0, 0, 0]);
  assert.deepEqual(row('dynamic'), [16, 15, 16, 16]);
  assert.deepEqual(row('predictable'), [6, 7, 11, 13]);
});
