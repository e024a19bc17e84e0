// The function is called through a pointer that was handed on by name: the second call has more threads than there are words.
// expect: intra-block-race line 5 with line 5
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
  f(128);
}
int main() {
  cudaMalloc(&buffer, 4096);
  twice(go);
}
