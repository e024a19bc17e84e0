/** The witness of a barrier that not all threads reach, executed on edited texts. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { analyse, WorkerReserve } from '../../src/analysis/index.ts';
import { type CheckOptions, DEFAULT_CHECK_OPTIONS, type RunOptions } from '../../src/model/options.ts';
import type { KernelPairs, PairAnswer } from '../../src/model/pairs.ts';
import { SILENT } from '../../src/model/progress.ts';
import { OldWitness } from '../../src/repair/old-witness.ts';

const reserve = new WorkerReserve();
after(() => reserve.close());

function check(text: string, wanted: Pick<RunOptions, 'pairs' | 'questions'> = {}) {
  const launch = { gridDim: [1, 1, 1], blockDim: [8, 1, 1] } satisfies Partial<CheckOptions>;
  const options = { ...DEFAULT_CHECK_OPTIONS, ...launch, jobs: 1, reserve, ...wanted };
  return analyse({ kind: 'memory', files: new Map([['k.cu', Buffer.from(text)]]) }, ['k.cu'], options, SILENT);
}

const kernel = (...body: readonly string[]) =>
  ['__global__ void k(int *out) {', ...body.map((line) => `  ${line}`), '}', ''].join('\n');
const FIRST_HALF = kernel('if (threadIdx.x < 4) {', '  out[threadIdx.x] = 1;', '  __syncthreads();', '}');

/** What stands against the text as a repair of `FIRST_HALF`. */
async function objectionTo(edited: string): Promise<unknown> {
  const told: KernelPairs[] = [];
  const { findings } = await check(FIRST_HALF, { pairs: { take: (pairs) => void told.push(...pairs) } });
  assert.deepEqual(
    findings.map(({ rule, evidence }) => `${rule} ${evidence}`),
    ['barrier-divergence replayed'],
  );
  const asked: (number | null)[] = [];
  const witness = new OldWitness(
    {
      pairs: async () => told,
      ask: async (texts, questions) => {
        const answers: PairAnswer[] = [];
        const take = (given: readonly PairAnswer[]) => void answers.push(...given);
        await check(texts.get('k.cu') ?? FIRST_HALF, { questions: { asked: questions, take } });
        asked.push(...answers.map(({ racyInputs }) => racyInputs));
        return answers;
      },
    },
    () => FIRST_HALF,
  );
  const objection = await witness.objectionTo(new Map([['k.cu', edited]]), findings);
  assert.notEqual(asked.length, 0, 'it was executed');
  return objection;
}

test('the threads still part before the barrier', async () => {
  const objection = await objectionTo(
    kernel('int i = threadIdx.x;', 'if (threadIdx.x < 4) {', '  out[i] = 1;', '  __syncthreads();', '}'),
  );
  assert.equal(objection, 'is seen to race as before');
});

test('the barrier stands where all threads get to', async () => {
  const objection = await objectionTo(
    kernel('if (threadIdx.x < 4) {', '  out[threadIdx.x] = 1;', '}', '__syncthreads();'),
  );
  assert.equal(objection, null);
});
