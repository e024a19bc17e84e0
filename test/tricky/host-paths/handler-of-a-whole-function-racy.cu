// The handler of the whole function launches what the function refused: with 128 threads, 0 and 64 both write s[0].
// expect: racy line 5 with line 5
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
  fold<<<1, refused>>>(a);
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  run(a, 64);
  run(a, 128);
  return cudaDeviceSynchronize();
}
