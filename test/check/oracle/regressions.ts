/** Kernels on which the checker was once wrong, made as small as they go, with what is right. */
export interface Regression {
  readonly what: string;
  readonly grid: number;
  readonly block: number;
  readonly assume: readonly string[];
  readonly text: string;
  /** `idempotent(A)`: only stores of one value to `A` race, so that it is race-free where that is stated, and open where not. */
  readonly verdict: 'race-free' | 'racy' | 'inconclusive' | 'idempotent(A)';
}

const one = (block: number, what: string, verdict: Regression['verdict'], text: string, ...assume: string[]) =>
  ({ what, grid: 1, block, assume, text, verdict }) satisfies Regression;

export const REGRESSIONS: readonly Regression[] = [
  one(
    8,
    'a barrier under a condition on what a loop counted',
    'racy',
    `__global__ void k(int *A) {
      int tid = threadIdx.x;
      int x = 0;
      for (int i = 0; i < tid; i++) x += 2;
      if (x > 3) __syncthreads();
      A[tid] = 1;
    }`,
  ),
  one(
    8,
    'the same with a bound that all threads share',
    'race-free',
    `__global__ void k(int *A, int n) {
      int tid = threadIdx.x;
      int x = 0;
      for (int i = 0; i < n; i++) x += 2;
      if (x > 3) __syncthreads();
      A[tid] = 1;
    }`,
  ),
  one(
    8,
    'a barrier under a condition on where a loop stopped',
    'racy',
    `__global__ void k(int *A, int n) {
      int tid = threadIdx.x;
      int i;
      for (i = tid; i < 8; i += 3) ;
      if (i == 9) __syncthreads();
      A[tid] = 1;
    }`,
  ),
  one(
    8,
    'a barrier under a condition on whether a search found something',
    'racy',
    `__global__ void k(int *A, const int *B) {
      int tid = threadIdx.x;
      int found = 0;
      for (int i = 0; i < 4; i++) if (B[tid + i] == 3) { found = 1; break; }
      if (found) __syncthreads();
      A[tid] = 1;
    }`,
  ),
  one(
    4,
    'a doubling loop that is left in its first round',
    'racy',
    `__global__ void k(int *A, int n) {
      __shared__ int s[256];
      int tid = threadIdx.x;
      for (unsigned i = 1; i < blockDim.x; i = i * 2) {
        A[tid] = s[i + tid];
        if (n != i) break;
      }
      s[tid ^ 3] = 1;
    }`,
    'n >= 2',
    'n <= 3',
  ),
  one(
    4,
    'a loop that divides by its variable and is left in its first round',
    'racy',
    `__global__ void k(int *A, int n) {
      int tid = threadIdx.x;
      for (int s = 1; s < n; s++) {
        if (tid % s == 0) break;
        A[tid] = 1;
      }
      A[0] = tid;
    }`,
    'n >= 2',
    'n <= 5',
  ),
  one(
    4,
    'rounds that an inequality never reaches',
    'race-free',
    `__global__ void k(int *A, int n) {
      int tid = threadIdx.x;
      for (int i = n; i != 4; i++) A[4 * i + tid] = 1;
      A[20 + tid] = 2;
    }`,
    'n >= 2',
    'n <= 4',
  ),
  one(
    4,
    'rounds of a counter that would wrap',
    'race-free',
    `__global__ void k(int *A, int n) {
      int tid = threadIdx.x;
      for (unsigned i = n; i > 1; i = i - 1) A[tid + 1] = 1;
      A[tid + 1] = 2;
    }`,
    'n >= 0',
    'n <= 4',
  ),
  one(
    4,
    'the greater of two unsigned numbers, one of which is a negative one',
    'racy',
    `__global__ void k(int *A, int n) {
      int tid = threadIdx.x;
      unsigned u = (unsigned)(0 - n);
      int x = (int)max(u, 1u);
      if (x < 0) A[0] = tid;
    }`,
  ),
  one(
    4,
    'the unsigned remainder of a negative number, read as signed',
    'racy',
    `__global__ void k(int *A, int n) {
      int tid = threadIdx.x;
      unsigned u = (unsigned)(0 - n);
      int x = (int)(u % 4294967295u);
      if (x < 0) A[0] = tid;
    }`,
  ),
  one(
    8,
    'bytes wrap when they are counted up',
    'racy',
    `__global__ void k(int *A) {
      int tid = threadIdx.x;
      unsigned char c = 0;
      for (int i = 0; i < 3; i++) c += 100;
      if (c < 50) A[0] = tid;
    }`,
  ),
  one(
    8,
    'bytes cut off what is stored in them',
    'racy',
    `__global__ void k(int *A) {
      int tid = threadIdx.x;
      unsigned char c = tid * 64;
      A[c] = tid;
    }`,
  ),
  one(
    4,
    'a product that overflows only on the other path',
    'racy',
    `__global__ void k(int *A, int n) {
      int tid = threadIdx.x;
      if (n < 716) A[tid + n * 3000000] = 1;
      else A[0] = tid;
    }`,
  ),
  one(
    4,
    'a shift whose amount makes sense only on the other path',
    'racy',
    `__global__ void k(int *A, int n) {
      int tid = threadIdx.x;
      int i = 0;
      if (n >= 0) i = tid << n;
      A[i] = tid;
    }`,
    'n >= -2',
    'n <= -1',
  ),
  one(
    4,
    'a shift by a huge amount',
    'race-free',
    `__global__ void k(int *A) {
      int tid = threadIdx.x;
      A[tid] = tid << (2 / (-2));
    }`,
  ),
  one(
    2,
    'flipped bits of a negative number',
    'idempotent(A)',
    `__global__ void k(int *A, int n) {
      if (n) {
        int x = (2 ^ n);
        A[3] = A[4];
      }
    }`,
    'n == -2',
  ),
  one(
    2,
    'a difference of thread numbers below zero, seen as unsigned',
    'racy',
    `__global__ void k(int *A) {
      int tid = threadIdx.x;
      if (tid) A[0] = 7;
      A[tid] = 1;
      unsigned x = max((unsigned)(tid - 4), 0u);
    }`,
  ),
  one(
    2,
    'a negative number that is stored unsigned',
    'racy',
    `__global__ void k(int *A) {
      int gid = threadIdx.x;
      A[gid] = max(gid - 3u, 0u);
      ((int4 *)A)[gid] = ((int4 *)A)[gid];
    }`,
  ),
  one(
    2,
    'one of two numbers, below zero, seen as unsigned',
    'racy',
    `__global__ void k(int *A, const int *B, int n) {
      if ((B[0] ? n : 0u) < 1) return;
      A[0] = threadIdx.x;
    }`,
    'n == -2',
  ),
  one(
    2,
    'the greatest unsigned number on one of two paths',
    'racy',
    `__global__ void k(int *A) {
      unsigned tid = threadIdx.x;
      unsigned x = (4 - 5);
      if (tid) x = x >> 0;
      else x = 0u;
      for (int i = 0; i < 3; i = i + blockDim.x) A[0] = x;
    }`,
  ),
  one(
    4,
    'a negative number that takes many rounds to arrive',
    'racy',
    `__global__ void k(int *A) {
      int tid = threadIdx.x;
      int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, l = 0, m = 0;
      for (int i = 0; i < 50; i++) { a = b; b = c; c = d; d = e; e = f; f = g; g = h; h = l; l = m; m = -1; }
      if (a < 0) A[0] = tid;
    }`,
  ),
  one(
    4,
    'the top bit of a random number generator',
    'inconclusive',
    `__global__ void k(int *A, int n) {
      int tid = threadIdx.x;
      unsigned u = 1;
      for (int i = 0; i < n; i++) u = u * 1664525u + 1013904223u;
      if (u > 0x80000000u) A[0] = tid;
    }`,
  ),
  one(
    4,
    'a pointer that changes its array in the first round',
    'inconclusive',
    `__global__ void k(int *A, int *B, int n) {
      int tid = threadIdx.x;
      int x = 0;
      int *p = A;
      for (int i = 0; i < n; i++) { x += p[tid]; p = B; }
      B[tid + 1] = x;
    }`,
  ),
  one(
    1,
    'a named barrier that waits for a second thread in a block of one',
    'inconclusive',
    '__global__ void k(int *A) { __barrier_sync_count(1, 2); }',
  ),
  one(
    4,
    'a named barrier that waits for one more thread than come, in a loop that never ends',
    'inconclusive',
    '__global__ void k(int *A, int n) { for (int i = 0; n; i++) if (threadIdx.x) __barrier_sync_count(1, 4); }',
    'n >= 1',
    'n <= 1',
  ),
  one(
    2,
    'bits of a number that is stated to be negative',
    'racy',
    `__global__ void k(int *A, int n) {
      __shared__ int s[256];
      int low = n & 2;
      s[n + 2] = threadIdx.x;
      A[threadIdx.x] = low;
    }`,
    'n >= -2',
    'n <= -2',
  ),
  one(
    2,
    'a read under a bit of a number that may be negative',
    'racy',
    `__global__ void k(int *A, int *B, int n) {
      if (n & 1) A[0] = B[0];
      B[0] = 5;
    }`,
    'n >= -2',
    'n <= 0',
  ),
  one(
    2,
    'a power of two in the first round of its loop',
    'inconclusive',
    `__global__ void k(int *A) {
      unsigned tid = threadIdx.x;
      for (int i = 1; i < 3; i *= 2) {
        if (tid) return;
      }
      __barrier_sync_count(6, 2);
    }`,
  ),
  {
    what: 'powers of two in the first rounds of two loops',
    grid: 2,
    block: 2,
    assume: ['m >= 1', 'm <= 2'],
    text: `__global__ void k(int *A, int m) {
      int tid = threadIdx.x;
      for (int i = 2; i <= m; i *= 2) {
        for (int j = i; j; j >>= 1) {
          A[tid ^ j] = 0;
          __syncthreads();
        }
      }
    }`,
    verdict: 'idempotent(A)',
  },
];
