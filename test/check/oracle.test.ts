/**
 * The checker against brute force: random small kernels are executed thread by thread under small launches, and what
 * happened is held against the verdict. CI runs 1,500 kernels from seed 1; `ORACLE_KERNELS` and `ORACLE_SEED` make it run
 * longer, or elsewhere. A third is checked again with `idempotent` stated of all memory: then stores of one value are no race, and
 * all others are.
 */

import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import type { Engines } from '../../src/analysis/engines.ts';
import { reasonText } from '../../src/model/reason.ts';
import { type Checked, checkAll, checkSource, startEngines } from './oracle/checker.ts';
import { generateKernel } from './oracle/generate.ts';
import { judge } from './oracle/properties.ts';
import { REGRESSIONS } from './oracle/regressions.ts';
import { shrink } from './oracle/shrink.ts';
import { type Kernel, PRELUDE } from './oracle/syntax.ts';

const KERNELS = Number(process.env.ORACLE_KERNELS ?? 1500);
const SEED = Number(process.env.ORACLE_SEED ?? 1);
/** Of these so many are checked once more, with a word about equal values. */
const STATED = Math.ceil(KERNELS / 3);
/** Kernels of one call of the compiler. */
const BATCH = 40;
/** Violations that are made small and shown. */
const SHOWN = 3;

describe('the checker against brute force', () => {
  let engines: Engines;
  before(async () => {
    engines = await startEngines();
  });

  for (const r of REGRESSIONS) {
    test(r.what, () => {
      const checked = (...stated: string[]) => {
        const launch = { ...r, assume: [...r.assume, ...stated] };
        const { answer, error } = checkSource(engines, PRELUDE + r.text, new Map([['k', launch]])).get('k')!;
        assert.ok(answer, `${error}`);
        return answer;
      };
      const answer = checked();
      const isOfOneValue = r.verdict === 'idempotent(A)';
      const verdict = isOfOneValue ? 'inconclusive' : r.verdict;
      assert.equal(answer.verdict, verdict, answer.reasons.map(reasonText).join('\n'));
      if (!isOfOneValue) return;
      assert.ok(answer.findings.length > 0 && answer.findings.every((finding) => answer.sameValueIn(finding) === 'A'));
      assert.equal(checked('idempotent(A)').verdict, 'race-free');
    });
  }

  test(`${KERNELS} random kernels from seed ${SEED}`, (t) => check(t, KERNELS, false));

  test(`${STATED} of them where several threads may store one value at once`, (t) => check(t, STATED, true));

  function check(t: TestContext, wanted: number, mayStoreAtOnce: boolean): void {
    const counts = new Map<string, number>();
    const count = (what: string, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by);
    const violations: Checked[] = [];
    for (let done = 0; done < wanted; done += BATCH) {
      const size = Math.min(BATCH, wanted - done);
      const kernels = Array.from({ length: size }, (_, i) => generateKernel(SEED + done + i, `k${SEED + done + i}`));
      for (const checked of checkAll(engines, kernels, mayStoreAtOnce)) {
        const judgement = judge(checked, SEED);
        count(`seen ${judgement.seen ?? 'no defined run'}, found ${checked.answer?.verdict ?? 'an error'}`);
        count('findings confirmed', judgement.confirmed);
        for (const why of judgement.skipped) count(`findings skipped: ${why}`);
        if (judgement.violation) violations.push(checked);
      }
    }
    for (const [what, n] of [...counts].sort()) t.diagnostic(`${what}: ${n}`);
    const proved = counts.get('seen nothing, found race-free') ?? 0;
    const quiet = [...counts].reduce((sum, [what, n]) => sum + (what.startsWith('seen nothing') ? n : 0), 0);
    t.diagnostic(`proved ${((100 * proved) / quiet).toFixed(1)} % of the kernels in which nothing was seen`);
    assert.equal(violations.length, 0, violations.slice(0, SHOWN).map(explained).join('\n'));
  }

  /** The violation, made small. */
  function explained({ kernel, mayStoreAtOnce }: Checked): string {
    const kindOf = (violation: string | null) => violation?.slice(0, 8);
    const judged = (k: Kernel) => judge(checkAll(engines, [k], mayStoreAtOnce)[0]!, SEED);
    const kind = kindOf(judged(kernel).violation);
    const small = shrink(kernel, (variants) =>
      checkAll(engines, variants, mayStoreAtOnce).map((c) => kindOf(judge(c, SEED).violation) === kind),
    );
    const [checked] = checkAll(engines, [small], mayStoreAtOnce);
    const ranges = small.parameters.map((p) => `, ${p.name} in ${p.low}..${p.high}`).join('');
    const launch = `<<<${small.grid}, ${small.block}>>>${ranges}`;
    return `${kernel.name} ${launch}\n${PRELUDE}${checked!.text}${judge(checked!, SEED).violation}`;
  }
});
