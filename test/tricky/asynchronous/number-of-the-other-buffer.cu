// Two buffers with a barrier each; the reader waits at its own.
// expect: race-free
// launch: grid 1 block 128
__device__ void sync(int id, int n) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(n) : "memory"); }
__device__ void arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(n) : "memory"); }
__global__ void roles(const float *in, float *out) {
  __shared__ float tile[2][64];
  int t = threadIdx.x;
  if (t < 64) {
    tile[0][t] = in[t];
    arrive(1, 128);
    tile[1][t] = in[64 + t];
    arrive(2, 128);
  } else {
    sync(1, 128);
    out[t - 64] = tile[0][127 - t];
    sync(2, 128);
    out[t] = tile[1][127 - t];
  }
}
