// The host says 64 for 128 threads: thread 0 writes sums[0], which thread 64 writes as keys[64].
// expect: racy line 6 with line 7
__global__ void mark(int count) {
  extern __shared__ int keys[];
  int *sums = keys + count;
  keys[threadIdx.x] = 1;
  sums[threadIdx.x] = 2;
}
int main() {
  mark<<<4, 128, 2 * 128 * sizeof(int)>>>(64);
  return cudaDeviceSynchronize();
}
