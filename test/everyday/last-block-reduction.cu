// The block that is the last to count itself adds up what the others have written.
// expect: race-free
#include <cuda_runtime.h>
__device__ unsigned int retirementCount = 0;

__global__ void reduceSinglePass(const float *in, float *partial, float *out, unsigned n) {
  __shared__ float s[256];
  __shared__ bool amLast;
  unsigned tid = threadIdx.x;
  float sum = 0;
  for (unsigned i = blockIdx.x * 256 + tid; i < n; i += 256 * gridDim.x) sum += in[i];
  s[tid] = sum;
  __syncthreads();
  for (unsigned w = 128; w > 0; w >>= 1) {
    if (tid < w) s[tid] += s[tid + w];
    __syncthreads();
  }
  if (tid == 0) {
    partial[blockIdx.x] = s[0];
    __threadfence(); // twin:
    unsigned ticket = atomicInc(&retirementCount, gridDim.x);
    amLast = (ticket == gridDim.x - 1);
  }
  __syncthreads();
  if (amLast) {
    __threadfence();
    float total = 0;
    for (unsigned i = tid; i < gridDim.x; i += 256) total += partial[i];
    s[tid] = total;
    __syncthreads();
    for (unsigned w = 128; w > 0; w >>= 1) {
      if (tid < w) s[tid] += s[tid + w];
      __syncthreads();
    }
    if (tid == 0) {
      *out = s[0];
      retirementCount = 0;
    }
  }
}

void run(const float *in, float *partial, float *out, unsigned n) { reduceSinglePass<<<64, 256>>>(in, partial, out, n); }
