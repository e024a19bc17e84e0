// A vote of the warp makes nobody of another warp wait: thread 63 reads s[0], which thread 0 writes.
// expect: racy line 7 with line 8
// launch: grid 1 block 64
__global__ void reverse(const int *in, int *out) {
  __shared__ int s[64];
  int value = in[threadIdx.x];
  s[threadIdx.x] = value;
  if (__any_sync(0xffffffff, value > 0)) out[threadIdx.x] = s[63 - threadIdx.x];
}
