// Producers and consumers come to one barrier in different places.
// expect: race-free
// launch: grid 1 block 128
__global__ void handOver(const int *in, int *out, int n) {
  __shared__ int s[64];
  if (threadIdx.x < 64) {
    for (int i = 0; i < n; i++) {
      s[threadIdx.x] = in[64 * i + threadIdx.x];
      __barrier_sync_count(1, 128);
      __barrier_sync_count(2, 128);
    }
  } else {
    for (int i = 0; i < n; i++) {
      __barrier_sync_count(1, 128);
      out[64 * i + threadIdx.x - 64] = s[127 - threadIdx.x];
      __barrier_sync_count(2, 128);
    }
  }
}
