import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NextStep, type Reason, ReasonKind } from '../../src/model/reason.ts';
import type { KernelResult } from '../../src/model/result.ts';
import { BARE_CONTEXT, render } from '../../src/report/index.ts';
import { collect } from '../../src/result/collect.ts';
import { nextSteps } from '../../src/result/next-steps.ts';

function kernel(name: string, reasons: readonly Reason[]): KernelResult {
  return {
    kernel: name,
    file: 'a.cu',
    line: 1,
    language: 'cuda',
    verdict: 'inconclusive',
    conditions: [],
    reasons: [...reasons],
    assumptions: [],
    launches: [{ file: 'a.cu', line: 9, gridDim: ['1', '1', '1'], blockDim: ['n', '1', '1'] }],
    accessPairs: 0,
    solverCalls: 0,
    elapsedMs: 0,
  };
}

const reason = (kind: ReasonKind, nextStep?: NextStep): Reason => ({
  kind,
  text: 'why',
  place: null,
  ...(nextStep === undefined ? {} : { nextStep }),
});

test('every kind of reason but one has a next step, and so has every step its words', () => {
  const without = ReasonKind.options.filter(
    (kind) => nextSteps({ kernels: [kernel('k', [reason(kind)])] }).length === 0,
  );
  assert.deepEqual(without, ['other']);
  const all = NextStep.options.map((step) => kernel(step, [reason('other', step)]));
  assert.deepEqual(
    nextSteps({ kernels: all }).map(({ step }) => step),
    NextStep.options,
  );
});

test('a step is told once, with the number of kernels that it is for', () => {
  const kernels = [
    kernel('a', [reason('undecided', 'state-disjoint'), reason('undecided')]),
    kernel('b', [reason('undecided'), reason('undecided')]),
  ];
  assert.deepEqual(
    nextSteps({ kernels }).map(({ step, kernels: count }) => [step, count]),
    [
      ['state-fact', 2],
      ['state-disjoint', 1],
    ],
  );
});

test('a kernel without a launch that is open for its sizes is asked for one', () => {
  const unlaunched = { ...kernel('a', [reason('undecided')]), launches: [] };
  assert.deepEqual(
    nextSteps({ kernels: [unlaunched] }).map(({ step }) => step),
    ['state-launch', 'state-fact'],
  );
});

test('text, Markdown and HTML tell it', () => {
  const result = collect(
    [{ kernels: [kernel('a', [reason('cut-short')]), kernel('b', [reason('cut-short')])], findings: [], problems: [] }],
    1,
    0,
  );
  for (const format of ['text', 'markdown', 'html'] as const) {
    const text = render(result, format, BARE_CONTEXT);
    assert.equal(text.split('Give each kernel more time').length, 2, format);
    assert.match(text, /2 kernels: Give each kernel more time/);
  }
});
