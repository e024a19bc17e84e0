/**
 * Texels of surfaces against brute force: what races is never called free of races, and what is called racy races. CI runs 200 kernels
 * from seed 1; `ORACLE_TEXELS` and `ORACLE_SEED` make it run longer, or elsewhere.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Engines } from '../../src/analysis/engines.ts';
import { checkedInBatches, startEngines } from './oracle/checker.ts';
import { generateTexels, texelsRace } from './oracle/texels.ts';

const KERNELS = Number(process.env.ORACLE_TEXELS ?? 200);
const SEED = Number(process.env.ORACLE_SEED ?? 1);

describe('texels of surfaces against brute force', () => {
  let engines: Engines;
  before(async () => {
    engines = await startEngines();
  });

  test(`${KERNELS} random kernels from seed ${SEED}`, (t) => {
    const counts = new Map<string, number>();
    const violations: string[] = [];
    const checked = checkedInBatches(
      engines,
      KERNELS,
      (i) => generateTexels(SEED + i, `k${SEED + i}`),
      ({ grid, block }) => ({ grid, block, assume: [] }),
    );
    for (const { kernel, answer, error } of checked) {
      const isRacy = texelsRace(kernel);
      const what = `${isRacy ? 'a race' : 'no race'}, found ${answer?.verdict ?? 'an error'}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
      const isWrong = answer === null || answer.verdict === (isRacy ? 'race-free' : 'racy');
      if (isWrong) violations.push(`${kernel.text}<<<${kernel.grid}, ${kernel.block}>>>: ${what} ${error ?? ''}`);
    }
    for (const [what, n] of [...counts].sort()) t.diagnostic(`${what}: ${n}`);
    assert.equal(violations.length, 0, violations.slice(0, 3).join('\n'));
  });
});
