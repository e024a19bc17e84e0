// The handler takes what is thrown and goes on: with 128 threads, 0 and 64 both write s[0].
// expect: racy line 5 with line 5
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
struct TooFew {};
struct TooMany {};
static void run(int *a, int size) {
  try {
    if (size > 64) throw TooMany();
  } catch (const TooMany &) {
  }
  fold<<<1, size>>>(a);
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  try {
    run(a, 128);
  } catch (...) {
    return 1;
  }
  return cudaDeviceSynchronize();
}
