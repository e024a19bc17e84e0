// Rows of 33 words hold columns 0 to 32.
// expect: race-free
// launch: grid 1 block 33,8
__global__ void number() {
  extern __shared__ int s[];
  s[33 * threadIdx.y + threadIdx.x] = threadIdx.x;
}
