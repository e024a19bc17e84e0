// A static object's constructor launches 128 threads before `main` begins: 0 and 64 both write s[0].
// expect: racy line 5 with line 5
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static void go(int size) {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  fold<<<1, size>>>(a);
}
struct WarmUp {
  explicit WarmUp(int size) { go(size); }
};
static WarmUp warmUp(128);
int main() {
  go(32);
  return cudaDeviceSynchronize();
}
