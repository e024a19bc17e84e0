// Two halves of a buffer take turns; one barrier a round is enough.
// expect: race-free
// launch: grid 1 block 64
__global__ void diffuse(int *out, int rounds) {
  __shared__ int s[2][64];
  int t = threadIdx.x, from = 0;
  s[0][t] = t;
  __syncthreads();
  for (int r = 0; r < rounds; r++) {
    s[1 - from][t] = s[from][t] + s[from][(t + 1) % 64];
    from = 1 - from;
    __syncthreads();
  }
  out[t] = s[from][t];
}
