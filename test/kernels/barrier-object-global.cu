// A barrier object in global memory.
// expect: inconclusive: a barrier object that is not a variable in shared memory (test/kernels/barrier-object-global.cu:6)
// launch: grid 4 block 64
#include <cuda/barrier>
__global__ void fill(cuda::barrier<cuda::thread_scope_device> *bar, int *out) {
  bar->arrive_and_wait();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
