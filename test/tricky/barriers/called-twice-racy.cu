// Nothing stands between the two calls: thread 0 writes s[0] in the second one while thread 63 reads it in the first.
// expect: racy line 5 with line 7
// launch: grid 1 block 64
__device__ int mirrored(int *s, int value) {
  s[threadIdx.x] = value;
  __syncthreads();
  return s[63 - threadIdx.x];
}
__global__ void twice(int *a) {
  __shared__ int s[64];
  int once = mirrored(s, a[threadIdx.x]);
  a[threadIdx.x] = mirrored(s, once + 1);
}
