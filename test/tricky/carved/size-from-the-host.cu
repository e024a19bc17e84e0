// The host says 128 for 128 threads.
// expect: race-free
__global__ void mark(int count) {
  extern __shared__ int keys[];
  int *sums = keys + count;
  keys[threadIdx.x] = 1;
  sums[threadIdx.x] = 2;
}
int main() {
  mark<<<4, 128, 2 * 128 * sizeof(int)>>>(128);
  return cudaDeviceSynchronize();
}
