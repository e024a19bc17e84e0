/**
 * Kernels of which nobody knows how large their block is, against brute force: a race in a block of any size up to 64 must not be
 * called free of races, and a witness must be one. CI runs 60 kernels from seed 1; `ORACLE_SIZES` and `ORACLE_SEED` make it
 * run longer, or elsewhere.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Engines } from '../../src/analysis/engines.ts';
import { checkedInBatches, startEngines } from './oracle/checker.ts';
import { generateSized, racesIn, type SizedKernel } from './oracle/sizes.ts';

const KERNELS = Number(process.env.ORACLE_SIZES ?? 60);
const SEED = Number(process.env.ORACLE_SEED ?? 1);
const LARGEST = 64;

/** The first size with a race. */
function firstRace(kernel: SizedKernel): number | null {
  for (let size = 1; size <= LARGEST; size++) if (racesIn(kernel, size) === true) return size;
  return null;
}

describe('blocks of any size against brute force', () => {
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
      (i) => generateSized(SEED + i, `k${SEED + i}`),
      () => ({ grid: 1, block: null, assume: [] }),
    );
    for (const { kernel, answer, error } of checked) {
      const race = firstRace(kernel);
      const what = `seen ${race === null ? 'nothing' : 'a race'}, found ${answer?.verdict ?? 'an error'}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
      const claimed = (answer?.findings ?? []).flatMap(({ witness }) => witness?.blockDim[0] ?? []);
      const wrong = claimed.filter((threads) => racesIn(kernel, threads) === false);
      if (answer === null || (race !== null && answer.verdict === 'race-free') || wrong.length > 0) {
        violations.push(
          `${kernel.text}races with ${race} threads; ${what}; witnesses without a race: ${wrong} ${error ?? ''}`,
        );
      }
    }
    for (const [what, n] of [...counts].sort()) t.diagnostic(`${what}: ${n}`);
    assert.equal(violations.length, 0, violations.slice(0, 3).join('\n'));
  });
});
