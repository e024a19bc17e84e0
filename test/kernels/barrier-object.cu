// A barrier object for all threads of the block, used twice a round.
// expect: race-free
#include <cuda/barrier>
__global__ void reverse(int *a, int n) {
  __shared__ int s[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  for (int i = 0; i < n; i++) {
    s[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
    bar.arrive_and_wait();
    a[blockIdx.x * blockDim.x + threadIdx.x] = s[255 - threadIdx.x];
    bar.arrive_and_wait();
  }
}
void run(int *a, int n) { reverse<<<n, 256>>>(a, n); }
