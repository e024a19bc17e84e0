// The barrier object is used before it is known to be initialised.
// expect: intra-block-race line 8 with line 10
#include <cuda/barrier>
__global__ void reverse(int *a) {
  __shared__ int s[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  s[threadIdx.x] = a[threadIdx.x];
  bar.arrive_and_wait();
  a[threadIdx.x] = s[255 - threadIdx.x];
}
void run(int *a) { reverse<<<1, 256>>>(a); }
