import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Change, markNew } from '../../src/action/reach.ts';
import { kernelExtent } from '../../src/compare/kernel-extent.ts';
import type { ChangedFile } from '../../src/diff/changed-file.ts';
import { parsePatch } from '../../src/diff/patch.ts';
import type { Finding, KernelResult, Result } from '../../src/model/result.ts';

test('the extent of a kernel is found by its braces, not by those in text', () => {
  const source = [
    'template <int N>',
    '__global__ void k(int *a) { // }',
    '  const char *s = "}"; char c = \'}\'; /* }',
    '  } */',
    '  if (a) { a[0] = 1; }',
    '}',
    'int other() { return 0; }',
  ].join('\n');
  assert.deepEqual(kernelExtent(source, 2), { start: 2, end: 6 });
  assert.deepEqual(kernelExtent(source, 7), { start: 7, end: 7 });
  assert.equal(kernelExtent('__global__ void k(int *a);\nint f() {}', 1), null);
  assert.equal(kernelExtent('__global__ void k() {', 1), null);
  assert.equal(kernelExtent('', 9), null);
});

const SOURCE = [
  '#define N 64', // 1
  '__global__ void first(int *a) {', // 2
  '  a[0] = 1;', // 3
  '}', // 4
  '', // 5
  '__global__ void second(int *a) {', // 6
  '  a[0] = 2;', // 7
  '}', // 8
].join('\n');

function kernel(name: string, file: string, line: number): KernelResult {
  return {
    kernel: name,
    file,
    line,
    language: 'cuda',
    verdict: 'racy',
    conditions: [],
    reasons: [],
    assumptions: [],
    launches: [],
    accessPairs: 0,
    solverCalls: 0,
    elapsedMs: 0,
  };
}

function finding(name: string, file: string, line: number): Finding {
  return {
    raceId: name,
    rule: 'inter-block-race',
    kernel: name,
    memory: null,
    accesses: [
      {
        file,
        line,
        column: 1,
        endLine: line,
        endColumn: 2,
        kind: 'write',
        scope: null,
        text: 'a',
        iterations: [],
        calls: [],
      },
      {
        file,
        line,
        column: 1,
        endLine: line,
        endColumn: 2,
        kind: 'write',
        scope: null,
        text: 'a',
        iterations: [],
        calls: [],
      },
    ],
    evidence: 'replayed',
    witness: null,
    dataDependent: false,
    message: 'm',
    fixes: [],
    status: null,
  };
}

/** `first` and `second`, each with a race, in `a.cu` and in the header it includes. */
function resultIn(file: string): Result {
  return {
    schemaVersion: 2,
    tool: { name: 'gpurace', version: '0' },
    kernels: [kernel('first', file, 2), kernel('second', file, 6)],
    findings: [finding('first', file, 3), finding('second', file, 7)],
    problems: [],
    summary: { files: 1, kernels: 2, raceFree: 0, conditional: 0, racy: 2, inconclusive: 0, elapsedMs: 0 },
  };
}

const file = (path: string, patch: string | null): ChangedFile => ({
  path,
  previousPath: null,
  status: 'modified',
  lines: patch === null ? null : parsePatch(patch),
});

function newIn(where: string, change: Change): string[] {
  const { findings } = markNew(resultIn(where), change, () => SOURCE);
  return findings.filter(({ status }) => status === 'new').map(({ kernel: name }) => name);
}

const own = (patch: string | null, throughHeaders: string[] = []): Change => ({
  files: [file('a.cu', patch), ...throughHeaders.map((header) => file(header, null))],
  units: [{ file: 'a.cu', throughHeaders }],
});

test('a change inside one kernel reaches that one', () => {
  assert.deepEqual(newIn('a.cu', own('@@ -3 +3 @@\n-  a[0] = 0;\n+  a[0] = 1;')), ['first']);
  assert.deepEqual(newIn('a.cu', own('@@ -6,3 +6,2 @@\n __global__\n-  x\n   a[0] = 2;')), ['second']);
});

test('a change outside of kernels, a whole file, a header: all are reached', () => {
  assert.deepEqual(newIn('a.cu', own('@@ -1 +1 @@\n-#define N 32\n+#define N 64')), ['first', 'second']);
  assert.deepEqual(newIn('a.cu', own(null)), ['first', 'second']);
  assert.deepEqual(newIn('a.cu', own('@@ -3 +3 @@\n-x\n+y', ['k.h'])), ['first', 'second']);
});

test('nothing to compare with: all are reached', () => {
  assert.deepEqual(newIn('a.cu', null), ['first', 'second']);
});

test('kernels of a changed header are told apart, unless the change is wider than it', () => {
  const inside = file('k.cuh', '@@ -3 +3 @@\n-  a[0] = 0;\n+  a[0] = 1;');
  assert.deepEqual(newIn('k.cuh', { files: [inside], units: [{ file: 'a.cu', throughHeaders: ['k.cuh'] }] }), [
    'first',
  ]);
  const wider: Change = {
    files: [inside, file('n.h', null)],
    units: [{ file: 'a.cu', throughHeaders: ['k.cuh', 'n.h'] }],
  };
  assert.deepEqual(newIn('k.cuh', wider), ['first', 'second']);
});

test('a kernel in a file that did not change is reached by what else did', () => {
  assert.deepEqual(newIn('k.cuh', own('@@ -3 +3 @@\n-x\n+y')), ['first', 'second']);
});
