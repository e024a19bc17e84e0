import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../src/action/outcome.ts';
import { reviewSummary } from '../../src/action/review.ts';
import { renderSummary } from '../../src/action/summary.ts';
import { keyOf } from '../../src/github/index.ts';
import { MAX_SUMMARY_BYTES } from '../../src/model/platform-limits.ts';
import type { Result } from '../../src/model/result.ts';
import { BARE_CONTEXT } from '../../src/report/index.ts';
import { reason } from '../report/sample-result.ts';

function problems(count: number): Result {
  return {
    schemaVersion: 2,
    tool: { name: 'gpurace', version: '0' },
    kernels: Array.from({ length: count }, (_, index) => ({
      kernel: `k${index}`.padEnd(900, 'é'),
      file: `f${index}.cu`,
      line: 1,
      language: 'cuda',
      verdict: 'inconclusive',
      conditions: [],
      reasons: [reason('x'.repeat(900))],
      assumptions: [],
      launches: [],
      accessPairs: 0,
      solverCalls: 0,
      elapsedMs: 0,
    })),
    findings: [],
    problems: [],
    summary: { files: count, kernels: count, raceFree: 0, conditional: 0, racy: 0, inconclusive: count, elapsedMs: 0 },
  };
}

test('a summary stays below what GitHub shows, and says what it left out', () => {
  const result = problems(5_000);
  const units = result.kernels.map(({ file }) => ({ file, throughHeaders: ['a.h', 'b.h', 'c.h', 'd.h'] }));
  const summary = renderSummary({
    result,
    outcome: judge(result, [], [], { failOn: 'new', minEvidence: 'predicted' }),
    range: { selection: { units, missing: [] }, words: 'Everything.', compared: null, comparison: 'No history' },
    context: BARE_CONTEXT,
  });
  assert.ok(Buffer.byteLength(summary) <= MAX_SUMMARY_BYTES);
  assert.match(summary, /^# gpurace: 5000 kernels or files not analysed\n/);
  assert.match(summary, /- and 4950 more/);
  assert.match(summary, /`a\.h`, `b\.h`, `c\.h` and 1 more changed files/);
  assert.match(summary, /\*\*Cut here:\*\*/);
});

test('causes without a comment are named as far as there is room, and counted beyond that', () => {
  const key = keyOf({ causeId: 'c', findings: ['r'], kernel: 'k' }, false);
  const anchor = { file: 'a.cu', side: 'head', line: null, text: '', kind: 'file' } as const;
  const cause = { key, anchor, title: 'race '.padEnd(900, 'é'), suggested: null, body: () => '' };
  const spilled = Array.from({ length: 500 }, () => ({ cause, why: 'there are 25 comments already' }));
  const text = reviewSummary({ kind: 'done', created: 25, updated: 0, resolved: 0, threads: null, spilled }, 32 * 1024);
  assert.ok(Buffer.byteLength(text) <= 33 * 1024);
  const named = text.match(/^- `race/gm)?.length ?? 0;
  assert.equal(named + Number(/^- and (\d+) more$/m.exec(text)?.[1]), 500);
});
