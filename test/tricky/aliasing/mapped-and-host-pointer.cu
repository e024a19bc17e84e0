// The host's pointer of one buffer and the device's pointer of another one.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *host, *other, *mapped;
  cudaHostAlloc(&host, 64 * sizeof(int), cudaHostAllocMapped);
  cudaHostAlloc(&other, 64 * sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&mapped, host, 0);
  reverse<<<1, 64>>>(mapped, other);
  return cudaDeviceSynchronize();
}
