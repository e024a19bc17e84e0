// One managed buffer under two names: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *data = nullptr;
  cudaMallocManaged(&data, 64 * sizeof(int));
  int *copy = data;
  reverse<<<1, 64>>>(copy, data);
  return cudaDeviceSynchronize();
}
