// The same, but the producers arrive before they have written.
// expect: intra-block-race line 11 with line 17
// launch: grid 1 block 128
extern "C" __device__ void arrive(int barrier, int count) __asm__("llvm.nvvm.barrier.cta.arrive.count");
__global__ void specialised(const int *in, int *out, int n) {
  __shared__ int s[64];
  if (threadIdx.x < 64) {
    for (int i = 0; i < n; i++) {
      __barrier_sync_count(1, 128);
      arrive(2, 128);
      s[threadIdx.x] = in[64 * i + threadIdx.x];
    }
  } else {
    for (int i = 0; i < n; i++) {
      arrive(1, 128);
      __barrier_sync_count(2, 128);
      out[64 * i + threadIdx.x - 64] = s[127 - threadIdx.x];
    }
  }
}
