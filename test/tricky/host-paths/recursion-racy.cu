// The recursion launches with 16, 32, 64 and 128 threads: with 128, 0 and 64 both write s[0].
// expect: racy line 5 with line 5
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static void go(int *a, int size) {
  fold<<<1, size>>>(a);
  if (size < 128) go(a, 2 * size);
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  go(a, 16);
  return cudaDeviceSynchronize();
}
