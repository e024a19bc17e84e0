// Below 2^31 nothing changes its sign, and each thread has its own number.
// expect: race-free
// launch: grid 1 block 64
__global__ void number() {
  __shared__ int s[64];
  int turned = static_cast<int>(threadIdx.x * 0x02000000u) / 2;
  s[(turned >> 24) & 63] = threadIdx.x;
}
