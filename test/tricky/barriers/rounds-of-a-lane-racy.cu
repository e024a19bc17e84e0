// Lanes go through the loop as often as they have rows: who has left does not come to the barrier of a longer one.
// expect: racy
// launch: grid 1 block 32
__global__ void rounds(int *out, const int *rows) {
  __shared__ int s[32];
  s[threadIdx.x] = 0;
  for (int i = 0; i < rows[threadIdx.x]; i++) {
    s[threadIdx.x] += i;
    __syncwarp();
    out[32 * i + threadIdx.x] = s[threadIdx.x ^ 1];
    __syncwarp();
  }
  s[threadIdx.x] = 1;
}
