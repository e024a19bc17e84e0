/** A cause that has a fix already, and a new fix that has an edit in common with it. What analyses is made up here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editsBetween, unifiedDiff } from '../../src/lexical/text-edits.ts';
import type { Finding, Fix, KernelResult, Result } from '../../src/model/result.ts';
import { repairResult } from '../../src/repair/index.ts';
import { causesOf } from '../../src/result/causes/index.ts';
import { assertOneFixEach } from './one-fix-each.ts';

const LINES = [
  '__global__ void k(int *out) {',
  '  __shared__ int a[64], b[64];',
  '  a[threadIdx.x] = b[threadIdx.x] = 1;',
  '  out[0] = a[63] + b[62];',
  '  b[threadIdx.x] = 2;',
  '  out[1] = b[63];',
  '}',
  '',
];
const TEXT = LINES.join('\n');
const BARRIER = '  __syncthreads();';
const KERNEL = {
  kernel: 'k',
  file: 'k.cu',
  line: 1,
  language: 'cuda',
  verdict: 'racy',
  reasons: [],
  assumptions: [],
  conditions: [],
  launches: [],
  accessPairs: 3,
} as unknown as KernelResult;

function race(object: string, from: number, to: number, fixes: readonly Fix[] = []): Finding {
  const access = (line: number) =>
    ({
      kind: 'write',
      text: `${object} in line ${line}`,
      file: 'k.cu',
      line,
      column: 3,
      calls: [],
      iterations: [],
      scope: null,
    }) as unknown;
  const at = (line: number) => ({ file: 'k.cu', line });
  return {
    rule: 'intra-block-race',
    raceId: `${object} ${from} ${to}`,
    kernel: 'k',
    memory: { space: 'shared', object },
    accesses: [access(from), access(to)],
    gap: { from: at(from), to: at(to), later: 1, round: null, passes: null, since: null },
    evidence: 'witness',
    witness: null,
    dataDependent: false,
    message: '',
    fixes,
    status: null,
  } as unknown as Finding;
}

const withFindings = (findings: readonly Finding[]) =>
  ({ kernels: [KERNEL], findings, problems: [] }) as unknown as Result;

/** The fix that puts barriers before lines. */
function barriers(...before: readonly number[]): Fix {
  const now = LINES.flatMap((line, i) => (before.includes(i + 1) ? [BARRIER, line] : [line])).join('\n');
  return {
    kind: 'add-block-barrier',
    edits: editsBetween('k.cu', TEXT, now),
    diff: unifiedDiff('k.cu', TEXT, now),
    verified: true,
  };
}

/** The race on `b` moves up to lines 3 and 4 once its lines wait. */
const analyse = (texts: ReadonlyMap<string, string>): Promise<Result> => {
  const text = texts.get('k.cu') ?? TEXT;
  const waits = (line: number) => text.includes(`${BARRIER}\n${LINES[line - 1]}`);
  const moved = waits(4) ? 1 : 0;
  const ofA = waits(4) ? [] : [race('a', 3, 4)];
  if (!waits(6)) return Promise.resolve(withFindings([...ofA, race('b', 5 + moved, 6 + moved)]));
  return Promise.resolve(withFindings(waits(4) ? [] : [...ofA, race('b', 3, 4)]));
};

const repaired = (ofA: readonly Fix[]) =>
  repairResult({
    result: withFindings([race('a', 3, 4, ofA), race('b', 5, 6)]),
    read: (file) => (file === 'k.cu' ? TEXT : undefined),
    analyse,
    replays: null,
  });

test('a fix that is there already is a part of a new one: both causes are one, with the larger fix', async () => {
  const { result } = await repaired([barriers(4)]);
  assertOneFixEach(result);
  assert.deepEqual(
    causesOf(result).map(({ explains, fix }) => [explains.length, fix?.diff]),
    [[2, barriers(4, 6).diff]],
  );
});

test('the same where nothing was given', async () => {
  const { result } = await repaired([]);
  assertOneFixEach(result);
  assert.deepEqual(
    causesOf(result).map(({ explains, fix }) => [explains.length, fix?.diff]),
    [[2, barriers(4, 6).diff]],
  );
});

test('a fix that has nothing to do with it stays', async () => {
  const elsewhere = barriers(7);
  const { result } = await repaired([elsewhere]);
  assertOneFixEach(result);
  assert.deepEqual(
    causesOf(result).map(({ fix }) => fix?.diff),
    [elsewhere.diff, barriers(4, 6).diff],
  );
});
