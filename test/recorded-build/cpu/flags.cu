// A producer hands a value to a consumer in another block: by a flag with release and acquire, and by a relaxed one.
// race 1: inter-block-race
#include <cstdio>
#include <cuda/atomic>

typedef cuda::atomic_ref<int, cuda::thread_scope_device> Flag;

__global__ void handOver(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    data[0] = 42;
    Flag(*flag).store(1, cuda::memory_order_release);
  } else {
    while (Flag(*flag).load(cuda::memory_order_acquire) == 0) {
    }
    out[0] = data[0];
  }
}

__global__ void handOverRelaxed(int *data, int *flag, int *out) {
  Flag ready(*flag);
  if (blockIdx.x == 0) {
    data[1] = 43;                                 // race 1
    ready.store(1, cuda::memory_order_relaxed);
  } else {
    while (ready.load(cuda::memory_order_relaxed) == 0) {
    }
    out[1] = data[1];                             // race 1
  }
}

int main() {
  int *m;
  cudaMallocManaged(&m, 6 * sizeof(int));
  cudaMemset(m, 0, 6 * sizeof(int));
  handOver<<<2, 1>>>(m, m + 2, m + 4);
  handOverRelaxed<<<2, 1>>>(m, m + 3, m + 4);
  cudaDeviceSynchronize();
  printf("%d %d\n", m[4], m[5]);
}
// prints: 42 43
