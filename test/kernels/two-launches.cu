// One kernel fills what the next one reads: launches of one stream follow one another.
// expect: race-free
__global__ void fill(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void shift(const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = a[(i + 1) % n];
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 1024 * sizeof(int));
  cudaMalloc(&b, 1024 * sizeof(int));
  fill<<<4, 256>>>(a);
  shift<<<4, 256>>>(a, b, 1024);
  return cudaDeviceSynchronize();
}
