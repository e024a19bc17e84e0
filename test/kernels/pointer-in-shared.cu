// The kernel keeps a pointer into its argument in shared memory: what is behind it is not memory of its own.
// expect: inconclusive: a pointer that the kernel itself keeps in place (test/kernels/pointer-in-shared.cu:6)
__global__ void shift(int *a) {
  __shared__ int *place;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) place = a + 1;
  __syncthreads();
  place[i] = i;
  a[i] = 0;
}
