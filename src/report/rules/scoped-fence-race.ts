import type { Rule } from './rule.ts';

export const scopedFenceRace: Rule = {
  id: 'scoped-fence-race',
  name: 'ScopedFenceRace',
  short: 'A fence orders two accesses for its own block only, but the other access is in another block.',
  full:
    'Data is handed from one block to another through a flag, but the fence between the data and the flag has block ' +
    'scope, or is missing. The other block may see the flag before the data.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'data-race', 'gpu', 'fences', 'memory-scope'],
  what: `A thread that writes data, then a flag, must put a fence between the two, and the fence must reach as far as the
reader: \`__threadfence_block()\` orders the two writes for threads of the same block, \`__threadfence()\` for the whole
device. The reader needs a fence of the same reach between the flag and the data.`,
  racy: `__global__ void publish(int *data, int *ready) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence_block();
    atomicExch(ready, 1);
  } else if (atomicAdd(ready, 0) == 1) {
    __threadfence();
    data[blockIdx.x] = data[0];
  }
}`,
  why: 'Block 0 fences for itself only; block 1 may see `ready` as 1 and still read the old `data[0]`.',
  corrected: `__global__ void publish(int *data, int *ready) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    atomicExch(ready, 1);
  } else if (atomicAdd(ready, 0) == 1) {
    __threadfence();
    data[blockIdx.x] = data[0];
  }
}`,
  witness: `The first thread writes the data, the second reads it after it has seen the flag. The table shows the two data
accesses; the fence that is too narrow or missing stands between the data and the flag.`,
  limits: `Only hand-overs through an atomic flag are recognised. A flag that is a plain variable is a race of its own.`,
};
