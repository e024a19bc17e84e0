import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge } from '../../src/action/outcome.ts';
import type { ReasonKind } from '../../src/model/reason.ts';
import type { Result } from '../../src/model/result.ts';
import { exitCode } from '../../src/result/exit-code.ts';
import type { Gate } from '../../src/result/gate.ts';
import { finding, kernel, reason, result } from '../report/sample-result.ts';

const open = (...kinds: ReasonKind[]) =>
  kernel({ verdict: 'inconclusive', reasons: kinds.map((kind) => reason('why', kind)) });
const possible = finding({ evidence: 'possible' });
const error = { file: 'a.cu', line: 1, column: 1, severity: 'error', message: 'm' } as const;

/** Without more words: any finding fails the run, of an evidence that may be an error, and nothing was compared. */
const GATE: Gate = { failOn: 'any', minEvidence: 'predicted', isUncompared: true };
const compared = { isUncompared: false };

const TABLE: readonly [name: string, result: Result, gate: Partial<Gate>, code: 0 | 1 | 2 | 3][] = [
  ['nothing at all', result(), {}, 0],
  ['race-free kernels', result({ kernels: [kernel({ verdict: 'race-free' })] }), {}, 0],
  ['a replayed race', result({ kernels: [kernel()], findings: [finding()] }), {}, 1],
  ...(['trace', 'replayed', 'predicted', 'witness', 'possible'] as const).flatMap((evidence, strength) =>
    (['predicted', 'witness', 'possible'] as const).map((minEvidence, floor): (typeof TABLE)[number] => [
      `${evidence}, where ${minEvidence} counts`,
      result({ kernels: [kernel()], findings: [finding({ evidence })] }),
      { minEvidence },
      strength <= floor + 2 ? 1 : 0,
    ]),
  ),
  ['a traced race', result({ findings: [finding({ evidence: 'trace' })] }), {}, 1],
  ['barrier divergence', result({ findings: [finding({ rule: 'barrier-divergence' })] }), {}, 1],
  ['a redundant barrier is advice', result({ findings: [finding({ rule: 'redundant-barrier' })] }), {}, 0],
  ['only possible', result({ kernels: [open('possible-finding')], findings: [possible] }), {}, 0],
  [
    'two possible findings at one place, one reason',
    result({ kernels: [open('possible-finding')], findings: [possible, possible] }),
    {},
    0,
  ],
  [
    'possible, and something not decided',
    result({ kernels: [open('possible-finding', 'cut-short')], findings: [possible, possible] }),
    {},
    3,
  ],
  [
    'a race that was there before, and more of its kernel not decided',
    result({
      kernels: [kernel({ verdict: 'racy', reasons: [reason('why', 'cut-short')] })],
      findings: [finding({ status: 'unchanged' })],
    }),
    { failOn: 'new', ...compared },
    3,
  ],
  [
    'a race that was there before, and a possible one',
    result({
      kernels: [kernel({ verdict: 'racy', reasons: [reason('why', 'possible-finding')] })],
      findings: [finding({ status: 'unchanged' }), possible],
    }),
    { failOn: 'new', ...compared },
    0,
  ],
  ['inconclusive without a finding', result({ kernels: [open('unsupported')] }), {}, 3],
  ['inconclusive without a reason', result({ kernels: [open()] }), {}, 3],
  ['a file with an error', result({ problems: [error] }), {}, 3],
  ['a warning', result({ problems: [{ ...error, severity: 'warning' }] }), {}, 0],
  ['findings win over incomplete', result({ findings: [finding()], problems: [error] }), {}, 1],
  ['fail-on none', result({ findings: [finding()] }), { failOn: 'none' }, 0],
  ['fail-on none hides no incompleteness', result({ findings: [finding()], problems: [error] }), { failOn: 'none' }, 3],
  ['fail-on new without a base', result({ findings: [finding()] }), { failOn: 'new' }, 1],
  ['fail-on new, new', result({ findings: [finding({ status: 'new' })] }), { failOn: 'new' }, 1],
  ['fail-on new, unchanged', result({ findings: [finding({ status: 'unchanged' })] }), { failOn: 'new' }, 0],
  [
    'fail-on new, no status, where revisions were compared',
    result({ findings: [finding()] }),
    { failOn: 'new', ...compared },
    0,
  ],
  [
    'fail-on new, new, where revisions were compared',
    result({ findings: [finding({ status: 'new' })] }),
    { failOn: 'new', ...compared },
    1,
  ],
  ['fail-on any, no status, where revisions were compared', result({ findings: [finding()] }), compared, 1],
  ['turned down by the configuration', result({ findings: [finding({ severity: 'note' })] }), {}, 0],
  [
    'advice that the configuration turns up',
    result({ findings: [finding({ rule: 'redundant-barrier', severity: 'error' })] }),
    {},
    1,
  ],
  ['fail-on any, unchanged', result({ findings: [finding({ status: 'unchanged' })] }), {}, 1],
  ['fail-on any, fixed', result({ findings: [finding({ status: 'fixed' })] }), {}, 0],
  [
    'a input mistake',
    result({ problems: [{ file: 'a.cu', line: 1, column: null, severity: 'warning', message: '', isMistake: true }] }),
    {},
    2,
  ],
  ['ignored in the source', result({ findings: [finding({ suppressed: { reason: 'known' } })] }), {}, 0],
];

for (const [name, given, gate, code] of TABLE) {
  test(`exit code: ${name}`, () => assert.equal(exitCode(given, { ...GATE, ...gate }), code));

  // Findings decide in the action as they do on the command line: it fails for those that would end a command with 1.
  test(`conclusion: ${name}`, () => {
    const { conclusion } = judge(given, [], [], { ...GATE, ...gate });
    const isAsked = { ...GATE, ...gate, isUncompared: false };
    assert.equal(conclusion === 'failure', exitCode(given, isAsked) === 1);
    assert.equal(conclusion === 'success', exitCode(given, isAsked) === 0);
  });
}
