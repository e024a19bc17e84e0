// Shifted by 25, all seven bits stay.
// expect: race-free
// launch: grid 1 block 128
__global__ void number() {
  __shared__ int s[128];
  s[(threadIdx.x << 25) >> 25] = threadIdx.x;
}
