// Lanes without a last row have left the kernel, after coming to every barrier of the rows before.
// expect: race-free
// launch: grid 1 block 32
__global__ void copy(int *out, const int *in, int n) {
  __shared__ int s[32];
  for (int i = threadIdx.x; i < n; i += 32) {
    s[threadIdx.x] = in[i];
    __syncwarp();
    out[i] = s[threadIdx.x & 16];
    __syncwarp();
  }
}
