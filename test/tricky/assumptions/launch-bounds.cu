// Blocks have 64 threads at most: a launch with more fails.
// expect: race-free
__global__ void __launch_bounds__(64) fold(int *a) {
  __shared__ int s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x % 64] = a[i];
  __syncthreads();
  a[i] = s[threadIdx.x % 64];
}
