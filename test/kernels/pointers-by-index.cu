// Four pointers and four places that each thread works out beforehand, in loops over arrays of its own.
// expect: race-free
// launch: grid 1 block 64
__global__ void tiles(float *out, const float *in, int tiles) {
  __shared__ float s[256];
  const float *from[4];
  int to[4];
  for (int i = 0; i < 4; i++) {
    from[i] = in + 64 * i + threadIdx.x;
    to[i] = 64 * i + (threadIdx.x ^ i);
  }
  float sum = 0;
  for (int tile = 0; tile < tiles; tile++) {
    for (int i = 0; i < 4; i++) {
      s[to[i]] = *from[i];
      from[i] += 256;
    }
    __syncthreads();
    for (int i = 0; i < 4; i++) sum += s[64 * i + 63 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
