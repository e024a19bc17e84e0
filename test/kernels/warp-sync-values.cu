// Lanes that read before and after the warp's barrier see different values: neither branch excludes the other.
// expect: intra-warp-race line 13 with line 13
// launch: grid 1 block 32
__global__ void mixed(int *out) {
  __shared__ int s[1];
  int t = threadIdx.x;
  if (t == 0) s[0] = 0;
  __syncthreads();
  int before = s[0];
  __syncwarp();
  if (t == 0) s[0] = 1;
  __syncwarp();
  if (s[0] > before) out[0] = t;
}
