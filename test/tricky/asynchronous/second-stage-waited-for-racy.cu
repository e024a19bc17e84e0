// Two stages are committed; a wait is for the oldest, and the newest is read.
// expect: racy
// launch: grid 1 block 128
#include <cuda/pipeline>
__global__ void stages(const float *in, float *out) {
  __shared__ float tile[2][128];
  int t = threadIdx.x;
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  for (int s = 0; s < 2; s++) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[s][t], &in[s * 128 + t], sizeof(float), pipe);
    pipe.producer_commit();
  }
  for (int s = 0; s < 2; s++) {
    pipe.consumer_wait();
    __syncthreads();
    out[s * 128 + t] = tile[1 - s][127 - t];
    pipe.consumer_release();
  }
}
