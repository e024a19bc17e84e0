/** Kernels that are free of races because of one fact of the host code, with it and without it: see `test/host-facts/`. */

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  conditionsInWords,
  FACT_CLASSES,
  type FactCase,
  factCases,
  findingInWords,
} from '../../bench/host-facts-cases.ts';
import { assumptionsOf } from '../texts.ts';

describe('host facts', () => {
  let cases: FactCase[] = [];
  before(async () => {
    cases = await factCases();
  });

  test('with the fact every kernel is proved free of races', () => {
    for (const { file, withFact } of cases) {
      assert.deepEqual(withFact.findings.map(findingInWords), [], file);
      for (const { kernel, verdict } of withFact.kernels) assert.equal(verdict, 'race-free', `${kernel} in ${file}`);
    }
  });

  test('without the fact exactly the races are found that the file names', () => {
    for (const { file, expected, withoutFact } of cases) {
      assert.ok(expected.length > 0, file);
      assert.deepEqual([...new Set(withoutFact.findings.map(findingInWords))].sort(), expected, file);
    }
  });

  test('without the fact the kernel is race-free under a condition, which the file names', () => {
    for (const { file, condition, withoutFact } of cases) {
      assert.ok(condition !== '', file);
      assert.equal(conditionsInWords(withoutFact), condition, file);
    }
  });

  test('there are cases of every class', () => {
    for (const fact of FACT_CLASSES)
      assert.ok(
        cases.some((one) => one.fact === fact),
        fact,
      );
    for (const { file, fact } of cases) assert.ok((FACT_CLASSES as readonly string[]).includes(fact), file);
  });

  test('asserts, loop bounds and sizes of memory are printed with their places', () => {
    const assumptions = (name: string) =>
      cases.find(({ file }) => file.endsWith(`/${name}`))!.withFact.kernels.flatMap(assumptionsOf);
    assert.ok(
      assumptions('mirror-upper.cu').some((text) => /^rows == cols \(assert, \S+mirror-upper\.cu:\d+\)$/.test(text)),
    );
    assert.ok(assumptions('lu-inner.cu').some((text) => /\(loop bound, \S+lu-inner\.cu:\d+\)$/.test(text)));
    assert.ok(assumptions('pitched-shift.cu').some((text) => /^4\*width <= pitch \(allocation, /.test(text)));
    assert.ok(assumptions('spread-vector.cu').some((text) => /^size >= 1 \(allocation, /.test(text)));
  });
});
