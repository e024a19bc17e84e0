// A shuffle orders no memory: what a lane has written before it, others may not see behind it. Nor does one help of which half of
// the lanes knows nothing, and one before the read.
// expect: intra-warp-race line 11 with line 13
// expect: intra-warp-race line 22 with line 25
// expect: intra-warp-race line 33 with line 34
#include <cuda_runtime.h>

__global__ void neighbours(float *out, const float *in) {
  __shared__ float tile[32];
  float v = in[blockIdx.x * 32 + threadIdx.x];
  tile[threadIdx.x] = v;
  v = __shfl_xor_sync(0xffffffffu, v, 1);
  out[blockIdx.x * 32 + threadIdx.x] = v + tile[threadIdx.x ^ 2];
}

__global__ void halves(float *out, const float *in) {
  __shared__ float tile[32];
  unsigned t = threadIdx.x;
  tile[t] = in[blockIdx.x * 32 + t];
  unsigned half = t < 16 ? 0xffffu : 0xffff0000u;
  __syncthreads();
  float v = tile[t ^ 16];
  v = __shfl_xor_sync(half, v, 1);
  float w = v * 2;
  tile[t] = w;
  __syncthreads();
  out[blockIdx.x * 32 + t] = tile[t];
}

__global__ void early(float *out, float *in) {
  unsigned t = threadIdx.x;
  float v = __shfl_xor_sync(0xffffffffu, out[blockIdx.x * 32 + t], 1);
  v += in[blockIdx.x * 32 + (t ^ 1)];
  in[blockIdx.x * 32 + t] = v;
}

void run(float *out, float *in, int blocks) {
  neighbours<<<blocks, 32>>>(out, in);
  halves<<<blocks, 32>>>(out, in);
  early<<<blocks, 32>>>(out, in);
}
