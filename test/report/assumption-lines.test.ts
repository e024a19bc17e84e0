import assert from 'node:assert/strict';
import test from 'node:test';
import type { Assumption } from '../../src/model/assumption.ts';
import { assumptionLines } from '../../src/report/assumption-lines.ts';

const standIn = (name: string, file: string, definition?: string): Assumption => ({
  kind: 'macro',
  text: `${name} is taken for a value of which nothing is known`,
  place: { file, line: 7 },
  ...(definition === undefined ? {} : { definition }),
});

const arithmetic: Assumption = { kind: 'arithmetic', text: '32-bit index arithmetic does not overflow', place: null };

test('many stand-ins of one file share a line, in the place of the first', () => {
  const names = ['first', 'second', 'third', 'fourth', 'fifth'];
  const lines = assumptionLines([...names.map((name) => standIn(name, 'lib.h')), arithmetic]);
  assert.deepEqual(lines, [
    '5 names have stand-ins, as the sources do not define them: first, second, third and 2 more (lib.h)',
    '32-bit index arithmetic does not overflow',
  ]);
});

test('a few are told one by one, and so are those with a definition', () => {
  const few = ['first', 'second', 'third'].map((name) => standIn(name, 'lib.h'));
  const defined = ['A', 'B', 'C', 'D'].map((name) => standIn(name, 'other.h', `${name}=1`));
  const lines = assumptionLines([...few, ...defined]);
  assert.equal(lines.length, 7);
  assert.equal(
    lines[0],
    'first is taken for a value of which nothing is known (a stand-in: the sources do not define it, lib.h:7)',
  );
});
