// Two device pointers, of two host buffers.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *host, *other, *out, *in;
  cudaHostAlloc(&host, 64 * sizeof(int), cudaHostAllocMapped);
  cudaHostAlloc(&other, 64 * sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&out, host, 0);
  cudaHostGetDevicePointer(&in, other, 0);
  reverse<<<1, 64>>>(out, in);
  return cudaDeviceSynchronize();
}
