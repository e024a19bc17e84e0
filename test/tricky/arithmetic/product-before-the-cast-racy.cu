// The product is made in 32 bits and wraps: the threads of y = 0 and y = 65536 both write a[0].
// expect: racy line 6 with line 6
// launch: grid 1024 block 256
__global__ void mark(char *a) {
  unsigned y = blockIdx.x * blockDim.x + threadIdx.x;
  a[static_cast<unsigned long long>(y * 65536u)] = 1;
}
