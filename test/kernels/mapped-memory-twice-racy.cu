// Both are the address that the device has for one buffer of the host.
// expect: intra-block-race line 4 with line 4
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  int *host, *a, *b;
  cudaHostAlloc(&host, 512, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&a, host, 0);
  cudaHostGetDevicePointer(&b, host, 0);
  reverse<<<1, 64>>>(a, b);
}
