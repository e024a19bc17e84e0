// The handler is for another type than what is thrown, which leaves the function: 64 threads at most are launched.
// expect: race-free
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
  } catch (const TooFew &) {
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
