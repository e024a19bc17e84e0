// More threads than the array has elements are still allowed.
// expect: possible intra-block-race line 6 with line 6
// expect: conditional: blockDim.x <= 64
__global__ void __launch_bounds__(128) fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  a[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x % 64];
}
void go(int *a, int blocks, int threads) { fold<<<blocks, threads>>>(a); }
