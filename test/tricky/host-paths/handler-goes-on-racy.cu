// The handler swallows the complaint and the launch is made all the same: with 128 threads, 0 and 64 both write s[0].
// expect: racy line 5 with line 5
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
  }
  fold<<<1, size>>>(a);
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  run(a, 128);
  return cudaDeviceSynchronize();
}
