// A pipeline of one thread waits for its oldest stage, and nothing tells the others.
// expect: async-copy-race line 12 with line 20
// expect: async-copy-race line 17 with line 20
// launch: grid 1 block 64
#include <cuda/pipeline>

__global__ void stages(const int *in, int *out, int n) {
  __shared__ int tile[2][64];
  auto pipe = cuda::make_pipeline();
  int t = threadIdx.x;
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[0][t], &in[t], sizeof(int), pipe);
  pipe.producer_commit();
  int sum = 0;
  for (int k = 0; k + 1 < n; k++) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[(k + 1) % 2][t], &in[(k + 1) * 64 + t], sizeof(int), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    sum += tile[k % 2][63 - t];
    __syncthreads();
    pipe.consumer_release();
  }
  out[t] = sum;
}
