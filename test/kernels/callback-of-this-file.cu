// The function is called through a pointer alone: nobody follows with what.
// expect: inconclusive: a possible intra-block-race was neither proved nor ruled out (test/kernels/callback-of-this-file.cu:6)
// expect: possible intra-block-race line 6 with line 6
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
