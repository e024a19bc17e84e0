// The newest stage may be under way.
// expect: async-copy-race line 12 with line 17
// launch: grid 4 block 64
#include <cuda/pipeline>

__global__ void prior(const int *in, int *out) {
  __shared__ int tile[2][64];
  auto pipe = cuda::make_pipeline();
  int t = threadIdx.x;
  for (int s = 0; s < 2; s++) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[s][t], &in[blockIdx.x * 128 + s * 64 + t], cuda::aligned_size_t<4>(4), pipe);
    pipe.producer_commit();
  }
  cuda::pipeline_consumer_wait_prior<1>(pipe);
  __syncthreads();
  out[blockIdx.x * 64 + t] = tile[1][63 - t];
  pipe.consumer_release();
}
