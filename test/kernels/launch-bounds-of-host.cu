// A block that the host chooses has no more threads than the kernel is compiled for: any larger launch fails.
// expect: race-free
__global__ void __launch_bounds__(64) fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x % 64];
}
void go(int *a, int blocks, int threads) { fold<<<blocks, threads>>>(a); }
