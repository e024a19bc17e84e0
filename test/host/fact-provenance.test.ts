/** Which facts of a host path the host program computes itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FactProvenance } from '../../src/host/fact-provenance.ts';
import { Terms } from '../../src/terms/index.ts';

const PLACE = { file: 0, line: 7, column: 3 };

for (const [name, teachers, isEvaluated] of [
  ['a branch', ['branch'], true],
  ['an assert', ['assert'], true],
  ['memory that was asked for', ['allocation'], false],
  ['a number in floating point', ['float'], false],
  ['what the host tells the compiler', ['assume'], false],
  ['a branch, and elsewhere what the compiler is told', ['branch', 'assume'], false],
  ['memory that was asked for, and elsewhere a branch', ['allocation', 'branch'], false],
  ['nothing that was heard of', [], false],
] as const) {
  test(name, () => {
    const terms = new Terms();
    const n = terms.symbol('n', 'launch', 'input', { low: null, high: null });
    const condition = terms.le(n, terms.constant(5n));
    const provenance = new FactProvenance(terms, ['a.cu']);
    for (const teacher of teachers) provenance.add(condition, teacher, PLACE);
    assert.equal(provenance.isEvaluated(condition), isEvaluated);
    // A branch is taken to either side.
    assert.equal(
      provenance.isEvaluated(terms.not(condition)),
      teachers.some((teacher) => teacher === 'branch'),
    );
  });
}
