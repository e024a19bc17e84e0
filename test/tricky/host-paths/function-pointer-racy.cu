// `twice` calls what it is given with 64 and then with 128: threads 0 and 64 of the second launch both write s[0].
// expect: racy line 5 with line 5
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static void go(int *a, int size) { fold<<<1, size>>>(a); }
static void twice(void (*launch)(int *, int), int *a, int size) {
  launch(a, size);
  launch(a, 2 * size);
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  twice(go, a, 64);
  return cudaDeviceSynchronize();
}
