// `||` goes on to the launch for every size that is not small: with 128 threads, 0 and 64 both write s[0].
// expect: racy line 5 with line 5
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static bool go(int *a, int size) {
  fold<<<1, size>>>(a);
  return true;
}
static bool run(int *a, int size) {
  return size <= 64 || go(a, size);
}
int main() {
  int *a;
  cudaMalloc(&a, 128 * sizeof(int));
  run(a, 48);
  return run(a, 128) ? 0 : 1;
}
