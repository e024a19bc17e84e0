// As a signed number 2^31 is negative, and halved it is -2^30 for odd threads and 0 for even ones: 0 and 2 write s[0].
// expect: racy line 7 with line 7
// launch: grid 1 block 64
__global__ void number() {
  __shared__ int s[64];
  int turned = static_cast<int>(threadIdx.x * 0x80000000u) / 2;
  s[(turned >> 24) & 63] = threadIdx.x;
}
