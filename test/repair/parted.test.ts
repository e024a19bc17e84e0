/** Barriers brought to where all threads get to, and stores of one thread for all: loops, exits and branches that part threads. */
import type { CheckOptions } from '../../src/model/options.ts';
import { type Case, testCases } from './golden-cases.ts';

const BLOCK: Partial<CheckOptions> = { gridDim: [1, 1, 1], blockDim: [64, 1, 1] };
const GRID: Partial<CheckOptions> = { gridDim: [4, 1, 1], blockDim: [64, 1, 1] };

const CASES: readonly Case[] = [
  {
    name: 'a barrier in a loop with a bound of each thread',
    text: `__global__ void mirrored(float *out, const float *in, int n) {
  __shared__ float row[64];
  int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x) {
    float own = in[i];
    row[t] = own;
    __syncthreads();
    out[i] = row[63 - t] - own;
    __syncthreads();
  }
}
`,
  },
  {
    name: 'a race in a loop over all threads of the grid',
    options: GRID,
    text: `__global__ void mirrored(float *out, const float *in, int n) {
  __shared__ float row[64];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    row[threadIdx.x] = in[i];
    out[i] = row[63 - threadIdx.x];
  }
}
`,
  },
  {
    name: 'a while loop goes on by vote',
    text: `__global__ void halved(int *out, const int *in) {
  __shared__ int row[64];
  int t = threadIdx.x;
  int left = in[t] & 7;
  while (left > 0) {
    row[t] = left;
    __syncthreads();
    out[t] += row[63 - t];
    __syncthreads();
    left = left / 2;
  }
}
`,
  },
  {
    name: 'a loop that threads leave by a jump is refused',
    text: `__global__ void searched(int *out, const int *in) {
  __shared__ int row[64];
  int t = threadIdx.x;
  for (int i = 0; i < 8; i++) {
    if (in[i * 64 + t] < 0) break;
    row[t] = in[i * 64 + t];
    __syncthreads();
    out[t] += row[63 - t];
    __syncthreads();
  }
}
`,
  },
  {
    name: 'rounds that some threads pass over',
    text: `__global__ void kept(int *out, const int *in) {
  __shared__ int row[64];
  int t = threadIdx.x;
  for (int i = 0; i < 4; i++) {
    if (in[t] < i) continue;
    row[t] = in[i * 64 + t];
    __syncthreads();
    out[t] += row[63 - t];
    __syncthreads();
  }
}
`,
  },
  {
    name: 'a branch with barriers in a loop',
    text: `__global__ void nearest(int *out, const int *in, int n, int rounds, int isShifted) {
  __shared__ int row[64];
  int t = threadIdx.x;
  row[t] = 0;
  if (t < n) {
    // Everybody shows what it has.
    row[t] = in[t];
    if (isShifted) {
      row[t] += 1;
      __syncthreads();
    }
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
      __syncthreads();
      int other = row[63 - t];
      sum += other;
      __syncthreads();
      row[t] = sum;
    }
    out[t] = sum;
  }
}
`,
  },
  {
    name: 'threads that leave at several places',
    options: GRID,
    text: `__global__ void mirror(float *out, const float *in, int n) {
  __shared__ float row[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float own = in[i];
  if (threadIdx.x % 3 == 1) return;
  row[threadIdx.x] = own;
  __syncthreads();
  out[i] = own + row[63 - threadIdx.x];
}
`,
  },
  {
    name: 'threads that store before they leave',
    text: `__global__ void mirror(float *out, const float *in, int n) {
  __shared__ float row[64];
  int t = threadIdx.x;
  if (t >= n) {
    // nothing to mirror
    out[t] = 0;
    return;
  }
  row[t] = in[t];
  __syncthreads();
  out[64 + t] = row[63 - t];
}
`,
  },
  {
    name: 'a store that some threads make, the first one among them',
    text: `__global__ void count(int *out, const int *in, int n) {
  __shared__ int total;
  int t = threadIdx.x;
  if (t < n) {
    total = n;
  }
  __syncthreads();
  out[t] = in[t] + total;
}
`,
  },
  {
    name: 'a store that the first thread may not make is refused',
    text: `__global__ void found(int *out, const int *in) {
  int t = threadIdx.x;
  if (in[t] > 5) *out = t;
}
`,
  },
  {
    name: 'what all threads have to call is called by all',
    text: `__device__ int sumOf(int *row, int t) {
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 64; i++) sum += row[i];
  return sum;
}
__global__ void summed(int *out, const int *in) {
  __shared__ int row[64];
  __shared__ int total;
  int t = threadIdx.x;
  row[t] = in[t];
  total = sumOf(row, t);
  __syncthreads();
  out[t] = total;
}
`,
  },
  {
    name: 'a store that neighbours make',
    text: `__global__ void pairs(int *out, const int *in) {
  __shared__ int row[32];
  int t = threadIdx.x;
  row[t / 2] = in[t];
  __syncthreads();
  out[t] = row[31 - t / 2];
}
`,
  },
  {
    name: 'the smallest value and the largest one',
    text: `__global__ void extremes(int *least, int *most, const int *in) {
  int v = in[threadIdx.x];
  if (v < *least) *least = v;
  if (most[0] < v) {
    most[0] = v;
  }
}
`,
  },
  {
    name: 'lanes of several declarations and a loop that halves',
    options: { gridDim: [1, 1, 1], blockDim: [128, 1, 1] },
    text: `__global__ void lanes(int *out, const int *in) {
  __shared__ int row[128];
  int t = threadIdx.x, lane = t & 31;
  row[t] = in[t];
  for (int o = 16; o > 0; o >>= 1) {
    if (lane < o) row[t] += row[t + o];
  }
  if (lane == 0) out[t / 32] = row[t];
}
`,
  },
  {
    name: 'a barrier of which nobody knows what it orders gets no second one',
    file: 'a.cl',
    text: `__kernel void swap(__global int *a, int flags) {
  __local int row[64];
  int t = get_local_id(0);
  row[t] = a[t];
  barrier(flags);
  a[t] = row[63 - t];
}
`,
  },
  {
    name: 'a copy of the work-group whose event nobody keeps',
    file: 'a.cl',
    text: `__kernel void last(__global int *p, __global const int *q) {
  __local int row[64];
  int t = get_local_id(0);
  row[t] = q[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  async_work_group_copy(p, row, 64, 0);
  p[63 - t] = 0;
}
`,
  },
];

testCases('barriers where all threads get to', CASES, BLOCK);
