// With unified addresses the host's pointer and the device's are one: thread 0 writes word 0, thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *host, *other, *mapped;
  cudaHostAlloc(&host, 64 * sizeof(int), cudaHostAllocMapped);
  cudaHostAlloc(&other, 64 * sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&mapped, host, 0);
  reverse<<<1, 64>>>(mapped, host);
  return cudaDeviceSynchronize();
}
