// The function ends with a barrier.
// expect: race-free
// launch: grid 1 block 64
__device__ int mirrored(int *s, int value) {
  s[threadIdx.x] = value;
  __syncthreads();
  int other = s[63 - threadIdx.x];
  __syncthreads();
  return other;
}
__global__ void twice(int *a) {
  __shared__ int s[64];
  int once = mirrored(s, a[threadIdx.x]);
  a[threadIdx.x] = mirrored(s, once + 1);
}
