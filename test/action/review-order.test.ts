/** Which causes are commented on first: there are places for some of them only. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { causesToComment } from '../../src/action/review.ts';
import type { Finding } from '../../src/model/result.ts';
import { BARE_CONTEXT } from '../../src/report/index.ts';
import { alone, kernel, result } from '../report/sample-result.ts';

const of = (name: string, object: string, more: Partial<Finding> = {}) =>
  alone(object, { kernel: name, status: 'new', ...more });

function order(findings: readonly Finding[]): string[] {
  const kernels = [...new Set(findings.map((one) => one.kernel))].map((name) => kernel({ kernel: name }));
  const found = result({ kernels, findings: [...findings] });
  return causesToComment({ result: found, context: BARE_CONTEXT }).map(
    (cause) => `${cause.kernel} ${cause.explains[0]!.raceId}`,
  );
}

test('every kernel has its first comment before any has its second', () => {
  const noisy = Array.from({ length: 30 }, (_, i) => of('noisy', `n${i}`));
  const comments = order([...noisy, of('quiet', 'q'), of('other', 'o1'), of('other', 'o2')]);
  assert.deepEqual(comments.slice(0, 6), ['noisy n0', 'quiet q', 'other o1', 'noisy n1', 'other o2', 'noisy n2']);
  assert.equal(comments.length, 33);
});

test('of one kernel, and of the first ones of all, the best known come first', () => {
  const lost = { file: 'a.cu', line: 3, side: 'LEFT', text: '__syncthreads();' } as const;
  assert.deepEqual(
    order([of('a', 'open', { evidence: 'possible', orderLost: lost }), of('a', 'seen'), of('b', 'shown')]),
    ['a seen', 'b shown', 'a open'],
  );
});

test('notes, and what is old, gone or silenced, take no place', () => {
  const quiet = [
    of('a', 'weak', { evidence: 'possible' }),
    of('a', 'old', { status: 'unchanged' }),
    of('a', 'gone', { status: 'fixed' }),
    of('a', 'meant', { suppressed: { reason: 'the same value' } }),
  ];
  assert.deepEqual(order([...quiet, of('a', 'new')]), ['a new']);
});
