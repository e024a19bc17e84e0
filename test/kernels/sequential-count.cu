// Each thread counts for itself in shared memory that one thread changes meanwhile.
// expect: intra-block-race line 10 with line 11
// launch: grid 1 block 64
#include <thrust/count.h>
#include <thrust/execution_policy.h>
__global__ void count(int *out, const int *in) {
  __shared__ int values[8];
  if (threadIdx.x < 8) values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = thrust::count_if(thrust::seq, values, values + 8, [](int x) { return x > 0; });
  if (threadIdx.x == 0) values[3] = 0;
}
