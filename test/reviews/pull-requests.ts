/** Thirteen pull requests of ours, each with what it changes. */

export interface PullRequest {
  /** Files before the change. */
  readonly base: Readonly<Record<string, string>>;
  /** What the change does: in a file, one text becomes another. */
  readonly edits: readonly (readonly [file: string, old: string, now: string])[];
  /** How many comments a reviewer gets. */
  readonly comments: number;
  /** Comments with a line that is put back, checked. */
  readonly putBack: number;
}

const MULTIPLY = `constexpr int kTile = 16;

__global__ void multiply(const float* a, const float* b, float* c, int n) {
  __shared__ float left[kTile][kTile];
  __shared__ float right[kTile][kTile];
  const int row = blockIdx.y * kTile + threadIdx.y;
  const int col = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += kTile) {
    left[threadIdx.y][threadIdx.x] = a[row * n + k0 + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(k0 + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < kTile; k++) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

void multiplyOnGpu(const float* a, const float* b, float* c, int n) {
  const dim3 threads(kTile, kTile);
  const dim3 blocks(n / kTile, n / kTile);
  multiply<<<blocks, threads>>>(a, b, c, n);
}
`;

const BLOCK_SUM = `__device__ inline float blockSum(float value) {
  __shared__ float partial[256];
  const int t = threadIdx.x;
  partial[t] = value;
  __syncthreads();
  for (int width = 128; width > 0; width /= 2) {
    if (t < width) partial[t] += partial[t + width];
    __syncthreads();
  }
  const float total = partial[0];
  __syncthreads();
  return total;
}
`;

const NORMALIZE = `#include "block_sum.cuh"

__global__ void normalize(float* x) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  const float mean = blockSum(x[i]) / 256;
  const float apart = x[i] - mean;
  const float variance = blockSum(apart * apart) / 256;
  x[i] = apart * rsqrtf(variance + 1e-5f);
}

void normalizeOnGpu(float* x, int rows) { normalize<<<rows, 256>>>(x); }
`;

const CENTER = `#include "block_sum.cuh"

__global__ void center(const float* in, float* out) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i] - blockSum(in[i]) / 256;
}

void centerOnGpu(const float* in, float* out, int rows) { center<<<rows, 256>>>(in, out); }
`;

const TICKET = `__global__ void collect(const int* values, int* counter, int* found, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && values[i] > 0) {
    const int slot = atomicAdd(counter, 1);
    found[slot] = i;
  }
}

void collectOnGpu(const int* values, int* counter, int* found, int n) {
  collect<<<(n + 255) / 256, 256>>>(values, counter, found, n);
}
`;

const SUM_CL = `__kernel void sum(__global const float *x, __global float *sums, __local float *part) {
  const int l = get_local_id(0);
  part[l] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int width = get_local_size(0) / 2; width > 0; width /= 2) {
    if (l < width) part[l] += part[l + width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
}
`;

const WARP_SUM = `__global__ void warpSum(const float* x, float* sums) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = x[blockIdx.x * 64 + t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    __syncwarp();
    if (t < 16) s[t] += s[t + 16];
    __syncwarp();
    if (t < 8) s[t] += s[t + 8];
    __syncwarp();
    if (t < 4) s[t] += s[t + 4];
    __syncwarp();
    if (t < 2) s[t] += s[t + 2];
    __syncwarp();
    if (t < 1) s[t] += s[t + 1];
  }
  if (t == 0) sums[blockIdx.x] = s[0];
}

void warpSumOnGpu(const float* x, float* sums, int blocks) { warpSum<<<blocks, 64>>>(x, sums); }
`;

const BLUR = `__global__ void blur(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

void blurOnGpu(const float* in, float* out, int n) { blur<<<(n + 255) / 256, 256>>>(in, out, n); }
`;

const FILL = `#define WIDTH 64

__global__ void shift(const float* in, float* out) {
  __shared__ float row[WIDTH];
  const int t = threadIdx.x;
  row[t] = in[blockIdx.x * WIDTH + t];
  __syncthreads();
  out[blockIdx.x * WIDTH + t] = row[(t + 1) % WIDTH];
}

void shiftOnGpu(const float* in, float* out, int rows) { shift<<<rows, WIDTH>>>(in, out); }
`;

const TOTAL = `__global__ void total(const float* x, float* sum, int n) {
  float mine = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) mine += x[i];
  __shared__ float part[128];
  part[threadIdx.x] = mine;
  __syncthreads();
  for (int width = 64; width > 0; width /= 2) {
    if (threadIdx.x < width) part[threadIdx.x] += part[threadIdx.x + width];
    __syncthreads();
  }
  if (threadIdx.x == 0) *sum += part[0];
}
`;

const LAUNCH_TOTAL = `#include "total.cuh"

void totalOnGpu(const float* x, float* sum, int n) { total<<<1, 128>>>(x, sum, n); }
`;

const HIP_COUNT = `#include <hip/hip_runtime.h>

__global__ void countPositive(const float* x, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) atomicAdd(count, 1);
}

void countOnGpu(const float* x, int* count, int n) { countPositive<<<(n + 255) / 256, 256>>>(x, count, n); }
`;

const FIVE = `__global__ void first(float* x) { x[blockIdx.x * 64 + threadIdx.x] = 1; }
__global__ void second(float* x) { x[blockIdx.x * 64 + threadIdx.x] = 2; }
__global__ void third(int* x) { if (threadIdx.x == 0 && blockIdx.x == 0) *x = 3; }
__global__ void fourth(int* x) { atomicAdd(x, 1); }
__global__ void fifth(const float* in, float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
}

void all(float* x, int* n, const float* in, float* out) {
  first<<<8, 64>>>(x);
  second<<<8, 64>>>(x);
  third<<<8, 64>>>(n);
  fourth<<<8, 64>>>(n);
  fifth<<<8, 64>>>(in, out);
}
`;

const IDIOMS = `__global__ void saxpy(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void clear(float* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] = 0;
}

void both(float* x, float* y, int n) {
  saxpy<<<(n + 255) / 256, 256>>>(2, x, y, n);
  clear<<<64, 256>>>(x, n);
}
`;

const MORE_IDIOMS = `__global__ void histogram(const unsigned char* x, int* bins, int n) {
  __shared__ int own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&own[x[i]], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[16][17];
  tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void compact(const int* flags, const int* places, const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && flags[i]) out[places[i]] = in[i];
}

__global__ void permute(const int* places, const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[places[i]] = in[i];
}

__global__ void lanes(const float* x, float* out) {
  float value = x[blockIdx.x * 32 + threadIdx.x];
  for (int width = 16; width > 0; width /= 2) value += __shfl_down_sync(0xffffffff, value, width);
  if (threadIdx.x == 0) out[blockIdx.x] = value;
}

__global__ void mark(int* seen) { seen[0] = 1; }

void more(const unsigned char* x, int* bins, const float* in, float* out, const int* p, int n) {
  histogram<<<64, 256>>>(x, bins, n);
  transpose<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(in, out, n);
  compact<<<(n + 255) / 256, 256>>>(p, p, in, out, n);
  permute<<<(n + 255) / 256, 256>>>(p, in, out, n);
  lanes<<<64, 32>>>(in, out);
  mark<<<8, 64>>>(bins);
}
`;

export const PULL_REQUESTS: Readonly<Record<string, PullRequest>> = {
  'barrier-of-a-loop': {
    base: { 'multiply.cu': MULTIPLY },
    edits: [['multiply.cu', '[threadIdx.x];\n    __syncthreads();\n  }', '[threadIdx.x];\n  }']],
    comments: 1,
    putBack: 1,
  },
  'helper-called-twice': {
    base: { 'block_sum.cuh': BLOCK_SUM, 'normalize.cu': NORMALIZE },
    edits: [['block_sum.cuh', 'partial[0];\n  __syncthreads();', 'partial[0];']],
    comments: 1,
    putBack: 1,
  },
  'helper-of-two-kernels': {
    base: { 'block_sum.cuh': BLOCK_SUM, 'center.cu': CENTER, 'normalize.cu': NORMALIZE },
    edits: [['block_sum.cuh', 'partial[t + width];\n    __syncthreads();', 'partial[t + width];']],
    comments: 1,
    putBack: 1,
  },
  'scope-narrowed': {
    base: { 'collect.cu': TICKET },
    edits: [['collect.cu', 'atomicAdd(counter', 'atomicAdd_block(counter']],
    comments: 1,
    putBack: 1,
  },
  'fence-for-barrier': {
    base: { 'sum.cl': SUM_CL },
    edits: [['sum.cl', '    barrier(CLK_LOCAL_MEM_FENCE);\n  }', '    mem_fence(CLK_LOCAL_MEM_FENCE);\n  }']],
    comments: 1,
    putBack: 1,
  },
  'unrolled-warp-sum': {
    base: { 'warp_sum.cu': WARP_SUM },
    edits: [['warp_sum.cu', /* all of them */ '    __syncwarp();\n', '']],
    comments: 1,
    putBack: 1,
  },
  'in-place': {
    base: { 'blur.cu': BLUR },
    edits: [
      ['blur.cu', 'blur(const float* in, float* out, int n)', 'blur(float* x, int n)'],
      ['blur.cu', 'out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3', 'x[i] = (x[i - 1] + x[i] + x[i + 1]) / 3'],
      ['blur.cu', 'blurOnGpu(const float* in, float* out, int n)', 'blurOnGpu(float* x, int n)'],
      ['blur.cu', '(in, out, n);', '(x, n);'],
    ],
    comments: 1,
    putBack: 0,
  },
  'five-kernels': {
    base: { 'five.cu': FIVE },
    edits: [
      ['five.cu', 'x[blockIdx.x * 64 + threadIdx.x] = 1', 'x[blockIdx.x * 32 + threadIdx.x] = threadIdx.x'],
      ['five.cu', 'x[blockIdx.x * 64 + threadIdx.x] = 2', 'x[threadIdx.x] = blockIdx.x'],
      ['five.cu', 'if (threadIdx.x == 0 && blockIdx.x == 0) *x = 3', '*x = threadIdx.x'],
      ['five.cu', 'atomicAdd(x, 1)', '*x += 1'],
      ['five.cu', '  __syncthreads();\n', ''],
    ],
    comments: 5,
    putBack: 3,
  },
  'header-only': {
    base: { 'block_sum.cuh': BLOCK_SUM, 'normalize.cu': NORMALIZE },
    edits: [['block_sum.cuh', '  partial[t] = value;\n  __syncthreads();\n', '  partial[t] = value;\n']],
    comments: 1,
    putBack: 1,
  },
  'launch-enlarged': {
    base: { 'total.cuh': TOTAL, 'main.cu': LAUNCH_TOTAL },
    edits: [['main.cu', '<<<1, 128>>>', '<<<32, 128>>>']],
    comments: 1,
    putBack: 1,
  },
  'atomic-dropped': {
    base: { 'count.hip': HIP_COUNT },
    edits: [['count.hip', 'atomicAdd(count, 1)', '*count += 1']],
    comments: 1,
    putBack: 1,
  },
  'syntax-error': {
    base: { 'shift.cu': FILL },
    edits: [
      [
        'shift.cu',
        'out[blockIdx.x * WIDTH + t] = row[(t + 1) % WIDTH];',
        'out[blockIdx.x * WIDTH + t = row[(t + 1) % WIDTH];',
      ],
    ],
    comments: 0,
    putBack: 0,
  },
  'correct-idioms': {
    base: { 'idioms.cu': IDIOMS },
    edits: [['idioms.cu', IDIOMS, IDIOMS + MORE_IDIOMS]],
    comments: 0,
    putBack: 0,
  },
};
