// Blocks have 128 threads at most: thread 64 of such a block writes s[0], as thread 0 does.
// expect: racy line 6 with line 6
__global__ void __launch_bounds__(128) fold(int *a) {
  __shared__ int s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x % 64] = a[i];
  __syncthreads();
  a[i] = s[threadIdx.x % 64];
}
