// Where nothing changes after a fence, the contents of `in` are known to stay only once the kernel has been gone through
// whole. What that first pass found out about `steps` must not be taken for what is known of `offset`.
// launch: grid 1 block 64
// expect: possible intra-block-race line 16 with line 16
// expect: inconclusive: a possible intra-block-race was neither proved nor ruled out (test/kernels/loop-values-after-fence.cu:16)
__global__ void walk(int *out, const int *in, int rounds) {
  __threadfence();
  int steps = 0;
  int offset = -40;
  for (int i = 0; i < rounds; i++) {
    if (in[threadIdx.x + i] > 0) {
      steps = i;
      offset = 24;
    }
  }
  if (offset < 32) out[64 * threadIdx.x + 64 + offset] = steps;
}
