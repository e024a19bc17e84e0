import type { Rule } from './rule.ts';

export const scopedFenceRace: Rule = {
  id: 'scoped-fence-race',
  name: 'ScopedFenceRace',
  short: 'Data is handed to another block through a flag, but the fence for it is missing or too narrow.',
  full:
    'One block hands data to another through a flag, but the fence between the data and the flag has only block ' +
    'scope, or is missing. The other block may see the flag before it sees the data.',
  precision: 'high',
  tags: ['correctness', 'concurrency', 'data-race', 'gpu', 'fences', 'memory-scope'],
  what: `A thread that writes data and then sets a flag needs a fence in between, with a scope that includes the reader:
\`__threadfence_block()\` orders the two writes for threads of the same block, \`__threadfence()\` for the whole device. The reader
needs a fence of the same scope between reading the flag and reading the data.`,
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
  why: `Block 0 uses a fence for its own block only. Block 1 may see \`ready\` as 1 and still read the old \`data[0]\`.`,
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
  witness: `The first thread writes the data; the second reads it after it has seen the flag. The table shows the two accesses to
the data. The fence that is missing or too narrow belongs between the data and the flag.`,
  limits: `Only atomic or volatile flags are recognised. A flag that is a plain variable is a race of its own. If only the fence of
the reader is missing, the race is possible and no more, and \`// gpurace: assume fresh(data)\` says that it is meant to be so.`,
};
