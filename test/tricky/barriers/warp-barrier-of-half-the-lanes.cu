// All lanes come to the barrier, and half of them go on.
// expect: race-free
// launch: grid 1 block 32
__global__ void lower(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  if (threadIdx.x < 16) out[threadIdx.x] = s[31 - threadIdx.x];
}
