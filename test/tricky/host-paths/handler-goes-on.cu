// The handler leaves, so that a launch has 64 threads at most.
// expect: race-free
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static void need(bool holds) {
  if (!holds) throw 1;
}
static void run(int *a, int size) {
  try {
    need(size > 0 && size <= 64);
  } catch (int) {
    return;
  }
  fold<<<1, size>>>(a);
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  run(a, 128);
  return cudaDeviceSynchronize();
}
