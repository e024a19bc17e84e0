// Both pointers are addresses of one global array: thread 0 writes word 0 while thread 63 reads it.
// expect: racy line 6 with line 6
__device__ int now[64];
__device__ int before[64];
__global__ void reverse(int *out, const int *in) {
  out[threadIdx.x] = in[63 - threadIdx.x];
}
int main() {
  void *out, *in;
  cudaGetSymbolAddress(&out, now);
  cudaGetSymbolAddress(&in, now);
  reverse<<<1, 64>>>((int *)out, (const int *)in);
  return cudaDeviceSynchronize();
}
