// The size is doubled and then checked.
// expect: race-free
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static void doubleIt(int &size) { size *= 2; }
static void run(int *a, int size) {
  doubleIt(size);
  if (size > 64) return;
  fold<<<1, size>>>(a);
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  run(a, 64);
  return cudaDeviceSynchronize();
}
