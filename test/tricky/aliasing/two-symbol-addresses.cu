// Addresses of two global arrays.
// expect: race-free
__device__ int now[64];
__device__ int before[64];
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  void *out, *in;
  cudaGetSymbolAddress(&out, now);
  cudaGetSymbolAddress(&in, before);
  reverse<<<1, 64>>>((int *)out, (const int *)in);
  return cudaDeviceSynchronize();
}
