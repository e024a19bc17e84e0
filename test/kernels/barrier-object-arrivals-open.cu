// How many arrivals a call counts for is an argument.
// expect: inconclusive: a barrier object with an unknown number of arrivals (test/kernels/barrier-object-arrivals-open.cu:9)
// launch: grid 4 block 64
#include <cuda/barrier>
__global__ void fill(int *out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x * n);
  __syncthreads();
  auto token = bar.arrive(n);
  bar.wait(std::move(token));
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
