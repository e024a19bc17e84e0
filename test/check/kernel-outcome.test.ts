/** What is told of a kernel before it is decided: whoever is cut short keeps that. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutcomeCollector } from '../../src/check/kernel-outcome.ts';
import type { FindingWithoutId } from '../../src/model/result.ts';
import { alone } from '../report/sample-result.ts';

const SOURCE = {} as ConstructorParameters<typeof OutcomeCollector>[0];

function told(findings: readonly FindingWithoutId[]): (readonly [isUrgent: boolean, count: number])[] {
  const heard: (readonly [boolean, number])[] = [];
  const collector = new OutcomeCollector(SOURCE, false, (isUrgent) =>
    heard.push([isUrgent, collector.findings.length]),
  );
  for (const finding of findings) collector.found(finding);
  return heard;
}

const at = (line: number, evidence: FindingWithoutId['evidence']) => {
  const finding = alone('a', { evidence });
  return { ...finding, accesses: finding.accesses.map((access) => ({ ...access, line })) };
};

test('every finding is news, and the first that makes the kernel racy is urgent', () => {
  assert.deepEqual(told([at(1, 'possible'), at(2, 'replayed'), at(3, 'replayed')]), [
    [false, 1],
    [true, 2],
    [false, 3],
  ]);
});

test('what says no more than what is known of its places is none', () => {
  assert.deepEqual(told([at(1, 'replayed'), at(1, 'possible'), at(1, 'replayed')]), [[true, 1]]);
});
