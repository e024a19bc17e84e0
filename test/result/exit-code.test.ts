import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FailOn } from '../../src/model/options.ts';
import type { ReasonKind } from '../../src/model/reason.ts';
import type { Result } from '../../src/model/result.ts';
import { exitCode } from '../../src/result/exit-code.ts';
import { finding, kernel, reason, result } from '../report/sample-result.ts';

const open = (...kinds: ReasonKind[]) =>
  kernel({ verdict: 'inconclusive', reasons: kinds.map((kind) => reason('why', kind)) });
const possible = finding({ evidence: 'possible' });
const error = { file: 'a.cu', line: 1, column: 1, severity: 'error', message: 'm' } as const;

const TABLE: readonly [name: string, result: Result, failOn: FailOn, code: 0 | 1 | 3][] = [
  ['nothing at all', result(), 'any', 0],
  ['race-free kernels', result({ kernels: [kernel({ verdict: 'race-free' })] }), 'any', 0],
  ['a replayed race', result({ kernels: [kernel()], findings: [finding()] }), 'any', 1],
  ['a solver witness', result({ kernels: [kernel()], findings: [finding({ evidence: 'witness' })] }), 'any', 1],
  ['a traced race', result({ findings: [finding({ evidence: 'trace' })] }), 'any', 1],
  [
    'barrier divergence',
    result({ findings: [finding({ rule: 'barrier-divergence', evidence: 'witness' })] }),
    'any',
    1,
  ],
  ['a redundant barrier is advice', result({ findings: [finding({ rule: 'redundant-barrier' })] }), 'any', 0],
  ['only possible', result({ kernels: [open('possible-finding')], findings: [possible] }), 'any', 0],
  [
    'two possible findings at one place, one reason',
    result({ kernels: [open('possible-finding')], findings: [possible, possible] }),
    'any',
    0,
  ],
  [
    'possible, and something not decided',
    result({ kernels: [open('possible-finding', 'cut-short')], findings: [possible, possible] }),
    'any',
    3,
  ],
  ['inconclusive without a finding', result({ kernels: [open('unsupported')] }), 'any', 3],
  ['inconclusive without a reason', result({ kernels: [open()] }), 'any', 3],
  ['a file with an error', result({ problems: [error] }), 'any', 3],
  ['a warning', result({ problems: [{ ...error, severity: 'warning' }] }), 'any', 0],
  ['findings win over incomplete', result({ findings: [finding()], problems: [error] }), 'any', 1],
  ['fail-on none', result({ findings: [finding()] }), 'none', 0],
  ['fail-on none hides no incompleteness', result({ findings: [finding()], problems: [error] }), 'none', 3],
  ['fail-on new without a base', result({ findings: [finding()] }), 'new', 1],
  ['fail-on new, new', result({ findings: [finding({ status: 'new' })] }), 'new', 1],
  ['fail-on new, unchanged', result({ findings: [finding({ status: 'unchanged' })] }), 'new', 0],
  ['fail-on any, unchanged', result({ findings: [finding({ status: 'unchanged' })] }), 'any', 1],
  ['fail-on any, fixed', result({ findings: [finding({ status: 'fixed' })] }), 'any', 0],
  ['ignored in the source', result({ findings: [finding({ suppressed: { reason: 'known' } })] }), 'any', 0],
];

for (const [name, given, failOn, code] of TABLE) {
  test(`exit code: ${name}`, () => assert.equal(exitCode(given, failOn), code));
}
