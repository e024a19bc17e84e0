// What is read belongs to the same warp.
// expect: race-free
// launch: grid 1 block 64
__global__ void next(int *out) {
  __shared__ int s[65];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
