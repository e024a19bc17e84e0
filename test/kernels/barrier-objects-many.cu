// Seventeen barriers of a block's threads are one more than is followed.
// expect: inconclusive: too many barriers of parts of a block (test/kernels/barrier-objects-many.cu:12); too many barriers of parts of a block (test/kernels/barrier-objects-many.cu:15)
// launch: grid 1 block 64
#include <cuda/barrier>
#define EACH(use) use(0) use(1) use(2) use(3) use(4) use(5) use(6) use(7) use(8) \
  use(9) use(10) use(11) use(12) use(13) use(14) use(15) use(16)
#define INIT(i) init(&bar[i], blockDim.x);
#define WAIT(i) bar[i].arrive_and_wait();
__global__ void fill(int *a) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar[17];
  if (threadIdx.x == 0) {
    EACH(INIT)
  }
  __syncthreads();
  EACH(WAIT)
  a[threadIdx.x] = 1;
}
