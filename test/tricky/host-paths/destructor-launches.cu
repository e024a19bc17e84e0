// The size is checked before the object that launches in its destructor is there.
// expect: race-free
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
  if (size > 64) throw size;
  AtTheEnd last{a, size};
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
