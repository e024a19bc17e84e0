// Between its arrival and its wait a thread may not touch what it has handed over.
// expect: intra-block-race line 11 with line 13
#include <cuda/barrier>
__global__ void reverse(int *a) {
  __shared__ int s[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  s[threadIdx.x] = a[threadIdx.x];
  auto token = bar.arrive();
  s[threadIdx.x] = 0;
  bar.wait(std::move(token));
  a[threadIdx.x] = s[255 - threadIdx.x];
}
void run(int *a) { reverse<<<1, 256>>>(a); }
