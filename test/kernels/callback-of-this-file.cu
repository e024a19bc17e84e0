// The function is called through a pointer that was handed on by name: both calls are followed, and their sizes are known.
// expect: redundant-barrier line 6
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static int *buffer;
static void go(int size) { fold<<<1, size>>>(buffer); }
static void twice(void (*f)(int)) {
  f(64);
  f(64);
}
int main() {
  cudaMalloc(&buffer, 4096);
  twice(go);
}
