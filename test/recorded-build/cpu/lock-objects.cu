// Locks behind pointers in memory, one for each bucket of a table, and the same table without them.
// race 1: inter-block-race
#include <cstdio>
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

struct Lock {
  int *taken;
  __device__ void lock() {
    while (atomicCAS(taken, 0, 1) != 0) {
    }
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(taken, 0);
  }
};

struct Table {
  int *counts;
  Lock *locks;
};

__global__ void count(const int *keys, Table table, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    Lock &lock = table.locks[keys[i] % 8];
    lock.lock();
    table.counts[keys[i] % 8] += 1;
    lock.unlock();
  }
}

__global__ void countUnlocked(const int *keys, Table table) {
  if (threadIdx.x == 0) table.counts[keys[0]] += 1;  // race 1 race 1
}

int main() {
  const int n = 200;
  const int *keys;
  int filled[n];
  Table table;
  for (int i = 0; i < n; i++) filled[i] = i * 7;
  cudaMalloc(&keys, sizeof filled);
  cudaMemcpy(const_cast<int *>(keys), filled, sizeof filled, cudaMemcpyHostToDevice);
  cudaMallocManaged(&table.counts, 8 * sizeof(int));
  cudaMemset(table.counts, 0, 8 * sizeof(int));
  cudaMallocManaged(&table.locks, 8 * sizeof(Lock));
  for (int i = 0; i < 8; i++) {
    cudaMalloc(&table.locks[i].taken, sizeof(int));
    cudaMemset(table.locks[i].taken, 0, sizeof(int));
  }
  nvtxRangePush("count");
  count<<<3, 32>>>(keys, table, n);
  nvtxRangePop();
  cudaDeviceSynchronize();
  printf("%d %d\n", table.counts[0], table.counts[7]);
  countUnlocked<<<2, 32>>>(keys, table);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
// prints: 25 25
// prints: no error
