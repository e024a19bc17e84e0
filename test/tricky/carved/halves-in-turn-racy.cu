// Both rounds fill the same half with one barrier each: thread 0 fills word 0 again while thread 63 still reads it.
// expect: racy line 8 with line 10
// launch: grid 1 block 64
__global__ void turn(int *a, int rounds) {
  extern __shared__ int s[];
  for (int round = 0; round < rounds; round++) {
    int *half = s;
    half[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = half[63 - threadIdx.x];
  }
}
