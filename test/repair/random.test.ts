/**
 * Random racy kernels are repaired; then runs under many schedules show no race by the definition of happens-before, and one
 * thread alone does what it did. `REPAIR_KERNELS` and `REPAIR_SEED` make it run longer, or elsewhere.
 * slow: runs the whole engine over many kernels
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Engines } from '../../src/analysis/engines.ts';
import type { Program } from '../../src/ir/program.ts';
import { isDefect } from '../../src/model/rules.ts';
import { type ArgumentValue, leftByOneThread } from '../../src/simulate/index.ts';
import { compileSource, startEngines } from '../check/oracle/checker.ts';
import { hasRace } from '../check/oracle/happens-before.ts';
import { assertOneFixEach } from './one-fix-each.ts';
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
  const reasons = new Map<string, number>();
  let alone = 0;
  let fixes = 0;
  for (let done = 0; done < KERNELS; done += BATCH) {
    const seeds = Array.from({ length: Math.min(BATCH, KERNELS - done) }, (_, i) => SEED + done + i);
    const kernels = seeds.map(randomKernel);
    const text = kernels.map((kernel) => kernel.text).join('\n');
    const {
      repairs,
      texts,
      before: checked,
      result,
    } = await repairer.repair({ 'k.cu': text }, { gridDim: [1, 1, 1], blockDim: [BLOCK, 1, 1] });
    const repaired = texts.get('k.cu')!;
    fixes += assertOneFixEach(result);
    const left = await repairer.check(texts, { gridDim: [1, 1, 1], blockDim: [BLOCK, 1, 1] });
    for (const { kernel } of repairs.filter(({ status, reason }) => status === 'repaired' && reason === null)) {
      const still = left.findings.filter((one) => one.kernel === kernel && isDefect(one));
      assert.deepEqual(
        still,
        [],
        `all fixes of ${kernel} together leave something
${repaired}`,
      );
    }
    const [old, now] = [compileSource(engines, text), compileSource(engines, repaired)];
    for (const { name } of kernels) {
      const { status, reason } = repairs.find(({ kernel }) => kernel === name)!;
      if (status === 'refused') reasons.set(reason ?? '', (reasons.get(reason ?? '') ?? 0) + 1);
      const wasRacy = checked.kernels.find(({ kernel }) => kernel === name)!.verdict;
      const what = `${wasRacy}, ${status}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
      assert.deepEqual(
        storesOf(now, name),
        storesOf(old, name),
        `one thread of ${name} does something else\n${repaired}`,
      );
      const leftBefore = leftAlone(old, name);
      alone += leftBefore.filter((one) => one !== null).length;
      assert.deepEqual(leftAlone(now, name), leftBefore, `one thread of ${name} computes something else\n${repaired}`);
      if (status !== 'repaired') continue;
      const isRacy = SCHEDULES.some((seed) => hasRace(traceOf(now, name, BLOCK, seed), () => true));
      assert.equal(isRacy, false, `${name} still races\n${repaired}`);
    }
  }
  assert.ok(alone >= KERNELS, 'a thread alone comes to its end with half of the inputs or more');
  t.diagnostic(`causes with a fix: ${fixes}`);
  for (const [what, n] of [...counts].sort()) t.diagnostic(`${what}: ${n}`);
  for (const [reason, n] of [...reasons].sort(([, a], [, b]) => b - a)) t.diagnostic(`refused, ${reason}: ${n}`);
  const of = (status: string) =>
    [...counts].filter(([what]) => what.endsWith(status)).reduce((sum, [, n]) => sum + n, 0);
  assert.ok(of('repaired') >= 2 * of('refused'), 'two of three of them, or more, can be repaired');
  // Two threads at one store of a value of their own: nothing but a choice among the values repairs that.
  const hopeless = [...reasons]
    .filter(([reason]) => reason.includes('in one statement'))
    .reduce((sum, [, n]) => sum + n, 0);
  assert.ok(of('repaired') >= 3 * (of('refused') - hopeless), 'three of four of those that barriers can repair');
});

/** What a thread that is alone leaves in memory, with several values of `n`. */
function leftAlone(program: Program, name: string): (string | null)[] {
  const kernel = [...program.functions.values()].find((fn) => fn.sourceName === name)!;
  return [0, 5].map((n) => {
    const values = new Map<number, ArgumentValue>([
      [0, 'region'],
      [1, 'region'],
      [2, n],
    ]);
    return leftByOneThread(program, { kernel: kernel.name, arguments: values, stepBudget: 20_000 }).left;
  });
}

/** What a thread that is alone writes, in its order. */
function storesOf(program: Program, name: string): unknown[] {
  const [, ...events] = traceOf(program, name, 1, null).map((line): Record<string, unknown> => JSON.parse(line));
  return events
    .filter(({ op }) => op === 'write' || op === 'atomic')
    .map(({ space, addr, size }) => ({ space, addr, size }));
}
