// All lanes of the warp go through the loop equally often.
// expect: race-free
// launch: grid 1 block 32
__global__ void rounds(int *out, const int *rows) {
  __shared__ int s[32];
  s[threadIdx.x] = 0;
  for (int i = 0; i < rows[threadIdx.x / 32]; i++) {
    s[threadIdx.x] += i;
    __syncwarp();
    out[32 * i + threadIdx.x] = s[threadIdx.x ^ 1];
    __syncwarp();
  }
  s[threadIdx.x] = 1;
}
