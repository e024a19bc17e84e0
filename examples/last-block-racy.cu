// The same without the fence before the counter: the last block may read what is not there yet.
// expect: scoped-fence-race line 21 with line 28
#include <cassert>
#include <cuda_runtime.h>

__device__ unsigned done = 0;

// Each block adds up its part; the block that is done last adds up the parts.
__global__ void total(const float *in, float *parts, float *out, int n) {
  __shared__ float sums[256];
  __shared__ bool last;
  int t = threadIdx.x;
  int i = blockIdx.x * 256 + t;
  sums[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half) sums[t] += sums[t + half];
    __syncthreads();
  }
  if (t == 0) {
    parts[blockIdx.x] = sums[0];
    last = atomicAdd(&done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && t == 0) {
    __threadfence();
    float all = 0.0f;
    for (int b = 0; b < gridDim.x; b++) all += parts[b];
    out[0] = all;
    done = 0;
  }
}

void addUp(const float *in, int n, float *out) {
  assert(n > 0);
  int blocks = (n + 255) / 256;
  float *parts;
  cudaMalloc(&parts, blocks * sizeof(float));
  total<<<blocks, 256>>>(in, parts, out, n);
  cudaFree(parts);
}
