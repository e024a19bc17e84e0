// Barriers that lie in shared memory: values and copies handed over by arriving and waiting; in one kernel somebody reads before
// the phase is over.
// race 1: intra-warp-race
// race 2: intra-warp-race
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/barrier>

typedef cuda::barrier<cuda::thread_scope_block> Barrier;

__global__ void handOver(const int *in, int *out) {
  __shared__ Barrier all;
  __shared__ int values[64], tile[64];
  int t = threadIdx.x;
  if (t == 0) init(&all, blockDim.x);
  __syncthreads();
  values[t] = 2 * in[blockIdx.x * 64 + t];
  cuda::memcpy_async(&tile[t], &in[blockIdx.x * 64 + t], sizeof(int), all);
  Barrier::arrival_token token = all.arrive();
  int own = t;
  all.wait(std::move(token));
  int sum = own + values[63 - t] + tile[(t + 1) % 64];
  all.arrive_and_wait();
  values[t] = sum;
  all.arrive_and_wait();
  out[blockIdx.x * 64 + t] = values[t ^ 1];
}

__global__ void early(const int *in, int *out) {
  __shared__ Barrier all;
  __shared__ int values[64], tile[64];
  int t = threadIdx.x;
  if (t == 0) init(&all, blockDim.x);
  values[t] = tile[t] = 0;
  __syncthreads();
  cuda::memcpy_async(&tile[t], &in[t], sizeof(int), all);   // race 1
  values[t] = in[t];                                        // race 2
  Barrier::arrival_token token = all.arrive();
  int sum = tile[t ^ 1] < 0;                                // race 1
  sum += values[t ^ 1] < 0;                                 // race 2
  all.wait(std::move(token));
  out[t] = sum + tile[t ^ 1] + values[t ^ 1];
}

struct Count {
  int *phases;
  __device__ void operator()() { *phases += 1; }
};

// The count is everybody's when the phase is over.
__global__ void counted(int *phases, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block, Count> all;
  if (threadIdx.x == 0) init(&all, blockDim.x, Count{phases});
  __syncthreads();
  for (int i = 0; i < 3; i++) all.arrive_and_wait();
  atomicAdd(out, *phases);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&out, 128 * sizeof(int));
  for (int i = 0; i < 128; i++) in[i] = i;
  handOver<<<2, 64>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", out[0], out[65], out[127]);
  early<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", out[0], out[63]);
  in[0] = out[0] = 0;
  counted<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", in[0], out[0]);
}
// prints: 127 319 319
// prints: 2 124
// prints: 3 192
