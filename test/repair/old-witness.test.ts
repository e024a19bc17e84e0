/** What executions say of edited texts; the executions themselves are made up here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KernelPairs, PairAnswer, ReplayInputs } from '../../src/model/pairs.ts';
import type { Finding } from '../../src/model/result.ts';
import { OldWitness } from '../../src/repair/old-witness.ts';

const TEXT = 'a[i] = b;\n';
const ACCESS = {
  kind: 'write',
  text: 'a[i]',
  file: 'k.cu',
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 5,
  scope: null,
  iterations: [],
  calls: [],
} as const satisfies Finding['accesses'][number];
const FINDING: Finding = {
  rule: 'intra-block-race',
  raceId: 'r',
  kernel: 'k',
  memory: { space: 'global', object: 'a' },
  accesses: [ACCESS, ACCESS],
  evidence: 'replayed',
  witness: null,
  dataDependent: false,
  message: '',
  fixes: [],
  status: null,
};
const THREAD = { block: [0, 0, 0], thread: [0, 0, 0] } as const;
const INPUTS = {
  gridDim: [1, 1, 1],
  blockDim: [2, 1, 1],
  arguments: [],
  variables: [],
  threads: [THREAD, THREAD],
} as unknown as ReplayInputs;
const TOLD: KernelPairs = {
  kernel: 'k',
  file: 'k.cu',
  line: 1,
  open: [],
  omitted: 0,
  isComplete: true,
  left: null,
  openBarriers: null,
  findings: [{ raceId: 'r', isUnordered: true, isHarmless: false, isMild: false, inputs: [INPUTS] }],
};

/** @param of what is answered of the text as it is, and of the edited one */
async function objection(
  of: readonly [Partial<PairAnswer>, Partial<PairAnswer>],
  finding: Finding = FINDING,
): Promise<unknown> {
  const answer = {
    id: 0,
    isThere: true,
    keptApartBy: null,
    lines: [],
    safeInputs: null,
    racyInputs: null,
    alone: null,
  };
  const witness = new OldWitness(
    {
      pairs: async () => [TOLD],
      ask: async (texts) => [{ ...answer, ...of[texts.size === 0 ? 0 : 1] }],
    },
    () => TEXT,
  );
  return witness.objectionTo(new Map([['k.cu', `__syncthreads();\n${TEXT}`]]), [finding]);
}

test('a race that is seen again', async () => {
  assert.equal(await objection([{}, { racyInputs: 0 }]), 'is seen to race as before');
});

test('one thread alone leaves something else', async () => {
  assert.equal(await objection([{ alone: 'x' }, { alone: 'y' }]), 'changes what one thread computes');
  assert.equal(await objection([{ alone: 'x' }, { alone: 'x' }]), null);
});

test('what nobody could execute is no objection', async () => {
  assert.equal(await objection([{ alone: null }, { alone: 'y' }]), null);
  assert.equal(await objection([{ alone: 'x' }, { alone: null }]), null);
  // It has another id than what the executions are told of.
  assert.equal(await objection([{ alone: 'x' }, { alone: 'y' }], { ...FINDING, raceId: 'other' }), null);
});

test('whatever was executed is executed again, a race of a trace and one of a guessed launch as well', async () => {
  for (const evidence of ['trace', 'predicted', 'witness', 'possible'] as const) {
    assert.equal(await objection([{}, { racyInputs: 0 }], { ...FINDING, evidence }), 'is seen to race as before');
  }
});

test('threads that come to a barrier apart as before', async () => {
  const barrier: Finding = { ...FINDING, rule: 'barrier-divergence', memory: null, accesses: [ACCESS] };
  assert.equal(await objection([{}, { racyInputs: 0 }], barrier), 'is seen to race as before');
  assert.equal(await objection([{}, {}], barrier), null);
});
