// The kernel's own table is a permutation: 5t modulo 64, as 5 is odd.
// expect: race-free
// launch: grid 1 block 64
__global__ void scatter(int *out) {
  __shared__ int order[64];
  order[threadIdx.x] = (5 * threadIdx.x) % 64;
  __syncthreads();
  out[order[threadIdx.x]] = threadIdx.x;
}
