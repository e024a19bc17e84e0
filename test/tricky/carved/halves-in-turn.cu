// The rounds fill the halves in turn, so that one barrier each is enough.
// expect: race-free
// launch: grid 1 block 64
__global__ void turn(int *a, int rounds) {
  extern __shared__ int s[];
  for (int round = 0; round < rounds; round++) {
    int *half = s + (round & 1) * blockDim.x;
    half[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = half[63 - threadIdx.x];
  }
}
