// A segment is taken to include the first word of the next one: blocks 0 and 1 both write out[offsets[1]].
// expect: racy line 5 with line 5
__global__ void fill(const int *offsets, int *out) {
  int i = offsets[blockIdx.x] + threadIdx.x;
  if (i <= offsets[blockIdx.x + 1]) out[i] = blockIdx.x;
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
