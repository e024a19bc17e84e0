/** Asserts are told as the source writes them, where what the analysis made of them is longer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speltAsserts } from '../../src/analysis/spelt-assert.ts';
import type { Assumption } from '../../src/model/assumption.ts';

const COMPUTED = '(rows*rows+1023)/1024 >= 1';

function toldOf(line: string, text = COMPUTED, kind: Assumption['kind'] = 'assert'): string {
  const [told] = speltAsserts([{ kind, text, place: { file: 'a.cu', line: 3 } }], () => line);
  return told!.text;
}

test('what is computed of others is told by its names', () => {
  assert.equal(toldOf('  assert(blocks >= 1);'), 'blocks >= 1');
  assert.equal(toldOf('  MY_ASSERT(min(a, b) >= 1, "some");'), 'min(a, b) >= 1');
  assert.equal(toldOf('  __builtin_assume(blocks  >=  1);'), 'blocks >= 1');
});

test('what the line does not say in whole stays as it is', () => {
  assert.equal(toldOf('  assert(blocks >= 1 &&'), COMPUTED);
  assert.equal(toldOf('  CHECK_GE(blocks, 1);'), COMPUTED);
  assert.equal(toldOf('  if (blocks < 1) return;'), COMPUTED);
  assert.equal(toldOf('  assert(a > 0); assert(b > 0);'), COMPUTED);
});

test('simple facts, and those of no assert, stay as they are', () => {
  assert.equal(toldOf('  assert(n > 0);', 'n >= 1'), 'n >= 1');
  assert.equal(toldOf('  assert(blocks >= 1);', COMPUTED, 'branch'), COMPUTED);
});

test('an assert that taught several facts is told once', () => {
  const place = { file: 'a.cu', line: 3 };
  const facts = [COMPUTED, 'n/2 >= 1'].map((text) => ({ kind: 'assert' as const, text, place }));
  assert.deepEqual(
    speltAsserts(facts, () => 'assert(half >= 1 && blocks >= 1);').map(({ text }) => text),
    ['half >= 1 && blocks >= 1'],
  );
});
