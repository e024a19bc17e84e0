/**
 * Random racy kernels are repaired; then runs under many schedules show no race by the definition of happens-before, and one
 * thread alone does what it did. `REPAIR_KERNELS` and `REPAIR_SEED` make it run longer, or elsewhere.
 * slow: runs the whole engine over many kernels
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Engines } from '../../src/analysis/engines.ts';
import type { Program } from '../../src/ir/program.ts';
import { compileSource, startEngines } from '../check/oracle/checker.ts';
import { hasRace } from '../check/oracle/happens-before.ts';
import { BLOCK, randomKernel, traceOf } from './random-kernels.ts';
import { Repairer } from './repaired.ts';

const KERNELS = Number(process.env.REPAIR_KERNELS ?? 60);
const SEED = Number(process.env.REPAIR_SEED ?? 1);
const BATCH = 20;
const SCHEDULES = [null, 1, 2, 3, 4, 5];

const repairer = new Repairer();
let engines: Engines;
before(async () => {
  engines = await startEngines();
});
after(() => repairer.close());

test(`${KERNELS} random kernels from seed ${SEED}`, async (t) => {
  const counts = new Map<string, number>();
  for (let done = 0; done < KERNELS; done += BATCH) {
    const seeds = Array.from({ length: Math.min(BATCH, KERNELS - done) }, (_, i) => SEED + done + i);
    const kernels = seeds.map(randomKernel);
    const text = kernels.map((kernel) => kernel.text).join('\n');
    const {
      repairs,
      texts,
      before: checked,
    } = await repairer.repair({ 'k.cu': text }, { gridDim: [1, 1, 1], blockDim: [BLOCK, 1, 1] });
    const repaired = texts.get('k.cu')!;
    const [old, now] = [compileSource(engines, text), compileSource(engines, repaired)];
    for (const { name } of kernels) {
      const { status } = repairs.find(({ kernel }) => kernel === name)!;
      const wasRacy = checked.kernels.find(({ kernel }) => kernel === name)!.verdict;
      const what = `${wasRacy}, ${status}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
      assert.deepEqual(
        storesOf(now, name),
        storesOf(old, name),
        `one thread of ${name} does something else\n${repaired}`,
      );
      if (status !== 'repaired') continue;
      const isRacy = SCHEDULES.some((seed) => hasRace(traceOf(now, name, BLOCK, seed), () => true));
      assert.equal(isRacy, false, `${name} still races\n${repaired}`);
    }
  }
  for (const [what, n] of [...counts].sort()) t.diagnostic(`${what}: ${n}`);
  const of = (status: string) =>
    [...counts].filter(([what]) => what.endsWith(status)).reduce((sum, [, n]) => sum + n, 0);
  assert.ok(of('repaired') >= of('refused'), 'half of them can be repaired');
});

/** What a thread that is alone writes, in its order. */
function storesOf(program: Program, name: string): unknown[] {
  const [, ...events] = traceOf(program, name, 1, null).map((line): Record<string, unknown> => JSON.parse(line));
  return events
    .filter(({ op }) => op === 'write' || op === 'atomic')
    .map(({ space, addr, size }) => ({ space, addr, size }));
}
