/**
 * A barrier that is called redundant is never one that is needed: in kernels that are in order, made at random, each barrier is
 * taken out and the kernel run under many schedules. Where that races, by the definition of happens-before, nobody may have called it so.
 * slow: runs the whole engine over many kernels
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Engines } from '../../src/analysis/engines.ts';
import { compileSource, startEngines } from '../check/oracle/checker.ts';
import { hasRace } from '../check/oracle/happens-before.ts';
import { BLOCK, phasedKernel, traceOf } from './random-kernels.ts';
import { Repairer } from './repaired.ts';

const KERNELS = Number(process.env.REPAIR_KERNELS ?? 16);
const SEED = Number(process.env.REPAIR_SEED ?? 1001);
const SCHEDULES = [null, 1, 2, 3, 4, 5];

const repairer = new Repairer();
let engines: Engines;
before(async () => {
  engines = await startEngines();
});
after(() => repairer.close());

test(`${KERNELS} kernels with a barrier behind each phase, from seed ${SEED}`, async (t) => {
  const kernels = Array.from({ length: KERNELS }, (_, i) => phasedKernel(SEED + i));
  const text = kernels.map((kernel) => kernel.text).join('\n');
  // Advice is given for the launches that the host code makes, and not for sizes that somebody asks about.
  const launches = kernels.map(({ name }) => `  ${name}<<<1, ${BLOCK}>>>(out, in, 3);\n`).join('');
  const host = `void launch(int *out, const int *in) {\n${launches}}\n`;
  const checked = await repairer.check(new Map([['k.cu', text + host]]));
  const inOrder = new Set(checked.kernels.filter(({ verdict }) => verdict === 'race-free').map(({ kernel }) => kernel));
  const redundant = new Set(
    checked.findings.flatMap(({ rule, accesses }) => (rule === 'redundant-barrier' ? (accesses[0]?.line ?? []) : [])),
  );
  assert.equal(inOrder.size, KERNELS);
  const counts = { needed: 0, redundant: 0, other: 0 };
  const lines = text.split('\n');
  for (const [i, line] of lines.entries()) {
    const name = lines.slice(0, i).findLast((one) => one.startsWith('__global__'));
    const kernel = /\b(k\d+)\(/.exec(name ?? '')?.[1];
    if (!/^\s*__syncthreads\(\);$/.test(line) || kernel === undefined || !inOrder.has(kernel)) continue;
    const without = compileSource(engines, lines.toSpliced(i, 1, '').join('\n'));
    const isNeeded = SCHEDULES.some((seed) => hasRace(traceOf(without, kernel, BLOCK, seed), () => true));
    const isCalledSo = redundant.has(i + 1);
    assert.ok(!(isNeeded && isCalledSo), `line ${i + 1} is needed and called redundant\n${text}`);
    counts[isNeeded ? 'needed' : isCalledSo ? 'redundant' : 'other']++;
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.needed > 0 && counts.redundant > 0, 'there are both kinds');
});
