// The size is checked and then doubled: with 128 threads, 0 and 64 both write s[0].
// expect: racy line 5 with line 5
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static void doubleIt(int &size) { size *= 2; }
static void run(int *a, int size) {
  if (size > 64) return;
  doubleIt(size);
  fold<<<1, size>>>(a);
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  run(a, 64);
  return cudaDeviceSynchronize();
}
