/** What a run shows of a guess, and what it does not show: through which calls the two accesses were come to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutGuessedCalls } from '../../src/analysis/guessed-calls.ts';
import type { Access, FindingWithoutId } from '../../src/model/result.ts';

const at = (line: number, ...callers: readonly number[]): Access => ({
  file: 'a.cu',
  line,
  column: 1,
  endLine: line,
  endColumn: 9,
  kind: 'write',
  scope: null,
  text: 'part[warp]',
  iterations: [{ variable: 'k', value: '2', line: 30, file: 'a.cu' }],
  calls: callers.map((caller) => ({ file: 'a.cu', line: caller, function: 'sum' })),
});

const finding = (evidence: FindingWithoutId['evidence'], accesses: Access[]): FindingWithoutId => ({
  rule: 'intra-block-race',
  kernel: 'means',
  memory: null,
  accesses,
  evidence,
  witness: null,
  dataDependent: false,
  message: '',
  fixes: [],
  status: null,
});

test('a race that is seen in the lines of a guess does not name the calls that were guessed', () => {
  const { accesses } = withoutGuessedCalls(finding('possible', [at(14, 28), at(21, 31)]));
  assert.deepEqual(
    accesses.map(({ line, calls, iterations }) => [line, calls, iterations]),
    [
      [14, [], []],
      [21, [], []],
    ],
  );
});

test('what was no guess, or has one call only, is as it was', () => {
  const pairs = [finding('witness', [at(14, 28), at(21, 31)]), finding('possible', [at(14, 28), at(21, 28)])];
  for (const one of [...pairs, finding('possible', [at(14, 28), at(21)]), finding('possible', [at(14), at(21)])]) {
    assert.equal(withoutGuessedCalls(one), one);
  }
});
