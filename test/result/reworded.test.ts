/** Nothing goes by what a reason or an assumption says: other words, the same decisions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { judge } from '../../src/action/outcome.ts';
import { compareResults } from '../../src/compare/compare-results.ts';
import { AssumptionKind } from '../../src/model/assumption.ts';
import { ReasonKind } from '../../src/model/reason.ts';
import type { Result } from '../../src/model/result.ts';
import { collect } from '../../src/result/collect.ts';
import { exitCode } from '../../src/result/exit-code.ts';
import { isOfTraces, joinTraces } from '../../src/result/join-traces.ts';
import { mergeResults } from '../../src/result/merge.ts';
import { isUndecided, wasCut } from '../../src/result/open-reasons.ts';
import { anyResult } from './arbitrary-result.ts';

/** With other words everywhere; a fact that the user states is his own words, and stays. */
function reworded({ kernels, ...rest }: Result, words: (text: string) => string): Result {
  return {
    ...rest,
    kernels: kernels.map((kernel) => ({
      ...kernel,
      reasons: kernel.reasons.map((reason) => ({ ...reason, text: words(reason.text) })),
      assumptions: kernel.assumptions.map((one) => (one.kind === 'given' ? one : { ...one, text: words(one.text) })),
    })),
  };
}

const REWORDINGS: readonly ((text: string) => string)[] = [
  (text) => `${text}!`,
  () => 'the same for all',
  () => 'not analysed: out of time',
  (text) => [...text].reverse().join(''),
];

function decisions(base: Result, head: Result): unknown {
  const outcomeOf = ({ kernels, findings, problems }: Result) => ({ kernels, findings, problems });
  const compared = compareResults({
    base,
    head,
    changed: [],
    source: () => undefined,
    baseSource: () => undefined,
    partsWith: () => new Set(),
  });
  const results = [head, compared.result, mergeResults([base, head]), collect([base, head].map(outcomeOf), 2, 0)];
  const traced = { ...head, detectors: {} };
  return [...results, joinTraces(base, traced)].map((one) => [
    exitCode(one, { failOn: 'any', minEvidence: 'witness', isUncompared: true }),
    exitCode(one, { failOn: 'new', minEvidence: 'predicted', isUncompared: false }),
    one.kernels.map((kernel) => [kernel.kernel, kernel.file, kernel.verdict, wasCut(kernel), isUndecided(kernel)]),
    one.findings.map(({ raceId, status, evidence, anchor }) => [raceId, status, evidence, anchor]),
    one.problems,
    judged(one),
    isOfTraces(traced),
  ]);
}

function judged(result: Result): unknown {
  const { conclusion, counts, notAnalysed } = judge(result, [], [], { failOn: 'new', minEvidence: 'predicted' });
  return [conclusion, counts, notAnalysed.map(({ subject, file, line }) => [subject, file, line])];
}

test('other words for reasons and assumptions change no verdict, status or exit code', () => {
  fc.assert(
    fc.property(anyResult, anyResult, fc.constantFrom(...REWORDINGS), (base, head, words) => {
      assert.deepEqual(decisions(reworded(base, words), reworded(head, words)), decisions(base, head));
    }),
    { numRuns: 500 },
  );
});

const of = (...kinds: ReasonKind[]) => ({
  verdict: 'inconclusive' as const,
  reasons: kinds.map((kind) => ({ kind, text: '', place: null })),
});

/** More would be known with more time, or if it had been compiled. */
const CUT: ReadonlySet<ReasonKind> = new Set(['not-analysed', 'cut-short', 'untouched']);
/** Nothing that had to be decided is open. */
const NOT_OPEN: ReadonlySet<ReasonKind> = new Set(['possible-finding', 'untouched']);

for (const kind of ReasonKind.options) {
  test(`a kernel that is open because of: ${kind}`, () => {
    assert.equal(wasCut(of(kind)), CUT.has(kind));
    assert.equal(wasCut(of('undecided', kind)), CUT.has(kind));
    assert.equal(isUndecided(of(kind)), !NOT_OPEN.has(kind));
    assert.equal(isUndecided(of('possible-finding', kind)), !NOT_OPEN.has(kind));
  });
}

for (const kind of AssumptionKind.options) {
  test(`a verdict of traces that rests on: ${kind}`, () => {
    fc.assert(
      fc.property(anyResult, (given) => {
        const kernels = given.kernels.map((one) => ({ ...one, assumptions: [{ kind, text: '', place: null }] }));
        const isOf = kernels.length === 0 || kind === 'recorded-runs';
        assert.equal(isOfTraces({ ...given, kernels, detectors: {} }), isOf);
      }),
    );
  });
}
