import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderJson } from '../../src/report/json.ts';
import { fromStored, StoredResult } from '../../src/result/stored-form.ts';
import { parseStoredResult } from '../../src/result/stored-result.ts';
import { finding, kernel, result } from '../report/sample-result.ts';
import { assumptionsOf, reasonsOf } from '../texts.ts';
import { anyResult } from './arbitrary-result.ts';

test('a result goes through JSON without loss', () => {
  fc.assert(
    fc.property(anyResult, (given) => assert.deepEqual(parseStoredResult(renderJson(given), 'r.json'), given)),
    { numRuns: 300 },
  );
});

const GIVEN = result({
  kernels: [
    kernel({
      reasons: [
        { kind: 'not-analysed', text: 'does not compile: expected expression', place: { file: 'a.cu', line: 3 } },
      ],
      assumptions: [{ kind: 'assert', text: 'rows == cols', place: { file: 'src/a.cu', line: 40 } }],
    }),
  ],
  findings: [
    finding({
      message: 'Two threads meet.',
      replay: { text: 'the run ended before', place: { file: 'a.cu', line: 6 }, isGuess: false },
    }),
  ],
});

test('what people read stands in the JSON in full', () => {
  const { kernels, findings } = StoredResult.parse(JSON.parse(renderJson(GIVEN)));
  assert.deepEqual(kernels[0]?.reasons, ['not analysed: does not compile: expected expression (a.cu:3)']);
  assert.deepEqual(kernels[0]?.assumptions, ['rows == cols (assert, src/a.cu:40)']);
  assert.equal(findings[0]?.message, 'Two threads meet. (Replay: the run ended before at a.cu:6.)');
});

test('a result of before is read by its texts, and so is one that somebody has added a text to', () => {
  const { kernels, ...rest } = StoredResult.parse(JSON.parse(renderJson(GIVEN)));
  const { reasonDetails: _reasons, assumptionDetails: _assumptions, ...old } = kernels[0]!;
  for (const changed of [
    { ...old, assumptions: [...old.assumptions, 'n > 0'] },
    { ...kernels[0]!, reasons: old.reasons, assumptions: [...old.assumptions, 'n > 0'] },
  ]) {
    const [read] = fromStored({ ...rest, kernels: [changed] }).kernels;
    assert.deepEqual(reasonsOf(read!), old.reasons);
    assert.deepEqual(assumptionsOf(read!), changed.assumptions);
    assert.deepEqual(new Set(read!.assumptions.map(({ kind }) => kind)), new Set(['other']));
  }
});
