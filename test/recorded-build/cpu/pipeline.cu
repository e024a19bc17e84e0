// Copies in stages: of a thread's own pipeline, of the block's, of a group, and by the interface of C. One kernel forgets that others
// have to wait, too.
// race 1: intra-block-race
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/pipeline>
#include <cuda_pipeline_primitives.h>
namespace cg = cooperative_groups;

__global__ void own(const int *in, int *out) {
  __shared__ int tile[2][64];
  auto pipe = cuda::make_pipeline();
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 2; i++) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[i][t], &in[64 * i + t], sizeof(int), pipe);
    pipe.producer_commit();
  }
  for (int i = 0; i < 4; i++) {
    pipe.consumer_wait();
    __syncthreads();
    sum += tile[i % 2][63 - t];
    __syncthreads();
    pipe.consumer_release();
    pipe.producer_acquire();
    if (i < 2) cuda::memcpy_async(&tile[i % 2][t], &in[64 * (i + 2) + t], sizeof(int), pipe);
    pipe.producer_commit();
  }
  out[t] = sum;
}

__global__ void block(const int *in, int *out) {
  __shared__ int tile[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto all = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(all, &state);
  int t = threadIdx.x, sum = 0;
  for (int i = 0, next = 0; i < 4; i++) {
    for (; next < 4 && next < i + 2; next++) {
      pipe.producer_acquire();
      cuda::memcpy_async(all, tile[next % 2], in + 64 * next, sizeof(int) * 64, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += tile[i % 2][63 - t];
    pipe.consumer_release();
  }
  out[t] = sum;
}

__global__ void group(const int *in, int *out) {
  __shared__ int tile[64];
  auto all = cg::this_thread_block();
  cg::memcpy_async(all, tile, in, sizeof(int) * 64);
  cg::wait(all);
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void forgets(const int *in, int *out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  tile[t] = 0;
  __syncthreads();
  __pipeline_memcpy_async(&tile[t], &in[t], sizeof(int));   // race 1
  __pipeline_commit();
  __pipeline_wait_prior(0);
  int seen = tile[(t + 32) % 64];                           // race 1
  __syncthreads();
  out[t] = (seen < 0) + tile[63 - t];
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 256; i++) in[i] = i;
  void (*kernels[])(const int *, int *) = {own, block, group, forgets};
  for (auto kernel : kernels) {
    cudaMemset(out, 0, 64 * sizeof(int));
    kernel<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[63]);
  }
}
// prints: 636 384
// prints: 636 384
// prints: 63 0
// prints: 63 0
