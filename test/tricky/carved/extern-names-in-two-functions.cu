// The function's own name stands for the one dynamic array; a barrier stands before its call.
// expect: race-free
// launch: grid 1 block 64
__device__ void reverse() {
  extern __shared__ float scratch[];
  scratch[63 - threadIdx.x] = 2;
}
__global__ void mark() {
  extern __shared__ int values[];
  values[threadIdx.x] = 1;
  __syncthreads();
  reverse();
}
