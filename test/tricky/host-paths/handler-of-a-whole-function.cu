// The handler of the whole function launches 32 threads.
// expect: race-free
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static void run(int *a, int size) try {
  if (size > 64) throw size;
  fold<<<1, size>>>(a);
} catch (int refused) {
  fold<<<1, 32>>>(a);
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  run(a, 64);
  run(a, 128);
  return cudaDeviceSynchronize();
}
