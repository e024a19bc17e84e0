// Each block writes words of its own, as many as its segment has, up to 64.
// expect: race-free
__global__ void fill(const int *offsets, int *out) {
  int length = offsets[blockIdx.x + 1] - offsets[blockIdx.x];
  if (threadIdx.x < length) out[64 * blockIdx.x + threadIdx.x] = blockIdx.x;
}
int main() {
  const int ends[4] = {0, 10, 20, 30};
  int *offsets, *out;
  cudaMalloc(&offsets, sizeof(ends));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(offsets, ends, sizeof(ends), cudaMemcpyHostToDevice);
  fill<<<3, 64>>>(offsets, out);
  return cudaDeviceSynchronize();
}
