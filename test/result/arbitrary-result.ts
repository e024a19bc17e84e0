/** Results that hold every kind of reason and assumption, for properties. */
import fc from 'fast-check';
import { type Assumption, AssumptionKind } from '../../src/model/assumption.ts';
import { type Place, placeAt } from '../../src/model/place.ts';
import { type Reason, ReasonKind } from '../../src/model/reason.ts';
import {
  type BarrierGap,
  EVIDENCE,
  type Finding,
  type KernelResult,
  type Problem,
  type Result,
} from '../../src/model/result.ts';
import { access, finding, kernel, result } from '../report/sample-result.ts';

const FILES = ['a.cu', 'src/b.cu', 'src/b.cu:7', 'c d.cuh'] as const;

const place: fc.Arbitrary<Place | null> = fc.option(
  fc.tuple(fc.constantFrom(...FILES), fc.nat(9)).map(([file, line]) => placeAt(file, line)),
);
const PLAIN = { noNullPrototype: true };
/** Texts that look like what could be added to them, or taken off. */
const text = fc.constantFrom('', 'why', 'not analysed: why', 'out of time', 'n > 0', 'n > 0 (given)', 'x (a.cu:7)');
const reason: fc.Arbitrary<Reason> = fc.record({ kind: fc.constantFrom(...ReasonKind.options), text, place }, PLAIN);
const assumption: fc.Arbitrary<Assumption> = fc.record(
  { kind: fc.constantFrom(...AssumptionKind.options), text, place },
  PLAIN,
);

const kernels: fc.Arbitrary<KernelResult[]> = fc.uniqueArray(
  fc
    .record({
      name: fc.constantFrom('k', 'j', 't<1>', 't<2>'),
      file: fc.constantFrom('a.cu', 'src/b.cu'),
      verdict: fc.constantFrom('race-free', 'racy', 'inconclusive'),
      reasons: fc.array(reason, { maxLength: 3 }),
      assumptions: fc.array(assumption, { maxLength: 3 }),
    })
    .map(({ name, ...parts }) => kernel({ kernel: name, ...parts })),
  { maxLength: 4, selector: ({ kernel: name, file }) => `${file} ${name}` },
);

const line = fc.record({ file: fc.constantFrom('a.cu', 'src/b.cu'), line: fc.integer({ min: 1, max: 3 }) }, PLAIN);
const anyGap: fc.Arbitrary<BarrierGap> = fc
  .record({ from: line, to: line, later: fc.constantFrom(0, 1), round: fc.option(line), since: fc.option(line) }, PLAIN)
  .map((gap) => ({ ...gap, passes: gap.round === null ? null : 1 }));

function findingsIn(some: readonly KernelResult[]): fc.Arbitrary<Finding[]> {
  if (some.length === 0) return fc.constant([]);
  const one = fc
    .record({
      of: fc.constantFrom(...some),
      line: fc.integer({ min: 1, max: 3 }),
      evidence: fc.constantFrom(...EVIDENCE),
      replay: fc.option(fc.record({ text, place, isGuess: fc.boolean() }, PLAIN)),
      traceOnly: fc.boolean(),
      gap: fc.option(anyGap),
    })
    .map(({ of, line, evidence, replay, traceOnly, gap }) => {
      const iterations = gap === null ? [] : [{ ...gap.from, variable: 'i', value: '1' }];
      const at = access({ file: of.file, line, endLine: line, iterations });
      return finding({
        raceId: `${of.kernel} ${line}`,
        kernel: of.kernel,
        accesses: [at, at],
        evidence,
        ...(replay === null ? {} : { replay }),
        ...(traceOnly ? { traceOnly } : {}),
        ...(gap === null ? {} : { gap }),
      });
    });
  return fc.array(one, { maxLength: 4 });
}

const problem: fc.Arbitrary<Problem> = fc
  .record({
    file: fc.option(fc.constantFrom(...FILES)),
    severity: fc.constantFrom('error', 'warning'),
    unused: fc.option(fc.constantFrom('n > 0', 'rows == cols')),
  })
  .map(({ file, severity, unused }) => {
    const unusedAssumption = unused === null ? {} : { unusedAssumption: unused };
    return { file, line: null, column: null, severity, message: 'something', ...unusedAssumption };
  });

export const anyResult: fc.Arbitrary<Result> = kernels.chain((some) =>
  fc
    .record({ findings: findingsIn(some), problems: fc.array(problem, { maxLength: 2 }) })
    .map((parts) => result({ kernels: some, ...parts })),
);
