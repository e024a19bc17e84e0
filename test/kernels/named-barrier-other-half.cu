// The same, reading what the other half wrote: it came to another barrier.
// expect: intra-block-race line 7 with line 9
// launch: grid 1 block 128
__global__ void halves(int *a) {
  __shared__ int s[128];
  int half = threadIdx.x / 64;
  s[threadIdx.x] = a[threadIdx.x];
  __barrier_sync_count(1 + half, 64);
  a[threadIdx.x] = s[127 - threadIdx.x];
}
