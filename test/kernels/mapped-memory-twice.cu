// They are the addresses that the device has for two halves of a buffer of the host.
// expect: race-free
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *host, *a, *b;
  cudaHostAlloc(&host, 512, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&a, host, 0);
  cudaHostGetDevicePointer(&b, host + 64, 0);
  reverse<<<1, 64>>>(a, b);
}
