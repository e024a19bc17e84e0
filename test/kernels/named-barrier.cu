// Two named barriers, each for one half of the block: a half reads only what it wrote itself.
// expect: race-free
// launch: grid 1 block 128
__global__ void halves(int *a) {
  __shared__ int s[128];
  int half = threadIdx.x / 64;
  s[threadIdx.x] = a[threadIdx.x];
  __barrier_sync_count(1 + half, 64);
  a[threadIdx.x] = s[64 * half + 63 - threadIdx.x % 64];
}
