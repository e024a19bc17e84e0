// The two parts overlap by 32 words: thread 0 writes word 32, which thread 31 reads.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *all;
  cudaMalloc(&all, 128 * sizeof(int));
  reverse<<<1, 64>>>(all + 32, all);
  return cudaDeviceSynchronize();
}
