// The destructor launches, also when the function is left by a throw: with 128 threads, 0 and 64 both write s[0].
// expect: racy line 5 with line 5
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
struct AtTheEnd {
  int *a;
  int size;
  ~AtTheEnd() { fold<<<1, size>>>(a); }
};
static void run(int *a, int size) {
  AtTheEnd last{a, size};
  if (size > 64) throw size;
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  try {
    run(a, 128);
  } catch (int) {
  }
  return cudaDeviceSynchronize();
}
