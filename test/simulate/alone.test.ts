/** What one thread alone leaves in memory: the same for other orders of threads, another for other values. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Engines } from '../../src/analysis/engines.ts';
import { leftByOneThread } from '../../src/simulate/index.ts';
import { compileSource, startEngines } from '../check/oracle/checker.ts';

let engines: Engines;
before(async () => {
  engines = await startEngines();
});

function left(body: string, n = 3): string | null {
  const program = compileSource(engines, `__global__ void k(int *out, int *in, int n) {\n${body}\n}\n`);
  const kernel = [...program.functions.values()].find(({ sourceName }) => sourceName === 'k')!;
  return leftByOneThread(program, { kernel: kernel.name, arguments: new Map([[2, n]]), stepBudget: 10_000 }).left;
}

const SUM = 'for (int i = threadIdx.x; i < n; i++) out[0] += in[i];';

test('barriers, names and the way to a value make no difference', () => {
  const usual = left(SUM);
  assert.ok(usual !== null);
  assert.equal(left(`${SUM} __syncthreads();`), usual);
  assert.equal(left('int s = out[0]; for (int k = 0; k < n; k++) s += in[k]; if (n > 0) out[0] = s;'), usual);
  assert.equal(left(SUM.replace('out[0] += in[i]', 'atomicAdd(out, in[i])')), usual);
  assert.equal(left(`${SUM} out[5] = out[5];`), usual);
});

test('another value, place or number of bytes does', () => {
  const usual = left(SUM);
  for (const other of [
    SUM.replace('in[i]', 'in[i] + 1'),
    SUM.replaceAll('out[0]', 'out[1]'),
    `${SUM} out[5] = 0;`,
    'if (n < 0) out[0] = 1;',
  ])
    assert.notEqual(left(other), usual, other);
  assert.notEqual(left(SUM, 2), usual);
});

test('nothing is said of what does not come to its end', () => {
  assert.equal(left('while (true) out[0]++;'), null);
});
