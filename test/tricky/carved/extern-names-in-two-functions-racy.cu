// The function's own name stands for the one dynamic array: it writes word 0 by thread 63, the kernel by thread 0.
// expect: racy line 6 with line 10
// launch: grid 1 block 64
__device__ void reverse() {
  extern __shared__ float scratch[];
  scratch[63 - threadIdx.x] = 2;
}
__global__ void mark() {
  extern __shared__ int values[];
  values[threadIdx.x] = 1;
  reverse();
}
