import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Diagnostic } from '../../src/frontend/diagnostics.ts';
import { standIns } from '../../src/frontend/stand-ins.ts';
import { assumptionText } from '../../src/model/assumption.ts';

const SOURCE = [
  'int *buffer;', // 1
  '__global__ void k(int *p) {', // 2
  '  p[threadIdx.x % WIDTH] = buffer[0];', // 3
  '}', // 4
  'void run() { int n = HOST_SIZE; }', // 5
  'static int tile[ROWS];', // 6
].join('\n');

const error = (line: number, message: string): Diagnostic => ({
  file: 'a.cu',
  line,
  column: 1,
  severity: 'error',
  message,
});
const note = (line: number, message: string): Diagnostic => ({ ...error(line, message), severity: 'note' });
const read = (file: string) => (file === 'a.cu' ? SOURCE : undefined);

test('what was tried before is not tried again', () => {
  const tried = new Set<string>();
  const diagnostics = [
    error(3, "reference to __host__ variable 'buffer' in __global__ function"),
    note(1, 'host variable declared here'),
  ];
  assert.equal(standIns(diagnostics, read, tried).assumptions.length, 1);
  const again = standIns(diagnostics, read, tried);
  assert.deepEqual(again.assumptions, []);
  assert.deepEqual(again.rest, diagnostics);
});

test('a host variable in device code gets __device__ where it is declared', () => {
  const diagnostics = [
    error(3, "reference to __host__ variable 'buffer' in __global__ function"),
    note(1, 'host variable declared here'),
  ];
  const { files, assumptions } = standIns(diagnostics, read, new Set());
  assert.equal(files.get('a.cu')!.split('\n')[0], '__device__ int *buffer;');
  assert.deepEqual(assumptions.map(assumptionText), [
    'buffer is a __device__ variable, which its declaration does not say (a.cu:1)',
  ]);
});

test('a variable whose declaration is not ours to change stays an error', () => {
  const diagnostics = [error(3, "reference to __host__ variable 'x' in __device__ function")];
  assert.deepEqual(standIns(diagnostics, read, new Set()).rest, diagnostics);
});
