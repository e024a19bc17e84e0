// The loop's first launch has 64 threads, the others have fewer.
// expect: race-free
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  int size = 64;
  do {
    fold<<<1, size>>>(a);
    size /= 2;
  } while (size > 0);
  return cudaDeviceSynchronize();
}
