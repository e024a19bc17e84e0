import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOfParameters } from '../../src/host/stub-parameters.ts';
import type { Parameter, ProgramFunction } from '../../src/ir/program.ts';

const parameter = (name: string): Parameter => ({
  name,
  type: { kind: 'int', bits: 32 },
  byValue: null,
  structReturn: null,
  noAlias: false,
});

test('a stub without a body: the registers of a struct are one parameter', () => {
  const parameters = ['n', 'p.coerce0', 'p.coerce1', 'q.coerce', 'out'].map(parameter);
  const stub = { isDefinition: false, parameters } as unknown as ProgramFunction;
  assert.deepEqual(partsOfParameters(stub, 5), [[0], [1, 2], [3], [4]]);
});

test('nothing is known of a function that is not there: each argument is a parameter', () => {
  assert.deepEqual(partsOfParameters(undefined, 2), [[0], [1]]);
});
