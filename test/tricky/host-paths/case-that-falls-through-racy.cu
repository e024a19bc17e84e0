// Mode 1 falls through to the doubling: 128 threads, of which 0 and 64 both write s[0].
// expect: racy line 5 with line 5
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static int sizeOf(int mode) {
  int size = 32;
  switch (mode) {
    case 1:
      size = 64;
    case 2:
      size *= 2;
  }
  return size;
}
int main(int argc, char **argv) {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  fold<<<1, sizeOf(argc)>>>(a);
  return cudaDeviceSynchronize();
}
