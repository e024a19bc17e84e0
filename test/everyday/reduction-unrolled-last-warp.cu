// The last warp goes on alone, with the barriers of warps that Volta asks for.
// expect: race-free
#include <cuda_runtime.h>

__device__ void warpReduce(volatile float *sdata, unsigned tid) {
  float v = sdata[tid];
  v += sdata[tid + 32]; __syncwarp();
  sdata[tid] = v; __syncwarp();
  v += sdata[tid + 16]; __syncwarp(); // twin: v += sdata[tid + 16];
  sdata[tid] = v; __syncwarp();
  v += sdata[tid + 8]; __syncwarp();
  sdata[tid] = v; __syncwarp();
  v += sdata[tid + 4]; __syncwarp();
  sdata[tid] = v; __syncwarp();
  v += sdata[tid + 2]; __syncwarp();
  sdata[tid] = v; __syncwarp();
  v += sdata[tid + 1]; __syncwarp();
  sdata[tid] = v;
}

__global__ void reduce(const float *in, float *out, unsigned n) {
  extern __shared__ float sdata[];
  unsigned tid = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  sdata[tid] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 32; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid < 32) warpReduce(sdata, tid);
  if (tid == 0) out[blockIdx.x] = sdata[0];
}

void run(const float *in, float *out, unsigned n) { reduce<<<(n + 511) / 512, 256, 256 * sizeof(float)>>>(in, out, n); }
