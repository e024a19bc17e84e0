/**
 * Orders that a change takes away in kernels that nobody decides, in the ways in which people did: `diff --repair` offers the fix that
 * was made. The shapes are those of real bugs (`docs/internals/real-bugs.md`), in our own words.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { likenessOf } from '../../bench/same-edit.ts';
import { edited } from '../../src/lexical/text-edits.ts';
import type { Result } from '../../src/model/result.ts';
import { causesOf } from '../../src/result/causes/index.ts';
import { temporaryRepository } from '../git/repository.ts';
import { diff, fileOf } from './revisions-told.ts';
import { endless } from './undecided.ts';

interface Change {
  readonly name: string;
  /** What stands at the end of the kernel at the base, and at the head. */
  readonly base: string;
  readonly head: string;
  /** The kind of the fix where it is none that puts the old text, or its barriers, back. */
  readonly kind?: string;
}

const CHANGES: readonly Change[] = [
  {
    name: 'moved access',
    base: `  row[t] = x;
  y = 3;
  __syncthreads();
  out[t] = row[255 - t];
`,
    head: `  __syncthreads();
  row[t] = x;
  y = 3;
  out[t] = row[255 - t];
`,
  },
  {
    name: 'moved read',
    base: `  if (t == 0) len = x;
  __syncthreads();
  int l = len;
  __syncthreads();
  if (t == 0) len = l + y;
  __syncthreads();
  out[t] = len;
`,
    head: `  if (t == 0) len = x;
  __syncthreads();
  __syncthreads();
  int l = len;
  if (t == 0) len = l + y;
  __syncthreads();
  out[t] = len;
`,
  },
  {
    name: 'barrier from head to end',
    base: `  if (t == 0) err = x;
  __syncthreads();
  while (!err) {
    __syncthreads();
    if (t == 0) err = in[y++];
    __syncthreads();
    row[t] = y;
    if (in[y]) break;
  }
  __syncthreads();
  out[t] = row[t];
`,
    head: `  if (t == 0) err = x;
  __syncthreads();
  while (!err) {
    if (t == 0) err = in[y++];
    __syncthreads();
    row[t] = y;
    if (in[y]) break;
    __syncthreads();
  }
  __syncthreads();
  out[t] = row[t];
`,
  },
  {
    name: 'barrier under a macro',
    base: `  row[t] = x;
  __syncthreads();
  int z = row[0];
  __syncthreads();
  row[t] = z + y;
  out[t] = z;
`,
    head: `  row[t] = x;
  __syncthreads();
  int z = row[0];
#if defined(SLOW)
  // Not everywhere.
  __syncthreads();
#endif
  row[t] = z + y;
  out[t] = z;
`,
  },
  {
    name: 'two barriers',
    base: `  for (int i = 0; i < n; i++) {
    row[t] = x;
    __syncthreads();
    if (t < 128) row[t] += row[t + 128];
    __syncthreads();
    out[i] = row[0];
    __syncthreads();
  }
`,
    head: `  for (int i = 0; i < n; i++) {
    row[t] = x;
    if (t < 128) row[t] += row[t + 128];
    __syncthreads();
    out[i] = row[0];
  }
`,
  },
  {
    name: 'hoisted read',
    base: `  for (int i = 0; i < n; i++) {
    if (t == 0) len = in[i];
    __syncthreads();
    row[t] = len;
    bool isLast = len != 0;
    __syncthreads();
    if (isLast) break;
  }
  out[t] = row[t];
`,
    head: `  for (int i = 0; i < n; i++) {
    if (t == 0) len = in[i];
    __syncthreads();
    row[t] = len;
    __syncthreads();
    if (len != 0) break;
  }
  out[t] = row[t];
`,
  },
  {
    name: 'a guard gone',
    base: `  for (int i = 0; i < n; i++) {
    if (t == 0) {
      if (i == 0) len = x;
      row[i] = y;
    }
    __syncthreads();
    out[t] = len;
    __syncthreads();
  }
`,
    head: `  for (int i = 0; i < n; i++) {
    if (i == 0) len = x;
    if (t == 0) {
      row[i] = y;
    }
    __syncthreads();
    out[t] = len;
    __syncthreads();
  }
`,
    kind: 'add-guard',
  },
  {
    name: 'a barrier into a branch',
    base: `  row[t] = x;
  if (y > 3) {
    y = 2;
  }
  __syncthreads();
  out[t] = row[255 - t];
`,
    head: `  row[t] = x;
  if (y > 3) {
    y = 2;
    __syncthreads();
  }
  out[t] = row[255 - t];
`,
  },
  {
    name: 'a mask by tile',
    base: `  if (in != 0 && !in[blockIdx.x]) {
    if (t < n) {
      out[t] = 0;
    }
    return;
  }
  row[t] = x;
  __syncthreads();
  out[t] = row[255 - t];
`,
    head: `  if (in != 0 && t < n && !in[blockIdx.x]) {
    out[t] = 0;
    return;
  }
  row[t] = x;
  __syncthreads();
  out[t] = row[255 - t];
`,
  },
  {
    name: 'a sum by atomics becomes a store of each thread',
    base: `  int part = 0;
  if (t < n) {
    part = y * t;
  }
  part += __shfl_down_sync(0xffffffff, part, 1);
  if (t % 2 == 0) {
    atomicAdd(out + x, part);
  }
`,
    head: `  if (t < n) {
    int part = y * t;
    out[x] = part;
  }
`,
  },
  {
    name: 'a value of each thread goes to memory of the block',
    base: `  if (t == 0) row[3] = x;
  __syncthreads();
  for (int i = 0; i < n; i++) {
    int own = 0;
    if (t > i) {
      own = y * t;
    }
    out[t] += i == 3 ? own : row[3];
  }
`,
    head: `  if (t == 0) row[3] = x;
  __syncthreads();
  for (int i = 0; i < n; i++) {
    if (t > i) {
      row[3] = y * t;
    }
    out[t] += row[3];
  }
`,
  },
  {
    name: 'lanes',
    base: `  row[t] = x;
  __syncwarp();
  if (__all_sync(0xffffffff, y == 0)) { return; }
  out[t] = row[t ^ 1];
`,
    head: `  row[t] = x;

  // nothing to do
  if (__any_sync(0xffffffff, y == 0)) { return; }
  out[t] = row[t ^ 1];
`,
  },
];

function kernel(rest: string): string {
  return `__global__ void told(int *in, int *out, int n) {
  __shared__ int row[256];
  __shared__ int err, len;
  int t = threadIdx.x;
  int x = 0, y = 1;
  ${endless(9)}
${rest}}
`;
}

const repository = temporaryRepository({ after });

describe('orders lost in kernels that nobody decides', () => {
  let brought: Result;
  before(async () => {
    const write = (side: 'base' | 'head') => {
      repository.write(Object.fromEntries(CHANGES.map((one) => [fileOf(one.name), kernel(one[side])])));
      return repository.commit(side);
    };
    const [base, head] = [write('base'), write('head')];
    ({ result: brought } = await diff(repository, base, head, ['--repair', '--timeout', '2']));
  });

  for (const { name, base, head, kind } of CHANGES) {
    test(name, () => {
      const file = fileOf(name);
      const causes = causesOf(brought).filter(({ explains }) => explains[0]?.accesses[0]?.file === file);
      assert.notEqual(causes.length, 0);
      for (const { fix, explains, status } of causes) {
        assert.equal(status, 'new');
        assert.ok(explains.every(({ orderLost }) => orderLost != null));
        assert.ok(fix, 'a fix is offered');
        assert.match(fix.note ?? '', /by control flow|is what it was before the change/);
        if (kind !== undefined) assert.equal(fix.kind, kind);
        else {
          const ours = edited(kernel(head), fix.edits);
          assert.equal(likenessOf({ parent: kernel(head), ours, theirs: kernel(base) }, []), 'same', ours);
        }
      }
    });
  }
});
