// The host copies a table with 1 twice over the permutation: threads 1 and 2 both write out[1].
// expect: racy line 5 with line 5
__constant__ int order[4] = {3, 1, 0, 2};
__global__ void scatter(int *out) {
  out[order[threadIdx.x]] = threadIdx.x;
}
int main() {
  const int other[4] = {0, 1, 1, 3};
  int *out;
  cudaMalloc(&out, 4 * sizeof(int));
  cudaMemcpyToSymbol(order, other, sizeof(other));
  scatter<<<1, 4>>>(out);
  return cudaDeviceSynchronize();
}
