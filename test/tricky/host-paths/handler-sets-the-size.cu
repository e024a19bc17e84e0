// What cannot be read becomes 32 in the handler, and everything else is 64 at most.
// expect: race-free
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
    size = 32;
  }
  fold<<<1, size>>>(a);
  return cudaDeviceSynchronize();
}
