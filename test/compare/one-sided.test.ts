/** What one side could not say is neither new nor fixed. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareResults } from '../../src/compare/compare-results.ts';
import type { ChangedFile } from '../../src/diff/changed-file.ts';
import { parsePatch } from '../../src/diff/patch.ts';
import { type Reason, reasonText } from '../../src/model/reason.ts';
import type { Finding, KernelResult, Problem, Result } from '../../src/model/result.ts';
import { reason } from '../report/sample-result.ts';

const race = (line: number): Finding => {
  const access = { file: 'a.cu', line, column: 3, endLine: line, endColumn: 7, kind: 'write', scope: null } as const;
  const when = { iterations: [], calls: [] };
  const text = `s[${line}]`;
  return {
    raceId: String(line),
    rule: 'intra-block-race',
    kernel: 'k',
    memory: { space: 'shared', object: 's' },
    accesses: [
      { ...access, ...when, text },
      { ...access, ...when, text },
    ],
    evidence: 'replayed',
    witness: null,
    dataDependent: false,
    message: '',
    fixes: [],
    status: null,
  };
};

function side(findings: Finding[], reasons: Reason[] = [], problems: Problem[] = [], kernels = true): Result {
  const kernel: KernelResult = {
    kernel: 'k',
    file: 'a.cu',
    line: 1,
    language: 'cuda',
    verdict: findings.length > 0 ? 'racy' : reasons.length > 0 ? 'inconclusive' : 'race-free',
    conditions: [],
    reasons,
    assumptions: [],
    launches: [],
    accessPairs: 1,
    solverCalls: 0,
    elapsedMs: 1,
  };
  return {
    schemaVersion: 2,
    tool: { name: 'gpurace', version: '0' },
    kernels: kernels ? [kernel] : [],
    findings,
    problems,
    summary: { files: 1, kernels: 1, raceFree: 0, conditional: 0, racy: 0, inconclusive: 0, elapsedMs: 1 },
  };
}

const SOURCE = '__global__ void k() {\n  s[2] = 1;\n  s[3] = 1;\n  s[4] = 1;\n}\n';
/** Line 4 is new. */
const CHANGE: ChangedFile = {
  path: 'a.cu',
  previousPath: null,
  status: 'modified',
  lines: parsePatch('@@ -2,3 +2,4 @@\n   s[2] = 1;\n   s[3] = 1;\n+  s[4] = 1;\n }'),
};

function compared(base: Result, head: Result): { statuses: string[]; problems: string[] } {
  const { result } = compareResults({
    base,
    head,
    changed: [CHANGE],
    source: () => SOURCE,
    baseSource: () => SOURCE.replace('  s[4] = 1;\n', ''),
    partsWith: () => new Set(['a.cu']),
  });
  return {
    statuses: result.findings.map(({ raceId, status }) => `${raceId} ${status}`),
    problems: result.problems.map(({ severity, message }) => `${severity}: ${message}`),
  };
}

const CUT = [
  reason('3 of 9 access pairs were not decided (out of time)', 'cut-short'),
  reason('does not compile: expected expression', 'not-analysed'),
];
for (const cut of CUT) {
  test(`the base: ${reasonText(cut)}`, () => {
    const { statuses, problems } = compared(side([race(2)], [cut]), side([race(2), race(3), race(4)]));
    // The line of the last one was not there before.
    assert.deepEqual(statuses, ['2 unchanged', '3 null', '4 new']);
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', /^error: kernel k has 1 finding\(s\).*at the base it was not analysed to its end/);
  });

  test(`the head: ${reasonText(cut)}`, () => {
    const { statuses, problems } = compared(side([race(2), race(3)]), side([race(2)], [cut]));
    assert.deepEqual(statuses, ['2 unchanged']);
    assert.match(problems[0] ?? '', /^warning: kernel k has 1 finding\(s\) at the base.*neither confirmed nor fixed/);
  });
}

test('a base file that cannot be read', () => {
  const problem = { file: 'a.cu', line: null, column: null, severity: 'error', message: 'not read: …' } as const;
  assert.deepEqual(compared(side([], [], [problem], false), side([race(2), race(4)])).statuses, ['2 null', '4 new']);
});

test('another reason that leaves something open at the base does not hide what is new', () => {
  const open = reason('could not decide s against line 3: the loop has no bound', 'undecided');
  assert.deepEqual(compared(side([], [open]), side([race(2)])), { statuses: ['2 new'], problems: [] });
});
