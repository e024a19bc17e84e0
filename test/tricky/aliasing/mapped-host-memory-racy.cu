// Two device pointers were asked for of one host buffer: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *host, *other, *out, *in;
  cudaHostAlloc(&host, 64 * sizeof(int), cudaHostAllocMapped);
  cudaHostAlloc(&other, 64 * sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&out, host, 0);
  cudaHostGetDevicePointer(&in, host, 0);
  reverse<<<1, 64>>>(out, in);
  return cudaDeviceSynchronize();
}
