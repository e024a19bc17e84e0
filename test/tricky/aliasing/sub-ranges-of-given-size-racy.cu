// For odd n the first part has one word too many: with n = 5 thread 0 writes word 2, which thread 1 reads.
// expect: racy line 5 with line 5
__global__ void turn(int *out, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1 < n ? i + 1 : 0];
}
static void turnHalf(int *all, int n) {
  if (n < 2) return;
  turn<<<(n + 63) / 64, 64>>>(all + n / 2, all, (n + 1) / 2);
}
int main(int argc, char **argv) {
  int *all;
  int n = 4 * argc + 1;
  cudaMalloc(&all, n * sizeof(int));
  turnHalf(all, n);
  return cudaDeviceSynchronize();
}
