/** What each kind of repair makes of a text: the texts with all fixes, as they are applied, against golden files. */
import type { CheckOptions } from '../../src/model/options.ts';
import { type Case, testCases } from './golden-cases.ts';

const BLOCK: Partial<CheckOptions> = { gridDim: [1, 1, 1], blockDim: [64, 1, 1] };
const GRID: Partial<CheckOptions> = { gridDim: [4, 1, 1], blockDim: [64, 1, 1] };

const CASES: readonly Case[] = [
  {
    name: 'a loop takes two barriers, one for each way round',
    text: `__global__ void rounds(float *out, const float *in) {
  __shared__ float row[64];
  int i = threadIdx.x;
  for (int step = 0; step < 8; step++) {
    row[i] = in[step * 64 + i];
    out[i] += row[63 - i];
  }
}
`,
  },
  {
    name: 'a loop without braces gets them',
    text: `__global__ void fold(float *out) {
  __shared__ float row[128];
  int i = threadIdx.x;
  row[i] = out[i];
  row[i + 64] = out[i + 64];
  __syncthreads();
  for (int half = 64; half > 0; half /= 2)
    if (i < half) row[i] += row[i + half]; // adds
  out[i] = row[0];
}
`,
  },
  {
    name: 'one barrier serves two arrays',
    text: `__global__ void both(int *out) {
  __shared__ int a[64], b[64];
  int i = threadIdx.x;
  a[i] = i;
  b[i] = 2 * i;
  out[i] = a[63 - i] + b[63 - i];
}
`,
  },
  {
    name: 'a warp barrier',
    options: { gridDim: [1, 1, 1], blockDim: [32, 1, 1] },
    text: `__global__ void lanes(int *out) {
  __shared__ int row[32];
  int i = threadIdx.x;
  row[i] = out[i];
  out[i] = row[31 - i];
}
`,
  },
  {
    name: 'a chain of steps of one warp',
    options: { gridDim: [1, 1, 1], blockDim: [32, 1, 1] },
    text: `__device__ void last(volatile float *s, int t) {
  s[t] += s[t + 32];
  s[t] += s[t + 16];
  s[t] += s[t + 8];
}

__global__ void total(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = out[t];
  s[t + 32] = out[t + 32];
  last(s, t);
  if (t == 0) out[0] = s[0];
}
`,
  },
  {
    name: 'an update of a member whose type the text does not say',
    options: { gridDim: [1, 1, 1], blockDim: [32, 1, 1] },
    text: `__global__ void lanes(float *out) {
  __shared__ union {
    float first[64];
    int second[64];
  } memory;
  int t = threadIdx.x;
  memory.first[t] = out[t];
  memory.first[t + 32] = 0;
  __syncwarp();
  for (int step = 16; step > 0; step /= 2) {
    memory.first[t] += memory.first[t + step];
  }
  if (t == 0) out[0] = memory.first[0];
}
`,
  },
  {
    name: 'who reads what another statement updates waits before it',
    text: `__global__ void carry(int *out, const int *in) {
  __shared__ int carried;
  int t = threadIdx.x;
  if (t == 0) carried = 0;
  __syncthreads();
  out[t] = in[t] + carried;
  if (t == 63) carried += in[t];
  __syncthreads();
  out[t + 64] = in[t + 64] + carried;
}
`,
  },
  {
    name: 'an update becomes an atomic operation',
    text: `__global__ void count(int *bins, const int *in) {
  int i = threadIdx.x;
  bins[in[i] & 15]++;
}
__global__ void most(int *top, const int *in) {
  *top = max(*top, in[threadIdx.x]);
}
`,
  },
  {
    name: 'an update becomes an atomic operation, and a barrier is the fix of another cause',
    text: `__global__ void count(int *out, const int *in) {
  __shared__ int bins[64];
  int t = threadIdx.x;
  bins[t] = 0;
  bins[in[t]]++;
  __syncthreads();
  out[t] = bins[t];
}
`,
  },
  {
    name: 'an atomic of the block becomes one of the device',
    options: GRID,
    text: `__global__ void total(int *sum, const int *in) {
  atomicAdd_block(sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
}
`,
  },
  {
    name: 'a flag without a fence',
    options: { gridDim: [2, 1, 1], blockDim: [1, 1, 1] },
    text: `__device__ int data;
__device__ int ready;

__global__ void hand(int *out) {
  if (blockIdx.x == 0) {
    data = 42;
    atomicExch(&ready, 1);
  } else {
    while (atomicAdd(&ready, 0) == 0) {
    }
    __threadfence();
    out[0] = data;
  }
}
`,
  },
  {
    name: 'flags of a barrier, and lines with tabs and carriage returns',
    file: 'a.cl',
    text: '__kernel void swap(__local int *a, __global int *b) {\r\n\tint i = get_local_id(0);\r\n\ta[i] = b[i];\r\n\tbarrier(CLK_GLOBAL_MEM_FENCE);\r\n\tint other = a[63 - i];\r\n\tb[63 - i] = other;\r\n}\r\n',
  },
  {
    name: 'a barrier of the whole grid',
    options: GRID,
    text: `#include <cstdint>

__global__ void spread(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int right = a[i + 1];
  a[i] = right;
}
`,
  },
  {
    name: 'a pragma stays with its loop',
    text: `__global__ void windows(float *out) {
  __shared__ float row[80];
  int i = threadIdx.x;
  row[i] = out[i];
#pragma unroll
  for (int k = 0; k < 4; k++) {
    out[i] += row[(i + k) % 64];
  }
}
`,
  },
  {
    name: 'a redundant barrier',
    options: {},
    text: `__global__ void scale(float *data, float f) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = data[i];
  __syncthreads(); // so that all are done
  data[i] = s[threadIdx.x] * f;
}
`,
  },
  {
    name: 'a branch whose condition the first half changes',
    text: `__global__ void early(int *out) {
  __shared__ int row[64];
  int i = threadIdx.x;
  int limit = 40;
  if (i < limit) {
    row[i] = out[i];
    limit = 20;
    __syncthreads();
    out[i] = row[39 - i] + limit;
  }
}
`,
  },
  {
    name: 'a scan that reads what its neighbours write',
    text: `__global__ void scan(int *out) {
  __shared__ int row[64];
  int i = threadIdx.x;
  row[i] = out[i];
  __syncthreads();
  for (int step = 1; step < 64; step *= 2) {
    if (i >= step) row[i] += row[i - step];
  }
  out[i] = row[i];
}
`,
  },
  {
    name: 'statements of one text are told apart by their lines',
    text: `__global__ void twice(int *out, const int *in) {
  __shared__ int top[1];
  int x = in[threadIdx.x];
  top[0] = x;
  x += 1;
  top[0] = x;
  out[threadIdx.x] = x;
}
`,
  },
  {
    name: 'threads that leave before a barrier',
    options: { gridDim: [4, 1, 1], blockDim: [64, 1, 1] },
    text: `__global__ void mirror(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  // One row for each block.
  __shared__ float row[64];
  float own = in[i];
  row[threadIdx.x] = own;
  __syncthreads();

  int other = 63 - threadIdx.x;
  out[i] = own + row[other];
}
`,
  },
  {
    name: 'a barrier in a function that another one calls',
    text: `__device__ void exchange(int *row, int *out, int i) {
  row[i] = out[i];
  out[i] = row[63 - i];
}
__global__ void first(int *out) {
  __shared__ int row[64];
  exchange(row, out, threadIdx.x);
}
__global__ void second(int *out) {
  __shared__ int row[64];
  if (threadIdx.x < 32) exchange(row, out, threadIdx.x);
}
`,
  },
  {
    name: 'a function without a barrier that two kernels call',
    text: `__device__ int neighbour(int *s, int x) {
  s[threadIdx.x] = x;
  int y = s[63 - threadIdx.x];
  __syncthreads();
  return y;
}
__global__ void mirrored(int *out) {
  __shared__ int s[64];
  out[blockIdx.x * 64 + threadIdx.x] = neighbour(s, threadIdx.x);
}
__global__ void twice(int *out) {
  __shared__ int t[64];
  __shared__ int u[64];
  u[threadIdx.x] = neighbour(t, threadIdx.x);
  out[blockIdx.x * 64 + threadIdx.x] = u[63 - threadIdx.x];
}
void launch(int *out) {
  mirrored<<<4, 64>>>(out);
  twice<<<4, 64>>>(out);
}
`,
  },
  {
    name: 'threads that leave before barriers in a loop',
    options: { gridDim: [4, 1, 1], blockDim: [64, 1, 1] },
    text: `__global__ void rounds(float *out, const float *in, int n, int steps) {
  __shared__ float row[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int s = 0; s < steps; s++) {
    float own = in[s * 64 + threadIdx.x];
    row[threadIdx.x] = own;
    __syncthreads();
    sum += row[63 - threadIdx.x] - own;
    __syncthreads();
  }
  out[i] = sum;
}
`,
  },
  {
    name: 'barriers of both branches',
    text: `__global__ void halves(float *out, const float *in) {
  __shared__ float row[64];
  int t = threadIdx.x;
  if (t < 40) {
    // the lower part
    float x = in[t];
    row[t] = x;
    __syncthreads();
    out[t] = row[39 - t] + x;
  } else {
    row[t] = in[t];
    int other = 103 - t;
    __syncthreads();
    out[t] = row[other];
  }
}
`,
  },
  {
    name: 'a barrier of the other branch',
    text: `__global__ void upper(float *out, const float *in) {
  __shared__ float row[64];
  int t = threadIdx.x;
  if (t < 40)
  {
    out[t] = in[t];
  }
  else
  {
    row[t] = in[t];
    __syncthreads();
    out[t] = row[103 - t];
  }
}
`,
  },
  {
    name: 'a barrier in an else if is refused',
    text: `__global__ void chain(float *out, const float *in) {
  __shared__ float row[64];
  int t = threadIdx.x;
  if (t < 20) {
    out[t] = in[t];
  } else if (t < 50) {
    row[t] = in[t];
    __syncthreads();
    out[t] = row[69 - t];
  }
}
`,
  },
  {
    name: 'an ordinary launch becomes a cooperative one',
    options: {},
    text: `__global__ void spread(int *a, const int n, const int *__restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int right = a[i + 1] + in[0] * n;
  a[i] = right;
}

void run(int *a, int n, const int *in, cudaStream_t stream) {
  spread<<<4, 64, 0, stream>>>(a, n + 1, in);
}
`,
  },
  {
    name: 'a launch of an open number of blocks stays as it is',
    options: {},
    text: `__global__ void spread(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int right = a[i + 1];
  a[i] = right;
}

void run(int *a, int n) {
  spread<<<(n + 63) / 64, 64>>>(a);
}
`,
  },
  {
    name: 'one cell of a buffer that the kernel only reads is the same for all',
    text: `__global__ void first(int *out, const int *in) {
  __shared__ int row[4];
  row[0] = in[2];
  __syncthreads();
  out[threadIdx.x] = row[0];
}
__global__ void changed(int *out, int *in) {
  __shared__ int row[4];
  row[0] = in[2];
  __syncthreads();
  out[threadIdx.x] = row[0];
  if (threadIdx.x == 5) in[2] = 0;
}
`,
  },
  {
    name: 'an update in two statements',
    text: `__global__ void count(int *total, const int *in) {
  int old;
  old = *total; // before
  *total = old + in[threadIdx.x];
}
__global__ void ticket(int *total, int *mine) {
  int old = *total;
  *total = old + 1;
  mine[threadIdx.x] = old;
}
`,
  },
  {
    name: 'an update that would round otherwise is refused',
    text: `__global__ void scaled(int *total, const float *in) {
  float x = in[threadIdx.x];
  total[0] += x;
}
`,
  },
  {
    name: 'a copy that nobody waits for',
    text: `#include <cuda_pipeline.h>

__global__ void shifted(const int *in, int *out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], 4);
  __pipeline_commit();
  out[t] = tile[63 - t];
}
`,
  },
  {
    name: 'a wait that leaves one group too many',
    text: `#include <cuda_pipeline.h>

__global__ void second(const int *in, int *out) {
  __shared__ int first[64], other[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&first[t], &in[t], 4);
  __pipeline_commit();
  __pipeline_memcpy_async(&other[t], &in[64 + t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __syncthreads();
  out[t] = other[63 - t];
}
`,
  },
  {
    name: 'a copy that was waited for, without a barrier',
    text: `#include <cuda_pipeline.h>

__global__ void shifted(const int *in, int *out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = tile[63 - t];
}
`,
  },
  {
    name: 'a copy of a work-group',
    file: 'a.cl',
    text: `__kernel void doubled(__global float *p) {
  __local float mine[64];
  event_t handle = async_work_group_copy(mine, p, 64, 0);
  p[get_local_id(0)] = 2 * mine[63 - get_local_id(0)];
  wait_group_events(1, &handle);
}
`,
  },
  {
    name: 'a flag without fences on both sides',
    options: { gridDim: [2, 1, 1], blockDim: [1, 1, 1] },
    text: `__device__ int data;
__device__ int ready;

__global__ void hand(int *out) {
  if (blockIdx.x == 0) {
    data = 42;
    atomicExch(&ready, 1);
  } else {
    while (atomicAdd(&ready, 0) == 0) {
    }
    out[0] = data;
  }
}
`,
  },
  {
    name: 'a lock without fences',
    options: { gridDim: [4, 1, 1], blockDim: [1, 1, 1] },
    text: `__device__ int lock;
__device__ int total;

__global__ void add(const int *in) {
  while (atomicCAS(&lock, 0, 1) != 0) {
  }
  total = 2 * total + in[blockIdx.x];
  atomicExch(&lock, 0);
}
`,
  },
  {
    name: 'a template of which one instance alone is racy',
    options: {},
    text: `template <int N> __global__ void folded(int *out) {
  __shared__ int row[128];
  int t = threadIdx.x;
  row[t] = t;
  if (N > 32) out[t] = row[N - 1 - t];
}
void launches(int *out) {
  folded<32><<<1, 32>>>(out);
  folded<128><<<1, 128>>>(out);
}
`,
  },
  {
    name: 'all instances of a template',
    text: `template <int N> __global__ void reversed(int *out) {
  __shared__ int row[N];
  row[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = row[N - 1 - threadIdx.x];
}
void launches(int *out) {
  reversed<64><<<1, 64>>>(out);
  reversed<128><<<1, 128>>>(out);
}
`,
    options: {},
  },
  {
    name: 'fixes that part one branch, one on top of the other',
    text: `__global__ void steps(int *out, const int *in, int n) {
  __shared__ int row[64];
  int t = threadIdx.x;
  if (t < n) {
    row[t] = in[t];
    int a = 0;
    if (t > 3) a = row[63 - t];
    row[t] = a;
  }
  out[t] = row[(t + 5) % 64];
}
`,
  },
  {
    name: 'a barrier of the grid serves the threads of a block as well',
    options: {},
    text: `__global__ void both(int *out, int *in) {
  __shared__ int row[64];
  int t = threadIdx.x;
  int g = blockIdx.x * 64 + t;
  row[t] = in[g];
  in[g] = t;
  out[g] = row[63 - t] + in[511 - g];
}
void launch(int *out, int *in) {
  both<<<8, 64>>>(out, in);
}
`,
  },
  {
    name: 'a barrier before threads leave, and not behind',
    text: `__global__ void some(int *out, const int *in, int n) {
  __shared__ int row[64];
  int t = threadIdx.x;
  row[t] = in[t];
  if (t >= n) return;
  int a = 1;
  a += in[t];
  a *= 3;
  a -= in[t + 1];
  a += in[t + 2];
  out[t] = a + row[63 - t];
}
`,
  },
];

testCases('kinds of repair', CASES, BLOCK);
