// What cannot be read becomes 128 in the handler: threads 0 and 64 both write s[0].
// expect: racy line 5 with line 5
__global__ void fold(int *a) {
  __shared__ int s[64];
  s[threadIdx.x % 64] = a[threadIdx.x];
  __syncthreads();
  a[threadIdx.x] = s[threadIdx.x % 64];
}
static int checked(int size) {
  if (size < 1 || size > 64) throw size;
  return size;
}
int main(int argc, char **argv) {
  int *a, size;
  cudaMalloc(&a, 128 * sizeof(int));
  try {
    size = checked(60 + 2 * argc);
  } catch (...) {
    size = 128;
  }
  fold<<<1, size>>>(a);
  return cudaDeviceSynchronize();
}
