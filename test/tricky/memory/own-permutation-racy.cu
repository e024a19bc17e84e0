// The kernel's own table is no permutation: 4t modulo 64 is 0 for threads 0 and 16.
// expect: racy line 8 with line 8
// launch: grid 1 block 64
__global__ void scatter(int *out) {
  __shared__ int order[64];
  order[threadIdx.x] = (4 * threadIdx.x) % 64;
  __syncthreads();
  out[order[threadIdx.x]] = threadIdx.x;
}
